(* Looks for an operation by which the checker loses a game that is known.

     fuzz STEPS FILE.moves...      games or graphs, "x y d i" a line, in an order of play

   Of each game and its beginnings it makes claims that the game itself refutes: one move fewer for its box, no game in its box, no
   arrival by its last move. A file of graphs.moves has a graph, which refutes claims about graphs; one in a folder named symmetric, an
   object that the half turn maps to itself. Where any object will do, its useless dots are taken away first. A node is a state with those images of the game that it must still describe. An operation is drawn at
   random, mostly near to what could be accepted; if the checker accepts it, each image must still be described by the state after
   it, or by one of the two. What a state means is written here once more, from paper/hints.md. Exit code 1: a game was lost. *)

open Checker

(* ** Games *)

type known = { cell : int * int; d : int; i : int }

let step = [| (1, 0); (0, 1); (1, 1); (1, -1) |]
let cells m =
  let (x, y) = m.cell and (dx, dy) = step.(m.d) in
  List.init 5 (fun k -> (x + (k - m.i) * dx, y + (k - m.i) * dy))

(* h = a + 2 b + 4 c, as in paper/certificate.md, section 6. *)
let turned h (x, y) =
  let (x, y) = if h land 4 <> 0 then (y, x) else (x, y) in
  ((if h land 1 <> 0 then 9 - x else x), if h land 2 <> 0 then 9 - y else y)

let image h m =
  let line = List.sort compare (List.map (turned h) (cells m)) and cell = turned h m.cell in
  let (x, y) = List.hd line and (x', y') = List.nth line 1 in
  let rec index list a n = if List.hd list = a then n else index (List.tl list) a (n + 1) in
  let d = index (Array.to_list step) (x' - x, y' - y) 0 in
  { cell; d; i = index line cell 0 }

let box_of moves =
  let most f = List.fold_left (fun most m -> max most (f m.cell)) 0 moves in
  { top = most (fun (_, y) -> -y); right = most (fun (x, _) -> x - 9); bottom = most (fun (_, y) -> y - 9); left = most (fun (x, _) -> -x) }

let read path =
  let file = open_in path in
  let rec go moves = match Scanf.sscanf (input_line file) "%d %d %d %d" (fun x y d i -> { cell = (x, y); d; i }) with
    | m -> go (m :: moves)
    | exception End_of_file -> close_in file; List.rev moves in
  go []

(* ** What a state says of a game *)

type table = { size : box; width : int; count : int }
let table size =
  let width = 10 + size.left + size.right in
  { size; width; count = width * (10 + size.top + size.bottom) }
let key t (x, y) = (y + t.size.top) * t.width + x + t.size.left
let number m = 5 * m.d + m.i
let stride t d = let (dx, dy) = step.(d) in dy * t.width + dx
let number_of_direction = function Horizontal -> 0 | Vertical -> 1 | Falling -> 2 | Rising -> 3

let describes t (st : state) game =
  let placed i = List.exists (fun m -> key t m.cell = i) game in
  let rec every i = i >= t.count || ((not (Persistent.get st.present i) || placed i) && every (i + 1)) in
  List.for_all (fun m -> Persistent.get st.allowed (key t m.cell) lsr number m land 1 = 1) game
  && every 0
  && match st.drawn with
     | None -> true
     | Some ((line, d), i) ->
       let is m = m.d = number_of_direction d && List.map (fun c -> key t c) (cells m) = line in
       List.exists (fun m -> is m && i = key t m.cell) game

(* Whether a game has a dot on a side. *)
let reaches t game side = List.exists (fun m -> List.mem (key t m.cell) side) game

(* ** Operations at random *)

let any list = List.nth list (Random.int (List.length list))
let rarely n = Random.int n = 0
let some n make = List.init n (fun _ -> make ())

type prices = { slots : int list Array.t; sides : int list; uses : int list }

(* A node: what the checker knows, the images it must describe, and the best multipliers found for it. *)
type node = { st : state; whole : bool; alive : known list list; prices : prices }

let enormous () = any [ -1; min_int; max_int; max_int / 2; 1 lsl 40; (1 lsl 30) - 1; 1 lsl 30 ]

(* Sometimes the next step down to a low bound, sometimes the same again, and sometimes what nobody would send. *)
let multipliers t n game =
  let change u = List.map (fun a -> if rarely 40 then max 0 (a + Random.int 401 - 200) else a) u in
  let spoil u = List.mapi (fun k a -> if k = Random.int t.count then enormous () else a) u in
  (* prices of slots that the game uses: the bound stays as low, and other moves become dear *)
  let used most =
    let prices = Array.init 4 (fun _ -> Array.make t.count 0) in
    List.iter (fun m -> List.iter (fun c -> prices.(m.d).(key t c) <- Random.int most) (cells m)) game;
    Array.map Array.to_list prices in
  let slots = match Random.int 9 with
    | 8 -> used (any [ 300; 3000 ])
    | 0 -> Array.map (fun _ -> some (Random.int (t.count + 9)) (fun () -> Random.int 200)) n.prices.slots
    | 1 -> Array.map spoil n.prices.slots
    | 2 | 3 | 4 -> Array.map change n.prices.slots
    | _ -> n.prices.slots in
  let sides = match Random.int 8 with
    | 0 -> List.map (fun l -> any [ l; l; enormous (); - Random.int 3000 ]) n.prices.sides
    | 1 | 2 | 3 -> change n.prices.sides
    | _ -> n.prices.sides in
  let uses = match Random.int 6 with
    | 0 -> []
    | 1 -> let most = any [ 30; 300; 3000 ] in some t.count (fun () -> if rarely 3 then Random.int most else 0)
    | 2 -> change (match n.prices.uses with [] -> some t.count (fun () -> 0) | uses -> uses)
    | 3 when rarely 4 -> spoil n.prices.uses
    | _ -> n.prices.uses in
  let none = List.map (fun _ -> 0) in
  (* uses alone: where all is decided the value is 0 if each dot that has a price is used once *)
  if rarely 8 then { slots = Array.map none n.prices.slots; sides = none n.prices.sides; uses = some t.count (fun () -> if rarely 5 then 100 else 0) }
  else { slots; sides; uses }

let of_prices p = ((((p.slots.(0), p.slots.(1)), p.slots.(2)), p.slots.(3)), p.sides, p.uses)

(* The cells that the allowed moves can place one after another, if one cell is never placed; all others but the absent ones. *)
let late t b (st : state) without =
  let reached = Array.init t.count (fun i -> Persistent.get b.crossed i) in
  let can i m =
    let d = m / 5 in
    let first = i - m mod 5 * stride t d in
    List.for_all (fun k -> let x = first + k * stride t d in x = i || (x >= 0 && x < t.count && reached.(x))) [ 0; 1; 2; 3; 4 ] in
  let new_one i =
    let mask = Persistent.get st.allowed i in
    not reached.(i) && i <> without && List.exists (fun m -> mask lsr m land 1 = 1 && can i m) (List.init 20 Fun.id) in
  let rec go () = match List.filter new_one b.keys with
    | [] -> ()
    | found -> List.iter (fun i -> reached.(i) <- true) found; go () in
  go ();
  List.filter (fun i -> not reached.(i) && Persistent.get st.allowed i <> 0) b.keys

(* A set of cells, with one or another more or fewer. *)
let shaken b set =
  let set = if rarely 3 then List.filter (fun _ -> not (rarely 8)) set else set in
  if rarely 3 then any b.keys :: set else set

let operation t b n =
  let st = n.st and move = any (any n.alive) in
  let at i = Persistent.get st.present i and dead i = Persistent.get st.allowed i = 0 in
  let chosen p = match List.filter p b.keys with [] -> any b.keys | found -> any found in
  let cell () = match Random.int 12 with
    | 0 -> Random.int t.count | 1 -> enormous () | 2 | 3 -> key t (any cross)
    | 4 | 5 -> chosen dead | 6 | 7 -> chosen at | 8 | 9 -> key t move.cell | _ -> any b.keys in
  let mark () = if rarely 20 then Random.int 64 else Random.int 20 in
  (* a cell and a mark whose line runs through a cell *)
  let through c d = let p = Random.int 5 in (c + (p - Random.int 5) * stride t d, 5 * d + p) in
  let set n = some (1 + Random.int n) cell in
  let its_mark () = if rarely 2 then (key t move.cell, number move) else (cell (), mark ()) in
  let of_side k = match List.nth_opt b.sides k with Some side -> any side | None -> cell () in
  match Random.int 22 with
  | 0 -> let (i, m) = its_mark () in Dead (i, m, if rarely 2 then cell () else key t (any (cells move)))
  | 1 | 2 -> let c = chosen dead in let (i, m) = through c (Random.int 4) in Dead (i, m, c)
  | 3 -> let i = chosen at in Forced (i, if rarely 3 then mark () else
      match List.filter (fun m -> Persistent.get st.allowed i lsr m land 1 = 1) (List.init 20 Fun.id) with [] -> mark () | found -> any found)
  | 4 -> Here (match st.drawn with Some ((line, _), _) when not (rarely 3) -> any line | _ -> cell ())
  | 5 | 6 -> begin match st.drawn with
      | Some ((line, d), _) when not (rarely 4) ->
        let (i, m) = through (any line) (if rarely 8 then Random.int 4 else number_of_direction d) in Parallel (i, m)
      | _ -> let (i, m) = its_mark () in Parallel (i, m) end
  | 7 -> let k = Random.int (List.length b.sides + 1) in Last (k, of_side k)
  | 8 -> let i = chosen (fun i -> not (dead i)) in Order (i, if rarely 3 then i :: set 3 else i :: shaken b (late t b st i))
  | 9 -> Reach (if rarely 3 then set 3 else shaken b (late t b st (-1)))
  | 10 -> begin match b.alone with
      | [] -> Alone (cell (), cell ())
      | sides -> let side = any sides in Alone ((match List.filter at side with found :: _ when not (rarely 3) -> found | _ -> any side), any side) end
  | 11 | 12 | 13 -> let (u, l, r) = of_prices (multipliers t n (any n.alive)) in Fix (u, l, r)
  | 14 -> Contradiction (cell ())
  | 15 -> Few
  | 16 | 17 -> let (u, l, r) = of_prices (multipliers t n (any n.alive)) in Close (u, l, r)
  | 18 -> Mirror (Random.int 9, cell ())
  | 19 -> let (i, m) = its_mark () in Mark (i, m)
  | 20 -> Turned (if rarely 2 then cell () else chosen at)
  | _ -> Cell (chosen (fun i -> not (at i) && not (dead i)))

let kind = function
  | Dead _ -> "DEAD" | Forced _ -> "FORCED" | Here _ -> "HERE" | Parallel _ -> "PARALLEL" | Last _ -> "LAST"
  | Order _ -> "ORDER" | Reach _ -> "REACH" | Alone _ -> "ALONE" | Fix _ -> "FIX" | Contradiction _ -> "CONTRADICTION"
  | Few -> "FEW" | Close _ -> "CLOSE" | Cell _ -> "CELL" | Mark _ -> "MARK" | Mirror _ -> "MIRROR" | Turned _ -> "TURNED"
  | Listed _ -> "LISTED"

(* ** The test *)

exception Lost of string

let accepted : (string, int) Hashtbl.t = Hashtbl.create 20
let count name = Hashtbl.replace accepted name (1 + Option.value ~default:0 (Hashtbl.find_opt accepted name))

(* The multipliers with which the bound is lower. *)
let better b n =
  let excess p = let (u, l, r) = of_prices p in match evaluate b n.st u l r with
    | Some e -> e.excess | None -> max_int | exception Whole.Overflow -> max_int in
  fun p -> if excess p < excess n.prices then p else n.prices

(* The nodes that follow from an operation; none if it is refused, or if no image is left to be followed. *)
let apply claim t b n operation =
  let name = kind operation in
  match advance claim b [ (n.st, n.whole) ] operation with
  | None -> []
  | exception (Whole.Overflow | Stack_overflow | Failure _) -> []
  | Some after ->
    count name;
    if List.length after < 1 then raise (Lost name);
    let described = List.map (fun (st, _) -> List.filter (describes t st) n.alive) after in
    let here game = List.exists (List.memq game) described in
    (* the second state of MIRROR is for all games if the first one is for none *)
    let all_needed = match operation with Mirror _ -> List.hd described = [] | _ -> true in
    if all_needed && not (List.for_all here n.alive) then raise (Lost name);
    if name = "MIRROR" && List.hd described <> [] then [ { n with st = fst (List.hd after); whole = false; alive = List.hd described } ]
    else
      List.filter (fun n -> n.alive <> [])
        (List.map2 (fun (st, whole) alive -> { n with st; whole; alive }) after described)

let claims objects game =
  let box = box_of game in
  let before = box_of (List.filteri (fun k _ -> k < List.length game - 1) game) in
  let arrival = { top = box.top - before.top; right = box.right - before.right; bottom = box.bottom - before.bottom; left = box.left - before.left } in
  (* of an even number of moves, not more than one move fewer: then not more than two *)
  AtMost (objects, box, List.length game - 2) :: [ AtMost (objects, box, List.length game - 1); Nothing (objects, box) ]
  @ if objects = Games && box <> before then [ NoArrival (box, arrival) ] else []

(* Without the dots, neither of the cross nor on a side, that lie on no line but their own. *)
let rec useful box game =
  let on_side (x, y) = List.exists (fun (d, far) -> d > 0 && far = d)
    [ (box.top, -y); (box.right, x - 9); (box.bottom, y - 9); (box.left, -x) ] in
  let is_used m = List.exists (fun other -> other.cell <> m.cell && List.mem m.cell (cells other)) game in
  let left = List.filter (fun m -> on_side m.cell || is_used m) game in
  if List.length left = List.length game then game else useful box left

(* The images of a game that refute the claim, too. *)
let images claim game =
  let arrival game = match List.rev (claims Games game) with NoArrival (_, by) :: _ -> Some by | _ -> None in
  let stays moved = box_of moved = box_of game && match claim with NoArrival _ -> arrival moved = arrival game | _ -> true in
  List.filter stays (List.init 8 (fun h -> List.map (image h) game))

(* Decides each cell with one probability, and each mark of those that are left with another, as one of the images has it. *)
let decided_as claim t b n (game, of_cells, of_marks) =
  let decide probability n operation =
    if Random.float 1. >= probability then n
    else match List.find_opt (fun n -> List.memq game n.alive) (apply claim t b n operation) with Some n -> n | None -> n in
  let marks n i =
    if Persistent.get n.st.allowed i = 0 then n
    else List.fold_left (decide of_marks) n (List.init 20 (fun m -> Mark (i, m))) in
  let n = List.fold_left (fun n i -> decide of_cells n (Cell i)) n b.keys in
  List.fold_left marks n b.keys

let decided claim t b n =
  let game = any n.alive and of_cells = any [ 0.; 0.5; 0.9; 1. ] and of_marks = any [ 0.; 0.9 ] in
  decided_as claim t b n (game, of_cells, of_marks)

(* One walk: nodes are kept and come back to, so that old versions of arrays are looked at after new ones. *)
let walk steps (objects, game) =
  let best = useful (box_of game) game in
  let claim = any (List.filter (function AtMost _ -> true | _ -> best <> []) (claims objects game)) in
  let game = match claim with AtMost _ -> game | Nothing _ | NoArrival _ -> best in
  let t = table (box_of game) and b = make_board claim in
  let alive = images claim game in
  let most = any [ 1; 120; 1200 ] in
  let prices = { slots = Array.init 4 (fun _ -> some t.count (fun () -> Random.int most));
                 sides = List.map (fun _ -> Random.int 600) b.sides; uses = [] } in
  let first = { st = first_state claim b; whole = true; alive; prices } in
  if not (List.for_all (fun game -> List.for_all (reaches t game) b.sides) alive) then raise (Lost "a side");
  if not (List.for_all (describes t first.st) alive) then raise (Lost "the first state");
  let nodes = Array.init 6 (fun k -> if k > 1 then first else decided claim t b first) in
  for _ = 1 to steps do
    let at = Random.int (Array.length nodes) in
    let n = nodes.(at) in
    if not (List.for_all (describes t n.st) n.alive) then raise (Lost "a state that was left alone");
    let op = operation t b n in
    let n = match op with
      | Fix ((((p, q), r), s), sides, uses) | Close ((((p, q), r), s), sides, uses) ->
        { n with prices = better b n { slots = [| p; q; r; s |]; sides; uses } }
      | _ -> n in
    nodes.(at) <- n;
    (* what decides a cell is rare, what follows is not *)
    match op with
    | (Cell _ | Mark _) when not (rarely 3) -> ()
    | _ -> List.iteri (fun k n -> nodes.(if k = 0 then at else Random.int (Array.length nodes)) <- n) (apply claim t b n op)
  done

(* LISTED, where all is decided as in one image of the game: with positions that are nearly the game, but for a move more, fewer, or
   another one, it must be refused, and accepted where the game itself is listed. *)
let lists (objects, game) =
  let move m = { dot = m.cell; dir = List.nth [ Horizontal; Vertical; Falling; Rising ] m.d; place = m.i } in
  let position = List.map move game in
  let first = List.hd position and rest = List.tl position in
  let near = [ rest; first :: { first with dot = (40, 40) } :: rest; { first with place = (first.place + 1) mod 5 } :: rest ] in
  let accepted positions =
    let claim = AllBut (objects, box_of game, List.length game - 1, positions) in
    let t = table (box_of game) and b = make_board claim in
    let n = { st = first_state claim b; whole = true; alive = images claim game; prices = { slots = [||]; sides = []; uses = [] } } in
    if not (List.for_all (describes t n.st) n.alive) then raise (Lost "the first state of a list");
    let n = decided_as claim t b n (any n.alive, 1., 1.) in
    let tries = List.concat_map (fun h -> List.init 4 (fun k -> Listed (h, k))) (List.init 9 Fun.id) in
    List.exists (fun operation -> advance claim b [ (n.st, n.whole) ] operation <> None) tries in
  if accepted near then raise (Lost "LISTED");
  if not (accepted (near @ [ position ])) then (print_endline "LISTED is refused where the game is listed"; exit 2)

(* At least STEPS operations, and more while a kind of operation was not yet accepted, and so not tried. *)
let () =
  let steps = int_of_string Sys.argv.(1) in
  let some_untried () = Hashtbl.length accepted < 13 in
  let read path =
    let is_graph = List.mem "graphs" (String.split_on_char '.' (Filename.basename path)) in
    let is_symmetric = List.mem "5D-symmetric" (String.split_on_char '/' path) in
    let objects = match (is_graph, is_symmetric) with
      | (false, false) -> Games | (true, false) -> Graphs | (false, true) -> SymmetricGames | (true, true) -> SymmetricGraphs in
    (objects, read path) in
  let known = List.map read (List.tl (List.tl (Array.to_list Sys.argv))) in
  Random.init 83;
  let each = 600 and tried = ref 0 in
  match
    while !tried < steps || (some_untried () && !tried < 10 * steps) do
      let (objects, moves) = any known in
      (* a beginning of a game is a game *)
      let length = if objects <> Games || rarely 2 then List.length moves else 1 + Random.int (List.length moves) in
      walk each (objects, List.filteri (fun k _ -> k < length) moves);
      tried := !tried + each
    done;
    List.iter lists known
  with
  | () ->
    let names = List.sort compare (Hashtbl.fold (fun name n list -> (name, n) :: list) accepted []) in
    Printf.printf "%d operations, no game lost; accepted:" !tried;
    List.iter (fun (name, n) -> Printf.printf " %s %d" name n) names;
    print_newline ();
    if some_untried () then (print_endline "some kind of operation was never accepted, and so never tried"; exit 2)
  | exception Lost by -> Printf.printf "a known game is lost by %s\n" by; exit 1
