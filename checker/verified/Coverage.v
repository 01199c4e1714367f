(** From boxes to all games: which statements about boxes together bound every game ([coverage]), and a program that decides
    whether a list of statements is enough ([covers_sound]).

    paper/resizing.md, Theorem 1. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Graph Boxes Symmetry HalfTurn.
Import ListNotations.
Open Scope Z_scope.

(** ** The three kinds of statements that certificates show

    They are about games, or about graphs, in which the order of play is forgotten; about all, or about those that the half turn maps
    to themselves. *)

Inductive objects : Set := Games | Graphs | SymmetricGames | SymmetricGraphs.

Definition is_object (o : objects) (g : list move) : Prop :=
  match o with
  | Games => game g
  | Graphs => graph g
  | SymmetricGames => game g /\ symmetric g
  | SymmetricGraphs => graph g /\ symmetric g
  end.

Definition have_order (o : objects) : bool := match o with Games | SymmetricGames => true | Graphs | SymmetricGraphs => false end.
Definition are_symmetric (o : objects) : bool := match o with SymmetricGames | SymmetricGraphs => true | Games | Graphs => false end.

Definition none_of_more_than (o : objects) (N : Z) (B : box) : Prop :=
  forall g, is_object o g -> box_of g = B -> Z.of_nat (length g) <= N.

Definition none_in (o : objects) (B : box) : Prop := forall g, is_object o g -> box_of g <> B.

(** The end of a game, as far as it matters here, is its moves in any order. It is one of those listed up to symmetry. *)
Definition same_moves (g h : list move) : Prop := forall m, In m g <-> In m h.

Definition ends_in (ps : list (list move)) (g : list move) : Prop :=
  exists s p, In s symmetries /\ In p ps /\ same_moves (map (on_move s) g) p.

(** As [none_of_more_than], but for those that end in the positions listed. *)
Definition none_but (o : objects) (N : Z) (B : box) (ps : list (list move)) : Prop :=
  forall g, is_object o g -> box_of g = B -> Z.of_nat (length g) <= N \/ ends_in ps g.

(** A game arrives at [B] by the sides of [A] if its last move made the box larger on these, by 1. *)
Definition arrives (B A : box) (g : list move) : Prop :=
  game g /\ box_of g = B /\ exists m played, g = m :: played /\ B = grow (box_of played) A.

Definition no_game_arrives (B A : box) : Prop := forall g, ~ arrives B A g.

(** What is true of graphs is true of games, and what is true of all is true of symmetric ones. *)
Definition serves (o' o : objects) : bool := (negb (have_order o') || have_order o) && (negb (are_symmetric o') || are_symmetric o).

Lemma serves_object o' o g : serves o' o = true -> is_object o g -> is_object o' g.
Proof.
  pose proof (game_graph g). destruct o', o; try discriminate; cbn [is_object]; tauto.
Qed.

(** ** Images *)

Lemma image_object s o g : steady s -> is_object o g -> is_object o (map (on_move s) g).
Proof.
  intros Hs. pose proof (image_game s g). pose proof (image_graph s g). pose proof (image_symmetric s g Hs).
  destruct o; cbn [is_object]; tauto.
Qed.

Lemma image_arrives s B A g : arrives B A g -> arrives (on_box s B) (on_box s A) (map (on_move s) g).
Proof.
  intros (G & E & m & played & -> & EA). split; [now apply image_game |]. split.
  - now rewrite image_box, E.
  - exists (on_move s m), (map (on_move s) played). split; [reflexivity |].
    now rewrite image_box, <- grow_to_grow, EA.
Qed.

Lemma image_ends_in s ps g : In s symmetries -> ends_in ps (map (on_move s) g) -> ends_in ps g.
Proof.
  intros Hs (t & p & Ht & Hp & E). destruct (symmetries_closed s t Hs Ht) as (u & Hu & Em & _). exists u, p.
  split; [exact Hu |]. split; [exact Hp |]. intros m. rewrite <- (E m), map_map. now rewrite (map_ext _ _ Em).
Qed.

Lemma ends_in_nothing g : ~ ends_in [] g.
Proof. now intros (s & p & _ & [] & _). Qed.

Lemma ends_in_more ps ps' g : incl ps ps' -> ends_in ps g -> ends_in ps' g.
Proof. intros I (s & p & Hs & Hp & E). exists s, p. auto. Qed.

(** It can be decided. *)
Definition same_movesb (g h : list move) : bool :=
  forallb (fun m => if in_dec move_eq_dec m h then true else false) g && forallb (fun m => if in_dec move_eq_dec m g then true else false) h.

Lemma same_movesb_spec g h : same_movesb g h = true <-> same_moves g h.
Proof.
  unfold same_movesb. rewrite andb_true_iff, !forallb_forall. split.
  - intros (I & J) m. split; intros H; [specialize (I m H); now destruct (in_dec move_eq_dec m h) | specialize (J m H); now destruct (in_dec move_eq_dec m g)].
  - intros E. split; intros m H; destruct (in_dec move_eq_dec m _) as [| N]; auto; destruct N; now apply E.
Qed.

Lemma ends_in_or_not ps g : ends_in ps g \/ ~ ends_in ps g.
Proof.
  destruct (existsb (fun s => existsb (same_movesb (map (on_move s) g)) ps) symmetries) eqn:E; [left | right].
  - apply existsb_exists in E as (s & Hs & E). apply existsb_exists in E as (p & Hp & E). exists s, p. now rewrite same_movesb_spec in E.
  - intros (s & p & Hs & Hp & H). apply same_movesb_spec in H. apply not_true_iff_false in E. apply E.
    apply existsb_exists. exists s. split; [exact Hs |]. apply existsb_exists. now exists p.
Qed.

(** ** Theorem 1

    [R] need not hold canonical forms: it is enough that each box of a game has an image in it. *)

Theorem coverage (N : Z) (ps : list (list move)) (R : box -> Prop) :
  R no_box ->
  (forall C, R C -> none_in Games C \/ none_but Games N C ps) ->
  (forall C A, R C -> In A arrivals ->
     none_in Games C \/
     (exists s, In s symmetries /\ R (on_box s (grow C A))) \/
     (exists s, no_game_arrives (on_box s (grow C A)) (on_box s A))) ->
  forall g, game g -> Z.of_nat (length g) <= N \/ ends_in ps g.
Proof.
  intros R0 Bounded Closed g G.
  assert (exists s, In s symmetries /\ R (on_box s (box_of g))) as (s & Hs & HR).
  { assert (Id : In identity symmetries) by now left.
    induction G as [| m g G IH L]; [now exists identity |]. destruct IH as (s & Hs & IH).
    destruct (lemma_1 g m L) as [-> | (A & HA & E)]; [now exists s |].
    assert (Gm : game (m :: g)) by now constructor.
    assert (HsA := arrival_to_arrival s A HA).
    assert (EsA : on_box s (box_of (m :: g)) = grow (on_box s (box_of g)) (on_box s A)) by now rewrite E, grow_to_grow.
    destruct (Closed _ _ IH HsA) as [Em | [(t & Ht & HR) | (t & Ht)]].
    - destruct (Em (map (on_move s) g)); [now apply image_game | apply image_box].
    - destruct (symmetries_closed s t Hs Ht) as (u & Hu & _ & Eu). exists u. split; [exact Hu |]. now rewrite Eu, EsA.
    - exfalso. apply (Ht (map (on_move t) (map (on_move s) (m :: g)))).
      rewrite <- EsA. do 2 apply image_arrives.
      split; [exact Gm |]. split; [reflexivity |]. now exists m, g. }
  destruct (Bounded _ HR) as [E | B].
  - destruct (E (map (on_move s) g)); [now apply image_game | apply image_box].
  - destruct (B (map (on_move s) g)) as [L | L]; [now apply image_game | apply image_box | left | right].
    + now rewrite map_length in L.
    + now apply (image_ends_in s).
Qed.

(** ** Deciding it *)

Inductive statement : Set :=
  | AtMost (o : objects) (B : box) (N : Z)
  | AllBut (o : objects) (B : box) (N : Z) (ps : list (list move))
  | Nothing (o : objects) (B : box)
  | NoArrival (B A : box).

Definition true_statement (S : statement) : Prop :=
  match S with
  | AtMost o B N => none_of_more_than o N B
  | AllBut o B N ps => none_but o N B ps
  | Nothing o B => none_in o B
  | NoArrival B A => no_game_arrives B A
  end.

(** Whether a box is listed with a bound of at most [N], or as holding none; and an arrival as one that no game makes. *)
Definition lists_box (o : objects) (N : Z) (B : box) (S : statement) : bool :=
  match S with
  | AtMost o' B' M | AllBut o' B' M _ => serves o' o && box_eqb B B' && (M <=? N)
  | Nothing o' B' => serves o' o && box_eqb B B'
  | NoArrival _ _ => false
  end.

Definition lists_arrival (B A : box) (S : statement) : bool :=
  match S with
  | NoArrival B' A' => box_eqb B B' && box_eqb A A'
  | _ => false
  end.

(** Whether every way out of a box leads, up to symmetry, to a box that is listed, or is an arrival that is listed. *)
Definition way_closed (N : Z) (l : list statement) (C A : box) : bool :=
  existsb (fun s => existsb (lists_box Games N (on_box s (grow C A))) l
                    || existsb (lists_arrival (on_box s (grow C A)) (on_box s A)) l) symmetries.

(** The positions of all lists together; and what lists all the same positions. *)
Definition positions_of (S : statement) : list (list move) := match S with AllBut _ _ _ ps => ps | _ => [] end.
Definition excepted (l : list statement) : list (list move) := flat_map positions_of l.

Definition with_positions (ps : list (list move)) (S : statement) : statement :=
  match S with AllBut o B N _ => AllBut o B N ps | _ => S end.

Lemma excepted_with ps l : incl (excepted (map (with_positions ps) l)) ps.
Proof.
  intros p H. apply in_flat_map in H as (S & HS & H). apply in_map_iff in HS as ([] & <- & _); cbn in H; auto; contradiction.
Qed.

(** Whatever the list is used for, what it says of an object whose box is listed is this. *)
Lemma lists_box_says o N B S l g : In S l -> true_statement S -> lists_box o N B S = true -> is_object o g -> box_of g = B ->
  Z.of_nat (length g) <= N \/ ends_in (excepted l) g.
Proof.
  intros HS T E G Eg. assert (I : incl (positions_of S) (excepted l)) by (intros p H; apply in_flat_map; now exists S).
  destruct S as [o' B' M | o' B' M ps | o' B' | B' A]; cbn [lists_box] in E; [| | | discriminate]; rewrite !andb_true_iff in E.
  - destruct E as ((O & E) & LM). apply box_eqb_eq in E as ->. apply Z.leb_le in LM. left.
    etransitivity; [apply T; [now apply (serves_object o' o) | exact Eg] | exact LM].
  - destruct E as ((O & E) & LM). apply box_eqb_eq in E as ->. apply Z.leb_le in LM.
    destruct (T g) as [L | L]; [now apply (serves_object o' o) | exact Eg | left; lia | right; now apply (ends_in_more ps)].
  - destruct E as (O & E). apply box_eqb_eq in E as ->. destruct (T g); [now apply (serves_object o' o) | exact Eg].
Qed.

Definition covers (N : Z) (l : list statement) : bool :=
  existsb (lists_box Games N no_box) l &&
  forallb (fun S => match S with
                    | AtMost _ C M | AllBut _ C M _ => negb (M <=? N) || forallb (way_closed N l C) arrivals
                    | _ => true
                    end) l.

Theorem covers_sound N l :
  covers N l = true -> (forall S, In S l -> true_statement S) ->
  forall g, game g -> Z.of_nat (length g) <= N \/ ends_in (excepted l) g.
Proof.
  intros Hc T0. pose proof T0 as T. apply andb_true_iff in Hc as (H0 & Hl). rewrite forallb_forall in Hl.
  apply (coverage N (excepted l) (fun B => existsb (lists_box Games N B) l = true)); [exact H0 | |].
  - intros C HC. apply existsb_exists in HC as (S & HS & E). right. intros g G Eg.
    exact (lists_box_says Games N C S l g HS (T S HS) E G Eg).
  - intros C A HC HA. apply existsb_exists in HC as (S & HS & E). specialize (T S HS). specialize (Hl S HS).
    assert (Ways : forall M, (M <=? N) = true -> negb (M <=? N) || forallb (way_closed N l C) arrivals = true ->
      (exists s, In s symmetries /\ existsb (lists_box Games N (on_box s (grow C A))) l = true) \/
      (exists s, no_game_arrives (on_box s (grow C A)) (on_box s A))).
    { intros M LM Hm. rewrite LM in Hm. apply orb_true_iff in Hm as [Hm | Hm]; [discriminate |].
      rewrite forallb_forall in Hm. specialize (Hm A HA).
      apply existsb_exists in Hm as (s & Hs' & Hs). apply orb_true_iff in Hs as [Hs | Hs]; [left | right]; exists s.
      - now split.
      - clear T HS E Hl. apply existsb_exists in Hs as (S' & HS & E).
        destruct S' as [? ? ? | ? ? ? ? | ? ? | B' A'']; try discriminate. cbn in E.
        apply andb_true_iff in E as (E1 & E2). apply box_eqb_eq in E1 as ->. apply box_eqb_eq in E2 as ->.
        exact (T0 _ HS). }
    destruct S as [o B M | o B M ps | o B | B A']; cbn [lists_box] in E; [right | right | left | discriminate]; rewrite !andb_true_iff in E.
    + destruct E as ((_ & E) & LM). apply box_eqb_eq in E as ->. exact (Ways M LM Hl).
    + destruct E as ((_ & E) & LM). apply box_eqb_eq in E as ->. exact (Ways M LM Hl).
    + destruct E as (O & E). apply box_eqb_eq in E as ->. intros g G. apply T. now apply (serves_object o Games).
Qed.

(** ** What keeps within a box: theorem files with a line "within" (paper/certificate.md, section 7) *)

(** All dots lie in the box. *)
Definition keeps_within (W : box) (g : list move) : Prop := forall c, In c (dots g) -> contains W c.

Definition up_to (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat (n + 1))).

Definition boxes_within (W : box) : list box :=
  flat_map (fun t => flat_map (fun r => flat_map (fun b => map (Box t r b) (up_to (left W))) (up_to (bottom W)))
                              (up_to (right W)))
           (up_to (top W)).

(** Whether of each box within [W] an image is listed. *)
Definition covers_within (o : objects) (N : Z) (W : box) (l : list statement) : bool :=
  forallb (fun k => 0 <=? distance W k) [Top; Right; Bottom; Left] &&
  forallb (fun B => existsb (fun s => existsb (lists_box o N (on_box s B)) l) symmetries) (boxes_within W).

Lemma in_up_to n x : 0 <= x <= n -> In x (up_to n).
Proof.
  intros H. apply in_map_iff. exists (Z.to_nat x). split; [lia |]. apply in_seq. lia.
Qed.

Lemma in_boxes_within W B : (forall k, 0 <= distance B k <= distance W k) -> In B (boxes_within W).
Proof.
  intros H. pose proof (H Top); pose proof (H Right); pose proof (H Bottom); pose proof (H Left). cbn [distance] in *.
  apply in_flat_map. exists (top B). split; [now apply in_up_to |].
  apply in_flat_map. exists (right B). split; [now apply in_up_to |].
  apply in_flat_map. exists (bottom B). split; [now apply in_up_to |].
  apply in_map_iff. exists (left B). split; [now destruct B | now apply in_up_to].
Qed.

Lemma box_within W g : (forall k, 0 <= distance W k) -> keeps_within W g -> In (box_of g) (boxes_within W).
Proof.
  intros P H. apply in_boxes_within. intros k. split; [apply distance_nonneg |].
  destruct (Z.leb_spec (distance (box_of g) k) 0) as [L | L]; [specialize (P k); lia |].
  destruct (side_reached g k L) as (m & Hm & <-). apply (H (dot m)). now apply in_dots.
Qed.

Theorem covers_within_sound o N W l :
  covers_within o N W l = true -> (forall S, In S l -> true_statement S) ->
  forall g, is_object o g -> keeps_within W g -> Z.of_nat (length g) <= N \/ ends_in (excepted l) g.
Proof.
  intros C T g G H. apply andb_true_iff in C as (P & C). rewrite forallb_forall in P, C.
  assert (P' : forall k, 0 <= distance W k) by (intros k; apply Z.leb_le, P; destruct k; cbn; tauto).
  specialize (C _ (box_within W g P' H)). apply existsb_exists in C as (s & Hs & C).
  apply existsb_exists in C as (S & HS & E).
  destruct (lists_box_says o N _ S l (map (on_move s) g) HS (T S HS) E (image_object s o g (all_steady s Hs) G) (image_box s g)) as [L | L].
  - left. now rewrite map_length in L.
  - right. now apply (image_ends_in s).
Qed.
