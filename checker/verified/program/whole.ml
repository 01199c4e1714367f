(* Integers of 63 bits that refuse to overflow: so what they compute is what Coq's unbounded integers would be. *)

exception Overflow

let add (a : int) b =
  let s = a + b in
  if (a lxor s) land (b lxor s) < 0 then raise Overflow else s

let sub (a : int) b =
  let s = a - b in
  if (a lxor b) land (a lxor s) < 0 then raise Overflow else s

let small (a : int) = a < 0x40000000 && a > - 0x40000000

let mul (a : int) b = if small a && small b then a * b else raise Overflow

let neg (a : int) = sub 0 a
