(* The reader of hints (paper/hints.md). Nothing rests on it: what it reads is judged by the checker.

   What it must be is a source in the sense of the theorem [prove_sound], for which [next] is a function: asked twice about the same
   place it must answer the same. So hints are a lazy list. An item is read when it is needed first, its tail exists only from then
   on, and what was read is kept as long as anybody may ask: a list is what the bytes say, whoever reads it when. *)

open Checker

type item = Operation of op | Claim of statement | Refused
type source = items Lazy.t
and items = End | Item of item * source

(* Seven bits a byte, the lowest first. *)
let number file =
  let rec go shift sum =
    if shift > 56 then failwith "a number is too long";
    let byte = Char.code (input_char file) in
    let sum = sum lor ((byte land 127) lsl shift) in
    if sum < 0 then failwith "a number is too long";
    if byte < 128 then sum else go (shift + 7) sum in
  go 0 0

let rec times n read = if n <= 0 then [] else let first = read () in first :: times (n - 1) read

(* The number of a position in the list, by its line there; one that nobody has if it is in none. *)
let index positions line = Option.value (Hashtbl.find_opt positions line) ~default:max_int

let item positions file =
  let n () = number file in
  let numbers () = times (n ()) n in
  let pair () = let a = n () in let b = n () in (a, b) in
  let box () =
    let top = n () in
    let right = n () in
    let bottom = n () in
    let left = n () in
    { top; right; bottom; left } in
  let claim () =
    let kind = n () in
    let box' = box () in
    match kind with
    | 0 -> AtMost (Games, box', n ())
    | 1 -> Nothing (Games, box')
    | 2 -> NoArrival (box', box ())
    | 3 -> AtMost (Graphs, box', n ())
    | 4 -> Nothing (Graphs, box')
    | 5 -> AtMost (SymmetricGames, box', n ())
    | 6 -> Nothing (SymmetricGames, box')
    | 7 -> AtMost (SymmetricGraphs, box', n ())
    | 8 -> Nothing (SymmetricGraphs, box')
    | 9 -> AllBut (Games, box', n (), [])
    | 10 -> AllBut (SymmetricGames, box', n (), [])
    | _ -> failwith "there is no such kind of statement" in
  let prices () =
    let a = numbers () in
    let b = numbers () in
    let c = numbers () in
    let d = numbers () in
    let l = numbers () in
    ((((a, b), c), d), l, numbers ()) in
  match n () with
  | 0 -> Refused
  | 1 -> let (i, m) = pair () in Operation (Dead (i, m, n ()))
  | 2 -> let (i, m) = pair () in Operation (Forced (i, m))
  | 4 -> Operation (Here (n ()))
  | 5 -> let (i, m) = pair () in Operation (Parallel (i, m))
  | 6 -> let (k, i) = pair () in Operation (Last (k, i))
  | 7 -> let i = n () in Operation (Order (i, numbers ()))
  | 8 -> Operation (Reach (numbers ()))
  | 9 -> let (i, c) = pair () in Operation (Alone (i, c))
  | 10 -> let (u, l, r) = prices () in Operation (Fix (u, l, r))
  | 12 -> Operation (Contradiction (n ()))
  | 13 -> Operation Few
  | 14 -> let (u, l, r) = prices () in Operation (Close (u, l, r))
  | 15 -> Operation (Cell (n ()))
  | 16 -> let (i, m) = pair () in Operation (Mark (i, m))
  | 18 -> let (h, i) = pair () in Operation (Mirror (h, i))
  | 19 -> Claim (claim ())
  | 20 -> Operation (Turned (n ()))
  | 21 -> let h = n () in Operation (Listed (h, index positions (really_input_string file (n ()))))
  | _ -> failwith "there is no such operation"

let rec hints positions file : source = lazy (match item positions file with
  | item -> Item (item, hints positions file)
  | exception End_of_file -> End)

(* The next operation. Claims are skipped: what counts is the statement at hand. *)
let rec next (source : source) = match Lazy.force source with
  | Item (Operation operation, rest) -> Some (operation, rest)
  | Item (Claim _, rest) -> next rest
  | Item (Refused, _) | End -> None
