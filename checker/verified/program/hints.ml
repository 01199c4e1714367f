(* The reader of hints (paper/hints.md). Nothing rests on it: what it reads is judged by the checker. *)

open Checker

(* Where the bytes come from; raises End_of_file after the last one. *)
let input_byte = ref (fun () -> input_char stdin)

let input_number () =
  let rec go shift sum =
    if shift > 56 then failwith "a number is too long";
    let byte = Char.code (!input_byte ()) in
    let sum = sum lor ((byte land 127) lsl shift) in
    if byte < 128 then sum else go (shift + 7) sum in
  go 0 0

let rec times n read = if n <= 0 then [] else let first = read () in first :: times (n - 1) read
let input_list () = times (input_number ()) input_number

let input_box () =
  let top = input_number () in
  let right = input_number () in
  let bottom = input_number () in
  let left = input_number () in
  { top; right; bottom; left }

(* A claim: what the operations that follow are to show. In a theorem it is skipped: what counts is the theorem's own list. *)
let input_claim () =
  let kind = input_number () in
  let box = input_box () in
  match kind with
  | 0 -> AtMost (box, input_number ())
  | 1 -> Nothing box
  | 2 -> NoArrival (box, input_box ())
  | _ -> failwith "there is no such kind of statement"

let input_prices () =
  let a = input_list () in
  let b = input_list () in
  let c = input_list () in
  let d = input_list () in
  let demands = input_list () in
  ((((a, b), c), d), demands)

let pair read = let a = read () in let b = read () in (a, b)

let rec input_operation () =
  let n = input_number in
  match n () with
  | 1 -> let i = n () in let m = n () in Dead (i, m, n ())
  | 2 -> let (i, m) = pair n in Forced (i, m)
  | 3 -> let k = n () in let (i, m) = pair n in Only (k, i, m)
  | 4 -> Here (n ())
  | 5 -> let (i, m) = pair n in Parallel (i, m)
  | 6 -> let (k, i) = pair n in Last (k, i)
  | 7 -> let i = n () in Order (i, input_list ())
  | 8 -> Reach (input_list ())
  | 9 -> let (i, c) = pair n in Alone (i, c)
  | 10 -> let (u, l) = input_prices () in Fix (u, l)
  | 11 -> Cut (input_list ())
  | 12 -> Contradiction (n ())
  | 13 -> Few
  | 14 -> let (u, l) = input_prices () in Close (u, l)
  | 15 -> Cell (n ())
  | 16 -> let (i, m) = pair n in Mark (i, m)
  | 17 -> Row (times (n ()) (fun () -> pair n))
  | 18 -> let (h, i) = pair n in Mirror (h, i)
  | 19 -> ignore (input_claim ()); input_operation ()
  | _ -> failwith "there is no such operation"

let next () = match input_operation () with
  | operation -> Some (operation, ())
  | exception End_of_file -> None
