(** The tables of a box: keys tell its cells apart, numbers tell moves apart. *)

From Coq Require Import ZArith List Bool FinFun Uint63 PArray Lia.
From Morpion Require Import Game Record Sums Bound Boxes HalfTurn Coverage Program.
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

Lemma sum_along_line t (i : int) s : sum_along t (i + origin s)%uint63 (steps s) = sum (fun x => t.[x]) (line_keys i s).
Proof.
  unfold line_keys. rewrite sum_map. generalize (steps s). intros l.
  induction l as [| x l IH]; [reflexivity |]. rewrite sum_cons. cbn [sum_along]. now rewrite IH.
Qed.

Lemma largest_weight b u (mask i : int) : fold_left (fun p w => Z.max p (snd w)) (weights_at b u mask i) least = profit_at b u mask i.
Proof.
  unfold weights_at, profit_at. generalize least. generalize (shapes b). intros l.
  induction l as [| s l IH]; intros p; [reflexivity |]. cbn [fold_right fold_left]. destruct (has mask s); apply IH.
Qed.

Lemma without_weights b u (mask i : int) (test : Z -> bool) : let brought := brought_at u i in
  fold_left (fun m w => if test (snd w) then (m land others (fst w))%uint63 else m) (weights_at b u mask i) mask =
  without (fun s => has mask s && test (weight_at b u brought i s)) mask (shapes b).
Proof.
  unfold weights_at, without. cbv zeta. generalize mask at 2 4. generalize (shapes b). intros l.
  induction l as [| s l IH]; intros m; [reflexivity |]. cbn [fold_right fold_left]. destruct (has mask s); apply IH.
Qed.

(** What [judge] says, its parts written out. *)
Lemma judge_parts b st e i j : judge b st e i = Some j ->
  ((allowed st).[i] == 0%uint63) = false /\
  exists p, p = profit_at b (table e) (allowed st).[i] i /\ fst (fst j) = i /\
  snd (fst j) = without (fun s => has (allowed st).[i] s && (excess e <? summand_at (present st).[i] p
    - weight_at b (table e) (brought_at (table e) i) i s)) (allowed st).[i] (shapes b) /\
  snd j = negb (present st).[i] && (excess e <? p).
Proof.
  unfold judge. destruct ((allowed st).[i] == 0%uint63); [discriminate |]. cbv zeta. rewrite largest_weight.
  generalize (profit_at b (table e) (allowed st).[i] i). intros p.
  rewrite (without_weights b (table e) (allowed st).[i] i (fun w => excess e <? summand_at (present st).[i] p - w)).
  match goal with |- (if ?c then _ else _) = _ -> _ => destruct c; [discriminate |] end.
  intros E. injection E as <-. split; [reflexivity |]. exists p. repeat split.
Qed.

Lemma judge_pair_parts b st e i k j : judge_pair b st e i k = Some j ->
  ((allowed st).[i] == 0%uint63) = false /\ ((allowed st).[k] == 0%uint63) = false /\
  exists p p', p = summand_at (present st).[i] (profit_at b (table e) (allowed st).[i] i) /\
  p' = summand_at (present st).[k] (profit_at b (table e) (allowed st).[k] k) /\ fst (fst j) = i /\
  snd (fst j) = without (fun s => has (allowed st).[i] s && match find_shape b (turned_number s) with
    | Some s' => excess e <? (p - weight_at b (table e) (brought_at (table e) i) i s)
                           + (p' - weight_at b (table e) (brought_at (table e) k) k s')
    | None => false end) (allowed st).[i] (shapes b) /\
  snd j = negb (present st).[i] && (excess e <? p + p').
Proof.
  unfold judge_pair. cbv zeta. destruct ((allowed st).[i] == 0%uint63); [discriminate |].
  destruct ((allowed st).[k] == 0%uint63); [discriminate |]. cbn [orb].
  generalize (summand_at (present st).[i] (profit_at b (table e) (allowed st).[i] i)).
  generalize (summand_at (present st).[k] (profit_at b (table e) (allowed st).[k] k)). intros p' p.
  match goal with |- (if ?c then _ else _) = _ -> _ => destruct c; [discriminate |] end.
  intros E. assert (X : forall a c : int * int * bool, Some a = Some c -> a = c) by congruence. apply X in E as <-.
  split; [reflexivity |]. split; [reflexivity |]. exists p, p'. repeat split.
Qed.

(** No box that is looked at is too large for these keys. *)
Definition in_small_box (claim : statement) : Prop := is_small (size_of claim) = true.
Existing Class in_small_box.

Section Claim.

  Context {claim : statement} {small : in_small_box claim}.

  Local Notation B := (size_of claim).
  Local Notation b := (make_board claim).
  Local Notation key := (key B).

  Lemma distances k : 0 <= distance B k <= 50.
  Proof.
    unfold in_small_box, is_small in small. rewrite forallb_forall in small.
    assert (H : In k [Top; Right; Bottom; Left]) by (destruct k; cbn; tauto).
    apply small in H. rewrite andb_true_iff, !Z.leb_le in H. exact H.
  Qed.

  (** *** Keys *)

  Lemma key_along c d t : key (along c d t) = (key c + of_Z (t * stride B d))%uint63.
  Proof.
    unfold Program.key. rewrite <- of_Z_add. f_equal. unfold position, along, stride. cbn [fst snd]. ring.
  Qed.

  Lemma position_range c : contains B c -> 0 <= position B c < 1000000.
  Proof.
    intros H. pose proof (H Top). pose proof (H Right). pose proof (H Bottom). pose proof (H Left).
    pose proof (distances Top). pose proof (distances Right). pose proof (distances Bottom). pose proof (distances Left).
    unfold position, width. destruct B as [t r bo l], c as [x y]. cbn in *. clear H.
    assert (R : 0 <= y + t <= 109 /\ 10 <= 10 + l + r <= 110 /\ 0 <= x + l <= 110) by lia.
    revert R. generalize (y + t) (10 + l + r) (x + l). intros p q o R.
    assert (0 <= p * q <= 109 * 110) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia). lia.
  Qed.

  Lemma key_inj c c' : contains B c -> contains B c' -> key c = key c' -> c = c'.
  Proof.
    intros H H' E. apply of_Z_inj in E; [| now apply position_range ..].
    pose proof (H Right). pose proof (H Left). pose proof (H' Right). pose proof (H' Left).
    pose proof (distances Right). pose proof (distances Left).
    unfold position, width in E. clear H H'. destruct B as [t r bo l], c as [x y], c' as [x' y']. cbn in *.
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

  Lemma outside_contained v : In v (outside B) -> contains B v.
  Proof. intros Hv. now apply outside_spec in Hv. Qed.

  Lemma outside_nodup : NoDup (outside B).
  Proof.
    apply NoDup_filter, NoDup_flat_map.
    - apply range_nodup.
    - intros y _. apply Injective_map_NoDup; [intros x x' E; congruence | apply range_nodup].
    - intros y y' c _ _ H H'. apply in_map_iff in H as (x & <- & _). apply in_map_iff in H' as (x' & E & _). injection E. auto.
  Qed.

  Lemma uncrossed i : (crossed b).[i] = false -> exists c, In c (outside B) /\ key c = i.
  Proof.
    cbn [crossed make_board].
    enough (G : forall l (t : array bool), (fold_left (fun t i => t.[i <- false]) l t).[i] = false -> In i l \/ t.[i] = false).
    { intros H. apply G in H as [H | H].
      - apply in_map_iff in H as (c & E & H). now exists c.
      - rewrite get_make in H. discriminate. }
    induction l as [| j l IH]; cbn [fold_left]; intros t H; [now right |].
    apply IH in H as [H | H]; [left; now right |].
    destruct (get_set t j i false) as [E | (-> & _)]; [right; now rewrite E in H | left; now left].
  Qed.

  Lemma twin_spec i j : (twins b).[i] = Some j ->
    turned_in claim = true /\ exists c, In c (outside B) /\ key c = i /\ j = key (turn_cell c).
  Proof.
    cbn [twins make_board]. destruct (turned_in claim); [| rewrite get_make; discriminate].
    enough (G : forall l (t : array (option int)),
      (fold_left (fun t c => t.[key c <- Some (key (turn_cell c))]) l t).[i] = Some j ->
      (exists c, In c l /\ key c = i /\ j = key (turn_cell c)) \/ t.[i] = Some j).
    { intros H. split; [reflexivity |]. apply G in H as [H | H]; [exact H |]. rewrite get_make in H. discriminate. }
    induction l as [| c l IH]; cbn [fold_left]; intros t H; [now right |].
    apply IH in H as [(c' & Hc & E) | H]; [left; exists c'; split; [now right | exact E] |].
    destruct (get_set t (key c) i (Some (key (turn_cell c)))) as [E | (Ei & E)]; rewrite E in H; [now right | left].
    exists c. repeat split; [now left | now symmetry | congruence].
  Qed.

  Lemma set_of_in U x : (set_of b U).[x] = true -> In x U.
  Proof.
    unfold set_of.
    enough (G : forall l (t : array bool), (fold_left (fun t i => t.[i <- true]) l t).[x] = true -> In x l \/ t.[x] = true).
    { intros H. apply G in H as [H | H]; [exact H |]. cbn [nowhere make_board] in H. rewrite get_make in H. discriminate. }
    induction l as [| j l IH]; cbn [fold_left]; intros t H; [now right |].
    apply IH in H as [H | H]; [left; now right |].
    destruct (get_set t j x true) as [E | (-> & _)]; [right; now rewrite E in H | left; now left].
  Qed.

  (** *** Shapes *)

  Definition shape_of (m : move) : shape := make_shape B (dir m) (place m).
  Definition numeral (m : move) : int := number (shape_of m).

  Lemma in_shapes s : In s (shapes b) <-> exists d p, In p all_places /\ s = make_shape B d p.
  Proof.
    cbn [shapes make_board]. unfold make_shapes. rewrite in_flat_map. setoid_rewrite in_map_iff. split.
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

End Claim.

Arguments shape_of claim m : clear implicits.
Arguments numeral claim m : clear implicits.
