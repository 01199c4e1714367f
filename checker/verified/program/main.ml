(* Reads hints (paper/hints.md) and says what the checker that is proven in Coq finds shown by them.

     checked                     certificates one after another, each with its claim
     checked --theorem FILE      the statements of a theorem file, their certificates in the same order; and what follows of all
                                 games, or, with a line "within", of the games or graphs that keep within a box; with "at-most
                                 listed" the statements themselves
     checked --positions FILE    before that: the list of positions (paper/certificate.md, section 9) in which long games may end,
                                 for certificates and theorems of lists
     checked --positions FILE --census THEOREM   reads no hints: whether each of these positions is that of an object as long as
                                 the theorem says, and no two are images of each other *)

open Checker
open Hints

let name box = Printf.sprintf "%d,%d,%d,%d" box.top box.right box.bottom box.left

let kind = function
  | Games -> "game" | Graphs -> "graph" | SymmetricGames -> "point-symmetric game" | SymmetricGraphs -> "point-symmetric graph"

let sentence = function
  | AtMost (o, box, n) -> Printf.sprintf "no %s whose bounding box is %s has more than %d moves" (kind o) (name box) n
  | AllBut (o, box, n, ps) ->
    Printf.sprintf "every %s of %d or more moves whose bounding box is %s ends, up to symmetry, in one of the %d positions"
      (kind o) (n + 1) (name box) (List.length ps)
  | Nothing (o, box) -> Printf.sprintf "no %s has the bounding box %s" (kind o) (name box)
  | NoArrival (box, sides) -> Printf.sprintf "no game's last move made its bounding box %s by growing %s" (name box) (name sides)

(* As certificate.md has them, section 7: so small that nothing overflows. *)
let number_of_text text =
  let length = String.length text in
  if length < 1 || length > 9 || (length > 1 && text.[0] = '0') || not (String.for_all (fun c -> '0' <= c && c <= '9') text) then
    failwith "the theorem file has a number that is none";
  int_of_string text

let box_of_text text = match List.map number_of_text (String.split_on_char ',' text) with
  | [ top; right; bottom; left ] -> { top; right; bottom; left }
  | _ -> failwith "the theorem file has a box that is none"

let sides_of_text = function
  | "top" -> "1,0,0,0" | "right" -> "0,1,0,0" | "bottom" -> "0,0,1,0" | "left" -> "0,0,0,1"
  | "top-right" -> "1,1,0,0" | "right-bottom" -> "0,1,1,0" | "bottom-left" -> "0,0,1,1" | "top-left" -> "1,0,0,1"
  | _ -> failwith "there is no such arrival"

type theorem = { objects : objects; bound : int option; all_of : int option; within : box option; statements : statement list }

let objects_of_text = function
  | "games" -> Games | "graphs" -> Graphs | "symmetric-games" -> SymmetricGames | "symmetric-graphs" -> SymmetricGraphs
  | _ -> failwith "the theorem file has objects that there are none of"

(* What the theorem is about stands before what it lists, each once. *)
let read_theorem path =
  let file = open_in path in
  let words () = String.split_on_char ' ' (String.trim (input_line file)) in
  if words () <> [ "morpion-theorem"; "1" ] then failwith "the theorem file begins otherwise";
  let rec head objects bound all_of within = match words (), objects, bound, all_of, within with
    | [ "objects"; o ], None, _, _, _ -> head (Some (objects_of_text o)) bound all_of within
    | [ "at-most"; "listed" ], _, None, None, _ -> head objects (Some None) all_of within
    | [ "at-most"; n ], _, None, None, _ -> head objects (Some (Some (number_of_text n))) all_of within
    | [ "all-of"; n ], _, None, None, _ when number_of_text n > 0 -> head objects bound (Some (number_of_text n)) within
    | [ "within"; box ], _, _, _, None -> head objects bound all_of (Some (box_of_text box))
    | line, Some objects, Some bound, None, _ -> list { objects; bound; all_of; within; statements = [] } line
    | line, Some objects, None, Some _, _ -> list { objects; bound = None; all_of; within; statements = [] } line
    | line, _, _, _, _ -> failwith ("the theorem file has a line that is not understood: " ^ String.concat " " line)
  and list t line =
    let adding statement = next { t with statements = statement :: t.statements } in
    match line with
    | [ "box"; box; "at-most"; n; _ ] -> adding (AtMost (t.objects, box_of_text box, number_of_text n))
    | [ "box"; box; "all-of"; n; _ ] when number_of_text n > 0 -> adding (AllBut (t.objects, box_of_text box, number_of_text n - 1, []))
    | [ "box"; box; "empty"; _ ] -> adding (Nothing (t.objects, box_of_text box))
    | [ "arrival"; box; sides; _ ] -> adding (NoArrival (box_of_text box, box_of_text (sides_of_text sides)))
    | "witness" :: _ -> next t
    | words -> failwith ("the theorem file has a line that is not understood: " ^ String.concat " " words)
  and next t = match words () with
    | line -> list t line
    | exception End_of_file -> { t with statements = List.rev t.statements } in
  head None None None None

let finish code lines = List.iter print_endline lines; exit code
let refuse text = finish 1 [ "refused: " ^ text ]

(* The positions, if each is an object of k or more moves and no two are images of each other; and what is said then. *)
let judge_census objects k list_ =
  let (numbers, positions) = Positions.(numbered (for_census list_)) in
  if not (census objects (k - 1) positions) then
    failwith (Printf.sprintf "the list of positions has one that is no %s of %d or more moves, or two that may be images of each other" (kind objects) k);
  (numbers, positions,
   Printf.sprintf "in each of %d positions a %s of %d or more moves ends, and no two are images of each other" (List.length positions) (kind objects) k)

(* Whether the hints show that all objects of k or more moves end in these positions, and what is said then. *)
let judge_list objects k statements list_ =
  let (numbers, positions, counted) = judge_census objects k list_ in
  let prove = match objects with
    | Games -> prove_but
    | SymmetricGames -> prove_symmetric_but
    | Graphs | SymmetricGraphs -> failwith "no theorem lists the ends of graphs" in
  let n = List.length positions and most = longest (k - 1) positions in
  (prove next (k - 1) positions statements (hints numbers stdin),
   [ Printf.sprintf "every %s of %d or more moves ends, up to symmetry, in one of the %d positions" (kind objects) k n;
     counted;
     Printf.sprintf "there are exactly %d, and no %s has more than %d moves" n (kind objects) most ])

(* Whether the hints on the standard input show the theorem, and what it says. *)
let judge { objects; bound; all_of = _; within; statements } list_ =
  let (numbers, positions) = Positions.numbered list_ in
  let said object_ n = [ Printf.sprintf "no %s has more than %d moves" object_ n ] in
  let hints = hints numbers in
  let statements = List.map (with_positions positions) statements in
  match bound, within, objects with
  | None, None, _ -> (check_all next statements (hints stdin), List.map sentence statements)
  | Some n, None, Games -> (prove next n statements (hints stdin), said (kind objects) n)
  | Some n, None, SymmetricGames -> (prove_symmetric next n statements (hints stdin), said (kind objects) n)
  | Some n, Some box, _ ->
    (prove_within next objects n box statements (hints stdin), said (kind objects ^ " that keeps within the box " ^ name box) n)
  | Some _, None, (Graphs | SymmetricGraphs) -> failwith "no theorem says of all graphs what follows from their boxes"
  | None, Some _, _ -> failwith "the theorem file has no bound for what keeps within the box"

let check_theorem list_ path =
  let theorem = read_theorem path in
  if theorem.statements = [] then refuse "the theorem file lists nothing";
  let (holds, said) = match theorem with
    | { all_of = Some k; bound = None; within = None; _ } -> judge_list theorem.objects k theorem.statements list_
    | { all_of = Some _; _ } -> failwith "the theorem file has another bound beside all-of"
    | _ -> judge theorem list_ in
  if not holds then refuse "the hints do not show the theorem";
  (* No more is read of the hints than was asked for. *)
  match input_char stdin with
  | exception End_of_file -> finish 0 said
  | _ -> refuse "there is more than the theorem needs"

let check_census list_ path = match read_theorem path with
  | { objects; all_of = Some k; _ } -> let (_, _, counted) = judge_census objects k list_ in finish 0 [ counted ]
  | _ -> failwith "the theorem file lists no positions"

(* What a certificate shows is said when the next one begins, or the end is reached: its last word may be that it was refused. *)
let rec check_each positions said source =
  match Lazy.force source with
  | End when said = [] -> refuse "there are no hints"
  | End -> finish 0 said
  | Item (Claim statement, rest) ->
    List.iter print_endline said;
    let statement = with_positions positions statement in
    begin match check next statement rest with
    | Some rest -> check_each positions [ "shown: " ^ sentence statement ] rest
    | None -> refuse ("the hints do not show that " ^ sentence statement)
    end
  | Item (Refused, _) -> refuse "the certificate was not accepted"
  | Item (Operation _, _) -> refuse "a claim should stand here"

let () =
  set_binary_mode_in stdin true;
  let run list_ = function
    | [] -> let (numbers, positions) = Positions.numbered list_ in check_each positions [] (hints numbers stdin)
    | [ "--theorem"; path ] -> check_theorem list_ path
    | [ "--census"; path ] -> check_census list_ path
    | _ -> prerr_endline "usage: checked [--positions FILE] [--theorem FILE] <hints, or checked --positions FILE --census THEOREM"; exit 2 in
  try match List.tl (Array.to_list Sys.argv) with
    | "--positions" :: path :: rest -> run (Positions.read path) rest
    | rest -> run [] rest
  with
  | Failure text -> refuse text
  | Scanf.Scan_failure _ -> refuse "the list of positions has a move that is none"
  | End_of_file -> refuse "a line ends too early"
  | Sys_error text -> prerr_endline text; exit 2
  | Whole.Overflow -> refuse "a number is too large"
  | Stack_overflow -> refuse "the hints are nested too deeply"
