(** The checker: a program that reads a statement about a box and a list of operations, and says whether these show it.

    paper/hints.md says what the operations mean; Sound.v proves that a statement that was shown is true. Cells are numbered
    row by row, moves of a cell from 0 to 19, as in paper/certificate.md, section 1. Nothing here relies on an operation: what
    cannot be done with it is refused, and what is out of range does no harm. *)

From Coq Require Import ZArith List Bool Uint63 PArray.
From Morpion Require Import Game Record Sums Bound Boxes Symmetry HalfTurn Coverage Pairs Useful.
Import ListNotations.
Open Scope Z_scope.

Local Notation "x == y" := (Uint63.eqb x y) (at level 70).
Local Notation "t .[ i ]" := (PArray.get t i) (at level 2, left associativity, format "t .[ i ]").
Local Notation "t .[ i <- a ]" := (PArray.set t i a) (at level 2, left associativity, format "t .[ i <- a ]").

Definition among (i : int) (l : list int) : bool := existsb (Uint63.eqb i) l.

(** ** What a statement asks *)

Definition size_of (claim : statement) : box := match claim with AtMost _ B _ | AllBut _ B _ _ | Nothing _ B | NoArrival B _ => B end.
Definition arrival_of (claim : statement) : option box := match claim with NoArrival _ A => Some A | _ => None end.

(** Whether its objects have an order of play: what must come first may be asked only then. *)
Definition ordered_in (claim : statement) : bool := match claim with AtMost o _ _ | AllBut o _ _ _ | Nothing o _ => have_order o | NoArrival _ _ => true end.

(** Whether the half turn maps its objects to themselves. *)
Definition turned_in (claim : statement) : bool := match claim with AtMost o _ _ | AllBut o _ _ _ | Nothing o _ => are_symmetric o | NoArrival _ _ => false end.

(** What a move counts, and how many moves are asked for; those of symmetric objects are even. *)
Definition gain_of (claim : statement) : Z := match claim with AtMost _ _ _ | AllBut _ _ _ _ => 1024 | _ => 0 end.
Definition moves_of (claim : statement) : Z :=
  match claim with AtMost o _ N | AllBut o _ N _ => if are_symmetric o && Z.even N then N + 2 else N + 1 | _ => 0 end.

(** Whether its objects may be taken to have no useless dots: where any will do, and the last move of a game is not one of them. *)
Definition counts_uses (claim : statement) : bool :=
  match claim with
  | AtMost _ _ _ | AllBut _ _ _ _ => false
  | Nothing _ _ => true
  | NoArrival _ A => existsb (fun k => 0 <? distance A k) [Top; Right; Bottom; Left]
  end.

(** No box is larger than this; certificates allow 22 cells. *)
Definition is_small (B : box) : bool := forallb (fun k => (0 <=? distance B k) && (distance B k <=? 50)) [Top; Right; Bottom; Left].

(** ** Tables of a box, made once *)

Definition width (B : box) : Z := 10 + left B + right B.
Definition position (B : box) (c : cell) : Z := (snd c + top B) * width B + (fst c + left B).
Definition key (B : box) (c : cell) : int := of_Z (position B c).
Definition stride (B : box) (d : direction) : Z := snd (step d) * width B + fst (step d).

Definition direction_number (d : direction) : Z :=
  match d with Horizontal => 0 | Vertical => 1 | Falling => 2 | Rising => 3 end.
Definition number_of (d : direction) (p : Z) : int := of_Z (5 * direction_number d + p).

Definition all_numbers : int := 1048575%uint63.

(** A direction and a place: how a move looks from its dot. *)
Record shape : Set := Shape {
  sdir : direction;
  splace : Z;
  number : int;
  others : int;            (* the numbers of all other shapes, one bit for each *)
  origin : int;            (* from the dot to the first cell of the line *)
  steps : list int         (* from there to its five cells *)
}.

Definition make_shape (B : box) (d : direction) (p : Z) : shape :=
  {| sdir := d; splace := p; number := number_of d p;
     others := (all_numbers lxor (1 << number_of d p))%uint63;
     origin := of_Z (- p * stride B d);
     steps := map (fun t => of_Z (t * stride B d)) [0; 1; 2; 3; 4] |}.

Definition make_shapes (B : box) : list shape :=
  flat_map (fun d => map (make_shape B d) [0; 1; 2; 3; 4]) directions.

Definition line_keys (i : int) (s : shape) : list int :=
  let first := (i + origin s)%uint63 in map (fun t => (first + t)%uint63) (steps s).

Definition range (from : Z) (count : Z) : list Z := map (fun n => from + Z.of_nat n) (seq 0 (Z.to_nat count)).

Definition withinb (B : box) (c : cell) : bool := forallb (fun k => beyond k c <=? distance B k) [Top; Right; Bottom; Left].

(** The cells of a box outside the cross. *)
Definition outside (B : box) : list cell :=
  filter (fun c => negb (on c cross))
    (flat_map (fun y => map (fun x => (x, y)) (range (- left B) (width B))) (range (- top B) (10 + top B + bottom B))).

(** The keys of the cells beyond the cross on side k, as far as the box reaches. *)
Definition on_side (B : box) (k : side) (c : cell) : bool := beyond k c =? distance B k.
Definition side_keys (B : box) (k : side) : list int := map (key B) (filter (on_side B k) (outside B)).

Record board : Type := Board {
  shapes : list shape;
  keys : list int;                  (* of the cells outside the cross *)
  cross_keys : list int;
  inner_keys : list int;            (* of the inner cells, if uses count *)
  crossed : array bool;             (* false: the key of a cell outside the cross *)
  nowhere : array bool;             (* false everywhere *)
  cell_count : int;
  sides : list (list int);          (* of the box, at a distance above 0: each object has a dot on each *)
  alone : list (list int);          (* the sides of the arrival *)
  twins : array (option int);       (* of symmetric objects, by keys of cells outside the cross: the key of the cell's image *)
  cells : list (cell * int);        (* outside the cross, with their keys *)
  listed : list (list move);        (* the positions in which objects may end *)
  ordered : bool;
  gain : Z;
  moves : Z
}.

Definition make_board (claim : statement) : board :=
  let B := size_of claim in
  let n := of_Z (width B * (10 + top B + bottom B)) in
  let keys := map (key B) (outside B) in
  {| shapes := make_shapes B;
     keys := keys;
     cross_keys := map (key B) cross;
     inner_keys := if counts_uses claim then map (key B) (filter (inner B) (outside B)) else [];
     crossed := fold_left (fun t i => t.[i <- false]) keys (make n true);
     nowhere := make n false;
     cell_count := n;
     sides := map (side_keys B) (filter (fun k => 0 <? distance B k) [Top; Right; Bottom; Left]);
     alone := match arrival_of claim with
              | Some A => map (side_keys B) (filter (fun k => 0 <? distance A k) [Top; Right; Bottom; Left])
              | None => []
              end;
     twins := if turned_in claim
              then fold_left (fun t c => t.[key B c <- Some (key B (turn_cell c))]) (outside B) (make n None) else make n None;
     cells := map (fun c => (c, key B c)) (outside B);
     listed := positions_of claim;
     ordered := ordered_in claim;
     gain := gain_of claim;
     moves := moves_of claim |}.

(** ** States *)

Record state : Type := State {
  allowed : array int;
  present : array bool;
  drawn : option (list int * direction * int)   (* the keys of a line that is drawn, its direction, the key of its dot *)
}.

Definition has (mask : int) (s : shape) : bool := bit mask (number s).
Definition dead (st : state) (i : int) : bool := (allowed st).[i] == 0%uint63.

Definition with_allowed (st : state) (i mask : int) : state :=
  {| allowed := (allowed st).[i <- mask]; present := present st; drawn := drawn st |}.
Definition with_present (st : state) (i : int) : state :=
  {| allowed := allowed st; present := (present st).[i <- true]; drawn := drawn st |}.
Definition with_drawn (st : state) cells d w : state :=
  {| allowed := allowed st; present := present st; drawn := Some (cells, d, w) |}.

Definition forbid (st : state) (i : int) (s : shape) : state := with_allowed st i ((allowed st).[i] land others s)%uint63.
Definition kill (st : state) (i : int) : state := with_allowed st i 0%uint63.

(** A mask without those shapes for which a test holds. *)
Definition without (test : shape -> bool) (mask : int) (ss : list shape) : int :=
  fold_left (fun mask s => if test s then (mask land others s)%uint63 else mask) ss mask.

(** *** The first state *)

(** Whether no counterexample has a move with this dot and this shape: its line leaves the box; it holds another cell of a side of
    the arrival than the dot; the dot lies on one side of an arrival by two, but not on the other. *)
Definition impossible (claim : statement) (c : cell) (s : shape) : bool :=
  let B := size_of claim in
  let line := line (Move c (sdir s) (splace s)) in
  negb (forallb (withinb B) line) ||
  match arrival_of claim with
  | None => false
  | Some A =>
    let ks := filter (fun k => 0 <? distance A k) [Top; Right; Bottom; Left] in
    existsb (fun k => existsb (fun c' => on_side B k c' && negb (cell_eqb c' c)) line
                      || on_side B k c && existsb (fun k' => negb (on_side B k' c)) ks) ks
  end.

Definition first_state (claim : statement) (b : board) : state :=
  let B := size_of claim in
  {| allowed := fold_left
       (fun t c => t.[key B c <- without (impossible claim c) t.[key B c] (shapes b)])
       (outside B) (make (cell_count b) all_numbers);
     present := make (cell_count b) false;
     drawn := None |}.

(** ** The bound *)

(** Of slots, of sides (what those that a dot lies on pay for it), and of uses, if there are any. *)
Record prices : Type := Prices {
  horizontal : array Z; vertical : array Z; falling : array Z; rising : array Z; paid : array Z; uses : option (array Z)
}.

Definition price_table (u : prices) (d : direction) : array Z :=
  match d with Horizontal => horizontal u | Vertical => vertical u | Falling => falling u | Rising => rising u end.

Definition earned_at (u : prices) (i : int) : Z :=
  (horizontal u).[i] + ((vertical u).[i] + ((falling u).[i] + ((rising u).[i] + 0))).

(** What a dot brings, whatever move places it: by its slots and its sides. *)
Definition brought_at (u : prices) (i : int) : Z := earned_at u i + (paid u).[i].

(** The sum of a table's entries over the keys of a line, in one loop. *)
Fixpoint sum_along (t : array Z) (first : int) (steps : list int) : Z :=
  match steps with [] => 0 | x :: l => t.[(first + x)%uint63] + sum_along t first l end.

Definition use_at (u : prices) (i : int) (s : shape) : Z :=
  match uses u with Some r => sum_along r (i + origin s)%uint63 (steps s) - 2 * r.[i] | None => 0 end.

Definition weight_at (b : board) (u : prices) (brought : Z) (i : int) (s : shape) : Z :=
  gain b + brought - sum_along (price_table u (sdir s)) (i + origin s)%uint63 (steps s) + use_at u i s.

Definition least : Z := - 1000000000000.

Definition profit_at (b : board) (u : prices) (mask i : int) : Z :=
  let brought := brought_at u i in
  fold_left (fun p s => if has mask s then Z.max p (weight_at b u brought i s) else p) (shapes b) least.

Definition summand_at (present : bool) (profit : Z) : Z := if present then profit else Z.max 0 profit.

(** Numbers that are not negative, in the order of keys. *)
Fixpoint fill (t : array Z) (i : int) (l : list Z) : option (array Z) :=
  match l with
  | [] => Some t
  | u :: l => if 0 <=? u then fill t.[i <- u] (i + 1)%uint63 l else None
  end.

(** Only uses of inner cells count. *)
Definition make_uses (b : board) (rs : list Z) : option (option (array Z)) :=
  match rs, inner_keys b with
  | [], _ | _, [] => Some None
  | _, inner =>
    match fill (make (cell_count b) 0) 0%uint63 rs with
    | Some t => Some (Some (fold_left (fun r i => r.[i <- t.[i]]) inner (make (cell_count b) 0)))
    | None => None
    end
  end.

(** What a side pays, by the keys of its cells. *)
Fixpoint pay_side (t : array Z) (l : Z) (side : list int) : option (array Z) :=
  match side with
  | [] => Some t
  | i :: side => if (i <? PArray.length t)%uint63 then pay_side t.[i <- t.[i] + l] l side else None
  end.

Fixpoint pay_sides (t : array Z) (sides : list (list int)) (ls : list Z) : option (array Z) :=
  match sides, ls with
  | [], [] => Some t
  | side :: sides, l :: ls =>
    if 0 <=? l then match pay_side t l side with Some t => pay_sides t sides ls | None => None end else None
  | _, _ => None
  end.

(** Each list has an array of its own: versions of one array are slow to read by turns. *)
Definition make_prices (b : board) (l0 l1 l2 l3 ls rs : list Z) : option prices :=
  match fill (make (cell_count b) 0) 0%uint63 l0, fill (make (cell_count b) 0) 0%uint63 l1,
        fill (make (cell_count b) 0) 0%uint63 l2, fill (make (cell_count b) 0) 0%uint63 l3,
        pay_sides (make (cell_count b) 0) (sides b) ls, make_uses b rs with
  | Some t0, Some t1, Some t2, Some t3, Some p, Some r => Some (Prices t0 t1 t2 t3 p r)
  | _, _, _, _, _, _ => None
  end.

Record evaluation : Type := Evaluation {
  table : prices;
  excess : Z                  (* the value less the target *)
}.

Definition count_present (b : board) (st : state) : Z :=
  sum (fun i => if (present st).[i] then if dead st i then 0 else 1 else 0) (keys b).

Definition evaluate (b : board) (st : state) (us : list Z * list Z * list Z * list Z) (ls rs : list Z) : option evaluation :=
  let '(l0, l1, l2, l3) := us in
  match make_prices b l0 l1 l2 l3 ls rs with
  | Some u =>
    let summand i := let mask := (allowed st).[i] in
      if mask == 0%uint63 then 0 else summand_at (present st).[i] (profit_at b u mask i) in
    Some {| table := u;
            excess := sum (earned_at u) (cross_keys b) + sum summand (keys b) - sum (fun l => l) ls
                      - gain b * Z.max (moves b) (count_present b st) |}
  | None => None
  end.

(** The allowed shapes of a cell, with the weights of their moves. *)
Definition weights_at (b : board) (u : prices) (mask i : int) : list (shape * Z) :=
  let brought := brought_at u i in
  fold_right (fun s l => if has mask s then (s, weight_at b u brought i s) :: l else l) [] (shapes b).

(** What is left of the moves of a cell, and whether it must hold a dot; None if nothing new is known. *)
Definition judge (b : board) (st : state) (e : evaluation) (i : int) : option (int * int * bool) :=
  let mask := (allowed st).[i] in
  if mask == 0%uint63 then None else
  let here := (present st).[i] in
  let weights := weights_at b (table e) mask i in
  let profit := fold_left (fun p w => Z.max p (snd w)) weights least in
  let summand := summand_at here profit in
  let mask' := fold_left (fun m w => if excess e <? summand - snd w then (m land others (fst w))%uint63 else m) weights mask in
  let must := negb here && (excess e <? profit) in
  if (mask' == mask) && negb must then None else Some (i, mask', must).

(** The number of a shape as the half turn leaves it. *)
Definition turned_number (s : shape) : int := number_of (sdir s) (4 - splace s).

Definition find_shape (b : board) (n : int) : option shape := find (fun s => number s == n) (shapes b).

(** The same for a cell and its image, of symmetric objects: they lose at both what they lose at one. *)
Definition judge_pair (b : board) (st : state) (e : evaluation) (i j : int) : option (int * int * bool) :=
  let mask := (allowed st).[i] in
  let mask' := (allowed st).[j] in
  if (mask == 0%uint63) || (mask' == 0%uint63) then None else
  let here := (present st).[i] in
  let summand := summand_at here (profit_at b (table e) mask i) in
  let summand' := summand_at (present st).[j] (profit_at b (table e) mask' j) in
  let loses s := summand - weight_at b (table e) (brought_at (table e) i) i s in
  let loses' s := summand' - weight_at b (table e) (brought_at (table e) j) j s in
  let lost s := match find_shape b (turned_number s) with Some s' => excess e <? loses s + loses' s' | None => false end in
  let left := without (fun s => has mask s && lost s) mask (shapes b) in
  let must := negb here && (excess e <? summand + summand') in
  if (left == mask) && negb must then None else Some (i, left, must).

Definition judge_any (b : board) (st : state) (e : evaluation) (i : int) : option (int * int * bool) :=
  match (twins b).[i] with Some j => judge_pair b st e i j | None => judge b st e i end.

Definition apply_judgement (st : state) (j : int * int * bool) : state :=
  let '(i, mask, must) := j in
  let st := with_allowed st i mask in
  if must then with_present st i else st.

Fixpoint judgements (b : board) (st : state) (e : evaluation) (l : list int) : list (int * int * bool) :=
  match l with
  | [] => []
  | i :: l => match judge_any b st e i with Some j => j :: judgements b st e l | None => judgements b st e l end
  end.

Definition fix_by (b : board) (st : state) (e : evaluation) : state :=
  fold_left apply_judgement (judgements b st e (keys b)) st.

(** ** Operations *)

Inductive op : Set :=
  (* facts *)
  | Dead (i n c : int)            (* P1: the line holds a cell that holds no dot *)
  | Forced (i n : int)            (* P3: the dot has only this move *)
  | Here (c : int)                (* P4: a cell of the drawn line *)
  | Parallel (i n : int)          (* P4: a line that shares a cell with the drawn one *)
  | Last (k i : int)              (* P5: no other cell of a side can hold a dot *)
  | Order (i : int) (U : list int)   (* P6, P8: a set of cells none of which can be the first, unless i is *)
  | Reach (U : list int)          (* P7 *)
  | Alone (i c : int)             (* P9 *)
  | Turned (i : int)              (* S: what is known of a cell is true of its image *)
  | Fix (us : list Z * list Z * list Z * list Z) (ls rs : list Z)
  (* ends of nodes *)
  | Contradiction (i : int)       (* P2: a dot that no move can place *)
  | Few                           (* P10 *)
  | Close (us : list Z * list Z * list Z * list Z) (ls rs : list Z)
  | Listed (h n : int)            (* the moves that are left are a position of the list, turned *)
  (* cases *)
  | Cell (i : int)
  | Mark (i n : int)
  | Mirror (h i : int).

Definition set_of (b : board) (U : list int) : array bool := fold_left (fun t i => t.[i <- true]) U (nowhere b).

(** Whether the line of a move holds another cell of a set than the one that it places. *)
Definition needs_other (U : array bool) (i : int) (s : shape) : bool :=
  existsb (fun x => negb (x == i) && U.[x]) (line_keys i s).

(** Whether a cell cannot be the first of a set: each of its moves needs another one. *)
Definition held (b : board) (st : state) (U : array bool) (i : int) : bool :=
  let mask := (allowed st).[i] in
  forallb (fun s => negb (has mask s) || needs_other U i s) (shapes b).

Definition deduce (b : board) (st : state) (o : op) : option state :=
  match o with
  | Dead i n c =>
    match find_shape b n with
    | Some s => if among c (line_keys i s) && negb (crossed b).[c] && dead st c then Some (forbid st i s) else None
    | None => None
    end
  | Forced i n =>
    match find_shape b n with
    | Some s => if (present st).[i] && (((allowed st).[i] land others s)%uint63 == 0%uint63)
                then Some (with_drawn st (line_keys i s) (sdir s) i) else None
    | None => None
    end
  | Here c =>
    match drawn st with
    | Some (cells, _, _) => if among c cells && negb (crossed b).[c] then Some (with_present st c) else None
    | None => None
    end
  | Parallel i n =>
    match find_shape b n, drawn st with
    | Some s, Some (cells, d, j) =>
      let line := line_keys i s in
      if dir_eqb (sdir s) d && existsb (fun x => among x cells) line &&
         (negb (hd 0%uint63 line == hd 0%uint63 cells) || negb (j == i))
      then Some (forbid st i s) else None
    | _, _ => None
    end
  | Last k i =>
    match nth_error (sides b) (Z.to_nat (to_Z k)) with
    | Some side => if forallb (fun c => (c == i) || dead st c) side then Some (with_present st i) else None
    | None => None
    end
  | Order i U =>
    let set := set_of b U in
    if ordered b && forallb (fun w => negb (crossed b).[w] && ((w == i) || held b st set w)) U
    then Some (with_allowed st i (without (needs_other set i) (allowed st).[i] (shapes b))) else None
  | Reach U =>
    let set := set_of b U in
    if ordered b && forallb (fun w => negb (crossed b).[w] && held b st set w) U
    then Some (fold_left kill U st) else None
  | Alone i c =>
    if negb (i == c) && (present st).[i] && existsb (fun side => among i side && among c side) (alone b)
    then Some (kill st c) else None
  | Turned i =>
    match (twins b).[i] with
    | Some j =>
      let st' := with_allowed st j (without (fun s => negb (bit (allowed st).[i] (turned_number s))) (allowed st).[j] (shapes b)) in
      Some (if (present st).[i] then with_present st' j else st')
    | None => None
    end
  | Fix us ls rs => match evaluate b st us ls rs with Some e => Some (fix_by b st e) | None => None end
  | _ => None
  end.

(** The moves of a cell that are left. *)
Definition moves_left (b : board) (st : state) (c : cell * int) : list move :=
  let mask := (allowed st).[snd c] in
  if mask == 0%uint63 then [] else map (fun s => Move (fst c) (sdir s) (splace s)) (filter (has mask) (shapes b)).

(** Whether an object has no other moves than those of a position, up to the symmetry, and as many. *)
Definition ends_at (b : board) (st : state) (s : symmetry) (p : list move) : bool :=
  (Z.of_nat (List.length p) <=? Z.max (moves b) (count_present b st)) &&
  forallb (fun c => forallb (fun m => existsb (move_eqb (on_move s m)) p) (moves_left b st c)) (cells b).

Definition closes (b : board) (st : state) (o : op) : bool :=
  match o with
  | Contradiction i => (present st).[i] && dead st i
  | Few => (0 <? gain b) && (sum (fun i => if dead st i then 0 else 1) (keys b) <? moves b)
  | Close us ls rs => match evaluate b st us ls rs with Some e => excess e <? 0 | None => false end
  | Listed h n =>
    match nth_error symmetries (Z.to_nat (to_Z h)), nth_error (listed b) (Z.to_nat (to_Z n)) with
    | Some s, Some p => ends_at b st s p
    | _, _ => false
    end
  | _ => false
  end.

(** The two states of a case distinction. *)
Definition split (b : board) (st : state) (o : op) : option (state * state) :=
  match o with
  | Cell i => Some (with_present st i, kill st i)
  | Mark i n =>
    match find_shape b n with
    | Some s =>
      let mask := (allowed st).[i] in
      Some (with_present (with_allowed st i (mask land (1 << number s))%uint63) i, forbid st i s)
    | None => None
    end
  | _ => None
  end.

(** The two states of a mirror image: a dot on the cell; none on it and none on its image. *)
Definition reflect_at (claim : statement) (st : state) (o : op) : option (state * state) :=
  match o with
  | Mirror h i =>
    let B := size_of claim in
    match nth_error symmetries (Z.to_nat (to_Z h)), find (fun c => key B c == i) (outside B) with
    | Some s, Some c =>
      let keeps := box_eqb (on_box s B) B && match arrival_of claim with Some A => box_eqb (on_box s A) A | None => true end in
      if keeps && on (on_cell s c) (outside B)
      then Some (with_present st i, kill (kill st i) (key B (on_cell s c))) else None
    | _, _ => None
    end
  | _ => None
  end.

(** ** The walk *)

(** The state at hand, and those that wait; with each whether no counterexample is lost on the way to it. *)
Definition walk := list (state * bool).

Definition advance (claim : statement) (b : board) (w : walk) (o : op) : option walk :=
  match w with
  | [] => None
  | (st, whole) :: rest =>
    match o with
    | Contradiction _ | Few | Close _ _ _ | Listed _ _ => if closes b st o then Some rest else None
    | Cell _ | Mark _ _ =>
      match split b st o with Some (first, second) => Some ((first, false) :: (second, false) :: rest) | None => None end
    | Mirror _ _ =>
      if whole then
        match reflect_at claim st o with Some (first, second) => Some ((first, false) :: (second, true) :: rest) | None => None end
      else None
    | _ => match deduce b st o with Some st => Some ((st, whole) :: rest) | None => None end
    end
  end.

(** How many operations are read at most. No number: what is extracted then keeps no part of the source that has been read. *)
Inductive fuel : Set := One | Double (n : fuel).

Definition fuel_for_2_to_the_60 : fuel := Nat.iter 60 Double One.

Section Source.

  (** Where operations come from. *)
  Variable source : Type.
  Variable next : source -> option (op * source).

  Inductive outcome : Type := Going (w : walk) (from : source) | Shown (from : source) | Refused.

  Definition once (claim : statement) (b : board) (w : walk) (from : source) : outcome :=
    match next from with
    | Some (o, from) =>
      match advance claim b w o with
      | Some [] => Shown from
      | Some w => Going w from
      | None => Refused
      end
    | None => Refused
    end.

  Fixpoint many (n : fuel) (claim : statement) (b : board) (w : walk) (from : source) : outcome :=
    match n with
    | One => once claim b w from
    | Double n => match many n claim b w from with Going w from => many n claim b w from | o => o end
    end.

  (** Whether the statement is shown by the operations from here on; if so, what follows them. *)
  Definition check (claim : statement) (from : source) : option source :=
    if is_small (size_of claim) then
      let b := make_board claim in
      match many fuel_for_2_to_the_60 claim b [(first_state claim b, true)] from with Shown from => Some from | _ => None end
    else None.

  Fixpoint check_all (l : list statement) (from : source) : bool :=
    match l with
    | [] => true
    | claim :: l => match check claim from with Some from => check_all l from | None => false end
    end.

  (** The whole theorem: every game has [N] moves at most, or ends in one of the positions. *)
  Definition prove_but (N : Z) (ps : list (list move)) (l : list statement) (from : source) : bool :=
    let l := map (with_positions ps) l in covers N l && check_all l from.

  (** The same of symmetric games. *)
  Definition prove_symmetric_but (N : Z) (ps : list (list move)) (l : list statement) (from : source) : bool :=
    let l := map (with_positions ps) l in covers_symmetric N l && check_all l from.

  (** The whole theorem without exceptions. *)
  Definition prove (N : Z) (l : list statement) (from : source) : bool := prove_but N [] l from.

  (** The whole theorem of symmetric games. *)
  Definition prove_symmetric (N : Z) (l : list statement) (from : source) : bool := prove_symmetric_but N [] l from.

  (** Of all objects that keep within a box. *)
  Definition prove_within (o : objects) (N : Z) (W : box) (l : list statement) (from : source) : bool :=
    let l := map (with_positions []) l in covers_within o N W l && check_all l from.

End Source.
