(** What is true of graphs and games and lies behind the rules of propagation (paper/certificate.md, section 2), as far as it takes
    more than a look at the definitions. The rules themselves are the operations of Program.v; Operations.v proves each. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes.
Import ListNotations.
Open Scope Z_scope.

Definition placed (v : cell) (g : list move) : Prop := In v (map dot g).

Lemma placed_dot m g : In m g -> placed (dot m) g.
Proof. apply in_map. Qed.

Lemma dots_placed v g : In v (dots g) <-> placed v g \/ In v cross.
Proof. apply in_app_iff. Qed.

(** ** Rules about graphs *)

Section Graphs.

  Variable g : list move.
  Hypothesis G : graph g.

  (** P4. The dot of a move that is made has no other move. *)
  Theorem p4_only_move m m' : In m g -> dot m' = dot m -> m' <> m -> ~ In m' g.
  Proof.
    intros H E N H'. apply N. apply in_split in H as (l1 & l2 & ->).
    apply in_app_or in H' as [H' | [H' | H']]; [| now symmetry |];
      pose proof (placed_once _ G) as ND; rewrite map_app in ND; apply NoDup_remove_2 in ND;
      destruct ND; apply in_or_app; [left | right]; rewrite <- E; now apply in_map.
  Qed.

  (** P5. A side at a distance above 0 holds a dot; so it is a demand, and has a multiplier in the bound. *)
  Theorem side_met k :
    0 < distance (box_of g) k -> meets g (fun c => beyond k c =? distance (box_of g) k).
  Proof. intros H. apply side_reached in H as (m & Hm & E). exists m. split; [exact Hm | now apply Z.eqb_eq]. Qed.

End Graphs.

(** ** Orders of play *)

Lemma game_suffix later g : game (later ++ g) -> game g.
Proof. induction later as [| m later IH]; [auto |]. cbn. intros H. inversion H. auto. Qed.

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
