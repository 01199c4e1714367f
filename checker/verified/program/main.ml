(* Reads hints (paper/hints.md) and says what the checker that is proven in Coq finds shown by them.

     checked                   certificates one after another, each with its claim
     checked --theorem FILE    the statements of a theorem file, their certificates in the same order *)

open Checker

let input_number () =
  let rec go shift sum =
    if shift > 56 then failwith "a number is too long";
    let byte = Char.code (input_char stdin) in
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

let name box = Printf.sprintf "%d,%d,%d,%d" box.top box.right box.bottom box.left

let sentence = function
  | AtMost (box, n) -> Printf.sprintf "no game whose bounding box is %s has more than %d moves" (name box) n
  | Nothing box -> Printf.sprintf "no game has the bounding box %s" (name box)
  | NoArrival (box, sides) -> Printf.sprintf "no game's last move made its bounding box %s by growing %s" (name box) (name sides)

let next () = match input_operation () with
  | operation -> Some (operation, ())
  | exception End_of_file -> None

let box_of_text text = Scanf.sscanf text "%d,%d,%d,%d%!" (fun top right bottom left -> { top; right; bottom; left })

let sides_of_text = function
  | "top" -> "1,0,0,0" | "right" -> "0,1,0,0" | "bottom" -> "0,0,1,0" | "left" -> "0,0,0,1"
  | "top-right" -> "1,1,0,0" | "right-bottom" -> "0,1,1,0" | "bottom-left" -> "0,0,1,1" | "top-left" -> "1,0,0,1"
  | _ -> failwith "there is no such arrival"

let read_theorem path =
  let file = open_in path in
  let rec go bound statements = match String.split_on_char ' ' (String.trim (input_line file)) with
    | [ "at-most"; n ] -> go (int_of_string n) statements
    | [ "box"; box; "at-most"; n; _ ] -> go bound (AtMost (box_of_text box, int_of_string n) :: statements)
    | [ "box"; box; "empty"; _ ] -> go bound (Nothing (box_of_text box) :: statements)
    | [ "arrival"; box; sides; _ ] ->
      go bound (NoArrival (box_of_text box, box_of_text (sides_of_text sides)) :: statements)
    | _ -> go bound statements
    | exception End_of_file -> (bound, List.rev statements) in
  go 0 []

let finish code text = print_endline text; exit code

let check_theorem path =
  let (bound, statements) = read_theorem path in
  if prove next bound statements () then
    finish 0 (Printf.sprintf "no game has more than %d moves" bound)
  else finish 1 "refused: the hints do not show the theorem"

let rec check_each () =
  match input_number () with
  | exception End_of_file -> exit 0
  | 19 ->
    let statement = input_claim () in
    begin match check next statement () with
    | Some () -> print_endline ("shown: " ^ sentence statement); check_each ()
    | None -> finish 1 ("refused: the hints do not show that " ^ sentence statement)
    end
  | _ -> finish 1 "refused: a claim should stand here"

let () =
  set_binary_mode_in stdin true;
  try match Array.to_list Sys.argv with
    | [ _ ] -> check_each ()
    | [ _; "--theorem"; path ] -> check_theorem path
    | _ -> prerr_endline "usage: checked [--theorem FILE] <hints"; exit 2
  with
  | Failure text -> finish 1 ("refused: " ^ text)
  | End_of_file -> finish 1 "refused: the hints end too early"
  | Whole.Overflow -> finish 1 "refused: a number is too large"
  | Stack_overflow -> finish 1 "refused: the hints are nested too deeply"
