(** The bound on the number of moves, for any non-negative multipliers, and what may be fixed by it.

    paper/certificate.md, section 3. A side of the box is a [demand] here: a set of cells one of which holds a dot. *)

From Coq Require Import ZArith List Bool FinFun Lia.
From Morpion Require Import Game Record Sums Graph.
Import ListNotations.
Open Scope Z_scope.

(** ** Slots: a cell and a direction. No two lines of a graph use the same slot. *)

Definition directions : list direction := [Horizontal; Vertical; Falling; Rising].

Lemma all_directions d : In d directions.
Proof. destruct d; cbn; tauto. Qed.

Definition slots (m : move) : list (direction * cell) := map (pair (dir m)) (line m).

Lemma line_nodup m : NoDup (line m).
Proof.
  apply Injective_map_NoDup.
  - intros i j. unfold along. destruct (dir m); cbn [step fst snd]; intros E; injection E; lia.
  - repeat (constructor; [cbn; lia |]). constructor.
Qed.

Lemma slots_nodup g : graph g -> NoDup (flat_map slots g).
Proof.
  intros G. apply NoDup_flat_map.
  - eapply NoDup_map_inv, placed_once, G.
  - intros m _. apply Injective_map_NoDup; [congruence | apply line_nodup].
  - intros m m' [d c] Hm Hm' Hs Hs'.
    apply in_map_iff in Hs as (c1 & E1 & H1). apply in_map_iff in Hs' as (c2 & E2 & H2).
    injection E1 as Ed ->. injection E2 as Ed' ->.
    apply (lines_disjoint g G m m' c); congruence.
Qed.

(** ** The sum over all slots *)

Definition slot_price := direction -> cell -> Z.

(** What a dot earns, and what the line of a move costs. *)
Definition earned (u : slot_price) (c : cell) : Z := sum (fun d => u d c) directions.
Definition cost (u : slot_price) (m : move) : Z := sum (u (dir m)) (line m).

Lemma costs_le_earned u g :
  graph g -> (forall d c, 0 <= u d c) -> sum (cost u) g <= sum (earned u) (dots g).
Proof.
  intros G P.
  replace (sum (cost u) g) with (sum (fun s => u (fst s) (snd s)) (flat_map slots g)).
  2:{ rewrite sum_flat_map. apply sum_ext. intros m _. unfold slots. now rewrite sum_map. }
  replace (sum (earned u) (dots g))
    with (sum (fun s => u (fst s) (snd s)) (flat_map (fun c => map (fun d => (d, c)) directions) (dots g))).
  2:{ rewrite sum_flat_map. apply sum_ext. intros c _. now rewrite sum_map. }
  apply sum_incl.
  - now apply slots_nodup.
  - intros [d c] H. apply in_flat_map in H as (m & Hm & H).
    apply in_map_iff in H as (c' & E & H). injection E as Ed ->.
    apply in_flat_map. exists c. split; [now apply (lines_dotted g G m) |].
    apply in_map_iff. exists d. auto using all_directions.
  - intros [d c] _. apply P.
Qed.

(** ** Demands *)

Definition demand := cell -> bool.

Definition meets (g : list move) (D : demand) : Prop := exists m, In m g /\ D (dot m) = true.

(** Demands come with their multipliers; what a dot is worth to them. *)
Definition worth (l : list (demand * Z)) (c : cell) : Z :=
  sum (fun D : demand * Z => if fst D c then snd D else 0) l.

Lemma demands_le_worth l g :
  (forall D, In D l -> 0 <= snd D /\ meets g (fst D)) -> sum snd l <= sum (fun m => worth l (dot m)) g.
Proof.
  induction l as [| D l IH]; intros H.
  - unfold worth. cbn [sum fold_right]. rewrite sum_const. lia.
  - set (pays := fun m : move => if fst D (dot m) then snd D else 0).
    replace (sum (fun m => worth (D :: l) (dot m)) g) with (sum (fun m : move => pays m + worth l (dot m)) g) by reflexivity.
    rewrite sum_plus, sum_cons. apply Z.add_le_mono; [| apply IH; intros; apply H; now right].
    destruct (H D (or_introl eq_refl)) as (P & m & Hm & HD).
    transitivity (pays m); [unfold pays; now rewrite HD |].
    apply (sum_one pays); [| exact Hm]. intros m' _. unfold pays. destruct (fst D (dot m')); [exact P | reflexivity].
Qed.

(** ** The inequality that everything rests on

    A move counts [gain]. Its weight is what is left of this when its dot has earned, its line has cost, and the demands
    that its dot meets have paid; and [use], where dots are of use: what the line makes of the dots of other moves, less what its own dot
    asks of other lines. *)

Definition use (r : cell -> Z) (m : move) : Z := sum r (line m) - 2 * r (dot m).

Definition weight (gain : Z) (u : slot_price) (r : cell -> Z) (l : list (demand * Z)) (m : move) : Z :=
  gain + earned u (dot m) - cost u m + worth l (dot m) + use r m.

Theorem weights gain u r l g :
  graph g -> (forall d c, 0 <= u d c) -> 0 <= sum (use r) g -> (forall D, In D l -> 0 <= snd D /\ meets g (fst D)) ->
  gain * Z.of_nat (length g) <= sum (earned u) cross + sum (weight gain u r l) g - sum snd l.
Proof.
  intros G P R H.
  pose proof (costs_le_earned u g G P) as C. pose proof (demands_le_worth l g H) as L.
  unfold dots in C. rewrite sum_app, sum_map in C.
  unfold weight. rewrite !sum_plus, sum_minus, sum_plus, sum_const. lia.
Qed.

(** ** The sum over cells *)

Inductive status : Set := Free | Present | Absent.

(** What is known of a graph at a node: of the cells outside the cross, of the moves, and the demands with their multipliers. *)
Record satisfies (cells : list cell) (known : cell -> status) (allowed : move -> bool) (l : list (demand * Z)) (g : list move)
  : Prop := {
  dots_in_cells : forall m, In m g -> In (dot m) cells;
  present_dotted : forall v, In v cells -> known v = Present -> In v (map dot g);
  absent_undotted : forall v, known v = Absent -> ~ In v (map dot g);
  moves_allowed : forall m, In m g -> allowed m = true;
  demands_met : forall D, In D l -> meets g (fst D)
}.

(** What a cell adds to the value, if no move that places it has more weight than [profit]. *)
Definition summand (known : cell -> status) (profit : cell -> Z) (v : cell) : Z :=
  match known v with
  | Absent => 0
  | Present => profit v
  | Free => Z.max 0 (profit v)
  end.

Definition value (cells : list cell) known profit u (l : list (demand * Z)) : Z :=
  sum (earned u) cross + sum (summand known profit) cells - sum snd l.

(** The weight that a graph really has at a cell, and by how much this is less than the summand. *)
Definition taken gain u r l (g : list move) (v : cell) : Z :=
  sum (weight gain u r l) (filter (fun m => cell_eqb (dot m) v) g).

Definition loss gain u r l known profit g v : Z := summand known profit v - taken gain u r l g v.

Lemma filter_dot g m : NoDup (map dot g) -> In m g -> filter (fun m' => cell_eqb (dot m') (dot m)) g = [m].
Proof.
  induction g as [| a g IH]; cbn; intros N H; [contradiction |]. inversion N as [| ? ? Na N']; subst.
  destruct (cell_eqb_spec (dot a) (dot m)) as [E | E].
  - destruct H as [-> | H]; [| destruct Na; rewrite E; now apply in_map].
    f_equal. clear - Na. induction g as [| b g IH]; cbn; [reflexivity |].
    destruct (cell_eqb_spec (dot b) (dot m)) as [E | E]; [destruct Na; now left |].
    apply IH. intros H. apply Na. now right.
  - destruct H as [-> | H]; [congruence | now apply IH].
Qed.

Lemma filter_no_dot g v : ~ In v (map dot g) -> filter (fun m => cell_eqb (dot m) v) g = [].
Proof.
  induction g as [| a g IH]; cbn; intros N; [reflexivity |].
  destruct (cell_eqb_spec (dot a) v); [tauto |]. apply IH. tauto.
Qed.

Lemma sum_by_cells (f : move -> Z) cells g :
  NoDup cells -> (forall m, In m g -> In (dot m) cells) ->
  sum (fun v => sum f (filter (fun m => cell_eqb (dot m) v) g)) cells = sum f g.
Proof.
  intros N. induction g as [| a g IH]; intros H.
  - cbn [filter]. unfold sum at 2 3. cbn. rewrite sum_const. lia.
  - rewrite sum_cons, <- IH by (intros; apply H; now right).
    assert (Ha : In (dot a) cells) by (apply H; now left). clear - N Ha.
    transitivity (sum (fun v => (if cell_eqb (dot a) v then f a else 0)
                                + sum f (filter (fun m => cell_eqb (dot m) v) g)) cells).
    { apply sum_ext. intros v _. cbn [filter]. now destruct (cell_eqb (dot a) v). }
    rewrite sum_plus. f_equal. induction N as [| v cells Hv N IH]; [contradiction |].
    rewrite sum_cons. destruct (cell_eqb_spec (dot a) v) as [E | E].
    + transitivity (f a + sum (fun _ : cell => 0) cells); [f_equal | rewrite sum_const; lia].
      apply sum_ext. intros w Hw. destruct (cell_eqb_spec (dot a) w); [congruence | reflexivity].
    + rewrite IH; [lia |]. destruct Ha; [congruence | assumption].
Qed.

Section Node.

  Variables (gain : Z) (u : slot_price) (r : cell -> Z) (l : list (demand * Z)).
  Variables (cells : list cell) (known : cell -> status) (allowed : move -> bool) (profit : cell -> Z).

  Hypothesis u_nonneg : forall d c, 0 <= u d c.
  Hypothesis l_nonneg : forall D, In D l -> 0 <= snd D.
  Hypothesis cells_once : NoDup cells.

  (** That [profit] is the largest of these weights does not matter; it must only be no less than any. *)
  Hypothesis profit_enough :
    forall m, In (dot m) cells -> allowed m = true -> weight gain u r l m <= profit (dot m).

  Variable g : list move.
  Hypothesis g_graph : graph g.
  Hypothesis g_satisfies : satisfies cells known allowed l g.
  Hypothesis g_used : 0 <= sum (use r) g.

  Let loss := loss gain u r l known profit g.
  Let value := value cells known profit u l.

  Lemma loss_of_move m : In m g -> loss (dot m) = summand known profit (dot m) - weight gain u r l m.
  Proof.
    intros H. unfold loss, Bound.loss, taken. rewrite filter_dot; [| apply g_graph | exact H].
    rewrite sum_cons. cbn. lia.
  Qed.

  Lemma loss_of_no_move v : ~ In v (map dot g) -> loss v = summand known profit v.
  Proof. intros H. unfold loss, Bound.loss, taken. rewrite filter_no_dot by exact H. cbn. lia. Qed.

  Lemma placed_or_not v : In v (map dot g) \/ ~ In v (map dot g).
  Proof. destruct (on_spec v (map dot g)); tauto. Qed.

  Lemma loss_nonneg v : In v cells -> 0 <= loss v.
  Proof.
    intros Hv. destruct (placed_or_not v) as [H | H].
    - apply in_map_iff in H as (m & <- & Hm). rewrite loss_of_move by exact Hm.
      pose proof (profit_enough m Hv (moves_allowed _ _ _ _ _ g_satisfies m Hm)).
      unfold summand. destruct (known (dot m)) eqn:K; try lia.
      destruct (absent_undotted _ _ _ _ _ g_satisfies (dot m) K). now apply in_map.
    - rewrite loss_of_no_move by exact H. unfold summand. destruct (known v) eqn:K; try lia.
      destruct H. now apply (present_dotted _ _ _ _ _ g_satisfies).
  Qed.

  (** The bound, with what the graph loses at each cell. *)
  Theorem bound_losses : gain * Z.of_nat (length g) <= value - sum loss cells.
  Proof.
    pose proof (weights gain u r l g g_graph u_nonneg g_used) as W.
    assert (sum loss cells = sum (summand known profit) cells - sum (weight gain u r l) g) as ->.
    { unfold loss, Bound.loss. rewrite sum_minus. f_equal. unfold taken. apply sum_by_cells; [exact cells_once |].
      apply g_satisfies. }
    unfold value, Bound.value.
    enough (forall D, In D l -> 0 <= snd D /\ meets g (fst D)) as H by (specialize (W H); lia).
    intros D HD. split; [now apply l_nonneg | now apply g_satisfies].
  Qed.

  Theorem bound : gain * Z.of_nat (length g) <= value.
  Proof.
    pose proof bound_losses. pose proof (sum_nonneg loss cells loss_nonneg). lia.
  Qed.

  (** ** Fixing: a graph that has as many moves as are asked for loses no more than the gap at any cell. *)

  Variable target : Z.
  Hypothesis enough_moves : target <= gain * Z.of_nat (length g).

  Lemma loss_le_gap v : In v cells -> loss v <= value - target.
  Proof.
    intros H. pose proof bound_losses. pose proof (sum_one loss v cells loss_nonneg H). lia.
  Qed.

  Theorem fix_present v :
    In v cells -> known v = Free -> profit v > value - target -> In v (map dot g).
  Proof.
    intros Hv K P. destruct (placed_or_not v) as [H | H]; [exact H |].
    pose proof (loss_le_gap v Hv) as L. pose proof (loss_nonneg v Hv).
    rewrite loss_of_no_move in * by exact H. unfold summand in *. rewrite K in *. lia.
  Qed.

  Theorem fix_forbidden m :
    In (dot m) cells -> summand known profit (dot m) - weight gain u r l m > value - target -> ~ In m g.
  Proof.
    intros Hv P Hm. pose proof (loss_le_gap _ Hv) as L. rewrite loss_of_move in L by exact Hm. lia.
  Qed.

  (** At two cells together it loses no more, either. *)
  Lemma two_losses v v' : In v cells -> In v' cells -> v <> v' -> loss v + loss v' <= value - target.
  Proof.
    intros H H' N. pose proof bound_losses.
    assert (T : sum loss [v; v'] <= sum loss cells).
    { apply sum_incl; [| intros x [<- | [<- | []]]; assumption | exact loss_nonneg].
      constructor; [intros [E | []]; congruence | constructor; [intros [] | constructor]]. }
    rewrite !sum_cons in T. change (sum loss []) with 0 in T. lia.
  Qed.

  Theorem fix_present_pair v v' :
    In v cells -> In v' cells -> v <> v' -> (~ In v (map dot g) -> ~ In v' (map dot g)) ->
    summand known profit v + summand known profit v' > value - target -> In v (map dot g).
  Proof.
    intros Hv Hv' N T P. destruct (placed_or_not v) as [H | H]; [exact H |].
    pose proof (two_losses v v' Hv Hv' N) as L. rewrite !loss_of_no_move in L by auto. lia.
  Qed.

  Theorem fix_forbidden_pair m m' :
    In (dot m) cells -> In (dot m') cells -> dot m <> dot m' -> In m' g ->
    (summand known profit (dot m) - weight gain u r l m) + (summand known profit (dot m') - weight gain u r l m') > value - target ->
    ~ In m g.
  Proof.
    intros Hv Hv' N Hm' P Hm. pose proof (two_losses _ _ Hv Hv' N) as L. rewrite !loss_of_move in L by assumption. lia.
  Qed.

End Node.
