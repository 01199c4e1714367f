(** Point-symmetric sets of moves: the half turn about the centre of the cross maps their moves to their moves.

    paper/certificate.md, "What a certificate shows" and section 2, rule S. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Sums Graph Boxes Symmetry.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.
Local Arguments Z.mul : simpl never.

Definition half_turn : symmetry := then_ (then_ identity mirror_x) mirror_y.

Definition turn_cell (c : cell) : cell := (9 - fst c, 9 - snd c).
Definition turn (m : move) : move := Move (turn_cell (dot m)) (dir m) (4 - place m).

Lemma half_turn_moves m : on_move half_turn m = turn m.
Proof. destruct m as [[x y] [] p]; unfold turn, turn_cell; cbn; f_equal; first [lia | reflexivity | f_equal; lia]. Qed.

Lemma half_turn_cells c : on_cell half_turn c = turn_cell c.
Proof. destruct c. reflexivity. Qed.

Definition symmetric (g : list move) : Prop := forall m, In m g -> In (turn m) g.

Lemma turn_twice m : turn (turn m) = m.
Proof. destruct m as [[x y] d p]. unfold turn, turn_cell. cbn [dot dir place fst snd]. f_equal; [f_equal |]; lia. Qed.

Lemma turn_cell_twice c : turn_cell (turn_cell c) = c.
Proof. destruct c as [x y]. unfold turn_cell. cbn [fst snd]. f_equal; lia. Qed.

(** The centre is no cell. *)
Lemma turn_moves c : turn_cell c <> c.
Proof. destruct c as [x y]. unfold turn_cell. cbn [fst snd]. intros E. injection E. lia. Qed.

Lemma symmetric_dot g c : symmetric g -> In c (map dot g) -> In (turn_cell c) (map dot g).
Proof. intros S H. apply in_map_iff in H as (m & <- & H). apply in_map_iff. exists (turn m). split; [reflexivity | auto]. Qed.

Lemma turn_line m c : on_a_line m -> In c (line m) -> In (turn_cell c) (line (turn m)).
Proof.
  intros P H. rewrite <- half_turn_moves. apply line_to_line; [exact P |]. exists c. split; [| exact H].
  symmetry. apply half_turn_cells.
Qed.

(** ** Images *)

(** The sides by which a pair of moves makes the box larger. *)
Definition pairs : list box := [Box 1 0 1 0; Box 0 1 0 1; Box 1 1 1 1].

(** What of a symmetry matters here: it maps moves that are turned to turned ones, and pairs of sides to pairs. *)
Record steady (s : symmetry) : Prop := {
  turn_commutes : forall m, turn (on_move s m) = on_move s (turn m);
  pair_to_pair : forall A, In A pairs -> In (on_box s A) pairs
}.

Lemma all_steady s : In s symmetries -> steady s.
Proof.
  intros H. assert (F : Forall steady symmetries); [| rewrite Forall_forall in F; now apply F].
  repeat (apply Forall_cons; [split |]); try apply Forall_nil;
    first [ intros [[x y] [] p]; unfold turn, turn_cell; cbn; f_equal; first [reflexivity | lia | f_equal; lia]
          | intros A HA; cbn in HA; destruct HA as [<- | [<- | [<- | []]]]; cbn; tauto ].
Qed.

Lemma image_symmetric s g : steady s -> symmetric g -> symmetric (map (on_move s) g).
Proof.
  intros Hs T m H. apply in_map_iff in H as (m' & <- & H). rewrite turn_commutes by exact Hs. apply in_map. auto.
Qed.

(** ** The bounding box is its own image *)

Definition opposite (k : side) : side := match k with Top => Bottom | Right => Left | Bottom => Top | Left => Right end.

Lemma beyond_turned k c : beyond k (turn_cell c) = beyond (opposite k) c.
Proof. destruct k; cbn; lia. Qed.

Lemma symmetric_box g k : symmetric g -> distance (box_of g) (opposite k) = distance (box_of g) k.
Proof.
  intros S. assert (L : forall k, distance (box_of g) k <= distance (box_of g) (opposite k)).
  { intros j. destruct (Z.leb_spec (distance (box_of g) j) 0) as [N | P]; [pose proof (distance_nonneg g (opposite j)); lia |].
    destruct (side_reached g j P) as (m & Hm & <-).
    assert (beyond j (dot m) = beyond (opposite j) (dot (turn m))) as -> by (unfold turn; cbn [dot]; rewrite beyond_turned; now destruct j).
    apply box_contains, in_dots, S, Hm. }
  pose proof (L k). pose proof (L (opposite k)) as L'. assert (opposite (opposite k) = k) as E by now destruct k.
  rewrite E in L'. lia.
Qed.

Lemma symmetric_contains g c : symmetric g -> contains (box_of g) c -> contains (box_of g) (turn_cell c).
Proof. intros S H k. rewrite beyond_turned, <- (symmetric_box g k S). apply H. Qed.

(** ** The number of moves is even *)

Lemma involution_even (n : nat) : forall l : list move, (length l <= n)%nat ->
  NoDup l -> (forall m, In m l -> In (turn m) l) -> Nat.Even (length l).
Proof.
  induction n as [| n IH]; intros l L N T.
  - exists 0%nat. lia.
  - destruct l as [| m l]; [now exists 0%nat |]. inversion N as [| ? ? Nm N']; subst.
    assert (Ht : In (turn m) l).
    { destruct (T m (or_introl eq_refl)) as [E | H]; [| exact H].
      destruct (turn_moves (dot m)). now rewrite E at 2. }
    apply in_split in Ht as (l1 & l2 & ->).
    assert (N2 : NoDup (l1 ++ l2) /\ ~ In (turn m) (l1 ++ l2)) by (split; [now apply NoDup_remove_1 in N' | now apply NoDup_remove_2 in N']).
    destruct N2 as (N2 & Nt). cbn [length] in L. rewrite app_length in L. cbn [length] in L.
    destruct (IH (l1 ++ l2)) as (k & E); [rewrite app_length; lia | exact N2 | |].
    + intros y Hy. assert (Hy' : In y (l1 ++ turn m :: l2)) by (apply in_app_or in Hy; apply in_or_app; cbn; tauto).
      destruct (T y (or_intror Hy')) as [E | H].
      * destruct Nt. assert (y = turn m) as <- by (rewrite E; now rewrite turn_twice). exact Hy.
      * apply in_app_or in H as [H | [E | H]]; [apply in_or_app; tauto | | apply in_or_app; tauto].
        destruct Nm. assert (y = m) as <- by (rewrite <- (turn_twice y), <- E; apply turn_twice). exact Hy'.
    + exists (S k). cbn [length]. rewrite app_length in E |- *. cbn [length]. lia.
Qed.

Theorem symmetric_even g : graph g -> symmetric g -> Nat.Even (length g).
Proof.
  intros G S. apply (involution_even (length g)); [lia | | exact S].
  apply (NoDup_map_inv dot). apply G.
Qed.
