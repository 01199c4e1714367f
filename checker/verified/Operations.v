(** Of each operation that the checker accepts: no counterexample is lost by it. *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes Symmetry HalfTurn Coverage Rules Program Keys Known Priced.
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

  (** *** Orders of play *)

  Section Sets.

    Variables (st : state) (U : list int).
    Hypothesis H : sat st g.

    Let outer c := (set_of b U).[key c] = false.

    Lemma needs_other_spec i s : needs_other (set_of b U) i s = true ->
      exists x, In x (line_keys i s) /\ x <> i /\ (set_of b U).[x] = true.
    Proof.
      unfold needs_other. intros E. apply existsb_exists in E as (x & Hx & E). apply andb_true_iff in E as (N & E).
      exists x. repeat split; [exact Hx | | exact E]. destruct (eqi_spec x i); [discriminate | assumption].
    Qed.

    Lemma held_spec m : In m g -> held b st (set_of b U) (key (dot m)) = true ->
      (forall c, In c (line m) -> c <> dot m -> outer c) -> False.
    Proof.
      intros Hm E O. unfold held in E. rewrite forallb_forall in E.
      specialize (E (shape_of m) (shape_of_in m (g_place m Hm))).
      apply orb_true_iff in E as [E | E].
      - apply negb_true_iff in E. unfold has in E. fold (numeral m) in E. rewrite (of_allowed st g H m Hm) in E. discriminate.
      - apply needs_other_spec in E as (x & Hx & N & E). apply in_line_keys in Hx as (c & L & <-).
        specialize (O c L). unfold outer in O. rewrite O in E; [discriminate |]. intros ->. now apply N.
    Qed.

    Lemma set_off_cross : (forall w, In w U -> (crossed b).[w] = false) -> forall c, In c cross -> outer c.
    Proof.
      intros O c Hc. unfold outer. destruct ((set_of b U).[key c]) eqn:E; [| reflexivity]. apply set_of_in, O in E.
      destruct (uncrossed_not_cross c); [| exact E | exact Hc]. apply g_in, in_or_app. now right.
    Qed.

  End Sets.

  (** *** Each operation *)

  (** Whether a move with the dot and the shape of an operation is the one of a game. *)
  Lemma line_of_move m i s : In m g -> key (dot m) = i -> s = shape_of m -> line_keys i s = map key (line m).
  Proof. intros _ <- ->. symmetry. apply line_keys_line. Qed.

  Lemma kill_all st U : sat st g -> (forall i m, In i U -> In m g -> key (dot m) <> i) -> sat (fold_left kill U st) g.
  Proof.
    revert st. induction U as [| i U IH]; intros st H N; [exact H |]. cbn [fold_left]. apply IH.
    - apply sat_kill; [exact H |]. intros m Hm. apply N; [now left | exact Hm].
    - intros j m Hj. apply N. now right.
  Qed.

  Lemma dead_sat st i n c st' : sat st g -> deduce b st (Dead i n c) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
    destruct (among c (line_keys i s) && negb (crossed b).[c] && dead st c) eqn:T; [| discriminate].
    intros X. apply some_inj in X as []. rewrite !andb_true_iff, negb_true_iff, among_spec in T. destruct T as ((L & N) & D).
    apply sat_forbid; [exact H | exact Is |]. intros m Hm Ei Ef.
    rewrite (line_of_move m i s Hm Ei Ef), in_map_iff in L. destruct L as (c' & Ec & L).
    rewrite <- Ec in N. destruct (on_line_placed m c' Hm L N) as (m' & Hm' & E').
    refine (dead_unplaced st c m' H D Hm' _). now rewrite E'.
  Qed.

  Lemma forced_sat st i n st' : sat st g -> deduce b st (Forced i n) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
    destruct ((present st).[i] && (((allowed st).[i] land others s)%uint63 == 0%uint63)) eqn:T; [| discriminate].
    intros X. apply some_inj in X as []. apply andb_true_iff in T as (P & N). apply Uint63.eqb_correct in N.
    destruct (of_present st g H i P) as (m & Hm & Ei). apply sat_drawn; [exact H |].
    assert (s = shape_of m) as Ef.
    { destruct (Uint63.eqb (number s) (numeral m)) eqn:En.
      - apply Uint63.eqb_correct in En. apply same_number; auto using g_place.
      - exfalso. pose proof (of_allowed st g H m Hm) as A. rewrite Ei in A.
        assert (F : bit ((allowed st).[i] land others s)%uint63 (numeral m) = true).
        { rewrite land_spec, A. apply others_have; [exact Is | now apply g_place |].
          intros Ef. rewrite Ef in En. unfold numeral in En. rewrite Uint63.eqb_refl in En. discriminate. }
        rewrite N, bit_0 in F. discriminate. }
    exists m. repeat split; [exact Hm | now rewrite Ef | symmetry; now apply line_of_move | exact Ei].
  Qed.

  Lemma here_sat st c st' : sat st g -> deduce b st (Here c) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. pose proof (of_drawn st g H) as R. destruct (drawn st) as [[[cells d] j] |]; [| discriminate].
    destruct (among c cells && negb (crossed b).[c]) eqn:T; [| discriminate]. intros X. apply some_inj in X as [].
    rewrite andb_true_iff, negb_true_iff, among_spec in T. destruct T as (L & N).
    destruct R as (m & Hm & _ & El & _). rewrite <- El, in_map_iff in L. destruct L as (c' & Ec & L). rewrite <- Ec in N.
    destruct (on_line_placed m c' Hm L N) as (m' & Hm' & E'). apply sat_present; [exact H |].
    exists m'. split; [exact Hm' | now rewrite E'].
  Qed.

  Lemma parallel_sat st i n st' : sat st g -> deduce b st (Parallel i n) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
    pose proof (of_drawn st g H) as R. destruct (drawn st) as [[[cells d] j] |]; [| discriminate].
    match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
    intros X. apply some_inj in X as []. rewrite !andb_true_iff in T. destruct T as ((Td & Tc) & Tn).
    apply sat_forbid; [exact H | exact Is |]. intros m' Hm' Ei Ef.
    destruct R as (m & Hm & Ed & El & Ew). rewrite (line_of_move m' i s Hm' Ei Ef) in *.
    apply existsb_exists in Tc as (x & Hx & Ax). apply among_spec in Ax. rewrite <- El in Ax.
    apply in_map_iff in Hx as (c & Ec & Hc). apply in_map_iff in Ax as (c' & Ec' & Hc').
    assert (c = c') as -> by (apply key_inj; [now apply (g_line m') | now apply (g_line m) | congruence]).
    destruct (dir_eqb_spec (sdir s) d) as [Ed' |]; [| discriminate].
    assert (m = m') as E.
    { apply (lines_disjoint g g_graph m m' c' Hm Hm'); [| exact Hc' | exact Hc].
      rewrite Ed, <- Ed', Ef. reflexivity. }
    subst m'. apply orb_true_iff in Tn as [Tn | Tn].
    - rewrite El, Uint63.eqb_refl in Tn. discriminate.
    - rewrite <- Ew, Ei, Uint63.eqb_refl in Tn. discriminate.
  Qed.

  Lemma last_sat st k i st' : sat st g -> deduce b st (Last k i) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. destruct (nth_error (sides b) (Z.to_nat (to_Z k))) as [side |] eqn:Es; [| discriminate].
    apply nth_error_In in Es. destruct (forallb (fun c => (c == i) || dead st c) side) eqn:T; [| discriminate].
    intros X. apply some_inj in X as []. rewrite forallb_forall in T.
    destruct (g_sides side Es) as (m & Hm & I). apply T, orb_true_iff in I as [E | D].
    - apply Uint63.eqb_correct in E. apply sat_present; [exact H | now exists m].
    - destruct (dead_unplaced st _ m H D Hm eq_refl).
  Qed.

  Lemma order_sat st i U st' : sat st g -> deduce b st (Order i U) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. cbv zeta.
    match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
    intros X. apply some_inj in X as []. apply andb_true_iff in T as (O1 & T). rewrite forallb_forall in T.
    assert (Off : forall w, In w U -> (crossed b).[w] = false).
    { intros w Hw. specialize (T w Hw). apply andb_true_iff in T as (T & _). now apply negb_true_iff in T. }
    apply sat_allowed; [exact H |]. intros m Hm Ei. apply without_keeps; [now apply g_place | |].
    { rewrite <- Ei. now apply (of_allowed st g H). }
    apply not_true_is_false. intros Y. apply needs_other_spec in Y as (x & Hx & N & Y).
    rewrite <- Ei in Hx. apply in_line_keys in Hx as (c & L & Ec). rewrite <- Ec in Y.
    assert ((set_of b U).[key c] = false) as F; [| rewrite Y in F; discriminate].
    apply (p8 g (fun c => (set_of b U).[key c] = false) (dot m) (g_game O1) (set_off_cross U Off)) with (m := m); auto.
    - intros m' Hm' Nd O. destruct ((set_of b U).[key (dot m')]) eqn:Z1; [exfalso | reflexivity].
      pose proof (set_of_in U _ Z1) as Iu. specialize (T _ Iu). apply andb_true_iff in T as (_ & T).
      apply orb_true_iff in T as [T | T].
      + apply Uint63.eqb_correct in T. apply Nd. f_equal. apply same_dot; auto; congruence.
      + exact (held_spec st U H m' Hm' T O).
    - intros ->. apply N. congruence.
  Qed.

  Lemma reach_sat st U st' : sat st g -> deduce b st (Reach U) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. cbv zeta.
    match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
    intros X. apply some_inj in X as []. apply andb_true_iff in T as (O1 & T). rewrite forallb_forall in T.
    assert (Off : forall w, In w U -> (crossed b).[w] = false).
    { intros w Hw. specialize (T w Hw). apply andb_true_iff in T as (T & _). now apply negb_true_iff in T. }
    (* the closure of all cells that are held has none of them *)
    set (outer c := (set_of b U).[key c] = false).
    assert (All : forall v, In v (dots g) -> ~ In (key v) U \/ outer v).
    { intros v Hv. right. revert v Hv. apply (p7 g outer (g_game O1) (set_off_cross U Off)).
      intros m Hm O. unfold outer. destruct ((set_of b U).[key (dot m)]) eqn:Z1; [exfalso | reflexivity].
      pose proof (set_of_in U _ Z1) as Iu. specialize (T _ Iu). apply andb_true_iff in T as (_ & T).
      exact (held_spec st U H m Hm T O). }
    apply kill_all; [exact H |]. intros i m Hi Hm Ei.
    (* what is in the list is in the set, or its moves need what is in the set *)
    specialize (T i Hi). apply andb_true_iff in T as (_ & T). rewrite <- Ei in T.
    apply (held_spec st U H m Hm T). intros c L _.
    destruct (All c (lines_dotted g g_graph m c Hm L)) as [N | O]; [| exact O].
    destruct ((set_of b U).[key c]) eqn:Z1; [| reflexivity]. now apply set_of_in in Z1.
  Qed.

  Lemma alone_sat st i c st' : sat st g -> deduce b st (Alone i c) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce].
    match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
    intros X. apply some_inj in X as []. rewrite !andb_true_iff, negb_true_iff in T. destruct T as ((N & P) & T).
    apply existsb_exists in T as (side & Hs & T). rewrite andb_true_iff, !among_spec in T. destruct T as (Ti & Tc).
    change (alone b) with (match arrival_of claim with
      | Some A => map (side_keys B) (filter (fun k => 0 <? distance A k) [Top; Right; Bottom; Left]) | None => [] end) in Hs.
    destruct (arrival_of claim) as [A |] eqn:EA; [| contradiction].
    destruct (g_arrives A EA) as (_ & Eg & m0 & played & E0 & EB).
    apply in_map_iff in Hs as (k & <- & Hk). apply filter_In in Hk as (_ & Hk). apply Z.ltb_lt in Hk.
    assert (Eb : box_of (m0 :: played) = grow (box_of played) A) by (rewrite <- E0, Eg; exact EB).
    assert (One : forall m j, In m g -> key (dot m) = j -> In j (side_keys B k) -> dot m = dot m0).
    { intros m j Hm Ej Hj. unfold side_keys in Hj. apply in_map_iff in Hj as (v & Ev & Hv).
      apply filter_In in Hv as (Hv & F). apply outside_spec in Hv as (Hv & _).
      assert (dot m = v) as Ed by (apply key_inj; [now apply g_dot | exact Hv | congruence]).
      unfold on_side in F. apply Z.eqb_eq in F.
      apply (arrival_alone played m0 A k (dot m) Eb Hk); [rewrite <- E0; now apply in_dots |].
      rewrite <- E0, Eg, Ed, F. reflexivity. }
    destruct (of_present st g H i P) as (m1 & Hm1 & E1). apply sat_kill; [exact H |]. intros m Hm E2.
    assert (dot m = dot m1) as Ed by (rewrite (One m c Hm E2 Tc), (One m1 i Hm1 E1 Ti); reflexivity).
    rewrite Ed, E1 in E2. rewrite E2, Uint63.eqb_refl in N. discriminate.
  Qed.

  Lemma turned_sat st i st' : sat st g -> deduce b st (Turned i) = Some st' -> sat st' g.
  Proof.
    intros H. cbn [deduce]. destruct ((twins b).[i]) as [j |] eqn:Tw; [| discriminate]. intros X. apply some_inj in X as [].
    apply twin_spec in Tw as (T & c & Hc & <- & ->).
    assert (Cc : contains B c) by now apply outside_contained.
    assert (Cc' : contains B (turn_cell c)) by now apply contains_turned.
    assert (S : sat (with_allowed st (key (turn_cell c)) (without (fun s => negb (bit (allowed st).[key c] (turned_number s)))
      (allowed st).[key (turn_cell c)] (shapes b))) g).
    { apply sat_allowed; [exact H |]. intros m Hm Ek. apply without_keeps; [now apply g_place | rewrite <- Ek; now apply (of_allowed st g H) |].
      apply negb_false_iff. assert (Ed : dot m = turn_cell c) by (apply key_inj in Ek; [exact Ek | now apply g_dot | exact Cc']).
      assert (Ht : In (turn m) g) by now apply g_turned.
      pose proof (of_allowed st g H (turn m) Ht) as A. rewrite numeral_turned in A. unfold turn in A. cbn [dot] in A.
      now rewrite Ed, turn_cell_twice in A. }
    destruct ((present st).[key c]) eqn:P; [| exact S]. apply sat_present; [exact S |].
    destruct (of_present st g H _ P) as (m & Hm & Ek). exists (turn m). split; [now apply g_turned |].
    apply key_inj in Ek; [| now apply g_dot | exact Cc]. unfold turn. cbn [dot]. now rewrite Ek.
  Qed.

  Lemma deduce_sat st o st' : sat st g -> deduce b st o = Some st' -> sat st' g.
  Proof.
    intros H. destruct o; try discriminate.
    - now apply dead_sat.
    - now apply forced_sat.
    - now apply here_sat.
    - now apply parallel_sat.
    - now apply last_sat.
    - now apply order_sat.
    - now apply reach_sat.
    - now apply alone_sat.
    - now apply turned_sat.
    - cbn [deduce]. destruct (evaluate b st us ls rs) as [e |] eqn:E; [| discriminate].
      intros X. apply some_inj in X as []. now apply (fixed_sat st us ls rs e H E).
  Qed.

  (** Nothing but a position of the list is left, and as many moves as it has: so the object is this position. *)
  Lemma listed_false st s p : sat st g -> In s symmetries -> In p (positions_of claim) -> ends_at b st s p = true -> False.
  Proof.
    intros H Hs Hp T. apply andb_true_iff in T as (L & T). apply Z.leb_le in L. rewrite forallb_forall in T.
    assert (I : incl (map (on_move s) g) p).
    { intros m' Hm'. apply in_map_iff in Hm' as (m & <- & Hm).
      specialize (T (dot m, key (dot m)) (in_map (fun c => (c, key c)) _ _ (dot_outside m Hm))). rewrite forallb_forall in T.
      pose proof (of_allowed st g H m Hm) as A.
      assert (E : existsb (move_eqb (on_move s m)) p = true).
      { apply T. unfold moves_left. cbn [fst snd]. destruct (eqi_spec (allowed st).[key (dot m)] 0%uint63) as [Z0 | _].
        - rewrite Z0, bit_0 in A. discriminate.
        - apply in_map_iff. exists (shape_of m). split; [now destruct m |]. apply filter_In. split; [now apply shape_of_in, g_place | exact A]. }
      apply existsb_exists in E as (m' & Hm' & E). apply move_eqb_eq in E. now rewrite E. }
    assert (N : NoDup (map (on_move s) g)).
    { apply (NoDup_map_inv dot). exact (placed_once _ (image_graph s g g_graph)). }
    assert (J : incl p (map (on_move s) g)).
    { apply NoDup_length_incl; [exact N | | exact I]. rewrite map_length. pose proof (enough_moves st H) as M.
      change (moves b) with (moves_of claim) in L. lia. }
    assert (Ex : ends_in (positions_of claim) g).
    { exists s, p. split; [exact Hs |]. split; [exact Hp |]. intros m. split; [apply I | apply J]. }
    revert Ex. generalize (proj1 C : denied claim g). unfold denied, positions_of.
    destruct claim; try (intros _; apply ends_in_nothing). intros D. apply D.
  Qed.

  Lemma closes_false st o : sat st g -> closes b st o = true -> False.
  Proof.
    intros H. destruct o; try discriminate; cbn [closes].
    - intros T. apply andb_true_iff in T as (P & D). destruct (of_present st g H _ P) as (m & Hm & E).
      exact (dead_unplaced st _ m H D Hm E).
    - intros T. apply andb_true_iff in T as (_ & T). apply Z.ltb_lt in T. change (moves b) with (moves_of claim) in T.
      pose proof g_moves as M. change (keys b) with (map key (outside B)) in T. rewrite sum_map in T.
      assert (X : sum (fun c => if dead st (key c) then 0 else 1) (outside B)
                = sum (fun c => if negb (dead st (key c)) then 1 else 0) (outside B))
        by (apply sum_ext; intros c _; now destruct (dead st (key c))).
      rewrite X, count_filter in T.
      assert (Le : (List.length g <= List.length (filter (fun c => negb (dead st (key c))) (outside B)))%nat).
      { rewrite <- (map_length dot g). apply NoDup_incl_length; [apply g_graph |]. intros v Hv.
        apply in_map_iff in Hv as (m & <- & Hm). apply filter_In. split; [now apply dot_outside |].
        apply negb_true_iff, not_true_is_false. intros D. exact (dead_unplaced st _ m H D Hm eq_refl). }
      lia.
    - destruct (evaluate b st us ls rs) as [e |] eqn:E; [| discriminate]. intros T. apply Z.ltb_lt in T.
      pose proof (not_below st us ls rs e H E). lia.
    - destruct (nth_error symmetries (Z.to_nat (to_Z h))) as [s |] eqn:Es; [| discriminate].
      destruct (nth_error (listed b) (Z.to_nat (to_Z n))) as [p |] eqn:Ep; [| discriminate].
      apply nth_error_In in Es, Ep. now apply (listed_false st s p).
  Qed.

  Lemma is_at i : (exists m, In m g /\ key (dot m) = i) \/ (forall m, In m g -> key (dot m) <> i).
  Proof.
    destruct (existsb (fun m => key (dot m) == i) g) eqn:E.
    - left. apply existsb_exists in E as (m & Hm & E). exists m. split; [exact Hm | now apply Uint63.eqb_correct].
    - right. intros m Hm Ei. apply not_true_iff_false in E. apply E. apply existsb_exists. exists m.
      split; [exact Hm | rewrite Ei; apply Uint63.eqb_refl].
  Qed.

  Lemma split_sat st o first second : sat st g -> split b st o = Some (first, second) -> sat first g \/ sat second g.
  Proof.
    intros H. destruct o; try discriminate; cbn [split].
    - intros X. apply some_pair_inj in X as ([] & []). destruct (is_at i) as [E | N]; [left; now apply sat_present | right; now apply sat_kill].
    - destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
      intros X. apply some_pair_inj in X as ([] & []).
      destruct (existsb (fun m => (key (dot m) == i) && (numeral m == number s)) g) eqn:E.
      + left. apply existsb_exists in E as (m & Hm & E). apply andb_true_iff in E as (Ei & En).
        apply Uint63.eqb_correct in Ei, En. apply sat_present; [| now exists m].
        apply sat_allowed; [exact H |]. intros m' Hm' Ei'.
        assert (m' = m) as -> by (apply same_dot; auto; congruence).
        rewrite land_spec, <- Ei, (of_allowed st g H m Hm), <- En.
        apply (number_facts (dir m) (place m) (dir m) (place m)); now apply g_place.
      + right. apply sat_forbid; [exact H | exact Is |]. intros m Hm Ei Ef. apply not_true_iff_false in E. apply E.
        apply existsb_exists. exists m. split; [exact Hm |]. rewrite Ei, Ef, Uint63.eqb_refl. apply Uint63.eqb_refl.
  Qed.

End Counterexample.
