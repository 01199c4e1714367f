(** Useless dots: if a box holds any graph or game at all, or if any game arrives at it, it holds one, or one arrives, in which each
    dot that is neither of the cross nor on a side lies on the line of another move than its own ([object_without_useless_dots],
    [arrival_without_useless_dots]); and what the bound makes of this ([uses_nonneg]).

    paper/certificate.md, section 2, "Useless dots", and section 3. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Sums Graph Bound Boxes Symmetry HalfTurn Coverage Pairs.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.
Local Arguments Z.mul : simpl never.

(** Sides at distance 0 are none. *)
Definition on_a_side (B : box) (c : cell) : bool :=
  existsb (fun k => (0 <? distance B k) && (beyond k c =? distance B k)) [Top; Right; Bottom; Left].

Definition inner (B : box) (c : cell) : bool := negb (on c cross) && negb (on_a_side B c).

Definition used (g : list move) (c : cell) : bool := existsb (fun m => on c (line m) && negb (cell_eqb (dot m) c)) g.

Definition useful (B : box) (g : list move) : Prop := forall m, In m g -> inner B (dot m) = true -> used g (dot m) = true.

Lemma used_spec g c : used g c = true <-> exists m, In m g /\ In c (line m) /\ dot m <> c.
Proof.
  unfold used. rewrite existsb_exists. split.
  - intros (m & H & E). apply andb_true_iff in E as (L & N). exists m.
    destruct (on_spec c (line m)); [| discriminate]. destruct (cell_eqb_spec (dot m) c); [discriminate | tauto].
  - intros (m & H & L & N). exists m. split; [exact H |]. apply andb_true_iff.
    destruct (on_spec c (line m)); [| contradiction]. destruct (cell_eqb_spec (dot m) c); [contradiction | tauto].
Qed.

Lemma on_a_side_spec B c : on_a_side B c = true <-> exists k, 0 < distance B k /\ beyond k c = distance B k.
Proof.
  unfold on_a_side. rewrite existsb_exists. split.
  - intros (k & _ & E). exists k. now rewrite andb_true_iff, Z.ltb_lt, Z.eqb_eq in E.
  - intros (k & E). exists k. rewrite andb_true_iff, Z.ltb_lt, Z.eqb_eq. split; [destruct k; cbn; tauto | exact E].
Qed.

Lemma inner_beyond B c k : inner B c = true -> 0 < distance B k -> beyond k c <= distance B k -> beyond k c < distance B k.
Proof.
  unfold inner. intros I P L. apply andb_true_iff in I as (_ & I). apply negb_true_iff in I.
  destruct (Z.eq_dec (beyond k c) (distance B k)) as [E | N]; [| lia].
  assert (on_a_side B c = true) as F; [apply on_a_side_spec; now exists k | congruence].
Qed.

(** ** In the bound *)

Lemma dot_on_line m : In (place m) [0; 1; 2; 3; 4] -> In (dot m) (line m).
Proof.
  intros P. unfold line. apply in_map_iff. exists (place m). split; [| exact P].
  unfold along. destruct (dot m). cbn [fst snd]. f_equal; ring.
Qed.

Definition others_of (m : move) : list cell := filter (fun c => negb (cell_eqb (dot m) c)) (line m).

Lemma sum_filter_out (r : cell -> Z) v l : NoDup l -> In v l -> sum r l = r v + sum r (filter (fun c => negb (cell_eqb v c)) l).
Proof.
  intros N. induction N as [| a l Ha N IH]; intros H; [contradiction |]. cbn [filter]. rewrite sum_cons.
  destruct (cell_eqb_spec v a) as [<- | Na]; cbn [negb].
  - f_equal. f_equal. symmetry. clear - Ha. induction l as [| b l IH]; [reflexivity |]. cbn [filter].
    destruct (cell_eqb_spec v b) as [<- | Nb]; [destruct Ha; now left |]. cbn [negb]. f_equal. apply IH. intros H. apply Ha. now right.
  - rewrite sum_cons, IH; [lia |]. destruct H; [congruence | assumption].
Qed.

Theorem uses_nonneg r g : graph g -> (forall c, 0 <= r c) -> (forall m, In m g -> 0 < r (dot m) -> used g (dot m) = true) ->
  0 <= sum (use r) g.
Proof.
  intros G P U.
  assert (sum (use r) g = sum r (flat_map others_of g) - sum r (map dot g)) as ->.
  { rewrite sum_flat_map, sum_map, <- sum_minus. apply sum_ext. intros m Hm. unfold use.
    rewrite (sum_filter_out r (dot m) (line m) (line_nodup m)); [unfold others_of; lia |].
    apply dot_on_line. exact (on_its_line g G m Hm). }
  assert (sum r (map dot g) = sum r (filter (fun c => 0 <? r c) (map dot g))) as ->.
  { generalize (map dot g). intros l. induction l as [| c l IH]; [reflexivity |]. cbn [filter]. rewrite sum_cons, IH.
    specialize (P c). destruct (Z.ltb_spec 0 (r c)); [now rewrite sum_cons | lia]. }
  enough (sum r (filter (fun c => 0 <? r c) (map dot g)) <= sum r (flat_map others_of g)) by lia.
  apply sum_incl; [apply NoDup_filter, G | | auto].
  intros c Hc. apply filter_In in Hc as (Hc & R). apply Z.ltb_lt in R. apply in_map_iff in Hc as (m & <- & Hm).
  specialize (U m Hm R). apply used_spec in U as (m' & Hm' & L & N). apply in_flat_map. exists m'. split; [exact Hm' |].
  apply filter_In. split; [exact L |]. now destruct (cell_eqb_spec (dot m') (dot m)).
Qed.

(** ** Taking a useless dot away *)

Definition loose (g : list move) (x : move) : Prop := forall y, In y g -> In (dot x) (line y) -> y = x.

Lemma graph_less l1 x l2 : graph (l1 ++ x :: l2) -> loose (l1 ++ x :: l2) x -> graph (l1 ++ l2).
Proof.
  intros G L. pose proof (placed_once _ G) as ND. rewrite map_app in ND. cbn [map] in ND.
  assert (I : incl (l1 ++ l2) (l1 ++ x :: l2)) by (intros z H; apply in_app_or in H; apply in_or_app; cbn; tauto).
  assert (Nx : forall y, In y (l1 ++ l2) -> y <> x).
  { intros y Hy ->. apply NoDup_remove_2 in ND. apply ND. rewrite <- map_app. now apply in_map. }
  split.
  - intros m Hm. apply (on_its_line _ G), I, Hm.
  - intros m Hm. apply (not_on_cross _ G), I, Hm.
  - rewrite map_app. now apply NoDup_remove_1 in ND.
  - intros m c Hm Hc. pose proof (lines_dotted _ G m c (I m Hm) Hc) as D. unfold dots in *.
    apply in_app_or in D as [D | D]; apply in_or_app; [left | now right].
    apply in_map_iff in D as (z & Ez & D). apply in_app_or in D as [D | [-> | D]].
    + apply in_map_iff. exists z. split; [exact Ez | apply in_or_app; now left].
    + destruct (Nx m Hm). apply L; [now apply I | now rewrite Ez].
    + apply in_map_iff. exists z. split; [exact Ez | apply in_or_app; now right].
  - intros m m' c Hm Hm'. apply (lines_disjoint _ G); now apply I.
Qed.

Theorem one_less g x : graph g -> In x g -> loose g x ->
  exists g', graph g' /\ (game g -> game g') /\ (forall y, In y g' <-> In y g /\ y <> x) /\ length g = S (length g') /\
    forall k, distance (box_of g) k = Z.max (distance (box_of g') k) (beyond k (dot x)).
Proof.
  intros G Hx L. apply in_split in Hx as (l1 & l2 & ->). exists (l1 ++ l2).
  pose proof (placed_once _ G) as ND. rewrite map_app in ND. cbn [map] in ND. apply NoDup_remove_2 in ND. rewrite <- map_app in ND.
  assert (Nx : forall y, In y (l1 ++ l2) -> y <> x) by (intros y Hy ->; apply ND; now apply in_map).
  split; [now apply (graph_less l1 x) | split; [| split; [| split]]].
  - intros Gg. apply (leave_out l1 x l2 Gg). intros y Hy Hc. apply (Nx y); [apply in_or_app; now left |].
    apply L; [apply in_or_app; now left | exact Hc].
  - intros y. split.
    + intros Hy. split; [| now apply Nx]. apply in_app_or in Hy. apply in_or_app. cbn. tauto.
    + intros (Hy & N). apply in_app_or in Hy. apply in_or_app. cbn in Hy. destruct Hy as [? | [E | ?]]; [tauto | congruence | tauto].
  - rewrite !app_length. cbn [length]. lia.
  - intros k. apply distance_middle.
Qed.

(** The box stays, if the dot is inner. *)
Lemma inner_box g g' x : In x g -> inner (box_of g) (dot x) = true ->
  (forall k, distance (box_of g) k = Z.max (distance (box_of g') k) (beyond k (dot x))) -> box_of g' = box_of g.
Proof.
  intros Hx I D. apply box_ext. intros k. specialize (D k). pose proof (distance_nonneg g' k).
  pose proof (inner_beyond (box_of g) (dot x) k I). lia.
Qed.

(** A useless dot, if there is one. *)
Lemma useful_or_not B g : graph g -> useful B g \/ exists x, In x g /\ inner B (dot x) = true /\ loose g x.
Proof.
  intros G. destruct (existsb (fun x => inner B (dot x) && negb (used g (dot x))) g) eqn:E.
  - right. apply existsb_exists in E as (x & Hx & E). apply andb_true_iff in E as (I & U). apply negb_true_iff in U.
    exists x. repeat split; [exact Hx | exact I |]. intros y Hy Hc.
    destruct (cell_eqb_spec (dot y) (dot x)) as [Ed | N].
    + pose proof (placed_once _ G) as ND. clear - ND Ed Hy Hx. induction g as [| a g IH]; [contradiction |].
      cbn [map] in ND. inversion ND as [| ? ? Na ND']; subst.
      destruct Hy as [-> | Hy], Hx as [-> | Hx]; [reflexivity | | | now apply IH];
        destruct Na; [rewrite Ed | rewrite <- Ed]; now apply in_map.
    + assert (used g (dot x) = true) by (apply used_spec; now exists y). congruence.
  - left. intros m Hm I. destruct (used g (dot m)) eqn:U; [reflexivity |]. apply not_true_iff_false in E. destruct E.
    apply existsb_exists. exists m. split; [exact Hm |]. now rewrite I, U.
Qed.

(** *** Graphs and games *)

(** In a symmetric graph the image of a useless dot is useless, too, and both moves are taken away. *)
Lemma pair_less g x : graph g -> symmetric g -> In x g -> inner (box_of g) (dot x) = true -> loose g x ->
  exists g', graph g' /\ (game g -> game g') /\ symmetric g' /\ box_of g' = box_of g /\ (length g' < length g)%nat.
Proof.
  intros G S Hx I L. destruct (one_less g x G Hx L) as (g1 & G1 & GG1 & In1 & L1 & D1).
  assert (Ht : In (turn x) g1).
  { apply In1. split; [now apply S |]. intros E. destruct (turn_moves (dot x)). now rewrite <- E at 2. }
  assert (Lt : loose g1 (turn x)).
  { intros y Hy Hc. apply In1 in Hy as (Hy & _).
    assert (Hc' : In (dot x) (line (turn y))).
    { rewrite <- (turn_cell_twice (dot x)). apply turn_line; [exact (on_its_line _ G y Hy) | exact Hc]. }
    apply L in Hc'; [| now apply S]. now rewrite <- Hc', turn_twice. }
  destruct (one_less g1 (turn x) G1 Ht Lt) as (g2 & G2 & GG2 & In2 & L2 & D2).
  pose proof (inner_box g g1 x Hx I D1) as B1.
  exists g2. split; [exact G2 |]. split; [auto |]. split; [| split; [| lia]].
  - intros y Hy. apply In2 in Hy as (Hy & Nt). apply In1 in Hy as (Hy & Nx). apply In2. split; [apply In1; split |].
    + now apply S.
    + intros E. apply Nt. now rewrite <- E, turn_twice.
    + intros E. apply Nx. now rewrite <- (turn_twice y), E, turn_twice.
  - apply box_ext. intros k. rewrite <- B1. specialize (D2 k). pose proof (distance_nonneg g2 k).
    assert (D : beyond k (dot (turn x)) = beyond (opposite k) (dot x)) by apply beyond_turned.
    pose proof (inner_beyond (box_of g) (dot x) (opposite k) I) as J. rewrite (symmetric_box g k S) in J.
    rewrite B1 in *. lia.
Qed.

Lemma object_less o g : is_object o g -> graph g.
Proof. pose proof (game_graph g). destruct o; cbn [is_object]; tauto. Qed.

Theorem object_without_useless_dots o B n : forall g, (length g <= n)%nat -> is_object o g -> box_of g = B ->
  exists g', is_object o g' /\ box_of g' = B /\ useful B g'.
Proof.
  induction n as [| n IH]; intros g Ln O E.
  - exists g. split; [exact O |]. split; [exact E |]. destruct g; [intros m [] | cbn in Ln; lia].
  - pose proof (object_less o g O) as G.
    destruct (useful_or_not B g G) as [U | (x & Hx & I & L)]; [now exists g |]. rewrite <- E in I.
    assert (exists g', is_object o g' /\ box_of g' = box_of g /\ (length g' < length g)%nat) as (g' & O' & E' & L').
    { destruct (are_symmetric o) eqn:S.
      - assert (Sg : symmetric g) by (destruct o; try discriminate; apply O).
        destruct (pair_less g x G Sg Hx I L) as (g' & G' & GG' & S' & E' & L').
        exists g'. split; [| split; [exact E' | exact L']]. destruct o; try discriminate; cbn [is_object] in *; tauto.
      - destruct (one_less g x G Hx L) as (g' & G' & GG' & _ & L' & D).
        exists g'. split; [| split; [exact (inner_box g g' x Hx I D) | lia]]. destruct o; try discriminate; cbn [is_object] in *; tauto. }
    apply (IH g'); [lia | exact O' | congruence].
Qed.

(** *** Arrivals *)

Lemma arrival_less B A k0 m l x : 0 < distance A k0 -> arrives B A (m :: l) -> In x (m :: l) -> inner B (dot x) = true ->
  loose (m :: l) x -> exists l', arrives B A (m :: l') /\ (length l' < length l)%nat.
Proof.
  intros P (G & E & m0 & played & E0 & EB) Hx I L. injection E0 as <- <-.
  assert (Eg : box_of (m :: l) = grow (box_of l) A) by congruence.
  inversion G as [| ? ? Gl Lm]; subst m0 played. pose proof (game_graph _ Gl) as Gr.
  (* it is not the last dot, which lies on a side *)
  assert (N : x <> m).
  { intros ->. pose proof (arrival_reaches l m A k0 Eg P) as R. rewrite E in R.
    pose proof (distance_nonneg l k0). pose proof (distance_grow (box_of l) A k0) as D. rewrite <- EB in D.
    pose proof (inner_beyond B (dot m) k0 I). lia. }
  assert (Hx' : In x l) by (destruct Hx; [congruence | assumption]).
  assert (Ll : loose l x) by (intros y Hy; apply L; now right).
  destruct (one_less l x Gr Hx' Ll) as (l' & _ & Gg & In' & Len & D). specialize (Gg Gl).
  (* the last move's line has a cell next to its dot, which was not taken away *)
  destruct (neighbour l m Lm) as (c & Hc & Hd & X & Y).
  assert (Sub : forall z, In z (dots l) -> z <> dot x -> In z (dots l')).
  { intros z Hz Nz. unfold dots in *. apply in_app_or in Hz as [Hz | Hz]; apply in_or_app; [left | now right].
    apply in_map_iff in Hz as (y & <- & Hy). apply in_map, In'. split; [exact Hy | congruence]. }
  assert (Nm : ~ In (dot x) (line m)) by (intros Hm; apply N; symmetry; apply L; [now left | exact Hm]).
  assert (Hc' : In c (dots l')) by (apply Sub; [exact Hd | congruence]).
  assert (Eb : box_of l' = box_of l).
  { apply box_ext. intros k. specialize (D k). pose proof (distance_nonneg l' k).
    pose proof (distance_grow (box_of l) A k) as DA. rewrite <- EB in DA.
    pose proof (inner_beyond B (dot x) k I) as J. pose proof (box_contains l' c Hc' k) as C.
    pose proof (box_contains (m :: l) (dot x) (in_dots x (m :: l) Hx) k) as Cx. rewrite E in Cx.
    destruct (Z.leb_spec (distance A k) 0) as [A0 | A1].
    - pose proof (distance_extend (dot m) (box_of l) k) as M. change (extend (dot m) (box_of l)) with (box_of (m :: l)) in M. rewrite E in M. lia.
    - pose proof (arrival_reaches l m A k Eg A1) as R. rewrite E in R.
      assert (beyond k (dot m) - 1 <= beyond k c) by (clear - X Y; destruct k; cbn; lia). lia. }
  exists l'. split; [| lia]. split; [| split].
  - constructor; [exact Gg |]. destruct Lm as (Pm & Dm & Cm & Mm). repeat split; [exact Pm | | | intros y Hy; apply Mm; now apply In'].
    + intros H. apply Dm. unfold dots in *. apply in_app_or in H as [H | H]; apply in_or_app; [left | now right].
      apply in_map_iff in H as (y & <- & Hy). apply in_map. now apply In'.
    + intros z Hz. destruct (Cm z Hz) as [? | Hz']; [now left | right]. apply Sub; [exact Hz' | congruence].
  - rewrite <- E. cbn [box_of fold_right]. fold (box_of l) (box_of l'). now rewrite Eb.
  - exists m, l'. split; [reflexivity |]. now rewrite Eb.
Qed.

Theorem arrival_without_useless_dots B A k0 n : 0 < distance A k0 -> forall g, (length g <= n)%nat -> arrives B A g ->
  exists g', arrives B A g' /\ useful B g'.
Proof.
  intros P. induction n as [| n IH]; intros g Ln H.
  - destruct H as (_ & _ & m & l & -> & _). cbn in Ln. lia.
  - pose proof H as (G & _ & m & l & E & _).
    destruct (useful_or_not B g (game_graph g G)) as [U | (x & Hx & I & L)]; [now exists g |]. subst g.
    destruct (arrival_less B A k0 m l x P H Hx I L) as (l' & H' & Len).
    apply (IH (m :: l')); [| exact H']. cbn [length] in *. lia.
Qed.

(** ** Images *)

Definition keeps_sides (s : symmetry) : Prop :=
  exists p : side -> side, forall k c B, beyond (p k) (on_cell s c) = beyond k c /\ distance (on_box s B) (p k) = distance B k.

Lemma then_keeps_sides s t : keeps_sides s -> keeps_sides t -> keeps_sides (then_ s t).
Proof.
  intros (p & H) (q & K). exists (fun k => q (p k)). intros k c B. cbn [then_ on_cell on_box].
  destruct (H k c B) as (<- & <-). apply K.
Qed.

Lemma swap_keeps_sides : keeps_sides swap.
Proof.
  exists (fun k => match k with Top => Left | Right => Bottom | Bottom => Right | Left => Top end).
  intros k [x y] [t r b l]. destruct k; cbn; split; reflexivity.
Qed.

Lemma mirror_x_keeps_sides : keeps_sides mirror_x.
Proof.
  exists (fun k => match k with Top => Top | Right => Left | Bottom => Bottom | Left => Right end).
  intros k [x y] [t r b l]. destruct k; cbn; split; try reflexivity; lia.
Qed.

Lemma identity_keeps_sides : keeps_sides identity.
Proof. exists (fun k => k). intros k c B. split; reflexivity. Qed.

Lemma all_keep_sides s : In s symmetries -> keeps_sides s.
Proof.
  intros H. assert (F : Forall keeps_sides symmetries); [| rewrite Forall_forall in F; now apply F].
  repeat (apply Forall_cons; [repeat apply then_keeps_sides;
    first [apply identity_keeps_sides | apply swap_keeps_sides | apply mirror_x_keeps_sides] |]). apply Forall_nil.
Qed.

Theorem image_useful s B g : In s symmetries -> on_box s B = B -> (forall m, In m g -> on_a_line m) ->
  useful B g -> useful B (map (on_move s) g).
Proof.
  intros Hs E V U m' H I. apply in_map_iff in H as (m & <- & H). rewrite dot_to_dot in *.
  assert (J : inner B (dot m) = true).
  { unfold inner in *. apply andb_true_iff in I as (I1 & I2). apply negb_true_iff in I1, I2. apply andb_true_iff. split; apply negb_true_iff.
    - destruct (on_spec (dot m) cross) as [C | _]; [| reflexivity]. apply (cross_to_cross s) in C.
      destruct (on_spec (on_cell s (dot m)) cross); [discriminate | contradiction].
    - apply not_true_is_false. intros O. apply on_a_side_spec in O as (k & P & Q).
      destruct (all_keep_sides s Hs) as (p & K). destruct (K k (dot m) B) as (K1 & K2). rewrite E in K2.
      enough (on_a_side B (on_cell s (dot m)) = true) by congruence.
      apply on_a_side_spec. exists (p k). rewrite K1, K2. split; assumption. }
  specialize (U m H J). apply used_spec in U as (y & Hy & L & N). apply used_spec. exists (on_move s y).
  split; [now apply in_map | split].
  - apply line_to_line; [now apply V |]. now exists (dot m).
  - rewrite dot_to_dot. intros F. apply N. now apply cells_apart in F.
Qed.
