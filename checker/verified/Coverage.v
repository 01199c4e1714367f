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

(** ** Theorem 1

    [R] need not hold canonical forms: it is enough that each box of a game has an image in it. *)

Theorem coverage (N : Z) (R : box -> Prop) :
  R no_box ->
  (forall C, R C -> none_in Games C \/ none_of_more_than Games N C) ->
  (forall C A, R C -> In A arrivals ->
     none_in Games C \/
     (exists s, R (on_box s (grow C A))) \/
     (exists s, no_game_arrives (on_box s (grow C A)) (on_box s A))) ->
  forall g, game g -> Z.of_nat (length g) <= N.
Proof.
  intros R0 Bounded Closed g G.
  assert (exists s, R (on_box s (box_of g))) as (s & HR).
  { induction G as [| m g G (s & IH) L]; [now exists identity |].
    destruct (lemma_1 g m L) as [-> | (A & HA & E)]; [now exists s |].
    assert (Gm : game (m :: g)) by now constructor.
    assert (HsA := arrival_to_arrival s A HA).
    assert (EsA : on_box s (box_of (m :: g)) = grow (on_box s (box_of g)) (on_box s A)) by now rewrite E, grow_to_grow.
    destruct (Closed _ _ IH HsA) as [Em | [(t & Ht) | (t & Ht)]].
    - destruct (Em (map (on_move s) g)); [now apply image_game | apply image_box].
    - exists (then_ s t). cbn [then_ on_box]. now rewrite EsA.
    - exfalso. apply (Ht (map (on_move t) (map (on_move s) (m :: g)))).
      rewrite <- EsA. do 2 apply image_arrives.
      split; [exact Gm |]. split; [reflexivity |]. now exists m, g. }
  rewrite <- (map_length (on_move s)).
  destruct (Bounded _ HR) as [E | B].
  - destruct (E (map (on_move s) g)); [now apply image_game | apply image_box].
  - apply B; [now apply image_game | apply image_box].
Qed.

(** ** Deciding it *)

Inductive statement : Set :=
  | AtMost (o : objects) (B : box) (N : Z)
  | Nothing (o : objects) (B : box)
  | NoArrival (B A : box).

Definition true_statement (S : statement) : Prop :=
  match S with
  | AtMost o B N => none_of_more_than o N B
  | Nothing o B => none_in o B
  | NoArrival B A => no_game_arrives B A
  end.

(** Whether a box is listed with a bound of at most [N], or as holding none; and an arrival as one that no game makes. *)
Definition lists_box (o : objects) (N : Z) (B : box) (S : statement) : bool :=
  match S with
  | AtMost o' B' M => serves o' o && box_eqb B B' && (M <=? N)
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

Definition covers (N : Z) (l : list statement) : bool :=
  existsb (lists_box Games N no_box) l &&
  forallb (fun S => match S with
                    | AtMost _ C M => negb (M <=? N) || forallb (way_closed N l C) arrivals
                    | _ => true
                    end) l.

Theorem covers_sound N l :
  covers N l = true -> (forall S, In S l -> true_statement S) ->
  forall g, game g -> Z.of_nat (length g) <= N.
Proof.
  intros Hc T0. pose proof T0 as T. apply andb_true_iff in Hc as (H0 & Hl). rewrite forallb_forall in Hl.
  apply (coverage N (fun B => existsb (lists_box Games N B) l = true)); [exact H0 | |].
  - intros C HC. apply existsb_exists in HC as (S & HS & E). specialize (T S HS).
    destruct S as [o B M | o B | B A]; cbn [lists_box] in E; [right | left | discriminate]; rewrite !andb_true_iff in E.
    + destruct E as ((O & E) & LM). apply box_eqb_eq in E as ->. apply Z.leb_le in LM.
      intros g G Eg. etransitivity; [apply T; [now apply (serves_object o Games) | exact Eg] | exact LM].
    + destruct E as (O & E). apply box_eqb_eq in E as ->. intros g G. apply T. now apply (serves_object o Games).
  - intros C A HC HA. apply existsb_exists in HC as (S & HS & E). specialize (T S HS). specialize (Hl S HS).
    destruct S as [o B M | o B | B A']; cbn [lists_box] in E; [right | left | discriminate]; rewrite !andb_true_iff in E.
    + destruct E as ((_ & E) & LM). apply box_eqb_eq in E as ->. cbv beta iota in Hl. rewrite LM in Hl. apply orb_true_iff in Hl as [Hl | Hl]; [discriminate |].
      rewrite forallb_forall in Hl. specialize (Hl A HA).
      apply existsb_exists in Hl as (s & _ & Hs). apply orb_true_iff in Hs as [Hs | Hs]; [left | right]; exists s.
      * exact Hs.
      * clear T HS. apply existsb_exists in Hs as (S & HS & E).
        destruct S as [? ? ? | ? ? | B' A'']; [discriminate | discriminate |]. cbn in E.
        apply andb_true_iff in E as (E1 & E2). apply box_eqb_eq in E1 as ->. apply box_eqb_eq in E2 as ->.
        exact (T0 _ HS).
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
  forall g, is_object o g -> keeps_within W g -> Z.of_nat (length g) <= N.
Proof.
  intros C T g G H. apply andb_true_iff in C as (P & C). rewrite forallb_forall in P, C.
  assert (P' : forall k, 0 <= distance W k) by (intros k; apply Z.leb_le, P; destruct k; cbn; tauto).
  specialize (C _ (box_within W g P' H)). apply existsb_exists in C as (s & Hs & C).
  apply existsb_exists in C as (S & HS & E). specialize (T S HS).
  rewrite <- (map_length (on_move s)). pose proof (image_object s o g (all_steady s Hs) G) as Gs. pose proof (image_box s g) as Bs.
  destruct S as [o' B M | o' B | B A]; cbn [lists_box] in E; [| | discriminate]; rewrite !andb_true_iff in E.
  - destruct E as ((O & E) & LM). apply box_eqb_eq in E. apply Z.leb_le in LM.
    etransitivity; [apply (T _ (serves_object o' o _ O Gs)); now rewrite Bs | exact LM].
  - destruct E as (O & E). apply box_eqb_eq in E. destruct (T _ (serves_object o' o _ O Gs)). now rewrite Bs.
Qed.
