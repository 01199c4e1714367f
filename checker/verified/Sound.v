(** What the checker of Program.v shows is true ([prove_sound]). *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes Symmetry Coverage Rules Tree Program.
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

(** ** Arrays and machine integers *)

Lemma eqi_spec i j : reflect (i = j) (i == j).
Proof. apply iff_reflect. symmetry. apply Uint63.eqb_spec. Qed.

Lemma among_spec i l : among i l = true <-> In i l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (j & H & E). destruct (eqi_spec i j); [now subst | discriminate].
  - intros H. exists i. split; [exact H | apply Uint63.eqb_refl].
Qed.

(** What is written is there, or was out of range. *)
#[universes(polymorphic)]
Lemma get_set@{u} {A : Type@{u}} (t : array A) i j a : (t.[i <- a]).[j] = t.[j] \/ j = i /\ (t.[i <- a]).[j] = a.
Proof.
  destruct (eqi_spec i j) as [-> | N]; [| left; now apply get_set_other].
  destruct (j <? PArray.length t)%uint63 eqn:E.
  - right. split; [reflexivity | now apply get_set_same].
  - left. rewrite !get_out_of_bounds by (rewrite ?length_set; exact E). apply default_set.
Qed.

Lemma of_Z_add a c : of_Z (a + c) = (of_Z a + of_Z c)%uint63.
Proof. apply to_Z_inj. rewrite add_spec, !of_Z_spec. apply Zplus_mod. Qed.

Lemma of_Z_inj a c : 0 <= a < 1000000 -> 0 <= c < 1000000 -> of_Z a = of_Z c -> a = c.
Proof.
  intros Ha Hc E. apply (f_equal to_Z) in E. rewrite !of_Z_spec in E.
  assert (1000000 < wB) by reflexivity. rewrite !Z.mod_small in E by lia. exact E.
Qed.

(** ** Numbers of moves *)

Definition all_places : list Z := [0; 1; 2; 3; 4].

Definition same_look (a c : direction * Z) : bool := dir_eqb (fst a) (fst c) && (snd a =? snd c).

Lemma numbers_apart :
  forallb (fun a => forallb (fun c =>
      (same_look a c || (bit (all_numbers lxor (1 << number_of (fst a) (snd a))) (number_of (fst c) (snd c)) && negb (number_of (fst a) (snd a) == number_of (fst c) (snd c))))
      && bit (1 << number_of (fst a) (snd a)) (number_of (fst a) (snd a)) && bit all_numbers (number_of (fst a) (snd a)))
    (list_prod directions all_places)) (list_prod directions all_places) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma number_facts d p d' p' : In p all_places -> In p' all_places ->
  ((d = d' /\ p = p') \/ (bit (all_numbers lxor (1 << number_of d p)) (number_of d' p') = true /\ number_of d p <> number_of d' p'))
  /\ bit (1 << number_of d p) (number_of d p) = true /\ bit all_numbers (number_of d p) = true.
Proof.
  intros P P'. pose proof numbers_apart as N. rewrite forallb_forall in N.
  specialize (N (d, p) (in_prod _ _ _ _ (all_directions d) P)). rewrite forallb_forall in N.
  specialize (N (d', p') (in_prod _ _ _ _ (all_directions d') P')). cbn [fst snd] in N.
  rewrite !andb_true_iff, orb_true_iff in N. destruct N as ((N & ?) & ?). repeat split; try assumption.
  destruct N as [N | N]; [left | right].
  - unfold same_look in N. cbn [fst snd] in N. rewrite andb_true_iff, Z.eqb_eq in N. destruct N as (N & ->).
    now destruct (dir_eqb_spec d d').
  - rewrite andb_true_iff, negb_true_iff in N. destruct N as (N & E). split; [exact N |].
    intros F. rewrite F, Uint63.eqb_refl in E. discriminate.
Qed.

(** Not by [injection], which computes. *)
Lemma some_inj {A} (a c : A) : Some a = Some c -> a = c.
Proof. congruence. Qed.

Lemma some_pair_inj {A C} (a a' : A) (c c' : C) : Some (a, c) = Some (a', c') -> a = a' /\ c = c'.
Proof. intros E. split; congruence. Qed.

(** What [judge] says, its parts written out. *)
Lemma judge_parts b st e i j : judge b st e i = Some j ->
  ((allowed st).[i] == 0%uint63) = false /\
  exists p, p = profit_at b (table e) (worths e) (allowed st).[i] i /\ fst (fst j) = i /\
  snd (fst j) = without (fun s => has (allowed st).[i] s && (excess e <? summand_at (present st).[i] p
    - weight_at b (table e) (worths e).[i] (earned_at (table e) i) i s)) (allowed st).[i] (shapes b) /\
  snd j = negb (present st).[i] && (excess e <? p).
Proof.
  unfold judge. destruct ((allowed st).[i] == 0%uint63); [discriminate |].
  generalize (profit_at b (table e) (worths e) (allowed st).[i] i). intros p.
  match goal with |- (if ?c then _ else _) = _ -> _ => destruct c; [discriminate |] end.
  intros E. injection E as <-. split; [reflexivity |]. exists p. repeat split.
Qed.

Section Statement.

  Variable S : statement.
  Let B := size_of S.
  Let b := make_board S.
  Hypothesis small : is_small B = true.

  Definition counterexample : list move -> Prop :=
    match S with
    | AtMost B N => too_long (N + 1) B
    | Nothing B => fits B
    | NoArrival B A => arrives B A
    end.

  Lemma distances k : 0 <= distance B k <= 50.
  Proof.
    unfold is_small in small. rewrite forallb_forall in small.
    assert (H : In k [Top; Right; Bottom; Left]) by (destruct k; cbn; tauto).
    apply small in H. rewrite andb_true_iff, !Z.leb_le in H. exact H.
  Qed.

  (** *** Keys *)

  Local Notation key := (key B).

  Lemma key_along c d t : key (along c d t) = (key c + of_Z (t * stride B d))%uint63.
  Proof.
    unfold Program.key. rewrite <- of_Z_add. f_equal. unfold position, along, stride. cbn [fst snd]. ring.
  Qed.

  Lemma position_range c : contains B c -> 0 <= position B c < 1000000.
  Proof.
    intros H. pose proof (H Top). pose proof (H Right). pose proof (H Bottom). pose proof (H Left).
    pose proof (distances Top). pose proof (distances Right). pose proof (distances Bottom). pose proof (distances Left).
    unfold position, width. clearbody B. destruct B as [t r bo l], c as [x y]. cbn in *. clear H.
    assert (R : 0 <= y + t <= 109 /\ 10 <= 10 + l + r <= 110 /\ 0 <= x + l <= 110) by lia.
    revert R. generalize (y + t) (10 + l + r) (x + l). intros p q o R.
    assert (0 <= p * q <= 109 * 110) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia). lia.
  Qed.

  Lemma key_inj c c' : contains B c -> contains B c' -> key c = key c' -> c = c'.
  Proof.
    intros H H' E. apply of_Z_inj in E; [| now apply position_range ..].
    pose proof (H Right). pose proof (H Left). pose proof (H' Right). pose proof (H' Left).
    pose proof (distances Right). pose proof (distances Left).
    unfold position, width in E. clear H H'. clearbody B. destruct B as [t r bo l], c as [x y], c' as [x' y']. cbn in *.
    destruct (Z.div_mod_unique (10 + l + r) (y + t) (y' + t) (x + l) (x' + l)) as (Ey & Ex); [lia | lia | nia |].
    f_equal; lia.
  Qed.

  (** *** Cells *)

  Lemma in_range from n x : In x (range from n) <-> from <= x < from + n.
  Proof.
    unfold range. rewrite in_map_iff. setoid_rewrite in_seq. split.
    - intros (k & <- & H). lia.
    - intros H. exists (Z.to_nat (x - from)). lia.
  Qed.

  Lemma range_nodup from n : NoDup (range from n).
  Proof. apply Injective_map_NoDup; [intros x y E; lia | apply seq_NoDup]. Qed.

  Lemma outside_spec c : In c (outside B) <-> contains B c /\ ~ In c cross.
  Proof.
    unfold outside. rewrite filter_In, in_flat_map, negb_true_iff.
    assert (O : on c cross = false <-> ~ In c cross) by (destruct (on_spec c cross); split; congruence || tauto).
    rewrite O. clear O. enough ((exists y, In y (range (- top B) (10 + top B + bottom B)) /\
      In c (map (fun x => (x, y)) (range (- left B) (width B)))) <-> contains B c) by tauto.
    split.
    - intros (y & Hy & H). apply in_map_iff in H as (x & <- & Hx). rewrite in_range in *.
      unfold width in *. intros []; cbn; lia.
    - intros H. pose proof (H Top). pose proof (H Right). pose proof (H Bottom). pose proof (H Left).
      exists (snd c). rewrite in_range, in_map_iff. cbn in *. split; [lia |].
      exists (fst c). rewrite in_range. unfold width. split; [now destruct c | lia].
  Qed.

  Lemma outside_nodup : NoDup (outside B).
  Proof.
    apply NoDup_filter, NoDup_flat_map.
    - apply range_nodup.
    - intros y _. apply Injective_map_NoDup; [intros x x' E; congruence | apply range_nodup].
    - intros y y' c _ _ H H'. apply in_map_iff in H as (x & <- & _). apply in_map_iff in H' as (x' & E & _). injection E. auto.
  Qed.

  Lemma uncrossed i : (crossed b).[i] = false -> exists c, In c (outside B) /\ key c = i.
  Proof.
    cbn [crossed b make_board]. fold B.
    enough (G : forall l (t : array bool), (fold_left (fun t i => t.[i <- false]) l t).[i] = false -> In i l \/ t.[i] = false).
    { intros H. apply G in H as [H | H].
      - apply in_map_iff in H as (c & E & H). now exists c.
      - rewrite get_make in H. discriminate. }
    induction l as [| j l IH]; cbn [fold_left]; intros t H; [now right |].
    apply IH in H as [H | H]; [left; now right |].
    destruct (get_set t j i false) as [E | (-> & _)]; [right; now rewrite E in H | left; now left].
  Qed.

  Lemma set_of_in U x : (set_of b U).[x] = true -> In x U.
  Proof.
    unfold set_of.
    enough (G : forall l (t : array bool), (fold_left (fun t i => t.[i <- true]) l t).[x] = true -> In x l \/ t.[x] = true).
    { intros H. apply G in H as [H | H]; [exact H |]. cbn [nowhere b make_board] in H. rewrite get_make in H. discriminate. }
    induction l as [| j l IH]; cbn [fold_left]; intros t H; [now right |].
    apply IH in H as [H | H]; [left; now right |].
    destruct (get_set t j x true) as [E | (-> & _)]; [right; now rewrite E in H | left; now left].
  Qed.

  (** *** Shapes *)

  Definition shape_of (m : move) : shape := make_shape B (dir m) (place m).
  Definition numeral (m : move) : int := number (shape_of m).

  Lemma in_shapes s : In s (shapes b) <-> exists d p, In p all_places /\ s = make_shape B d p.
  Proof.
    cbn [shapes b make_board]. fold B. unfold make_shapes. rewrite in_flat_map. setoid_rewrite in_map_iff. split.
    - intros (d & _ & p & <- & P). now exists d, p.
    - intros (d & p & P & ->). exists d. split; [apply all_directions |]. now exists p.
  Qed.

  Lemma shape_of_in m : In (place m) all_places -> In (shape_of m) (shapes b).
  Proof. intros P. apply in_shapes. now exists (dir m), (place m). Qed.

  Lemma same_number s m : In s (shapes b) -> In (place m) all_places -> number s = numeral m -> s = shape_of m.
  Proof.
    intros H P E. apply in_shapes in H as (d & p & P' & ->).
    destruct (number_facts d p (dir m) (place m) P' P) as ([(-> & ->) | (_ & N)] & _); [reflexivity | now destruct N].
  Qed.

  Lemma others_have s m : In s (shapes b) -> In (place m) all_places -> s <> shape_of m -> bit (others s) (numeral m) = true.
  Proof.
    intros H P N. apply in_shapes in H as (d & p & P' & ->).
    destruct (number_facts d p (dir m) (place m) P' P) as ([(-> & ->) | (E & _)] & _); [now destruct N | exact E].
  Qed.

  Lemma found n s : find_shape b n = Some s -> In s (shapes b) /\ number s = n.
  Proof. intros H. apply find_some in H as (H & E). split; [exact H |]. now destruct (eqi_spec (number s) n). Qed.

  Lemma line_keys_line m : map key (line m) = line_keys (key (dot m)) (shape_of m).
  Proof.
    unfold line, line_keys. cbn [shape_of make_shape steps origin]. rewrite !map_map. apply map_ext. intros t.
    rewrite key_along, <- !Uint63.add_assoc, <- of_Z_add. f_equal. f_equal. ring.
  Qed.

  Lemma in_line_keys m x : In x (line_keys (key (dot m)) (shape_of m)) <-> exists c, In c (line m) /\ key c = x.
  Proof. rewrite <- line_keys_line, in_map_iff. split; intros (c & ? & ?); exists c; tauto. Qed.

  Lemma without_keeps test mask m :
    In (place m) all_places -> bit mask (numeral m) = true -> test (shape_of m) = false ->
    bit (without test mask (shapes b)) (numeral m) = true.
  Proof.
    intros P H T. unfold without. assert (I : incl (shapes b) (shapes b)) by apply incl_refl. revert I.
    generalize (shapes b) at 1 3. intros l. revert mask H. induction l as [| s l IH]; intros mask H I; [exact H |].
    cbn [fold_left]. apply IH; [| intros x Hx; apply I; now right].
    destruct (test s) eqn:E; [| exact H]. rewrite land_spec, H. apply others_have; [apply I; now left | exact P |]. congruence.
  Qed.

  (** *** What is known of a counterexample *)

  Record sat (st : state) (g : list move) : Prop := {
    of_allowed : forall m, In m g -> bit (allowed st).[key (dot m)] (numeral m) = true;
    of_present : forall i, (present st).[i] = true -> exists m, In m g /\ key (dot m) = i;
    of_demands : forall D, In D (demands st) ->
      exists m mask, In m g /\ In (key (dot m), mask) D /\ bit mask (numeral m) = true;
    of_drawn : match drawn st with
      | None => True
      | Some (cells, d, who) =>
        exists m, In m g /\ dir m = d /\ map key (line m) = cells /\ forall i, who = Some i -> key (dot m) = i
      end
  }.

  Section Counterexample.

    Variable g : list move.
    Hypothesis C : counterexample g.

    Lemma g_game : game g.
    Proof. revert C. unfold counterexample. destruct S; intros H; apply H. Qed.

    Lemma g_graph : graph g.
    Proof. exact (game_graph g g_game). Qed.

    Lemma g_box : box_of g = B.
    Proof. revert C. unfold counterexample, B. destruct S; intros H; apply H. Qed.

    Lemma g_moves : moves_of S <= Z.of_nat (List.length g).
    Proof. revert C. unfold counterexample, moves_of. destruct S; intros H; [apply H | lia ..]. Qed.

    Lemma g_arrives A : arrival_of S = Some A -> arrives B A g.
    Proof. revert C. unfold counterexample, arrival_of, B. destruct S; try discriminate. now intros ? [= ->]. Qed.

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

    (** *** Adding facts *)

    Lemma sat_allowed st i mask :
      sat st g -> (forall m, In m g -> key (dot m) = i -> bit mask (numeral m) = true) -> sat (with_allowed st i mask) g.
    Proof.
      intros [A P D R] H. split; cbn [allowed present demands drawn with_allowed]; try assumption.
      intros m Hm. destruct (get_set (allowed st) i (key (dot m)) mask) as [-> | (E & ->)]; auto.
    Qed.

    Lemma sat_present st i : sat st g -> (exists m, In m g /\ key (dot m) = i) -> sat (with_present st i) g.
    Proof.
      intros [A P D R] H. split; cbn [allowed present demands drawn with_present]; try assumption.
      intros j E. destruct (get_set (present st) i j true) as [F | (-> & _)]; [apply P; now rewrite F in E | exact H].
    Qed.

    Lemma sat_demand st D :
      sat st g -> (exists m mask, In m g /\ In (key (dot m), mask) D /\ bit mask (numeral m) = true) -> sat (with_demand st D) g.
    Proof.
      intros [A P Ds R] H. split; cbn [allowed present demands drawn with_demand]; try assumption.
      intros D' H'. apply in_app_or in H' as [H' | [<- | []]]; auto.
    Qed.

    Lemma sat_drawn st cells d w :
      sat st g -> (exists m, In m g /\ dir m = d /\ map key (line m) = cells /\ forall i, w = Some i -> key (dot m) = i) ->
      sat (with_drawn st cells d w) g.
    Proof. intros [A P D R] H. split; assumption. Qed.

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


    (** *** The first state *)

    Lemma possible m : In m g -> impossible S (dot m) (shape_of m) = false.
    Proof.
      intros Hm. unfold impossible. cbn [sdir splace shape_of make_shape].
      replace (line (Move (dot m) (dir m) (place m))) with (line m) by (destruct m; reflexivity).
      apply orb_false_iff. split.
      - apply negb_false_iff, forallb_forall. intros c L. unfold withinb. apply forallb_forall. intros k _.
        apply Z.leb_le. fold B. exact (g_line m c Hm L k).
      - destruct (arrival_of S) as [A |] eqn:EA; [| reflexivity].
        assert (arrives B A g) as (_ & Eg & m0 & played & E0 & EB).
        { revert C EA. unfold counterexample, arrival_of. destruct S; try discriminate. now intros ? [= ->]. }
        fold B. rewrite EB in Eg.
        assert (GG : game (m0 :: played)) by (rewrite <- E0; exact g_game).
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

    Lemma first_sat : sat (first_state S b) g.
    Proof.
      split.
      - intros m Hm. cbn [allowed first_state]. fold B.
        assert (I : incl (outside B) (outside B)) by apply incl_refl. revert I.
        generalize (outside B) at 1 3. intros l.
        assert (H0 : bit (make (cell_count b) all_numbers).[key (dot m)] (numeral m) = true).
        { rewrite get_make. apply (number_facts (dir m) (place m) (dir m) (place m)); now apply g_place. }
        revert H0. generalize (make (cell_count b) all_numbers). induction l as [| c l IH]; cbn [fold_left]; intros t H I.
        + exact H.
        + apply IH; [| intros x Hx; apply I; now right].
          destruct (get_set t (key c) (key (dot m)) (without (impossible S c) t.[key c] (shapes b))) as [-> | (E & ->)]; [exact H |].
          rewrite <- E. apply without_keeps; [now apply g_place | exact H |].
          apply key_inj in E as <-; [now apply possible | now apply g_dot |].
          assert (Ic : In c (outside B)) by (apply I; now left). now apply outside_spec in Ic.
      - intros i. cbn [present first_state]. rewrite get_make. discriminate.
      - intros D HD. cbn [demands first_state] in HD. fold B in HD. apply in_map_iff in HD as (k & <- & Hk).
        apply filter_In in Hk as (_ & Hk). apply Z.ltb_lt in Hk. rewrite <- g_box in Hk.
        destruct (side_met g k Hk) as (m & Hm & E). exists m, all_numbers. repeat split; [exact Hm | |].
        + apply in_map_iff. exists (key (dot m)). split; [reflexivity |]. unfold side_keys. apply in_map, filter_In.
          split; [now apply dot_outside | rewrite g_box in E; exact E].
        + apply (number_facts (dir m) (place m) (dir m) (place m)); now apply g_place.
      - exact I.
    Qed.

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

    (** *** The bound *)

    Definition demand_of (D : demanded) : demand :=
      fun m => existsb (fun e : int * int => (fst e == key (dot m)) && bit (snd e) (numeral m)) D.

    Definition worth_in (t : array (list (int * Z))) (m : move) : Z := worth_at t.[key (dot m)] (shape_of m).

    Lemma add_demand_worth m l D : 0 <= l -> forall t t', add_demand t l D = Some t' ->
      (if demand_of D m then l else 0) + worth_in t m <= worth_in t' m.
    Proof.
      intros L. induction D as [| (i, mask) D IH]; cbn [add_demand]; intros t t'.
      - intros [= <-]. cbn. lia.
      - destruct (i <? PArray.length t)%uint63 eqn:R; [| discriminate]. intros E. apply IH in E.
        enough ((if (i == key (dot m)) && bit mask (numeral m) then l else 0) + worth_in t m
                <= worth_in t.[i <- (mask, l) :: t.[i]] m) as X.
        { cbn [demand_of existsb fst snd] in *. fold (demand_of D m) in *.
          destruct ((i == key (dot m)) && bit mask (numeral m)), (demand_of D m); cbn [orb]; lia. }
        unfold worth_in. destruct (eqi_spec i (key (dot m))) as [<- | N].
        + rewrite get_set_same by exact R. unfold worth_at. rewrite sum_cons. cbn [fst snd andb]. unfold has.
          fold (numeral m). lia.
        + rewrite get_set_other by exact N. cbn [andb]. lia.
    Qed.

    Lemma add_demands_worth Ds ls : forall t t', add_demands t Ds ls = Some t' ->
      List.length Ds = List.length ls /\ (forall l, In l ls -> 0 <= l) /\
      forall m, worth (combine (map demand_of Ds) ls) m + worth_in t m <= worth_in t' m.
    Proof.
      revert ls. induction Ds as [| D Ds IH]; intros [| l ls] t t'; cbn [add_demands]; try discriminate.
      - intros [= <-]. repeat split; [intros ? [] |]. intros m. cbn. lia.
      - destruct (Z.leb_spec 0 l) as [L | _]; [| discriminate]. intros E.
        assert (exists t1, add_demands t1 Ds ls = Some t' /\ forall m, (if demand_of D m then l else 0) + worth_in t m <= worth_in t1 m)
          as (t1 & E1 & W).
        { destruct (Z.eqb_spec l 0) as [-> | _].
          - exists t. split; [exact E |]. intros m. destruct (demand_of D m); lia.
          - destruct (add_demand t l D) as [t1 |] eqn:E1; [| discriminate]. exists t1. split; [exact E |].
            intros m. now apply (add_demand_worth m l D L). }
        apply IH in E1 as (EL & P & W1). repeat split.
        + cbn [List.length]. now rewrite EL.
        + intros l' [<- | H]; auto.
        + intros m. specialize (W m). specialize (W1 m). cbn [map combine].
          change (worth ((demand_of D, l) :: combine (map demand_of Ds) ls) m)
            with ((if demand_of D m then l else 0) + worth (combine (map demand_of Ds) ls) m). lia.
    Qed.

    Lemma fill_nonneg l : forall t i t', fill t i l = Some t' -> (forall x, 0 <= t.[x]) -> forall x, 0 <= t'.[x].
    Proof.
      induction l as [| u l IH]; cbn [fill]; intros t i t'; [now intros [= <-] |].
      destruct (Z.leb_spec 0 u) as [P | _]; [| discriminate]. intros E N. apply (IH _ _ _ E).
      intros x. destruct (get_set t i x u) as [-> | (_ & ->)]; [apply N | exact P].
    Qed.

    Lemma make_prices_nonneg l0 l1 l2 l3 u : make_prices b l0 l1 l2 l3 = Some u -> forall d x, 0 <= (price_table u d).[x].
    Proof.
      unfold make_prices.
      destruct (fill _ _ l0) as [t0 |] eqn:E0; [| discriminate]. destruct (fill _ _ l1) as [t1 |] eqn:E1; [| discriminate].
      destruct (fill _ _ l2) as [t2 |] eqn:E2; [| discriminate]. destruct (fill _ _ l3) as [t3 |] eqn:E3; [| discriminate].
      intros [= <-] d x.
      assert (Z0 : forall x, 0 <= (make (cell_count b) 0).[x]) by (intros y; rewrite get_make; lia).
      destruct d; cbn [price_table horizontal vertical falling rising]; eapply fill_nonneg; eauto.
    Qed.

    Lemma count_filter {A} (f : A -> bool) l : sum (fun a => if f a then 1 else 0) l = Z.of_nat (List.length (filter f l)).
    Proof.
      induction l as [| a l IH]; [reflexivity |]. rewrite sum_cons, IH. cbn [filter]. destruct (f a); cbn [List.length]; lia.
    Qed.

    Section Evaluated.

      Variables (st : state) (us : list Z * list Z * list Z * list Z) (ls : list Z) (e : evaluation).
      Hypothesis H : sat st g.
      Hypothesis E : evaluate b st us ls = Some e.

      Definition price : slot_price := fun d c => (price_table (table e) d).[key c].
      Definition multipliers : list (demand * Z) := combine (map demand_of (demands st)) ls.
      Definition known (c : cell) : status :=
        if (allowed st).[key c] == 0%uint63 then Absent else if (present st).[key c] then Present else Free.
      Definition may (m : move) : bool := existsb (Z.eqb (place m)) all_places && bit (allowed st).[key (dot m)] (numeral m).
      Definition profit (c : cell) : Z := profit_at b (table e) (worths e) (allowed st).[key c] (key c).
      Definition target : Z := gain_of S * Z.max (moves_of S) (count_present b st).

      Lemma evaluated :
        (forall d c, 0 <= price d c) /\ List.length (demands st) = List.length ls /\ (forall l, In l ls -> 0 <= l) /\
        (forall m, worth multipliers m <= worth_in (worths e) m) /\
        excess e = value (outside B) known profit price multipliers - target.
      Proof.
        revert E. unfold evaluate. destruct us as [[[l0 l1] l2] l3].
        destruct (make_prices b l0 l1 l2 l3) as [u |] eqn:Eu; [| discriminate].
        destruct (add_demands (no_demands b) (demands st) ls) as [t |] eqn:Et; [| discriminate].
        match goal with |- Some ?r = _ -> _ => intros Er; assert (Ee : r = e) by congruence; clear Er end.
        apply add_demands_worth in Et as (L & P & W).
        assert (Et : table e = u) by now rewrite <- Ee. assert (Ew : worths e = t) by now rewrite <- Ee.
        split; [| split; [exact L | split; [exact P | split]]].
        - intros d c. unfold price. rewrite Et. now apply (make_prices_nonneg l0 l1 l2 l3).
        - intros m. rewrite Ew. specialize (W m).
          assert (worth_in (no_demands b) m = 0) as Z0
            by (unfold worth_in; cbn [no_demands b make_board]; rewrite get_make; reflexivity).
          rewrite Z0 in W. fold multipliers in W. lia.
        - rewrite <- Ee. cbn [excess]. unfold value, target. change (gain b) with (gain_of S). change (moves b) with (moves_of S).
          assert (sum (earned_at u) (cross_keys b) = sum (earned price) cross) as ->.
          { change (cross_keys b) with (map key cross). rewrite sum_map. apply sum_ext. intros c _. unfold price. rewrite Et. reflexivity. }
          assert (sum (fun l => l) ls = sum snd multipliers) as ->.
          { unfold multipliers. clear - L. rewrite <- (map_length demand_of) in L. revert L.
            generalize (map demand_of (demands st)). generalize ls. intros l. induction l as [| x l IH]; intros [| D Ds]; cbn [List.length]; try discriminate.
            - reflexivity.
            - intros L. cbn [combine]. rewrite !sum_cons. cbn [snd]. rewrite (IH Ds); [reflexivity | congruence]. }
          match goal with |- _ + sum ?f _ - _ - _ = _ => assert (sum f (keys b) = sum (summand known profit) (outside B)) as -> end;
            [| reflexivity].
          change (keys b) with (map key (outside B)). rewrite sum_map. apply sum_ext. intros c _. unfold summand, known, profit.
          rewrite Et, Ew. unfold summand_at. now destruct ((allowed st).[key c] == 0%uint63), ((present st).[key c]).
      Qed.

      Lemma weight_le m : weight (gain_of S) price multipliers m
        <= weight_at b (table e) (worths e).[key (dot m)] (earned_at (table e) (key (dot m))) (key (dot m)) (shape_of m).
      Proof.
        destruct evaluated as (_ & _ & _ & W & _). specialize (W m). unfold weight, weight_at.
        rewrite <- line_keys_line, sum_map. cbn [sdir shape_of make_shape]. change (gain b) with (gain_of S).
        change (sum (fun c => (price_table (table e) (dir m)).[key c]) (line m)) with (cost price m).
        change (earned_at (table e) (key (dot m))) with (earned price (dot m)).
        unfold worth_in in W. lia.
      Qed.

      Lemma profit_covers m : may m = true -> weight (gain_of S) price multipliers m <= profit (dot m).
      Proof.
        unfold may. intros M. apply andb_true_iff in M as (P & M). apply existsb_exists in P as (p & P & Ep).
        apply Z.eqb_eq in Ep. rewrite <- Ep in P. etransitivity; [apply weight_le |].
        unfold profit, profit_at. cbv zeta. pose proof (shape_of_in m P) as Hs. revert Hs.
        set (f := fun p s => if has _ s then Z.max p _ else p).
        assert (Up : forall l p, p <= fold_left f l p).
        { induction l as [| s l IH]; intros q; cbn [fold_left]; [reflexivity |].
          etransitivity; [| apply IH]. unfold f. destruct (has _ s); lia. }
        generalize least. generalize (shapes b). induction l as [| s l IH]; intros q Hs; [contradiction |].
        cbn [fold_left]. destruct Hs as [-> | Hs]; [| now apply IH].
        etransitivity; [| apply Up]. unfold f. unfold has. fold (numeral m). rewrite M. lia.
      Qed.

      Lemma outside_contained v : In v (outside B) -> contains B v.
      Proof. intros Hv. now apply outside_spec in Hv. Qed.

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
        - intros [D l] HD. unfold multipliers in HD. apply in_combine_l, in_map_iff in HD as (D' & <- & HD).
          destruct (of_demands st g H D' HD) as (m & mask & Hm & I & M). exists m. split; [exact Hm |]. cbn [fst].
          apply existsb_exists. exists (key (dot m), mask). split; [exact I |]. cbn [fst snd]. now rewrite Uint63.eqb_refl, M.
      Qed.

      Lemma gain_nonneg : 0 <= gain_of S.
      Proof. assert (P : forall T, 0 <= gain_of T) by (intros []; cbn; lia). apply P. Qed.

      Lemma target_reached : target <= gain_of S * Z.of_nat (List.length g).
      Proof.
        unfold target. apply Z.mul_le_mono_nonneg_l; [apply gain_nonneg |]. apply Z.max_lub; [apply g_moves |].
        unfold count_present. change (keys b) with (map key (outside B)). rewrite sum_map.
        set (f := fun c => match known c with Present => true | _ => false end).
        assert (sum (fun c => if (present st).[key c] then if dead st (key c) then 0 else 1 else 0) (outside B)
                = sum (fun c => if f c then 1 else 0) (outside B)) as ->.
        { apply sum_ext. intros c _. unfold f, known, dead. now destruct (_ == _), ((present st).[key c]). }
        rewrite count_filter. apply inj_le.
        apply (present_le_moves multipliers (outside B) known may g satisfied).
        - apply NoDup_filter, outside_nodup.
        - intros v Hv. apply filter_In in Hv as (Hv & F). split; [exact Hv |]. unfold f in F. now destruct (known v).
      Qed.

      Lemma multipliers_nonneg D : In D multipliers -> 0 <= snd D.
      Proof. destruct D as [D l]. intros HD. apply in_combine_r in HD. now apply evaluated. Qed.

      Lemma enough_profit m : In (dot m) (outside B) -> may m = true -> weight (gain_of S) price multipliers m <= profit (dot m).
      Proof. intros _. apply profit_covers. Qed.

      Lemma not_below : 0 <= excess e.
      Proof.
        destruct evaluated as (P & _ & _ & _ & ->).
        pose proof (bound (gain_of S) price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                      enough_profit g g_graph satisfied) as X.
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
          apply (fix_forbidden (gain_of S) price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                   enough_profit g g_graph satisfied target target_reached m); [now rewrite Ed | | exact Hm].
          pose proof (weight_le m) as W. rewrite Ed in W |- *. lia.
        - intros M. apply andb_true_iff in M as (N & M). apply Z.ltb_lt in M. apply negb_true_iff in N.
          assert (Iv : In v (map dot g)).
          { apply (fix_present (gain_of S) price multipliers (outside B) known may profit P multipliers_nonneg outside_nodup
                     enough_profit g g_graph satisfied target target_reached v Hv); [| lia].
            unfold known. now rewrite Ea, N. }
          apply in_map_iff in Iv as (m & Em & Hm). exists m. now rewrite Em.
      Qed.

      Lemma fixed_sat : sat (fix_by b st e) g.
      Proof.
        assert (J : forall l j, In j (judgements b st e l) -> exists i, In i l /\ judge b st e i = Some j).
        { induction l as [| i l IH]; cbn [judgements]; [intros ? [] |]. intros j Hj.
          destruct (judge b st e i) as [j' |] eqn:Ej; [destruct Hj as [<- | Hj] |].
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
        unfold fix_by. apply K; [| exact H]. intros j Hj. destruct (J _ j Hj) as (i & Hi & Ej). now apply (judged i).
      Qed.

    End Evaluated.

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
      exists m. repeat split; [exact Hm | now rewrite Ef | symmetry; now apply line_of_move |].
      intros j Ej. congruence.
    Qed.

    Lemma first_of_line m : hd 0%uint63 (map key (line m)) = first_key (key (dot m)) (shape_of m).
    Proof.
      rewrite line_keys_line. unfold line_keys, first_key. cbn [steps shape_of make_shape map hd].
      change (of_Z (0 * stride B (dir m))) with 0%uint63. apply to_Z_inj. rewrite add_spec, Z.add_0_r.
      apply Z.mod_small, to_Z_bounded.
    Qed.

    Lemma line_keys_first i s i' s' : In s (shapes b) -> In s' (shapes b) ->
      first_key i s = first_key i' s' -> sdir s = sdir s' -> line_keys i s = line_keys i' s'.
    Proof.
      intros Hs Hs' Ef Ed. apply in_shapes in Hs as (d & p & _ & ->). apply in_shapes in Hs' as (d' & p' & _ & ->).
      cbn [sdir make_shape] in Ed. subst d'. unfold first_key in Ef. unfold line_keys. rewrite Ef. reflexivity.
    Qed.

    Lemma only_sat st k i n st' : sat st g -> deduce b st (Only k i n) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
      destruct (nth_demand st k) as [D |] eqn:ED; [| discriminate]. apply nth_error_In in ED.
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
      intros X. apply some_inj in X as []. apply sat_drawn; [exact H |].
      destruct (of_demands st g H D ED) as (m & mask & Hm & I & M). exists m. rewrite forallb_forall in T.
      specialize (T _ I). cbn [fst snd] in T. rewrite forallb_forall in T.
      specialize (T (shape_of m) (shape_of_in m (g_place m Hm))). unfold has in T. fold (numeral m) in T.
      rewrite land_spec, (of_allowed st g H m Hm), M in T. cbn [andb negb orb] in T.
      apply andb_true_iff in T as (Td & Tf). apply Uint63.eqb_correct in Tf.
      destruct (dir_eqb_spec (sdir (shape_of m)) (sdir s)) as [Ed |]; [| discriminate].
      repeat split; [exact Hm | exact Ed | | discriminate].
      rewrite line_keys_line. apply line_keys_first; auto using shape_of_in, g_place.
    Qed.

    Lemma here_sat st c st' : sat st g -> deduce b st (Here c) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. pose proof (of_drawn st g H) as R. destruct (drawn st) as [[[cells d] who] |]; [| discriminate].
      destruct (among c cells && negb (crossed b).[c]) eqn:T; [| discriminate]. intros X. apply some_inj in X as [].
      rewrite andb_true_iff, negb_true_iff, among_spec in T. destruct T as (L & N).
      destruct R as (m & Hm & _ & El & _). rewrite <- El, in_map_iff in L. destruct L as (c' & Ec & L). rewrite <- Ec in N.
      destruct (on_line_placed m c' Hm L N) as (m' & Hm' & E'). apply sat_present; [exact H |].
      exists m'. split; [exact Hm' | now rewrite E'].
    Qed.

    Lemma parallel_sat st i n st' : sat st g -> deduce b st (Parallel i n) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. destruct (find_shape b n) as [s |] eqn:Es; [| discriminate]. apply found in Es as (Is & _).
      pose proof (of_drawn st g H) as R. destruct (drawn st) as [[[cells d] who] |]; [| discriminate].
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
      - destruct who as [j |]; [| discriminate]. rewrite <- (Ew j eq_refl), Ei, Uint63.eqb_refl in Tn. discriminate.
    Qed.

    Lemma last_sat st k i st' : sat st g -> deduce b st (Last k i) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. destruct (nth_demand st k) as [D |] eqn:ED; [| discriminate]. apply nth_error_In in ED.
      destruct (find (fun e : int * int => fst e == i) D) as [[j mask] |] eqn:Ee; [| discriminate].
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
      intros X. apply some_inj in X as []. rewrite forallb_forall in T.
      destruct (of_demands st g H D ED) as (m & mask' & Hm & I & M). specialize (T _ I). cbn [fst snd] in T.
      destruct (eqi_spec (key (dot m)) i) as [Ei | N].
      - apply Uint63.eqb_correct in T. subst mask'. apply sat_present; [| now exists m].
        apply sat_allowed; [exact H |]. intros m' Hm' Ei'.
        assert (m' = m) as -> by (apply same_dot; auto; congruence).
        rewrite land_spec, M, <- Ei, (of_allowed st g H m Hm). reflexivity.
      - exfalso. apply Uint63.eqb_correct in T.
        assert (F : bit ((allowed st).[key (dot m)] land mask')%uint63 (numeral m) = true)
          by (rewrite land_spec, M, (of_allowed st g H m Hm); reflexivity).
        rewrite T, bit_0 in F. discriminate.
    Qed.

    Lemma order_sat st i U st' : sat st g -> deduce b st (Order i U) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. cbv zeta.
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
      intros X. apply some_inj in X as []. rewrite forallb_forall in T.
      assert (Off : forall w, In w U -> (crossed b).[w] = false).
      { intros w Hw. specialize (T w Hw). apply andb_true_iff in T as (T & _). now apply negb_true_iff in T. }
      apply sat_allowed; [exact H |]. intros m Hm Ei. apply without_keeps; [now apply g_place | |].
      { rewrite <- Ei. now apply (of_allowed st g H). }
      apply not_true_is_false. intros Y. apply needs_other_spec in Y as (x & Hx & N & Y).
      rewrite <- Ei in Hx. apply in_line_keys in Hx as (c & L & Ec). rewrite <- Ec in Y.
      assert ((set_of b U).[key c] = false) as F; [| rewrite Y in F; discriminate].
      apply (p8 g (fun c => (set_of b U).[key c] = false) (dot m) g_game (set_off_cross U Off)) with (m := m); auto.
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
      intros X. apply some_inj in X as []. rewrite forallb_forall in T.
      assert (Off : forall w, In w U -> (crossed b).[w] = false).
      { intros w Hw. specialize (T w Hw). apply andb_true_iff in T as (T & _). now apply negb_true_iff in T. }
      (* the closure of all cells that are held has none of them *)
      set (outer c := (set_of b U).[key c] = false).
      assert (All : forall v, In v (dots g) -> ~ In (key v) U \/ outer v).
      { intros v Hv. right. revert v Hv. apply (p7 g outer g_game (set_off_cross U Off)).
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
      change (alone b) with (match arrival_of S with
        | Some A => map (side_keys B) (filter (fun k => 0 <? distance A k) [Top; Right; Bottom; Left]) | None => [] end) in Hs.
      destruct (arrival_of S) as [A |] eqn:EA; [| contradiction].
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

    Lemma cut_sat st U st' : sat st g -> deduce b st (Program.Cut U) = Some st' -> sat st' g.
    Proof.
      intros H. cbn [deduce]. cbv zeta.
      match goal with |- (if ?t then _ else _) = _ -> _ => destruct t eqn:T; [| discriminate] end.
      intros X. apply some_inj in X as []. rewrite andb_true_iff, forallb_forall in T. destruct T as (Off & T).
      assert (Off' : forall w, In w U -> (crossed b).[w] = false)
        by (intros w Hw; specialize (Off w Hw); now apply negb_true_iff in Off).
      apply existsb_exists in T as (w & Hw & P).
      apply andb_true_iff in P as (P & Z1). destruct (of_present st g H w P) as (m1 & Hm1 & E1).
      apply sat_demand; [exact H |].
      destruct (cut_met g (fun c => (set_of b U).[key c]) (dot m1) g_game (set_off_cross U Off')) as (m & Hm & D);
        [now apply placed_dot | now rewrite E1 |].
      unfold cut in D. apply andb_true_iff in D as (Di & D). rewrite forallb_forall in D.
      exists m. eexists. split; [exact Hm |]. split.
      - apply in_map_iff. exists (key (dot m)). split; [reflexivity |]. now apply set_of_in.
      - apply without_keeps; [now apply g_place | apply (number_facts (dir m) (place m) (dir m) (place m)); now apply g_place |].
        apply not_true_is_false. intros Y. apply needs_other_spec in Y as (x & Hx & N & Y).
        apply in_line_keys in Hx as (c & L & Ec). specialize (D c L). rewrite Ec, Y in D.
        destruct (cell_eqb_spec c (dot m)) as [-> |]; [now apply N | discriminate].
    Qed.

    Lemma deduce_sat st o st' : sat st g -> deduce b st o = Some st' -> sat st' g.
    Proof.
      intros H. destruct o; try discriminate.
      - now apply dead_sat.
      - now apply forced_sat.
      - now apply only_sat.
      - now apply here_sat.
      - now apply parallel_sat.
      - now apply last_sat.
      - now apply order_sat.
      - now apply reach_sat.
      - now apply alone_sat.
      - cbn [deduce]. destruct (evaluate b st us ls) as [e |] eqn:E; [| discriminate].
        intros X. apply some_inj in X as []. now apply (fixed_sat st us ls e H E).
      - now apply cut_sat.
    Qed.

    Lemma closes_false st o : sat st g -> closes b st o = true -> False.
    Proof.
      intros H. destruct o; try discriminate; cbn [closes].
      - intros T. apply andb_true_iff in T as (P & D). destruct (of_present st g H _ P) as (m & Hm & E).
        exact (dead_unplaced st _ m H D Hm E).
      - intros T. apply andb_true_iff in T as (_ & T). apply Z.ltb_lt in T. change (moves b) with (moves_of S) in T.
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
      - destruct (evaluate b st us ls) as [e |] eqn:E; [| discriminate]. intros T. apply Z.ltb_lt in T.
        pose proof (not_below st us ls e H E). lia.
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
      - intros X. apply some_pair_inj in X as ([] & []). destruct (existsb (demand_of D) g) eqn:E.
        + left. apply sat_demand; [exact H |]. apply existsb_exists in E as (m & Hm & E).
          apply existsb_exists in E as ([i mask] & I & E). apply andb_true_iff in E as (Ei & E). cbn [fst snd] in *.
          apply Uint63.eqb_correct in Ei. exists m, mask. subst i. now repeat split.
        + right. assert (N : forall m e, In m g -> In e D -> key (dot m) = fst e -> bit (snd e) (numeral m) = false).
          { intros m e Hm He Ei. apply not_true_is_false. intros M. apply not_true_iff_false in E. apply E.
            apply existsb_exists. exists m. split; [exact Hm |]. apply existsb_exists. exists e.
            split; [exact He |]. now rewrite Ei, Uint63.eqb_refl, M. }
          clear E. revert st H. induction D as [| e D IH]; intros st H; [exact H |]. cbn [fold_left]. apply IH.
          * intros m e' Hm He'. apply N; [exact Hm | now right].
          * apply sat_allowed; [exact H |]. intros m Hm Ei. rewrite lxor_spec, lor_spec, <- Ei, (of_allowed st g H m Hm).
            rewrite (N m e Hm (or_introl eq_refl) Ei). reflexivity.
    Qed.

  End Counterexample.

  (** ** Mirror images *)

  Lemma counterexample_image s g :
    box_eqb (on_box s B) B && match arrival_of S with Some A => box_eqb (on_box s A) A | None => true end = true ->
    counterexample g -> counterexample (map (on_move s) g).
  Proof.
    intros T. apply andb_true_iff in T as (EB & EA). apply box_eqb_eq in EB. revert EB EA. unfold counterexample, B.
    destruct S as [B' N | B' | B' A]; cbn [size_of arrival_of]; intros EB EA.
    - now apply too_long_image.
    - now apply fits_image.
    - apply box_eqb_eq in EA. now apply arrives_image.
  Qed.

  Lemma reflect_sat st o first second :
    (forall g, counterexample g -> sat st g) -> reflect_at S st o = Some (first, second) ->
    (forall g, counterexample g -> ~ sat first g) -> forall g, counterexample g -> sat second g.
  Proof.
    intros H. destruct o; try discriminate. cbn [reflect_at]. cbv zeta.
    destruct (nth_error symmetries (Z.to_nat (to_Z h))) as [s |] eqn:Es; [| discriminate]. apply nth_error_In in Es.
    fold B. destruct (find (fun c => key c == i) (outside B)) as [c |] eqn:Ec; [| discriminate].
    apply find_some in Ec as (Hc & Ec). apply Uint63.eqb_correct in Ec.
    match goal with |- (if ?k && ?o then _ else _) = _ -> _ =>
      destruct k eqn:K; cbn [andb]; [| discriminate]; destruct o eqn:O; [| discriminate] end.
    intros X. apply some_pair_inj in X as ([] & []). intros F g C.
    destruct (on_spec (on_cell s c) (outside B)) as [O' |]; [| discriminate].
    assert (N : forall g, counterexample g -> ~ placed c g).
    { intros h' C' P. apply (F h' C'). apply sat_present; [now apply H |].
      apply in_map_iff in P as (m & Em & Hm). exists m. now rewrite Em. }
    assert (N' : ~ placed (on_cell s c) g).
    { intros P. assert (Cs : forall g, counterexample g -> counterexample (map (on_move s) g))
        by (intros g'; now apply counterexample_image).
      apply (N (map (on_move s) (map (on_move s) (map (on_move s) g)))); [now do 3 apply Cs |].
      rewrite <- (four_images s Es c). now do 3 apply image_placed. }
    apply sat_kill; [apply sat_kill; [now apply H |] |].
    - intros m Hm E. apply (N g C). apply in_map_iff. exists m. split; [| exact Hm].
      apply key_inj; [now apply (g_dot g C) | now apply outside_contained | congruence].
    - intros m Hm E. apply N'. apply in_map_iff. exists m. split; [| exact Hm].
      apply key_inj; [now apply (g_dot g C) | now apply outside_contained | exact E].
  Qed.

  (** ** The walk

      If no counterexample satisfies the first state, then it is so with the rest; and if none satisfies any, there is none. Where
      none is lost on the way to a state, each satisfies it. *)

  Fixpoint good (w : walk) : Prop :=
    match w with
    | [] => forall g, ~ counterexample g
    | (st, whole) :: w =>
      (whole = true -> forall g, counterexample g -> sat st g) /\
      ((forall g, counterexample g -> ~ sat st g) -> good w)
    end.

  Lemma good_first : good [(first_state S b, true)].
  Proof.
    split.
    - intros _ g C. now apply first_sat.
    - intros N g C. apply (N g C). now apply first_sat.
  Qed.

  Theorem advance_good w o w' : good w -> advance S b w o = Some w' -> good w'.
  Proof.
    destruct w as [| [st whole] w]; [discriminate |]. intros (R & N).
    assert (Closed : forall w', closes b st o = true -> Some w = Some w' -> good w').
    { intros w0 T X. apply some_inj in X as []. apply N. intros g C H. exact (closes_false g C st o H T). }
    assert (Cases : forall first second w', split b st o = Some (first, second) ->
      Some ((first, false) :: (second, false) :: w) = Some w' -> good w').
    { intros first second w0 E X. apply some_inj in X as []. split; [discriminate |]. intros N1. split; [discriminate |].
      intros N2. apply N. intros g C H. destruct (split_sat g C st o first second H E) as [H1 | H2].
      - exact (N1 g C H1).
      - exact (N2 g C H2). }
    assert (Facts : forall st' w', deduce b st o = Some st' -> Some ((st', whole) :: w) = Some w' -> good w').
    { intros st' w0 E X. apply some_inj in X as []. split.
      - intros W g C. apply (deduce_sat g C st o st'); [now apply R | exact E].
      - intros N1. apply N. intros g C H. apply (N1 g C). now apply (deduce_sat g C st o st'). }
    destruct o; cbn [advance];
      try (match goal with |- match deduce b st ?o with _ => _ end = _ -> _ => destruct (deduce b st o) eqn:E; [| discriminate] end;
           intros X; eapply Facts; [reflexivity | exact X]);
      try (match goal with |- (if closes b st ?o then _ else _) = _ -> _ => destruct (closes b st o) eqn:E; [| discriminate] end;
           intros X; now apply Closed);
      try (match goal with |- match split b st ?o with _ => _ end = _ -> _ => destruct (split b st o) as [[first second] |] eqn:E; [| discriminate] end;
           intros X; eapply Cases; [reflexivity | exact X]).
    destruct whole; [| discriminate].
    destruct (reflect_at S st (Mirror h i)) as [[first second] |] eqn:E; [| discriminate].
    intros X. apply some_inj in X as []. split; [discriminate |]. intros N1.
    assert (All : forall g, counterexample g -> sat second g)
      by (apply (reflect_sat st (Mirror h i) first second); [now apply R | exact E | exact N1]).
    split; [intros _; exact All |]. intros N2. apply N. intros g C _. exact (N2 g C (All g C)).
  Qed.

  Theorem good_end : good [] -> true_statement S.
  Proof.
    cbn [good]. unfold counterexample, B. destruct S as [B' N | B' | B' A]; cbn [size_of]; intros H.
    - intros g G E. destruct (Z.leb_spec (Z.of_nat (List.length g)) N) as [L | L]; [exact L | exfalso].
      apply (H g). repeat split; [exact G | exact E | lia].
    - intros g G E. exact (H g (conj G E)).
    - exact H.
  Qed.

End Statement.

(** ** The program *)

Section Source.

  Variable source : Type.
  Variable next : source -> option (op * source).

  Lemma once_good S (small : is_small (size_of S) = true) w from :
    good S w ->
    match once source next S (make_board S) w from with
    | Going _ w _ => good S w
    | Shown _ _ => true_statement S
    | Refused _ => True
    end.
  Proof.
    intros H. unfold once. destruct (next from) as [[o from'] |]; [| exact I].
    destruct (advance S (make_board S) w o) as [w' |] eqn:E; [| exact I].
    apply (advance_good S small w o w' H) in E. destruct w'; [now apply good_end | exact E].
  Qed.

  Lemma many_good S (small : is_small (size_of S) = true) n : forall w from,
    good S w ->
    match many source next n S (make_board S) w from with
    | Going _ w _ => good S w
    | Shown _ _ => true_statement S
    | Refused _ => True
    end.
  Proof.
    induction n as [| n IH]; intros w from H; cbn [many]; [now apply once_good |].
    specialize (IH w from H) as IH1. destruct (many source next n S (make_board S) w from) as [w' from' | from' |]; try assumption.
    now apply IH.
  Qed.

  Theorem check_sound S from rest : check source next S from = Some rest -> true_statement S.
  Proof.
    unfold check. destruct (is_small (size_of S)) eqn:small; [| discriminate]. cbv zeta.
    pose proof (many_good S small fuel_for_2_to_the_60 [(first_state S (make_board S), true)] from (good_first S small)) as H.
    destruct (many source next fuel_for_2_to_the_60 S (make_board S) _ from); try discriminate. intros _. exact H.
  Qed.

  Theorem check_all_sound l : forall from, check_all source next l from = true -> forall S, In S l -> true_statement S.
  Proof.
    induction l as [| S l IH]; intros from T s Hs; [contradiction |]. cbn [check_all] in T.
    destruct (check source next S from) as [rest |] eqn:E; [| discriminate].
    destruct Hs as [<- | Hs]; [now apply check_sound in E | now apply (IH rest)].
  Qed.

  Theorem prove_sound N l from : prove source next N l from = true ->
    forall g, game g -> Z.of_nat (List.length g) <= N.
  Proof.
    unfold prove. intros T. apply andb_true_iff in T as (Co & T). exact (covers_sound N l Co (check_all_sound l from T)).
  Qed.

End Source.
