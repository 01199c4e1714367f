(** The eight symmetries of the cross, and that they map games to games.

    paper/certificate.md, section 6. *)

From Coq Require Import ZArith List Bool FinFun Lia.
From Morpion Require Import Game Record Sums Graph Boxes.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.opp : simpl never.
Local Arguments Z.mul : simpl never.

Definition on_a_line (m : move) : Prop := In (place m) [0; 1; 2; 3; 4].

(** What a symmetry does to cells, moves and boxes, and what of this the proofs need. *)
Record symmetry : Type := {
  on_cell : cell -> cell;
  on_move : move -> move;
  on_box : box -> box;
  cells_apart : forall c c', on_cell c = on_cell c' -> c = c';
  cross_to_cross : forall c, In c cross -> In (on_cell c) cross;
  dot_to_dot : forall m, dot (on_move m) = on_cell (dot m);
  parallel_to_parallel : forall m m', dir (on_move m) = dir (on_move m') <-> dir m = dir m';
  places : forall m, on_a_line m -> on_a_line (on_move m);
  line_to_line : forall m c, on_a_line m -> (In c (line (on_move m)) <-> exists c', c = on_cell c' /\ In c' (line m));
  no_box_stays : on_box no_box = no_box;
  extend_to_extend : forall c B, on_box (extend c B) = extend (on_cell c) (on_box B);
  grow_to_grow : forall B A, on_box (grow B A) = grow (on_box B) (on_box A);
  arrival_to_arrival : forall A, In A arrivals -> In (on_box A) arrivals
}.

(** ** Images of games *)

Section Image.

  Variable s : symmetry.

  Lemma cross_from_cross c : In (on_cell s c) cross -> In c cross.
  Proof.
    (* An injection of a finite set into itself is onto. *)
    intros H.
    assert (I : incl cross (map (on_cell s) cross)).
    { apply NoDup_length_incl.
      - apply Injective_map_NoDup; [exact (cells_apart s) |].
        assert (D : forallb (fun c => Nat.eqb (count_occ Z.eq_dec (map (fun c => 100 * snd c + fst c) cross)
          (100 * snd c + fst c)) 1) cross = true) by reflexivity.
        apply (NoDup_map_inv (fun c => 100 * snd c + fst c)), (NoDup_count_occ Z.eq_dec).
        intros k. destruct (in_dec Z.eq_dec k (map (fun c => 100 * snd c + fst c) cross)) as [Hk | Hk].
        + rewrite forallb_forall in D. apply in_map_iff in Hk as (a & <- & Ha). specialize (D a Ha).
          apply Nat.eqb_eq in D. now rewrite D.
        + apply (count_occ_not_In Z.eq_dec) in Hk. rewrite Hk. apply Nat.le_0_l.
      - now rewrite map_length.
      - intros c' Hc'. apply in_map_iff in Hc' as (b & <- & Hb). now apply cross_to_cross. }
    apply I, in_map_iff in H as (c' & E & H). now apply cells_apart in E as <-.
  Qed.

  Lemma image_dots g c : In (on_cell s c) (dots (map (on_move s) g)) <-> In c (dots g).
  Proof.
    unfold dots. rewrite !in_app_iff, map_map, !in_map_iff. split; intros [H | H].
    - destruct H as (m & E & H). rewrite dot_to_dot in E. apply cells_apart in E. left. now exists m.
    - right. now apply cross_from_cross.
    - destruct H as (m & <- & H). left. exists m. now rewrite dot_to_dot.
    - right. now apply cross_to_cross.
  Qed.

  Theorem image_legal g m :
    (forall m', In m' g -> on_a_line m') -> legal g m -> legal (map (on_move s) g) (on_move s m).
  Proof.
    intros V (P & D & L & M). repeat split.
    - now apply places.
    - rewrite dot_to_dot, image_dots. exact D.
    - intros c Hc. apply line_to_line in Hc as (c' & -> & Hc); [| exact P].
      rewrite image_dots, dot_to_dot. destruct (L c' Hc) as [-> | ?]; tauto.
    - intros m' H' E c Hc Hc'. apply in_map_iff in H' as (m1 & <- & H1). apply parallel_to_parallel in E.
      apply line_to_line in Hc as (c1 & -> & Hc); [| now apply V].
      apply line_to_line in Hc' as (c2 & E2 & Hc'); [| exact P]. apply cells_apart in E2 as <-.
      exact (M m1 H1 E c1 Hc Hc').
  Qed.

  Theorem image_game g : game g -> game (map (on_move s) g).
  Proof.
    induction 1 as [| m g G IH L]; cbn; constructor; [exact IH |].
    apply image_legal; [exact (on_its_line g (game_graph g G)) | exact L].
  Qed.

  Theorem image_graph g : graph g -> graph (map (on_move s) g).
  Proof.
    intros [P C N L D]. split.
    - intros m' H. apply in_map_iff in H as (m & <- & H). now apply places, P.
    - intros m' H. apply in_map_iff in H as (m & <- & H). rewrite dot_to_dot. intros X. exact (C m H (cross_from_cross _ X)).
    - rewrite map_map, (map_ext _ _ (dot_to_dot s)), <- (map_map dot (on_cell s)).
      apply Injective_map_NoDup; [exact (cells_apart s) | exact N].
    - intros m' c H Hc. apply in_map_iff in H as (m & <- & H). apply line_to_line in Hc as (c' & -> & Hc); [| now apply P].
      apply image_dots. now apply (L m).
    - intros m1' m2' c H1 H2 E H1c H2c. apply in_map_iff in H1 as (m1 & <- & H1). apply in_map_iff in H2 as (m2 & <- & H2).
      apply parallel_to_parallel in E. apply line_to_line in H1c as (c1 & -> & H1c); [| now apply P].
      apply line_to_line in H2c as (c2 & E2 & H2c); [| now apply P]. apply cells_apart in E2 as <-.
      f_equal. exact (D m1 m2 c1 H1 H2 E H1c H2c).
  Qed.

  Theorem image_box g : box_of (map (on_move s) g) = on_box s (box_of g).
  Proof.
    induction g as [| m g IH]; cbn [map box_of fold_right]; [symmetry; apply no_box_stays |].
    fold (box_of g). fold (box_of (map (on_move s) g)). now rewrite IH, dot_to_dot, extend_to_extend.
  Qed.

End Image.

(** ** The eight of them *)

Definition then_ (s t : symmetry) : symmetry.
Proof.
  refine {| on_cell c := on_cell t (on_cell s c);
            on_move m := on_move t (on_move s m);
            on_box B := on_box t (on_box s B) |}.
  - intros c c' E. now apply (cells_apart s), (cells_apart t).
  - intros c H. now apply (cross_to_cross t), (cross_to_cross s).
  - intros m. now rewrite !dot_to_dot.
  - intros m m'. now rewrite !parallel_to_parallel.
  - intros m H. now apply (places t), (places s).
  - intros m c H. rewrite line_to_line by now apply (places s). split.
    + intros (c' & -> & H'). apply line_to_line in H' as (c'' & -> & H'); [| exact H]. now exists c''.
    + intros (c' & -> & H'). exists (on_cell s c'). split; [reflexivity |]. apply line_to_line; [exact H |]. now exists c'.
  - now rewrite !no_box_stays.
  - intros c B. now rewrite !extend_to_extend.
  - intros B A. now rewrite !grow_to_grow.
  - intros A H. now apply (arrival_to_arrival t), (arrival_to_arrival s).
Defined.

Lemma cross_closed f : forallb (fun c => on (f c) cross) cross = true -> forall c, In c cross -> In (f c) cross.
Proof. rewrite forallb_forall. intros H c Hc. specialize (H c Hc). now destruct (on_spec (f c) cross). Qed.

Definition box_eqb (B B' : box) : bool :=
  (top B =? top B') && (right B =? right B') && (bottom B =? bottom B') && (left B =? left B').

Lemma box_eqb_eq B B' : box_eqb B B' = true -> B = B'.
Proof.
  destruct B, B'. unfold box_eqb. cbn. rewrite !andb_true_iff, !Z.eqb_eq. intros (((-> & ->) & ->) & ->). reflexivity.
Qed.

Lemma arrivals_closed f :
  forallb (fun A => existsb (box_eqb (f A)) arrivals) arrivals = true -> forall A, In A arrivals -> In (f A) arrivals.
Proof.
  rewrite forallb_forall. intros H A HA. specialize (H A HA). apply existsb_exists in H as (A' & H & E).
  now rewrite (box_eqb_eq _ _ E).
Qed.

(** Lines are mapped cell by cell, in the same or in the opposite order. *)
Lemma line_kept f F m c :
  (forall i, along (dot (F m)) (dir (F m)) (i - place (F m)) = f (along (dot m) (dir m) (i - place m))) ->
  (In c (line (F m)) <-> exists c', c = f c' /\ In c' (line m)).
Proof.
  intros H. unfold line at 1. rewrite (map_ext _ _ H). rewrite <- (map_map (fun i => along (dot m) (dir m) (i - place m)) f).
  fold (line m). rewrite in_map_iff. split; intros (c' & ? & ?); exists c'; auto.
Qed.

Lemma line_reversed f F m c :
  (forall i, along (dot (F m)) (dir (F m)) (i - place (F m)) = f (along (dot m) (dir m) (4 - i - place m))) ->
  (In c (line (F m)) <-> exists c', c = f c' /\ In c' (line m)).
Proof.
  intros H. unfold line at 1. rewrite (map_ext _ _ H).
  rewrite <- (map_map (fun i => along (dot m) (dir m) (4 - i - place m)) f).
  assert (E : map (fun i => along (dot m) (dir m) (4 - i - place m)) [0; 1; 2; 3; 4] = rev (line m)) by reflexivity.
  rewrite E, in_map_iff. split; intros (c' & Ec & Hc); exists c'; rewrite <- in_rev in *; auto.
Qed.

(** [Rising] lines run to the right and up; where a symmetry turns a direction round, places are counted from the other end. *)

Definition identity : symmetry.
Proof.
  refine {| on_cell c := c; on_move m := m; on_box B := B |}; auto; try reflexivity.
  intros m c _. split; [now exists c |]. now intros (c' & -> & H).
Defined.

Definition swap_cell (c : cell) : cell := (snd c, fst c).
Definition swap_move (m : move) : move :=
  match dir m with
  | Horizontal => Move (swap_cell (dot m)) Vertical (place m)
  | Vertical => Move (swap_cell (dot m)) Horizontal (place m)
  | Falling => Move (swap_cell (dot m)) Falling (place m)
  | Rising => Move (swap_cell (dot m)) Rising (4 - place m)
  end.

Definition mirror_x_cell (c : cell) : cell := (9 - fst c, snd c).
Definition mirror_x_move (m : move) : move :=
  match dir m with
  | Horizontal => Move (mirror_x_cell (dot m)) Horizontal (4 - place m)
  | Vertical => Move (mirror_x_cell (dot m)) Vertical (place m)
  | Falling => Move (mirror_x_cell (dot m)) Rising (4 - place m)
  | Rising => Move (mirror_x_cell (dot m)) Falling (4 - place m)
  end.

Ltac solve_symmetry f F :=
  first
  [ solve [intros [x y] [x' y'] E; unfold f in E; cbn in E; injection E; intros; f_equal; lia]
  | solve [apply cross_closed; reflexivity]
  | solve [intros [[x y] [] i]; reflexivity]
  | solve [intros [[x y] [] i] [[x' y'] [] i']; cbn; split; congruence]
  | solve [intros [[x y] [] i]; unfold on_a_line; cbn; lia]
  | solve [intros [[x y] [] i] c _;
           first [ apply (line_kept f F); intros j; unfold along, f; cbn; f_equal; lia
                 | apply (line_reversed f F); intros j; unfold along, f; cbn; f_equal; lia ]]
  | reflexivity
  | solve [intros [x y] [t r b l]; unfold extend, f; cbn; f_equal; lia]
  | solve [intros [t r b l] [t' r' b' l']; reflexivity]
  | solve [apply arrivals_closed; reflexivity] ].

Definition swap : symmetry.
Proof.
  refine {| on_cell := swap_cell; on_move := swap_move;
            on_box B := Box (left B) (bottom B) (right B) (top B) |}.
  all: solve_symmetry swap_cell swap_move.
Defined.

Definition mirror_x : symmetry.
Proof.
  refine {| on_cell := mirror_x_cell; on_move := mirror_x_move;
            on_box B := Box (top B) (left B) (bottom B) (right B) |}.
  all: solve_symmetry mirror_x_cell mirror_x_move.
Defined.

(** Mirroring y is swapping, mirroring x, and swapping again. *)
Definition mirror_y : symmetry := then_ (then_ swap mirror_x) swap.

(** Numbered as in paper/certificate.md: h = a + 2 b + 4 c. *)
Definition symmetries : list symmetry :=
  let with_mirrors s := [s; then_ s mirror_x; then_ s mirror_y; then_ (then_ s mirror_x) mirror_y] in
  with_mirrors identity ++ with_mirrors swap.

Example images : map (fun s => (on_cell s (2, 7), on_box s (Box 1 2 3 4))) symmetries =
  [((2, 7), Box 1 2 3 4); ((7, 7), Box 1 4 3 2); ((2, 2), Box 3 2 1 4); ((7, 2), Box 3 4 1 2);
   ((7, 2), Box 4 3 2 1); ((2, 2), Box 4 1 2 3); ((7, 7), Box 2 3 4 1); ((2, 7), Box 2 1 4 3)].
Proof. reflexivity. Qed.

(** A fourth image of a symmetry of the cross is where it began. *)

Definition images_of_cells : list (cell -> cell) :=
  [ fun c => (fst c, snd c); fun c => (9 - fst c, snd c); fun c => (fst c, 9 - snd c); fun c => (9 - fst c, 9 - snd c);
    fun c => (snd c, fst c); fun c => (9 - snd c, fst c); fun c => (snd c, 9 - fst c); fun c => (9 - snd c, 9 - fst c) ].

Theorem four_images s : In s symmetries -> forall c, on_cell s (on_cell s (on_cell s (on_cell s c))) = c.
Proof.
  intros H [x y].
  assert (E : Forall2 (fun s f => forall x y, on_cell s (x, y) = f (x, y)) symmetries images_of_cells)
    by (repeat constructor).
  assert (F : Forall (fun f : cell -> cell => f (f (f (f (x, y)))) = (x, y)) images_of_cells).
  { repeat constructor; cbn [fst snd]; f_equal; ring. }
  induction E as [| s' f ss fs Ef E IH]; [contradiction |]. inversion F as [| ? ? Ff F']; subst.
  destruct H as [<- | H]; [| now apply IH]. destruct (f (x, y)) as [x1 y1] eqn:E1.
  rewrite Ef, E1, Ef. destruct (f (x1, y1)) as [x2 y2] eqn:E2. rewrite Ef.
  destruct (f (x2, y2)) as [x3 y3] eqn:E3. rewrite Ef. exact Ff.
Qed.

(** One symmetry after another is a third one. *)
Theorem symmetries_closed s t : In s symmetries -> In t symmetries -> exists u, In u symmetries /\
  (forall m, on_move u m = on_move t (on_move s m)) /\ (forall B, on_box u B = on_box t (on_box s B)).
Proof.
  intros Hs Ht.
  assert (F : Forall (fun s => Forall (fun t => Exists (fun u =>
    (forall m, on_move u m = on_move t (on_move s m)) /\ (forall B, on_box u B = on_box t (on_box s B))) symmetries) symmetries) symmetries).
  { repeat first [apply Forall_nil | apply Forall_cons];
      repeat first [ apply Exists_cons_hd; split; [intros [[x y] [] i]; cbn; unfold mirror_x_cell, swap_cell; cbn; f_equal; first [reflexivity | lia | f_equal; lia] | intros []; reflexivity]
                   | apply Exists_cons_tl ]. }
  rewrite Forall_forall in F. specialize (F s Hs). rewrite Forall_forall in F. specialize (F t Ht).
  apply Exists_exists in F as (u & Hu & E). now exists u.
Qed.

(** Each is taken back by one of them. *)
Theorem symmetry_back s : In s symmetries -> exists t, In t symmetries /\ forall m, on_move t (on_move s m) = m.
Proof.
  intros Hs. assert (F : Forall (fun s => Exists (fun t => forall m, on_move t (on_move s m) = m) symmetries) symmetries).
  { repeat first [apply Forall_nil | apply Forall_cons];
      repeat first [ apply Exists_cons_hd; solve [intros [[x y] [] i]; cbn; unfold mirror_x_cell, swap_cell; cbn; f_equal; first [reflexivity | lia | f_equal; lia]]
                   | apply Exists_cons_tl ]. }
  rewrite Forall_forall in F. specialize (F s Hs). apply Exists_exists in F as (t & Ht & E). now exists t.
Qed.
