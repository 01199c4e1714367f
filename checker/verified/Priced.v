(** What the checker concludes from multipliers: it is the bound of Bound.v that it computes. *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes Symmetry HalfTurn Coverage Useful Rules Program Keys Known.
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

Section Counterexample.

  Context {claim : statement} {small : in_small_box claim} {g : list move} {C : counterexample claim g}.

  Local Notation B := (size_of claim).
  Local Notation b := (make_board claim).
  Local Notation key := (key B).
  Local Notation shape_of := (shape_of claim).
  Local Notation numeral := (numeral claim).
  Local Notation sat := (sat claim).

  Definition demand_of (side : list int) : demand := fun c => among (key c) side.

  Lemma pay_side_pays c l side : 0 <= l -> forall t t', pay_side t l side = Some t' ->
    (if demand_of side c then l else 0) + t.[key c] <= t'.[key c].
  Proof.
    intros L. induction side as [| i side IH]; cbn [pay_side]; intros t t'.
    - intros [= <-]. cbn. lia.
    - destruct (i <? PArray.length t)%uint63 eqn:R; [| discriminate]. intros E. apply IH in E.
      cbn [demand_of among existsb] in *. fold (among (key c) side) in *. fold (demand_of side c) in *.
      destruct (eqi_spec (key c) i) as [<- | N]; cbn [orb].
      + rewrite get_set_same in E by exact R. destruct (demand_of side c); lia.
      + rewrite get_set_other in E by congruence. exact E.
  Qed.

  Lemma pay_sides_pays sides ls : forall t t', pay_sides t sides ls = Some t' ->
    List.length sides = List.length ls /\ (forall l, In l ls -> 0 <= l) /\
    forall c, worth (combine (map demand_of sides) ls) c + t.[key c] <= t'.[key c].
  Proof.
    revert ls. induction sides as [| side sides IH]; intros [| l ls] t t'; cbn [pay_sides]; try discriminate.
    - intros [= <-]. repeat split; [intros ? [] |]. intros c. cbn. lia.
    - destruct (Z.leb_spec 0 l) as [L | _]; [| discriminate].
      destruct (pay_side t l side) as [t1 |] eqn:E1; [| discriminate]. intros E. apply IH in E as (EL & P & W). repeat split.
      + cbn [List.length]. now rewrite EL.
      + intros l' [<- | H]; auto.
      + intros c. pose proof (pay_side_pays c l side L _ _ E1) as W1. specialize (W c). cbn [map combine].
        change (worth ((demand_of side, l) :: combine (map demand_of sides) ls) c)
          with ((if demand_of side c then l else 0) + worth (combine (map demand_of sides) ls) c). lia.
  Qed.

  Lemma fill_nonneg l : forall t i t', fill t i l = Some t' -> (forall x, 0 <= t.[x]) -> forall x, 0 <= t'.[x].
  Proof.
    induction l as [| u l IH]; cbn [fill]; intros t i t'; [now intros [= <-] |].
    destruct (Z.leb_spec 0 u) as [P | _]; [| discriminate]. intros E N. apply (IH _ _ _ E).
    intros x. destruct (get_set t i x u) as [-> | (_ & ->)]; [apply N | exact P].
  Qed.

  Definition use_in (r : option (array Z)) (x : int) : Z := match r with Some r => r.[x] | None => 0 end.

  (** What counts of uses is not negative, and 0 but for inner cells. *)
  Definition proper (r : option (array Z)) : Prop := forall x, 0 <= use_in r x /\ (0 < use_in r x -> In x (inner_keys b)).

  Lemma make_uses_proper rs r : make_uses b rs = Some r -> proper r.
  Proof.
    unfold make_uses, proper. generalize (inner_keys b). intros ks. assert (Z0 : forall x, (make (cell_count b) 0).[x] = 0) by (intros y; apply get_make).
    destruct rs as [| r0 rs]; [intros X; apply some_inj in X as []; cbn [use_in]; lia |].
    destruct ks as [| k ks]; [intros X; apply some_inj in X as []; cbn [use_in]; lia |].
    destruct (fill _ _ (r0 :: rs)) as [t |] eqn:E; [| discriminate]. intros X. apply some_inj in X as [].
    assert (N : forall x, 0 <= t.[x]) by (eapply fill_nonneg; [exact E | intros x; rewrite Z0; lia]).
    assert (G : forall l, incl l (k :: ks) -> forall a, (forall x, 0 <= a.[x] /\ (0 < a.[x] -> In x (k :: ks))) ->
      forall x, 0 <= (fold_left (fun r i => r.[i <- t.[i]]) l a).[x] /\
                (0 < (fold_left (fun r i => r.[i <- t.[i]]) l a).[x] -> In x (k :: ks))).
    { induction l as [| i l IH]; intros I a A x; cbn [fold_left]; [apply A |].
      apply IH; [intros y Hy; apply I; now right |]. intros y.
      destruct (get_set a i y t.[i]) as [-> | (-> & ->)]; [apply A |]. split; [apply N |]. intros _. apply I. now left. }
    intros x. cbn [use_in]. apply G; [apply incl_refl |]. intros y. rewrite Z0. lia.
  Qed.

  Lemma make_prices_right l0 l1 l2 l3 ls rs u : make_prices b l0 l1 l2 l3 ls rs = Some u ->
    (forall d x, 0 <= (price_table u d).[x]) /\ proper (uses u) /\ pay_sides (make (cell_count b) 0) (sides b) ls = Some (paid u).
  Proof.
    unfold make_prices.
    destruct (fill _ _ l0) as [t0 |] eqn:E0; [| discriminate]. destruct (fill _ _ l1) as [t1 |] eqn:E1; [| discriminate].
    destruct (fill _ _ l2) as [t2 |] eqn:E2; [| discriminate]. destruct (fill _ _ l3) as [t3 |] eqn:E3; [| discriminate].
    destruct (pay_sides _ _ ls) as [p |]; [| discriminate]. destruct (make_uses b rs) as [r |] eqn:Er; [| discriminate].
    intros X. apply some_inj in X as []. split; [intros d x | split; [exact (make_uses_proper rs r Er) | reflexivity]].
    assert (Z0 : forall x, 0 <= (make (cell_count b) 0).[x]) by (intros y; rewrite get_make; lia).
    destruct d; cbn [price_table horizontal vertical falling rising]; eapply fill_nonneg; eauto.
  Qed.

  Section Evaluated.

    Variables (st : state) (us : list Z * list Z * list Z * list Z) (ls rs : list Z) (e : evaluation).
    Hypothesis H : sat st g.
    Hypothesis E : evaluate b st us ls rs = Some e.

    Definition price : slot_price := fun d c => (price_table (table e) d).[key c].
    Definition use_price (c : cell) : Z := use_in (uses (table e)) (key c).
    Definition multipliers : list (demand * Z) := combine (map demand_of (sides b)) ls.
    Definition known (c : cell) : status :=
      if (allowed st).[key c] == 0%uint63 then Absent else if (present st).[key c] then Present else Free.
    Definition may (m : move) : bool := existsb (Z.eqb (place m)) all_places && bit (allowed st).[key (dot m)] (numeral m).
    Definition profit (c : cell) : Z := profit_at b (table e) (allowed st).[key c] (key c).
    Definition target : Z := gain_of claim * Z.max (moves_of claim) (count_present b st).

    Lemma evaluated :
      (forall d c, 0 <= price d c) /\ proper (uses (table e)) /\ (forall l, In l ls -> 0 <= l) /\
      (forall c, worth multipliers c <= (paid (table e)).[key c]) /\
      excess e = value (outside B) known profit price multipliers - target.
    Proof.
      revert E. unfold evaluate. destruct us as [[[l0 l1] l2] l3].
      destruct (make_prices b l0 l1 l2 l3 ls rs) as [u |] eqn:Eu; [| discriminate].
      match goal with |- Some ?r = _ -> _ => intros Er; assert (Ee : r = e) by congruence; clear Er end.
      assert (Et : table e = u) by now rewrite <- Ee.
      apply make_prices_right in Eu as (Pu & Ru & Eu). apply pay_sides_pays in Eu as (L & P & W).
      split; [| split; [now rewrite Et | split; [exact P | split]]].
      - intros d c. unfold price. rewrite Et. apply Pu.
      - intros c. rewrite Et. specialize (W c). rewrite get_make in W. fold multipliers in W. lia.
      - rewrite <- Ee. cbn [excess]. unfold value, target. change (gain b) with (gain_of claim). change (moves b) with (moves_of claim).
        assert (sum (earned_at u) (cross_keys b) = sum (earned price) cross) as ->.
        { change (cross_keys b) with (map key cross). rewrite sum_map. apply sum_ext. intros c _. unfold price. rewrite Et. reflexivity. }
        assert (sum (fun l => l) ls = sum snd multipliers) as ->.
        { unfold multipliers. clear - L. rewrite <- (map_length demand_of) in L. revert L.
          generalize (map demand_of (sides b)). generalize ls. intros l. induction l as [| x l IH]; intros [| D Ds]; cbn [List.length]; try discriminate.
          - reflexivity.
          - intros L. cbn [combine]. rewrite !sum_cons. cbn [snd]. rewrite (IH Ds); [reflexivity | congruence]. }
        match goal with |- _ + sum ?f _ - _ - _ = _ => assert (sum f (keys b) = sum (summand known profit) (outside B)) as -> end;
          [| reflexivity].
        change (keys b) with (map key (outside B)). rewrite sum_map. apply sum_ext. intros c _. unfold summand, known, profit.
        rewrite Et. unfold summand_at. now destruct ((allowed st).[key c] == 0%uint63), ((present st).[key c]).
    Qed.

    Lemma weight_le m : weight (gain_of claim) price use_price multipliers m
      <= weight_at b (table e) (brought_at (table e) (key (dot m))) (key (dot m)) (shape_of m).
    Proof.
      destruct evaluated as (_ & _ & _ & W & _). specialize (W (dot m)). unfold weight, weight_at, brought_at.
      rewrite sum_along_line, <- line_keys_line, sum_map. cbn [sdir shape_of make_shape]. change (gain b) with (gain_of claim).
      change (sum (fun c => (price_table (table e) (dir m)).[key c]) (line m)) with (cost price m).
      change (earned_at (table e) (key (dot m))) with (earned price (dot m)).
      assert (use_at (table e) (key (dot m)) (shape_of m) = use use_price m) as ->.
      { unfold use_at, use, use_price, use_in. destruct (uses (table e)) as [r |]; [| reflexivity].
        now rewrite sum_along_line, <- line_keys_line, sum_map. }
      lia.
    Qed.

    (** No dot is asked for more uses than it has. *)
    Lemma uses_hold : 0 <= sum (use use_price) g.
    Proof.
      destruct evaluated as (_ & R & _). apply uses_nonneg; [exact g_graph | intros c; apply R |].
      intros m Hm Pm. apply R in Pm. revert Pm. cbn [inner_keys make_board].
      destruct (counts_uses claim) eqn:U; [| intros []]. intros I. apply in_map_iff in I as (c & Ec & Hc).
      apply filter_In in Hc as (Hc & I). apply key_inj in Ec; [subst c | now apply outside_contained | now apply g_dot].
      exact (proj2 C U m Hm I).
    Qed.

    Lemma profit_covers m : may m = true -> weight (gain_of claim) price use_price multipliers m <= profit (dot m).
    Proof.
      unfold may. intros M. apply andb_true_iff in M as (P & M). apply existsb_exists in P as (p & P & Ep).
      apply Z.eqb_eq in Ep. rewrite <- Ep in P. etransitivity; [apply weight_le |].
      unfold profit, profit_at. cbv zeta. pose proof (shape_of_in (claim := claim) m P) as Hs. revert Hs.
      set (f := fun p s => if has _ s then Z.max p _ else p).
      assert (Up : forall l p, p <= fold_left f l p).
      { induction l as [| s l IH]; intros q; cbn [fold_left]; [reflexivity |].
        etransitivity; [| apply IH]. unfold f. destruct (has _ s); lia. }
      generalize least. generalize (shapes b). induction l as [| s l IH]; intros q Hs; [contradiction |].
      cbn [fold_left]. destruct Hs as [-> | Hs]; [| now apply IH].
      etransitivity; [| apply Up]. unfold f. unfold has. fold (numeral m). rewrite M. lia.
    Qed.

    Lemma known_placed v : In v (outside B) -> (present st).[key v] = true -> In v (map dot g).
    Proof.
      intros Hv P. destruct (of_present st g H _ P) as (m & Hm & Ek).
      apply key_inj in Ek as <-; [now apply in_map | now apply g_dot | now apply outside_contained].
    Qed.

    Lemma satisfied : satisfies (outside B) known may multipliers g.
    Proof.
      split.
      - apply dot_outside.
      - intros v Hv K. apply known_placed; [exact Hv |]. unfold known in K.
        destruct (_ == _); [discriminate |]. now destruct ((present st).[key v]).
      - intros v K Hv. apply in_map_iff in Hv as (m & <- & Hm).
        refine (dead_unplaced st (key (dot m)) m H _ Hm eq_refl). unfold known in K. unfold dead.
        destruct (_ == _); [reflexivity |]. destruct ((present st).[key (dot m)]); discriminate.
      - intros m Hm. unfold may. rewrite (of_allowed st g H m Hm), andb_true_r. apply existsb_exists.
        exists (place m). split; [now apply g_place | apply Z.eqb_refl].
      - intros [D l] HD. unfold multipliers in HD. apply in_combine_l, in_map_iff in HD as (side & <- & HD).
        destruct (g_sides side HD) as (m & Hm & I). exists m. split; [exact Hm |]. now apply among_spec.
    Qed.

    Lemma gain_nonneg : 0 <= gain_of claim.
    Proof. assert (P : forall T, 0 <= gain_of T) by (intros []; cbn; lia). apply P. Qed.

    Lemma target_reached : target <= gain_of claim * Z.of_nat (List.length g).
    Proof.
      unfold target. apply Z.mul_le_mono_nonneg_l; [apply gain_nonneg | exact (enough_moves st H)].
    Qed.

    Lemma multipliers_nonneg D : In D multipliers -> 0 <= snd D.
    Proof. destruct D as [D l]. intros HD. apply in_combine_r in HD. now apply evaluated. Qed.

    Lemma enough_profit m : In (dot m) (outside B) -> may m = true -> weight (gain_of claim) price use_price multipliers m <= profit (dot m).
    Proof. intros _. apply profit_covers. Qed.

    Lemma not_below : 0 <= excess e.
    Proof.
      destruct evaluated as (P & _ & _ & _ & ->).
      pose proof (bound (gain_of claim) price use_price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                    enough_profit g g_graph satisfied uses_hold) as X.
      pose proof target_reached. lia.
    Qed.

    Lemma judged i j : In i (keys b) -> judge b st e i = Some j ->
      (forall m, In m g -> key (dot m) = fst (fst j) -> bit (snd (fst j)) (numeral m) = true) /\
      (snd j = true -> exists m, In m g /\ key (dot m) = fst (fst j)).
    Proof.
      intros Hi. change (keys b) with (map key (outside B)) in Hi. apply in_map_iff in Hi as (v & <- & Hv).
      intros Ej. apply judge_parts in Ej as (Ea & p & Ep & E1 & E2 & E3). rewrite E1, E2, E3. clear E1 E2 E3.
      assert (Ev : profit v = p) by (rewrite Ep; reflexivity). clear Ep.
      destruct evaluated as (P & _ & _ & _ & X).
      assert (Es : summand_at (present st).[key v] p = summand known profit v).
      { unfold summand, known. rewrite Ea, <- Ev. unfold summand_at. now destruct ((present st).[key v]). }
      rewrite Es, <- Ev. split.
      - intros m Hm Ek. assert (dot m = v) as Ed.
        { apply key_inj in Ek; [exact Ek | now apply g_dot | now apply outside_contained]. }
        apply without_keeps; [now apply g_place | rewrite <- Ek; now apply (of_allowed st g H) |].
        apply not_true_is_false. intros T. apply andb_true_iff in T as (_ & T). apply Z.ltb_lt in T.
        apply (fix_forbidden (gain_of claim) price use_price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                 enough_profit g g_graph satisfied uses_hold target target_reached m); [now rewrite Ed | | exact Hm].
        pose proof (weight_le m) as W. rewrite Ed in W |- *. lia.
      - intros M. apply andb_true_iff in M as (N & M). apply Z.ltb_lt in M. apply negb_true_iff in N.
        assert (Iv : In v (map dot g)).
        { apply (fix_present (gain_of claim) price use_price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                   enough_profit g g_graph satisfied uses_hold target target_reached v Hv); [| lia].
          unfold known. now rewrite Ea, N. }
        apply in_map_iff in Iv as (m & Em & Hm). exists m. now rewrite Em.
    Qed.

    Lemma judged_pair i k j : (twins b).[i] = Some k -> judge_pair b st e i k = Some j ->
      (forall m, In m g -> key (dot m) = fst (fst j) -> bit (snd (fst j)) (numeral m) = true) /\
      (snd j = true -> exists m, In m g /\ key (dot m) = fst (fst j)).
    Proof.
      intros Tw Ej. apply twin_spec in Tw as (T & v & Hv & <- & ->).
      apply judge_pair_parts in Ej as (Ea & Ea' & p & p' & Ep & Ep' & E1 & E2 & E3). rewrite E1, E2, E3. clear E1 E2 E3.
      destruct evaluated as (P & _ & _ & _ & X).
      assert (Cv : contains B v) by now apply outside_contained.
      assert (Cv' : contains B (turn_cell v)) by now apply contains_turned.
      assert (Hv' : In (turn_cell v) (outside B)).
      { apply outside_spec. split; [exact Cv' |]. intros Hc. apply outside_spec in Hv as (_ & Nc). apply Nc.
        rewrite <- half_turn_cells in Hc. now apply cross_from_cross in Hc. }
      assert (S : forall w, ((allowed st).[key w] == 0%uint63) = false ->
        summand_at (present st).[key w] (profit_at b (table e) (allowed st).[key w] (key w)) = summand known profit w).
      { intros w Ew. unfold summand, known, profit. rewrite Ew. unfold summand_at. now destruct ((present st).[key w]). }
      rewrite (S v Ea) in Ep. rewrite (S _ Ea') in Ep'. subst p p'.
      assert (Away : v <> turn_cell v) by (intros E0; exact (turn_moves v (eq_sym E0))).
      split.
      - intros m Hm Ek. assert (dot m = v) as Ed by (apply key_inj in Ek; [exact Ek | now apply g_dot | exact Cv]).
        apply without_keeps; [now apply g_place | rewrite <- Ek; now apply (of_allowed st g H) |].
        apply not_true_is_false. intros Y. apply andb_true_iff in Y as (_ & Y).
        destruct (find_shape b (turned_number (shape_of m))) as [s' |] eqn:Es; [| discriminate].
        apply Z.ltb_lt in Y. apply found in Es as (Is & En).
        assert (Ht : In (turn m) g) by now apply g_turned.
        assert (s' = shape_of (turn m)) as -> by (apply same_number; [exact Is | now apply g_place | now rewrite numeral_turned]).
        assert (Et : dot (turn m) = turn_cell v) by (unfold turn; cbn [dot]; now rewrite Ed).
        pose proof (weight_le m) as W. pose proof (weight_le (turn m)) as W'. rewrite Ed in W. rewrite Et in W'.
        apply (fix_forbidden_pair (gain_of claim) price use_price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                 enough_profit g g_graph satisfied uses_hold target target_reached m (turn m)); rewrite ?Ed, ?Et; try assumption. lia.
      - intros M. apply andb_true_iff in M as (N & M). apply Z.ltb_lt in M.
        assert (Iv : In v (map dot g)).
        { apply (fix_present_pair (gain_of claim) price use_price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                   enough_profit g g_graph satisfied uses_hold target target_reached v (turn_cell v) Hv Hv' Away); [| lia].
          intros Nv Hw. apply Nv. rewrite <- (turn_cell_twice v). apply symmetric_dot; [now apply g_symmetric | exact Hw]. }
        apply in_map_iff in Iv as (m & Em & Hm). exists m. now rewrite Em.
    Qed.

    Lemma judged_any i j : In i (keys b) -> judge_any b st e i = Some j ->
      (forall m, In m g -> key (dot m) = fst (fst j) -> bit (snd (fst j)) (numeral m) = true) /\
      (snd j = true -> exists m, In m g /\ key (dot m) = fst (fst j)).
    Proof.
      intros Hi. unfold judge_any. destruct ((twins b).[i]) as [k |] eqn:E1; [now apply judged_pair | now apply judged].
    Qed.

    Lemma fixed_sat : sat (fix_by b st e) g.
    Proof.
      assert (J : forall l j, In j (judgements b st e l) -> exists i, In i l /\ judge_any b st e i = Some j).
      { induction l as [| i l IH]; cbn [judgements]; [intros ? [] |]. intros j Hj.
        destruct (judge_any b st e i) as [j' |] eqn:Ej; [destruct Hj as [<- | Hj] |].
        - exists i. split; [now left | exact Ej].
        - destruct (IH j Hj) as (i' & ? & ?). exists i'. split; [now right | assumption].
        - destruct (IH j Hj) as (i' & ? & ?). exists i'. split; [now right | assumption]. }
      assert (K : forall l st', (forall j, In j l ->
          (forall m, In m g -> key (dot m) = fst (fst j) -> bit (snd (fst j)) (numeral m) = true) /\
          (snd j = true -> exists m, In m g /\ key (dot m) = fst (fst j))) ->
        sat st' g -> sat (fold_left apply_judgement l st') g).
      { induction l as [| j l IH]; intros st' F H'; [exact H' |]. cbn [fold_left].
        apply IH; [intros j' Hj'; apply F; now right |]. destruct (F j (or_introl eq_refl)) as (F1 & F2).
        destruct j as [[i mask] must]. cbn [apply_judgement fst snd] in *.
        assert (H1 : sat (with_allowed st' i mask) g) by now apply sat_allowed.
        destruct must; [| exact H1]. apply sat_present; [exact H1 | now apply F2]. }
      unfold fix_by. apply K; [| exact H]. intros j Hj. destruct (J _ j Hj) as (i & Hi & Ej). now apply (judged_any i).
    Qed.

  End Evaluated.

End Counterexample.
