(* Reads hints (paper/hints.md) and says what the checker that is proven in Coq finds shown by them.

     checked                   certificates one after another, each with its claim
     checked --theorem FILE    the statements of a theorem file, their certificates in the same order; and what follows of all
                               games, or, with a line "within", of the games or graphs that keep within a box; with "at-most
                               listed" the statements themselves *)

open Checker
open Hints

let name box = Printf.sprintf "%d,%d,%d,%d" box.top box.right box.bottom box.left

let kind = function
  | Games -> "game" | Graphs -> "graph" | SymmetricGames -> "point-symmetric game" | SymmetricGraphs -> "point-symmetric graph"

let sentence = function
  | AtMost (o, box, n) -> Printf.sprintf "no %s whose bounding box is %s has more than %d moves" (kind o) (name box) n
  | Nothing (o, box) -> Printf.sprintf "no %s has the bounding box %s" (kind o) (name box)
  | NoArrival (box, sides) -> Printf.sprintf "no game's last move made its bounding box %s by growing %s" (name box) (name sides)

let box_of_text text = Scanf.sscanf text "%d,%d,%d,%d%!" (fun top right bottom left -> { top; right; bottom; left })

let sides_of_text = function
  | "top" -> "1,0,0,0" | "right" -> "0,1,0,0" | "bottom" -> "0,0,1,0" | "left" -> "0,0,0,1"
  | "top-right" -> "1,1,0,0" | "right-bottom" -> "0,1,1,0" | "bottom-left" -> "0,0,1,1" | "top-left" -> "1,0,0,1"
  | _ -> failwith "there is no such arrival"

type theorem = { objects : objects; bound : int option; within : box option; statements : statement list }

let read_theorem path =
  let file = open_in path in
  let rec go t = match String.split_on_char ' ' (String.trim (input_line file)) with
    | [ "objects"; "games" ] -> go { t with objects = Games }
    | [ "objects"; "graphs" ] -> go { t with objects = Graphs }
    | [ "objects"; "symmetric-games" ] -> go { t with objects = SymmetricGames }
    | [ "objects"; "symmetric-graphs" ] -> go { t with objects = SymmetricGraphs }
    | [ "at-most"; "listed" ] -> go t
    | [ "at-most"; n ] -> go { t with bound = Some (int_of_string n) }
    | [ "within"; box ] -> go { t with within = Some (box_of_text box) }
    | [ "box"; box; "at-most"; n; _ ] -> go (adding t (AtMost (t.objects, box_of_text box, int_of_string n)))
    | [ "box"; box; "empty"; _ ] -> go (adding t (Nothing (t.objects, box_of_text box)))
    | [ "arrival"; box; sides; _ ] -> go (adding t (NoArrival (box_of_text box, box_of_text (sides_of_text sides))))
    | [ "morpion-theorem"; "1" ] | "witness" :: _ -> go t
    | words -> failwith ("the theorem file has a line that is not understood: " ^ String.concat " " words)
    | exception End_of_file -> { t with statements = List.rev t.statements }
  and adding t statement = { t with statements = statement :: t.statements } in
  go { objects = Games; bound = None; within = None; statements = [] }

let finish code lines = List.iter print_endline lines; exit code
let refuse text = finish 1 [ "refused: " ^ text ]

(* Whether the hints on the standard input show the theorem, and what it says. *)
let judge { objects; bound; within; statements } =
  let said object_ n = [ Printf.sprintf "no %s has more than %d moves" object_ n ] in
  match bound, within, objects with
  | None, None, _ -> (check_all next statements (hints stdin), List.map sentence statements)
  | Some n, None, Games -> (prove next n statements (hints stdin), said (kind objects) n)
  | Some n, None, SymmetricGames -> (prove_symmetric next n statements (hints stdin), said (kind objects) n)
  | Some n, Some box, _ ->
    (prove_within next objects n box statements (hints stdin), said (kind objects ^ " that keeps within the box " ^ name box) n)
  | Some _, None, (Graphs | SymmetricGraphs) -> failwith "no theorem says of all graphs what follows from their boxes"
  | None, Some _, _ -> failwith "the theorem file has no bound for what keeps within the box"

let check_theorem path =
  let theorem = read_theorem path in
  if theorem.statements = [] then refuse "the theorem file lists nothing";
  let (holds, said) = judge theorem in
  if not holds then refuse "the hints do not show the theorem";
  (* No more is read of the hints than was asked for. *)
  match input_char stdin with
  | exception End_of_file -> finish 0 said
  | _ -> refuse "there is more than the theorem needs"

(* What a certificate shows is said when the next one begins, or the end is reached: its last word may be that it was refused. *)
let rec check_each said source =
  match Lazy.force source with
  | End when said = [] -> refuse "there are no hints"
  | End -> finish 0 said
  | Item (Claim statement, rest) ->
    List.iter print_endline said;
    begin match check next statement rest with
    | Some rest -> check_each [ "shown: " ^ sentence statement ] rest
    | None -> refuse ("the hints do not show that " ^ sentence statement)
    end
  | Item (Refused, _) -> refuse "the certificate was not accepted"
  | Item (Operation _, _) -> refuse "a claim should stand here"

let () =
  set_binary_mode_in stdin true;
  try match Array.to_list Sys.argv with
    | [ _ ] -> check_each [] (hints stdin)
    | [ _; "--theorem"; path ] -> check_theorem path
    | _ -> prerr_endline "usage: checked [--theorem FILE] <hints"; exit 2
  with
  | Failure text -> refuse text
  | Scanf.Scan_failure _ -> refuse "the theorem file has a box that is none"
  | End_of_file -> refuse "a line ends too early"
  | Sys_error text -> prerr_endline text; exit 2
  | Whole.Overflow -> refuse "a number is too large"
  | Stack_overflow -> refuse "the hints are nested too deeply"
