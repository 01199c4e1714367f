(* Machine integers of 63 bits, from 0 on, which wrap around: OCaml's, but for what depends on the sign or on large shifts. *)
type t = int

let l_sl a n = if n >= 0 && n < 63 then a lsl n else 0
let l_sr a n = if n >= 0 && n < 63 then a lsr n else 0
let lt (a : int) b = a lxor min_int < b lxor min_int
let to_whole a = if a < 0 then raise Whole.Overflow else a
let of_int (a : int) = a
