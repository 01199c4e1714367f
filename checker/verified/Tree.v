(** Why a tree of case distinctions whose leaves are all closed shows its claim, with mirror images.

    paper/certificate.md, section 5, theorem (soundness). A *counterexample* is a game that the claim denies. A state is what is
    known of a game, [list move -> Prop]. How a program writes states down, and which facts it adds to them, is not spoken of here:
    it may add what follows (Rules.v, Bound.v), and must close each case. *)

From Coq Require Import ZArith List Lia.
From Morpion Require Import Game Record Graph Bound Boxes Symmetry Coverage Rules.
Import ListNotations.
Open Scope Z_scope.

Section Tree.

  Variable counterexample : list move -> Prop.

  Definition state := list move -> Prop.

  (** ** Trees without mirror images *)

  Inductive closed : state -> Prop :=
    | leaf (S : state) :                (* a contradiction of the rules, or a bound below the target *)
        (forall g, counterexample g -> ~ S g) -> closed S
    | facts (S S' : state) :            (* propagation and fixing: no counterexample is lost *)
        (forall g, counterexample g -> S g -> S' g) -> closed S' -> closed S
    | cases (S : state) (F : list move -> Prop) :        (* CELL, MARK, ROW *)
        (forall g, F g \/ ~ F g) ->
        closed (fun g => S g /\ F g) -> closed (fun g => S g /\ ~ F g) -> closed S.

  Theorem closed_sound S : closed S -> forall g, counterexample g -> ~ S g.
  Proof.
    induction 1 as [S L | S S' I _ IH | S F D _ IH1 _ IH2]; intros g C H.
    - exact (L g C H).
    - exact (IH g C (I g C H)).
    - destruct (D g) as [HF | HF]; [exact (IH1 g C (conj H HF)) | exact (IH2 g C (conj H HF))].
  Qed.

  (** What CELL, MARK and ROW distinguish can be decided. *)
  Lemma cell_cases v g : placed v g \/ ~ placed v g.
  Proof. destruct (on_spec v (map dot g)); tauto. Qed.

  Lemma mark_cases m (g : list move) : In m g \/ ~ In m g.
  Proof. destruct (in_dec move_eq_dec m g); tauto. Qed.

  Lemma row_cases D g : meets g D \/ ~ Bound.meets g D.
  Proof.
    destruct (existsb D g) eqn:E; [left | right].
    - now apply existsb_exists.
    - intros H. apply existsb_exists in H. congruence.
  Qed.

  (** ** A chain of mirror images from the root

    Here every counterexample satisfies the state. If none has a dot on [v], neither has any image, so none has a dot on the image
    of [v] either. *)

  Inductive closed_root : state -> Prop :=
    | no_mirror S : closed S -> closed_root S
    | facts_root (S S' : state) :
        (forall g, counterexample g -> S g -> S' g) -> closed_root S' -> closed_root S
    | mirror (S : state) (s : symmetry) v :
        (forall g, counterexample g -> counterexample (map (on_move s) g)) ->
        (forall c, on_cell s (on_cell s (on_cell s (on_cell s c))) = c) ->
        closed (fun g => S g /\ placed v g) ->
        closed_root (fun g => S g /\ ~ placed v g /\ ~ placed (on_cell s v) g) ->
        closed_root S.

  Lemma image_placed s v g : placed v g -> placed (on_cell s v) (map (on_move s) g).
  Proof.
    unfold placed. rewrite map_map, !in_map_iff. intros (m & <- & H). exists m. now rewrite dot_to_dot.
  Qed.

  Theorem closed_root_sound S :
    closed_root S -> (forall g, counterexample g -> S g) -> forall g, ~ counterexample g.
  Proof.
    induction 1 as [S T | S S' I _ IH | S s v Cs Four T _ IH]; intros R.
    - intros g C. exact (closed_sound S T g C (R g C)).
    - apply IH. auto.
    - assert (N : forall g, counterexample g -> ~ placed v g)
        by (intros g C H; exact (closed_sound _ T g C (conj (R g C) H))).
      apply IH. intros g C. split; [now apply R |]. split; [now apply N |].
      (* three images more bring the dot back to v *)
      intros H. apply (N (map (on_move s) (map (on_move s) (map (on_move s) g)))); [now do 3 apply Cs |].
      rewrite <- (Four v). now do 3 apply image_placed.
  Qed.

End Tree.

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

(** ** The counterexamples of each kind of certificate, and when a symmetry maps them to such again *)

Definition too_long (K : Z) (B : box) (g : list move) : Prop := game g /\ box_of g = B /\ K <= Z.of_nat (length g).
Definition fits (B : box) (g : list move) : Prop := game g /\ box_of g = B.

Lemma too_long_image K B s : on_box s B = B -> forall g, too_long K B g -> too_long K B (map (on_move s) g).
Proof.
  intros E g (G & EB & L). repeat split; [now apply image_game | now rewrite image_box, EB | now rewrite map_length].
Qed.

Lemma fits_image B s : on_box s B = B -> forall g, fits B g -> fits B (map (on_move s) g).
Proof. intros E g (G & EB). split; [now apply image_game | now rewrite image_box, EB]. Qed.

Lemma arrives_image B A s : on_box s B = B -> on_box s A = A -> forall g, arrives B A g -> arrives B A (map (on_move s) g).
Proof. intros EB EA g H. rewrite <- EB, <- EA at 1. now apply image_arrives. Qed.

(** A closed tree shows the statement that the theorem lists. *)

Theorem shows_at_most N B :
  closed_root (too_long (N + 1) B) (fun _ => True) -> true_statement (AtMost B N).
Proof.
  intros T g G E. destruct (Z.leb_spec (Z.of_nat (length g)) N) as [L | L]; [exact L | exfalso].
  apply (closed_root_sound _ _ T (fun _ _ => I) g). repeat split; [exact G | exact E | lia].
Qed.

Theorem shows_nothing B : closed_root (fits B) (fun _ => True) -> true_statement (Nothing B).
Proof. intros T g G E. exact (closed_root_sound _ _ T (fun _ _ => I) g (conj G E)). Qed.

Theorem shows_no_arrival B A : closed_root (arrives B A) (fun _ => True) -> true_statement (NoArrival B A).
Proof. intros T g H. exact (closed_root_sound _ _ T (fun _ _ => I) g H). Qed.
