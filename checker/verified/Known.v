(** What a state says of a counterexample, and that the first state says nothing false. *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Sums Graph Boxes Symmetry HalfTurn Coverage Useful Rules Program Keys.
Import ListNotations.
Open Scope Z_scope.

Local Notation "x == y" := (Uint63.eqb x y) (at level 70).
Local Notation "t .[ i ]" := (PArray.get t i) (at level 2, left associativity, format "t .[ i ]").
Local Notation "t .[ i <- a ]" := (PArray.set t i a) (at level 2, left associativity, format "t .[ i <- a ]").

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.
Local Arguments Z.mul : simpl never.
Local Arguments Z.leb : simpl never.

(** An object that the claim denies. *)
Definition denied (claim : statement) (g : list move) : Prop :=
  match claim with
  | AtMost o B N => is_object o g /\ box_of g = B /\ N + 1 <= Z.of_nat (List.length g)
  | AllBut o B N ps => is_object o g /\ box_of g = B /\ N + 1 <= Z.of_nat (List.length g) /\ ~ ends_in ps g
  | Nothing o B => is_object o g /\ box_of g = B
  | NoArrival B A => arrives B A g
  end.

(** One of those that have no useless dots, if these may be taken. *)
Definition counterexample (claim : statement) (g : list move) : Prop :=
  denied claim g /\ (counts_uses claim = true -> useful (size_of claim) g).
Existing Class counterexample.

Theorem without_useless_dots claim g : denied claim g -> exists g', counterexample claim g'.
Proof.
  unfold counterexample. destruct claim as [o B N | o B N ps | o B | B A]; cbn [denied counts_uses size_of]; intros D.
  - exists g. split; [exact D | discriminate].
  - exists g. split; [exact D | discriminate].
  - destruct D as (O & E). destruct (object_without_useless_dots o B (List.length g) g (Nat.le_refl _) O E) as (g' & O' & E' & U).
    exists g'. auto.
  - destruct (existsb (fun k => 0 <? distance A k) [Top; Right; Bottom; Left]) eqn:T; [| exists g; split; [exact D | discriminate]].
    apply existsb_exists in T as (k & _ & T). apply Z.ltb_lt in T.
    destruct (arrival_without_useless_dots B A k (List.length g) T g (Nat.le_refl _) D) as (g' & D' & U). exists g'. auto.
Qed.

Section Claim.

  Context {claim : statement} {small : in_small_box claim}.

  Local Notation B := (size_of claim).
  Local Notation b := (make_board claim).
  Local Notation key := (key B).
  Local Notation shape_of := (shape_of claim).
  Local Notation numeral := (numeral claim).

  Record sat (st : state) (g : list move) : Prop := {
    of_allowed : forall m, In m g -> bit (allowed st).[key (dot m)] (numeral m) = true;
    of_present : forall i, (present st).[i] = true -> exists m, In m g /\ key (dot m) = i;
    of_drawn : match drawn st with
      | None => True
      | Some (cells, d, i) => exists m, In m g /\ dir m = d /\ map key (line m) = cells /\ key (dot m) = i
      end
  }.

  Section Counterexample.

    Context {g : list move} {C : counterexample claim g}.

    Lemma g_game : ordered b = true -> game g.
    Proof.
      change (ordered b) with (ordered_in claim). generalize (proj1 C : denied claim g). unfold denied.
      destruct claim as [[] B N | [] B N ps | [] B | B A]; try discriminate; intros H _; apply H.
    Qed.

    Lemma g_graph : graph g.
    Proof.
      generalize (proj1 C : denied claim g). unfold denied. destruct claim as [o B N | o B N ps | o B | B A]; intros (G & _).
      - exact (serves_object Graphs o g (ltac:(now destruct o)) G).
      - exact (serves_object Graphs o g (ltac:(now destruct o)) G).
      - exact (serves_object Graphs o g (ltac:(now destruct o)) G).
      - now apply game_graph.
    Qed.

    Lemma g_box : box_of g = B.
    Proof. generalize (proj1 C : denied claim g). unfold denied. destruct claim; intros H; apply H. Qed.

    Lemma g_symmetric : turned_in claim = true -> symmetric g.
    Proof.
      generalize (proj1 C : denied claim g). unfold denied. destruct claim as [[] B N | [] B N ps | [] B | B A]; try discriminate; intros H _; apply H.
    Qed.

    Lemma g_moves : moves_of claim <= Z.of_nat (List.length g).
    Proof.
      pose proof g_symmetric as T. revert T. generalize (proj1 C : denied claim g). unfold denied, moves_of, turned_in.
      assert (Even : forall o N, (are_symmetric o = true -> symmetric g) -> N + 1 <= Z.of_nat (List.length g) ->
        (if are_symmetric o && Z.even N then N + 2 else N + 1) <= Z.of_nat (List.length g)).
      { intros o N T H. destruct (are_symmetric o && Z.even N) eqn:E; [| exact H].
        apply andb_true_iff in E as (S & E). destruct (symmetric_even g g_graph (T S)) as (k & K). apply Z.even_spec in E as (n & E). lia. }
      destruct claim as [o B N | o B N ps | o B | B A]; intros H T; [| | lia ..]; now apply Even.
    Qed.

    (** Cells and moves, and their images. *)
    Lemma g_turned m : turned_in claim = true -> In m g -> In (turn m) g.
    Proof. intros T. exact (g_symmetric T m). Qed.

    Lemma contains_turned c : turned_in claim = true -> contains B c -> contains B (turn_cell c).
    Proof. intros T. rewrite <- g_box. apply symmetric_contains. now apply g_symmetric. Qed.

    Lemma numeral_turned m : numeral (turn m) = turned_number (shape_of m).
    Proof. reflexivity. Qed.

    Lemma g_arrives A : arrival_of claim = Some A -> arrives B A g.
    Proof. generalize (proj1 C : denied claim g). unfold denied, arrival_of. destruct claim; try discriminate. now intros ? [= ->]. Qed.

    Lemma g_in c : In c (dots g) -> contains B c.
    Proof. rewrite <- g_box. apply box_contains. Qed.

    Lemma g_place m : In m g -> In (place m) all_places.
    Proof. exact (on_its_line g g_graph m). Qed.

    Lemma g_line m c : In m g -> In c (line m) -> contains B c.
    Proof. intros H L. apply g_in. exact (lines_dotted g g_graph m c H L). Qed.

    Lemma g_dot m : In m g -> contains B (dot m).
    Proof. intros H. apply g_in, in_dots, H. Qed.

    Lemma dot_outside m : In m g -> In (dot m) (outside B).
    Proof. intros H. apply outside_spec. split; [now apply g_dot | exact (not_on_cross g g_graph m H)]. Qed.

    Lemma same_dot m m' : In m g -> In m' g -> key (dot m) = key (dot m') -> m = m'.
    Proof.
      intros H H' E. apply key_inj in E; [| now apply g_dot ..].
      destruct (move_eq_dec m m') as [? | N]; [assumption |]. destruct (p4_only_move g g_graph m' m H' E N H).
    Qed.

    Lemma uncrossed_not_cross c : contains B c -> (crossed b).[key c] = false -> ~ In c cross.
    Proof.
      intros H E. apply uncrossed in E as (c' & H' & E). apply outside_spec in H' as (H' & N).
      apply key_inj in E; [now subst | assumption ..].
    Qed.

    (** A cell of a line that is no cell of the cross is placed. *)
    Lemma on_line_placed m c : In m g -> In c (line m) -> (crossed b).[key c] = false -> exists m', In m' g /\ dot m' = c.
    Proof.
      intros H L N. apply uncrossed_not_cross in N; [| now apply (g_line m)].
      apply (lines_dotted g g_graph m c H) in L. apply dots_placed in L as [L | L]; [| contradiction].
      apply in_map_iff in L as (m' & E & H'). now exists m'.
    Qed.

    Lemma g_sides side : In side (sides b) -> exists m, In m g /\ In (key (dot m)) side.
    Proof.
      cbn [sides make_board]. intros H. apply in_map_iff in H as (k & <- & Hk).
      apply filter_In in Hk as (_ & Hk). apply Z.ltb_lt in Hk. rewrite <- g_box in Hk.
      destruct (side_met g k Hk) as (m & Hm & E). exists m. split; [exact Hm |]. unfold side_keys. apply in_map, filter_In.
      split; [now apply dot_outside | rewrite g_box in E; exact E].
    Qed.

    (** *** Adding facts *)

    Lemma sat_allowed st i mask :
      sat st g -> (forall m, In m g -> key (dot m) = i -> bit mask (numeral m) = true) -> sat (with_allowed st i mask) g.
    Proof.
      intros [A P R] H. split; cbn [allowed present drawn with_allowed]; try assumption.
      intros m Hm. destruct (get_set (allowed st) i (key (dot m)) mask) as [-> | (E & ->)]; auto.
    Qed.

    Lemma sat_present st i : sat st g -> (exists m, In m g /\ key (dot m) = i) -> sat (with_present st i) g.
    Proof.
      intros [A P R] H. split; cbn [allowed present drawn with_present]; try assumption.
      intros j E. destruct (get_set (present st) i j true) as [F | (-> & _)]; [apply P; now rewrite F in E | exact H].
    Qed.

    Lemma sat_drawn st cells d i :
      sat st g -> (exists m, In m g /\ dir m = d /\ map key (line m) = cells /\ key (dot m) = i) ->
      sat (with_drawn st cells d i) g.
    Proof. intros [A P R] H. split; assumption. Qed.

    Lemma sat_forbid st i s :
      sat st g -> In s (shapes b) -> (forall m, In m g -> key (dot m) = i -> s <> shape_of m) -> sat (forbid st i s) g.
    Proof.
      intros H Hs N. apply sat_allowed; [exact H |]. intros m Hm E.
      rewrite land_spec, <- E, (of_allowed st g H m Hm). apply others_have; auto using g_place.
    Qed.

    Lemma sat_kill st i : sat st g -> (forall m, In m g -> key (dot m) <> i) -> sat (kill st i) g.
    Proof. intros H N. apply sat_allowed; [exact H |]. intros m Hm E. now destruct (N m Hm). Qed.

    Lemma dead_unplaced st i m : sat st g -> dead st i = true -> In m g -> key (dot m) <> i.
    Proof.
      intros H D Hm E. unfold dead in D. destruct (eqi_spec (allowed st).[i] 0%uint63) as [F | _]; [| discriminate].
      pose proof (of_allowed st g H m Hm) as A. rewrite E, F, bit_0 in A. discriminate.
    Qed.

    (** So many moves the object has at least. *)
    Lemma enough_moves st : sat st g -> Z.max (moves_of claim) (count_present b st) <= Z.of_nat (List.length g).
    Proof.
      intros H. apply Z.max_lub; [apply g_moves |].
      unfold count_present. change (keys b) with (map key (outside B)). rewrite sum_map.
      set (f := fun c => (present st).[key c] && negb (dead st (key c))).
      assert (sum (fun c => if (present st).[key c] then if dead st (key c) then 0 else 1 else 0) (outside B)
              = sum (fun c => if f c then 1 else 0) (outside B)) as ->.
      { apply sum_ext. intros c _. unfold f. now destruct ((present st).[key c]), (dead st (key c)). }
      rewrite count_filter, <- (map_length dot g). apply inj_le, NoDup_incl_length; [apply NoDup_filter, outside_nodup |].
      intros v Hv. apply filter_In in Hv as (Hv & F). apply andb_true_iff in F as (F & _).
      destruct (of_present st g H _ F) as (m & Hm & E). apply in_map_iff. exists m. split; [| exact Hm].
      apply key_inj; [now apply g_dot | now apply outside_contained | exact E].
    Qed.

    (** *** The first state *)

    Lemma possible m : In m g -> impossible claim (dot m) (shape_of m) = false.
    Proof.
      intros Hm. unfold impossible. cbn [sdir splace shape_of make_shape].
      replace (line (Move (dot m) (dir m) (place m))) with (line m) by (destruct m; reflexivity).
      apply orb_false_iff. split.
      - apply negb_false_iff, forallb_forall. intros c L. unfold withinb. apply forallb_forall. intros k _.
        apply Z.leb_le. exact (g_line m c Hm L k).
      - destruct (arrival_of claim) as [A |] eqn:EA; [| reflexivity].
        assert (arrives B A g) as (Gg & Eg & m0 & played & E0 & EB).
        { revert EA. generalize (proj1 C : denied claim g). unfold denied, arrival_of. destruct claim; try discriminate. now intros ? [= ->]. }
        rewrite EB in Eg.
        assert (GG : game (m0 :: played)) by (rewrite <- E0; exact Gg).
        assert (Eb : box_of (m0 :: played) = grow (box_of played) A) by (rewrite <- E0; exact Eg).
        assert (EBB : B = box_of (m0 :: played)) by (rewrite Eb; exact EB).
        rewrite E0 in Hm. apply not_true_is_false. intros X. apply existsb_exists in X as (k & Hk & X).
        apply filter_In in Hk as (_ & Hk). apply Z.ltb_lt in Hk. apply orb_true_iff in X as [X | X].
        + apply existsb_exists in X as (c & L & X). apply andb_true_iff in X as (Xs & Xc).
          unfold on_side in Xs. apply Z.eqb_eq in Xs. apply negb_true_iff in Xc.
          destruct (cell_eqb_spec c (dot m)) as [| N]; [discriminate |].
          refine (arrival_forbidden m0 played A k m c GG Eb Hk L _ N Hm). now rewrite <- EBB.
        + apply andb_true_iff in X as (Xs & X). apply existsb_exists in X as (k' & Hk' & X).
          apply filter_In in Hk' as (_ & Hk'). apply Z.ltb_lt in Hk'.
          unfold on_side in *. apply Z.eqb_eq in Xs. apply negb_true_iff, Z.eqb_neq in X.
          refine (arrival_corner m0 played A k k' (dot m) Eb Hk Hk' _ _ (placed_dot m _ Hm)); now rewrite <- EBB.
    Qed.

    Lemma first_sat : sat (first_state claim b) g.
    Proof.
      split.
      - intros m Hm. cbn [allowed first_state].
        assert (I : incl (outside B) (outside B)) by apply incl_refl. revert I.
        generalize (outside B) at 1 3. intros l.
        assert (H0 : bit (make (cell_count b) all_numbers).[key (dot m)] (numeral m) = true).
        { rewrite get_make. apply (number_facts (dir m) (place m) (dir m) (place m)); now apply g_place. }
        revert H0. generalize (make (cell_count b) all_numbers). induction l as [| c l IH]; cbn [fold_left]; intros t H I.
        + exact H.
        + apply IH; [| intros x Hx; apply I; now right].
          destruct (get_set t (key c) (key (dot m)) (without (impossible claim c) t.[key c] (shapes b))) as [-> | (E & ->)]; [exact H |].
          rewrite <- E. apply without_keeps; [now apply g_place | exact H |].
          apply key_inj in E as <-; [now apply possible | now apply g_dot |].
          assert (Ic : In c (outside B)) by (apply I; now left). now apply outside_spec in Ic.
      - intros i. cbn [present first_state]. rewrite get_make. discriminate.
      - exact I.
    Qed.

  End Counterexample.

End Claim.

Arguments sat claim st g : clear implicits.
