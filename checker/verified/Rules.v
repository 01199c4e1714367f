(** The rules of propagation: what follows for a graph or game from what is known of it.

    paper/certificate.md, section 2. Each theorem speaks of a graph [g] itself, not of how a program writes down what it knows:
    a program that adds such a fact to what it knows loses no graph. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes.
Import ListNotations.
Open Scope Z_scope.

(** Moves are the same or not. *)
Definition move_eq_dec (a b : move) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition placed (v : cell) (g : list move) : Prop := In v (map dot g).

Lemma placed_dot m g : In m g -> placed (dot m) g.
Proof. apply in_map. Qed.

Lemma dots_placed v g : In v (dots g) <-> placed v g \/ In v cross.
Proof. apply in_app_iff. Qed.

(** ** Rules about graphs *)

Section Graphs.

  Variable g : list move.
  Hypothesis G : graph g.

  (** P1. No line runs through a cell without a dot. *)
  Theorem p1 v m : ~ In v (dots g) -> In v (line m) -> ~ In m g.
  Proof. intros N L H. apply N. now apply (lines_dotted g G m). Qed.

  (** No cell is both placed and of the cross. *)
  Theorem placed_outside v : placed v g -> ~ In v cross.
  Proof. intros H. apply in_map_iff in H as (m & <- & H). now apply (not_on_cross g G). Qed.

  (** P2. A cell that no allowed move places is not placed. *)
  Theorem p2 v : (forall m, dot m = v -> ~ In m g) -> ~ placed v g.
  Proof. intros N H. apply in_map_iff in H as (m & E & H). exact (N m E H). Qed.

  (** P3. A dot that only one allowed move places is placed by it. *)
  Theorem p3 v m : placed v g -> (forall m', dot m' = v -> m' <> m -> ~ In m' g) -> In m g.
  Proof.
    intros H N. apply in_map_iff in H as (m' & E & H).
    destruct (in_dec move_eq_dec m g) as [I | I]; [exact I | exfalso].
    apply (N m' E); [| exact H]. congruence.
  Qed.

  (** P4. Of a forced move: its line has dots, its dot has no other move, and no other move has a parallel line that shares a cell. *)
  Theorem p4_dots m c : In m g -> In c (line m) -> placed c g \/ In c cross.
  Proof. intros H L. apply dots_placed. now apply (lines_dotted g G m). Qed.

  Theorem p4_only_move m m' : In m g -> dot m' = dot m -> m' <> m -> ~ In m' g.
  Proof.
    intros H E N H'. apply N. apply in_split in H as (l1 & l2 & ->).
    apply in_app_or in H' as [H' | [H' | H']]; [| now symmetry |];
      pose proof (placed_once _ G) as ND; rewrite map_app in ND; apply NoDup_remove_2 in ND;
      destruct ND; apply in_or_app; [left | right]; rewrite <- E; now apply in_map.
  Qed.

  Theorem p4_only_line m m' c :
    In m g -> dir m' = dir m -> In c (line m) -> In c (line m') -> m' <> m -> ~ In m' g.
  Proof. intros H E L L' N H'. apply N. symmetry. now apply (lines_disjoint g G m m' c). Qed.

  (** P5. A side at a distance above 0 holds a dot; so it is not all absent, and if one cell is left it is this one. *)
  Theorem p5 k : 0 < distance (box_of g) k -> exists v, placed v g /\ beyond k v = distance (box_of g) k.
  Proof. intros H. apply side_reached in H as (m & Hm & E). exists (dot m). split; [now apply placed_dot | exact E]. Qed.

  (** So a side is a demand, and has a multiplier in the bound. *)
  Theorem side_met k :
    0 < distance (box_of g) k -> meets g (fun m => beyond k (dot m) =? distance (box_of g) k).
  Proof. intros H. apply side_reached in H as (m & Hm & E). exists m. split; [exact Hm | now apply Z.eqb_eq]. Qed.

  (** P11. Of a demand that is met, an allowed move is made; if only one is left, this one. *)
  Theorem p11 (D : demand) m : meets g D -> (forall m', D m' = true -> m' <> m -> ~ In m' g) -> In m g.
  Proof.
    intros (m' & H & E) N. destruct (in_dec move_eq_dec m g) as [I | I]; [exact I | exfalso].
    apply (N m' E); [| exact H]. congruence.
  Qed.

  (** P12. If all moves of a demand that are left have the same line, its cells hold dots, and no other move has a parallel line
      that shares a cell with it. *)
  Theorem p12_dots (D : demand) l :
    meets g D -> (forall m, In m g -> D m = true -> line m = l) -> forall c, In c l -> placed c g \/ In c cross.
  Proof. intros (m & H & E) N c L. rewrite <- (N m H E) in L. exact (p4_dots m c H L). Qed.

  Theorem p12_only_line (D : demand) l d :
    meets g D -> (forall m, In m g -> D m = true -> line m = l /\ dir m = d) ->
    forall m' c, dir m' = d -> In c l -> In c (line m') -> line m' <> l -> ~ In m' g.
  Proof.
    intros (m & H & E) N m' c Ed L L' X H'. destruct (N m H E) as (El & Edm). apply X. rewrite <- El.
    f_equal. symmetry. apply (lines_disjoint g G m m' c); congruence.
  Qed.

End Graphs.

(** ** Orders of play

    [played_before g p x] says that in the game [g], played in the order of the list, the cell [p] holds a dot before [x] is placed.
    A game that can be played in several orders is one set of moves; what certificates say of precedence holds in each. *)

Definition played_before (g : list move) (p x : cell) : Prop :=
  exists later m played, g = later ++ m :: played /\ dot m = x /\ placed p played.

Definition precedes (g : list move) (p x : cell) : Prop :=
  forall h, Permutation g h -> game h -> played_before h p x.

Lemma game_suffix later g : game (later ++ g) -> game g.
Proof. induction later as [| m later IH]; [auto |]. cbn. intros H. inversion H. auto. Qed.

Lemma needs g later m played c :
  game g -> g = later ++ m :: played -> In c (line m) -> c <> dot m -> placed c played \/ In c cross.
Proof.
  intros G -> L N. apply game_suffix in G. inversion G as [| ? ? Gp (_ & _ & Ll & _)]; subst.
  destruct (Ll c L) as [E | H]; [contradiction | now apply dots_placed].
Qed.

(** P6. The other cells of the line of a move that is made come before its dot. *)
Theorem p6_line g m c : In m g -> In c (line m) -> c <> dot m -> ~ In c cross -> precedes g c (dot m).
Proof.
  intros H L N C h P Gh. apply (Permutation_in _ P) in H. apply in_split in H as (later & played & E).
  exists later, m, played. repeat split; [exact E |].
  destruct (needs h later m played c Gh E L N) as [? | ?]; [assumption | contradiction].
Qed.

(** Before what is before [x]; nothing is placed before itself. *)

Lemma before_trans g p q x : game g -> played_before g p q -> played_before g q x -> played_before g p x.
Proof.
  intros G (l1 & m1 & r1 & E1 & D1 & P1) (l2 & m2 & r2 & E2 & D2 & P2).
  exists l2, m2, r2. repeat split; [exact E2 | exact D2 |].
  (* q is placed in r2, once only, and p before it *)
  apply in_map_iff in P2 as (m & Dm & Hm). apply in_split in Hm as (a & b & Er).
  assert (m = m1) as ->.
  { pose proof (game_graph g G) as GG. destruct (in_dec move_eq_dec m g) as [I | I].
    - destruct (in_dec move_eq_dec m [m1]) as [[J | []] | J]; [now symmetry |].
      exfalso. apply (p4_only_move g GG m1 m); [rewrite E1; apply in_elt | congruence | | exact I].
      intros ->. apply J. now left.
    - exfalso. apply I. rewrite E2, Er. apply in_or_app. right. right. apply in_elt. }
  assert (r1 = b) as ->.
  { assert (ND : NoDup g) by (eapply NoDup_map_inv, placed_once, game_graph, G).
    assert (E : l1 ++ m1 :: r1 = (l2 ++ m2 :: a) ++ m1 :: b).
    { rewrite <- E1, E2, Er, <- app_assoc. reflexivity. }
    clear - ND E E1. rewrite E1 in ND. clear E1 g. revert E ND. generalize (l2 ++ m2 :: a). intros l3. clear l2 m2 a.
    revert l3. induction l1 as [| y l1 IH]; intros [| z l3] E ND; cbn in E; injection E.
    - auto.
    - intros -> <-. exfalso. cbn in ND. inversion ND as [| ? ? N _]. apply N. apply in_elt.
    - intros <- ->. exfalso. cbn in ND. inversion ND as [| ? ? N _]. apply N. apply in_elt.
    - intros E' <-. cbn in ND. inversion ND. eauto. }
  rewrite Er. unfold placed. rewrite map_app. apply in_or_app. right. right. exact P1.
Qed.

Theorem p6_transitive g p q x : precedes g p q -> precedes g q x -> precedes g p x.
Proof. intros A B h P G. exact (before_trans h p q x G (A h P G) (B h P G)). Qed.

Lemma before_irreflexive g x : game g -> ~ played_before g x x.
Proof.
  intros G (later & m & played & E & D & P). pose proof (placed_once _ (game_graph g G)) as N.
  rewrite E, map_app in N. apply NoDup_remove_2 in N. apply N, in_or_app. right. now rewrite D.
Qed.

Theorem p6_no_cycle g x : game g -> ~ precedes g x x.
Proof. intros G H. exact (before_irreflexive g x G (H g (Permutation_refl g) G)). Qed.

(** What is placed before [x] is not placed by a line through [x]. *)
Theorem p6_forbidden g p x m :
  game g -> precedes g p x -> dot m = p -> In x (line m) -> ~ In m g.
Proof.
  intros G H D L Hm. pose proof (H g (Permutation_refl g) G) as B.
  assert (Px : placed x g).
  { destruct B as (later & mx & played & E & <- & _). apply placed_dot. rewrite E. apply in_elt. }
  destruct (cell_eqb_spec x p) as [-> | N]; [exact (before_irreflexive g p G B) |].
  apply (before_irreflexive g x G), (before_trans g x p x G); [| exact B]. rewrite <- D.
  refine (p6_line g m x Hm L _ _ g (Permutation_refl g) G); [congruence |].
  now apply (placed_outside g (game_graph g G)).
Qed.

(** P7. A set that holds the cross, and with four cells of the line of a move that is made also its dot, holds all dots. *)
Theorem p7 g (closed : cell -> Prop) :
  game g -> (forall c, In c cross -> closed c) ->
  (forall m, In m g -> (forall c, In c (line m) -> c <> dot m -> closed c) -> closed (dot m)) ->
  forall v, In v (dots g) -> closed v.
Proof.
  intros G C. induction G as [| m g G IH L]; intros S v Hv.
  - now apply C.
  - assert (I : forall v, In v (dots g) -> closed v) by (apply IH; intros m' Hm'; apply S; now right).
    destruct Hv as [<- | Hv]; [| now apply I]. apply S; [now left |].
    intros c Hc N. apply I. destruct L as (_ & _ & L & _). destruct (L c Hc); [contradiction | assumption].
Qed.

(** P8. If it need hold only the dots of other moves than those of [v], it still holds the rest of the line of [v]. *)
Theorem p8 g (closed : cell -> Prop) v :
  game g -> (forall c, In c cross -> closed c) ->
  (forall m, In m g -> dot m <> v -> (forall c, In c (line m) -> c <> dot m -> closed c) -> closed (dot m)) ->
  forall m c, In m g -> dot m = v -> In c (line m) -> c <> v -> closed c.
Proof.
  intros G C S m c Hm D L N. apply in_split in Hm as (later & played & E).
  assert (Gp : game (m :: played)) by (rewrite E in G; exact (game_suffix later _ G)).
  inversion Gp as [| ? ? Gplayed (_ & Nd & Ll & _)]; subst.
  destruct (Ll c L) as [X | H]; [contradiction |].
  apply (p7 played closed Gplayed C); [| exact H].
  intros m' Hm'. apply S; [apply in_or_app; right; now right |].
  intros X. apply Nd. rewrite <- X. now apply in_dots.
Qed.

(** ** Cuts

    Of a set of cells outside the cross, one of which holds a dot, the first to be placed is placed by a line that meets the set
    nowhere else. So a game meets the cut as a demand, and the bound holds with it. *)

Definition cut (inside : cell -> bool) : demand :=
  fun m => inside (dot m) && forallb (fun c => cell_eqb c (dot m) || negb (inside c)) (line m).

Theorem cut_met g inside v :
  game g -> (forall c, In c cross -> inside c = false) -> placed v g -> inside v = true -> meets g (cut inside).
Proof.
  intros G C. revert v. induction G as [| m g G IH L]; intros v Hv I; [contradiction |].
  (* either a cell of the set is placed before the last move, or the last move's dot is the first of them *)
  destruct (existsb inside (map dot g)) eqn:E.
  - apply existsb_exists in E as (w & Hw & Iw). destruct (IH w Hw Iw) as (m' & Hm' & D).
    exists m'. split; [now right | exact D].
  - assert (N : forall c, In c (dots g) -> inside c = false).
    { intros c Hc. apply dots_placed in Hc as [Hc | Hc]; [| now apply C].
      destruct (inside c) eqn:Ic; [| reflexivity]. rewrite <- E. symmetry. apply existsb_exists. now exists c. }
    exists m. split; [now left |]. unfold cut. apply andb_true_iff. split.
    + destruct Hv as [<- | Hv]; [exact I |]. rewrite N in I; [discriminate |]. apply dots_placed. now left.
    + apply forallb_forall. intros c Hc. apply orb_true_iff. destruct L as (_ & _ & L & _).
      destruct (L c Hc) as [-> | H]; [left; now destruct (cell_eqb_spec (dot m) (dot m)) | right].
      now rewrite N.
Qed.

(** ** Arrivals

    The dot of the last move is the only one on the sides by which it arrives ([arrival_alone], which is P9): no line runs through
    these sides but its own, which holds no other cell of them. *)

(** At a corner the dots on one of its two sides only are none: the last one lies on both, and is alone. *)
Theorem arrival_corner m g A k k' v :
  box_of (m :: g) = grow (box_of g) A -> 0 < distance A k -> 0 < distance A k' ->
  beyond k v = distance (box_of (m :: g)) k -> beyond k' v <> distance (box_of (m :: g)) k' -> ~ placed v (m :: g).
Proof.
  intros E P P' F F' H. apply F'.
  assert (v = dot m) as -> by (apply (arrival_alone g m A k v E P); [apply dots_placed; now left | lia]).
  exact (arrival_reaches g m A k' E P').
Qed.

Theorem arrival_forbidden m g A k m' c :
  game (m :: g) -> box_of (m :: g) = grow (box_of g) A -> 0 < distance A k ->
  In c (line m') -> beyond k c = distance (box_of (m :: g)) k -> c <> dot m' -> ~ In m' (m :: g).
Proof.
  intros G E P L F N H. apply (lines_dotted _ (game_graph _ G) m' c) in L as D; [| exact H].
  assert (c = dot m) as -> by (apply (arrival_alone g m A k c E P D); lia).
  destruct H as [-> | H]; [now apply N |].
  (* a move before the last one has no cell of its line on the last dot *)
  inversion G as [| ? ? Gg (_ & Nd & _ & _)]; subst. apply Nd.
  exact (lines_dotted g (game_graph g Gg) m' (dot m) H L).
Qed.
