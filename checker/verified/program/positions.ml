(* Reads a list of positions (paper/certificate.md, section 9). Nothing rests on it being read right but what the list is called: the
   theorem speaks of the positions that are handed to the checker. *)

open Checker

let direction = function
  | 0 -> Horizontal | 1 -> Vertical | 2 -> Falling | 3 -> Rising
  | _ -> failwith "the list of positions has a direction that is none"

let move text = Scanf.sscanf text "%d,%d,%d,%d%!" (fun x y d place -> { dot = (x, y); dir = direction d; place })

let step = function Horizontal -> (1, 0) | Vertical -> (0, 1) | Falling -> (1, 1) | Rising -> (1, -1)
let line m = List.init 5 (fun k -> let (dx, dy) = step m.dir in (fst m.dot + (k - m.place) * dx, snd m.dot + (k - m.place) * dy))

(* In an order of play, the latest first, as far as there is one: the checker finds out what is none. *)
let in_order moves =
  let dots = Hashtbl.create 200 in
  List.iter (fun c -> Hashtbl.replace dots c ()) cross;
  let ready m = List.for_all (fun c -> c = m.dot || Hashtbl.mem dots c) (line m) in
  let rec go played left = match List.partition ready left with
    | [], left -> left @ played
    | now, later -> List.iter (fun m -> Hashtbl.replace dots m.dot ()) now; go (List.rev_append now played) later in
  go [] moves

(* The lines with their moves. *)
let read path =
  let file = open_in_bin path in
  if (try input_line file with End_of_file -> "") <> "morpion-positions 1" then failwith "this is no list of positions";
  let rec go lines = match input_line file with
    | line -> go ((line, List.map move (String.split_on_char ' ' line)) :: lines)
    | exception End_of_file -> close_in file; List.rev lines in
  go []

(* As the census wants them. *)
let for_census lines =
  let sorted = List.sort compare (List.map (fun (line, moves) -> let p = in_order moves in (signature p, line, p)) lines) in
  List.map (fun (_, line, position) -> (line, position)) sorted

(* The positions, and the number of each by its line. *)
let numbered lines =
  let numbers = Hashtbl.create 20000 in
  List.iteri (fun n (line, _) -> Hashtbl.replace numbers line n) lines;
  (numbers, List.map snd lines)
