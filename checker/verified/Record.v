(** The definitions of Game.v, tried out: legality can be decided, the longest game known is a game of 82 moves,
    and what the rules forbid is refused. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** ** Deciding what is legal *)

Definition cell_eqb (a b : cell) : bool := (fst a =? fst b) && (snd a =? snd b).

Lemma cell_eqb_spec a b : reflect (a = b) (cell_eqb a b).
Proof.
  destruct a as [x y], b as [x' y']; unfold cell_eqb; cbn.
  destruct (Z.eqb_spec x x'), (Z.eqb_spec y y'); constructor; congruence.
Qed.

Definition dir_eqb (d d' : direction) : bool :=
  match d, d' with
  | Horizontal, Horizontal | Vertical, Vertical | Falling, Falling | Rising, Rising => true
  | _, _ => false
  end.

Lemma dir_eqb_spec d d' : reflect (d = d') (dir_eqb d d').
Proof. destruct d, d'; constructor; congruence. Qed.

(** Moves are the same or not. *)
Definition move_eq_dec (a b : move) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition move_eqb (a b : move) : bool := cell_eqb (dot a) (dot b) && dir_eqb (dir a) (dir b) && (place a =? place b).

Lemma move_eqb_eq a b : move_eqb a b = true -> a = b.
Proof.
  destruct a, b. unfold move_eqb. cbn. rewrite !andb_true_iff, Z.eqb_eq. intros ((D & E) & ->).
  destruct (cell_eqb_spec dot dot0), (dir_eqb_spec dir dir0); congruence.
Qed.

Definition on (c : cell) (l : list cell) : bool := existsb (cell_eqb c) l.

Lemma on_spec c l : reflect (In c l) (on c l).
Proof.
  apply iff_reflect. unfold on. rewrite existsb_exists. split.
  - intros H. exists c. split; [exact H |]. now destruct (cell_eqb_spec c c).
  - intros (c' & H & E). destruct (cell_eqb_spec c c'); [now subst | discriminate].
Qed.

Definition legalb (played : list move) (m : move) : bool :=
  (0 <=? place m) && (place m <=? 4) &&
  negb (on (dot m) (dots played)) &&
  forallb (fun c => cell_eqb c (dot m) || on c (dots played)) (line m) &&
  forallb (fun m' => negb (dir_eqb (dir m') (dir m)) || forallb (fun c => negb (on c (line m))) (line m')) played.

Theorem legalb_spec played m : reflect (legal played m) (legalb played m).
Proof.
  apply iff_reflect. unfold legal, legalb, disjoint.
  rewrite !andb_true_iff, !forallb_forall, negb_true_iff, !Z.leb_le.
  assert (P : In (place m) [0; 1; 2; 3; 4] <-> 0 <= place m /\ place m <= 4) by (cbn; lia).
  rewrite P. clear P.
  assert (D : (~ In (dot m) (dots played)) <-> on (dot m) (dots played) = false)
    by (destruct (on_spec (dot m) (dots played)); split; congruence || tauto).
  rewrite D. clear D. split.
  - intros (Hp & Hd & Hl & Hm). repeat split; try tauto.
    + intros c Hc. destruct (Hl c Hc) as [-> | H]; apply orb_true_iff.
      * left. now destruct (cell_eqb_spec (dot m) (dot m)).
      * right. now destruct (on_spec c (dots played)).
    + intros m' H'. apply orb_true_iff. destruct (dir_eqb_spec (dir m') (dir m)) as [E | _]; [right | now left].
      apply forallb_forall. intros c Hc. destruct (on_spec c (line m)) as [H | _]; [| reflexivity].
      now destruct (Hm m' H' E c Hc).
  - intros (((Hp & Hd) & Hl) & Hm). repeat split; try tauto.
    + intros c Hc. specialize (Hl c Hc). apply orb_true_iff in Hl.
      destruct (cell_eqb_spec c (dot m)); [now left | right].
      destruct (on_spec c (dots played)); [assumption | now destruct Hl].
    + intros m' H' E c Hc Hc'. specialize (Hm m' H'). apply orb_true_iff in Hm.
      destruct (dir_eqb_spec (dir m') (dir m)) as [_ | N]; [| now apply N].
      destruct Hm as [F | F]; [discriminate |]. rewrite forallb_forall in F. specialize (F c Hc).
      now destruct (on_spec c (line m)).
Qed.

Fixpoint gameb (g : list move) : bool :=
  match g with
  | [] => true
  | m :: played => gameb played && legalb played m
  end.

Theorem gameb_spec g : reflect (game g) (gameb g).
Proof.
  apply iff_reflect. induction g as [| m played IH]; cbn.
  - split; [reflexivity | constructor].
  - rewrite andb_true_iff, <- IH, <- (reflect_iff _ _ (legalb_spec played m)). split.
    + intros H. inversion H; subst. tauto.
    + intros [? ?]. now constructor.
Qed.

(** ** The longest game known

    C. Rosin, 2010; turned as in [results/5D/certificates/4-3-1-2.games.moves], first move first. *)

Definition rosin_82 : list move := rev [
   Move (2,7) Falling 2; Move (6,-1) Vertical 0; Move (4,3) Horizontal 4; Move (5,6) Horizontal 0;
   Move (2,9) Horizontal 0; Move (9,2) Vertical 0; Move (0,7) Vertical 4; Move (10,3) Horizontal 4;
   Move (7,0) Horizontal 4; Move (8,1) Falling 2; Move (7,7) Rising 2; Move (8,5) Rising 2;
   Move (3,5) Vertical 0; Move (4,6) Horizontal 4; Move (3,4) Vertical 4; Move (2,5) Rising 2;
   Move (4,5) Falling 2; Move (1,5) Horizontal 1; Move (4,8) Falling 4; Move (4,7) Vertical 2;
   Move (5,7) Horizontal 2; Move (6,5) Rising 4; Move (1,4) Falling 1; Move (2,4) Falling 1;
   Move (4,4) Horizontal 4; Move (2,10) Rising 0; Move (5,4) Falling 2; Move (2,8) Vertical 2;
   Move (1,8) Rising 0; Move (0,8) Horizontal 0; Move (1,7) Vertical 3; Move (-1,7) Rising 0;
   Move (-2,7) Horizontal 0; Move (-1,6) Rising 1; Move (3,10) Falling 4; Move (-1,9) Rising 0;
   Move (6,4) Vertical 0; Move (5,5) Falling 2; Move (5,3) Vertical 0; Move (7,5) Horizontal 2;
   Move (4,2) Falling 0; Move (1,9) Rising 0; Move (-2,6) Falling 0; Move (-1,5) Falling 0;
   Move (2,2) Rising 4; Move (-1,8) Vertical 3; Move (2,1) Vertical 0; Move (7,4) Vertical 1;
   Move (5,2) Falling 0; Move (1,2) Horizontal 0; Move (8,4) Horizontal 3; Move (5,1) Falling 0;
   Move (4,1) Horizontal 2; Move (7,-2) Rising 4; Move (4,-1) Vertical 0; Move (5,-2) Rising 4;
   Move (5,-1) Vertical 1; Move (8,2) Vertical 0; Move (7,1) Falling 2; Move (8,0) Rising 4;
   Move (7,2) Falling 3; Move (7,-1) Vertical 1; Move (8,-1) Horizontal 4; Move (9,-2) Rising 4;
   Move (10,2) Horizontal 4; Move (11,1) Rising 4; Move (8,-2) Rising 4; Move (6,-2) Horizontal 1;
   Move (8,-3) Vertical 0; Move (7,-3) Rising 4; Move (9,1) Falling 3; Move (10,1) Horizontal 3;
   Move (10,0) Rising 4; Move (10,-1) Vertical 0; Move (9,0) Rising 3; Move (9,-1) Falling 2;
   Move (6,-3) Falling 0; Move (11,0) Rising 4; Move (9,-3) Vertical 0; Move (5,-3) Horizontal 0;
   Move (7,-4) Falling 0; Move (12,0) Horizontal 4].

Theorem a_game_of_82_moves : game rosin_82 /\ length rosin_82 = 82%nat.
Proof. split; [| reflexivity]. apply (reflect_iff _ _ (gameb_spec _)). vm_compute. reflexivity. Qed.

Corollary not_fewer_than_82 N : no_game_has_more_than N -> (82 <= N)%nat.
Proof.
  intros H. destruct a_game_of_82_moves as [G L]. rewrite <- L. now apply H.
Qed.

(** ** What the rules forbid *)

Ltac allowed := match goal with |- legal ?g ?m => apply (reflect_iff _ _ (legalb_spec g m)); vm_compute; reflexivity end.
Ltac refused := intros L; apply (reflect_iff _ _ (legalb_spec _ _)) in L; vm_compute in L; discriminate L.

(** Two first moves: a dot at the right end of the top of the cross, and one below the left end of the same. *)

Definition right_of_top : move := Move (7,0) Horizontal 4.
Definition below_left : move := Move (3,4) Vertical 4.

Example first_move : legal [] right_of_top. Proof. allowed. Qed.
Example second_move : legal [right_of_top] below_left. Proof. allowed. Qed.

(** A dot on a dot: of the cross, or of an earlier move. *)
Example dot_of_the_cross : ~ legal [] (Move (3,0) Horizontal 0). Proof. refused. Qed.
Example dot_of_a_move : ~ legal [right_of_top] right_of_top. Proof. refused. Qed.

(** A line through a cell without a dot; far from all dots; through four dots of which the new one is the sixth. *)
Example one_dot_missing : ~ legal [] (Move (8,0) Horizontal 4). Proof. refused. Qed.
Example in_the_open : ~ legal [] (Move (20,20) Rising 2). Proof. refused. Qed.
Example not_in_a_row : ~ legal [] (Move (7,1) Horizontal 4). Proof. refused. Qed.

(** A dot that is not on the line it comes with. *)
Example beyond_its_line : ~ legal [] (Move (8,0) Horizontal 5). Proof. refused. Qed.
Example before_its_line : ~ legal [] (Move (1,0) Horizontal (-2)). Proof. refused. Qed.

(** Parallel lines that share four dots, and parallel lines that share one, an end of both: the variant T allows these, D does not.
    Beside each other they may lie; and lines of two directions may share a dot, as those of [second_move] do. *)
Example four_shared : legal [] (Move (2,0) Horizontal 0) /\ ~ legal [right_of_top] (Move (2,0) Horizontal 0).
Proof. split; [allowed | refused]. Qed.
Example one_shared : ~ legal [below_left] (Move (3,5) Vertical 1). Proof. refused. Qed.
Example none_shared : legal [below_left] (Move (3,5) Vertical 0). Proof. allowed. Qed.

(** The 80th move of the record before the 79th, whose dot its line needs. *)
Example out_of_order : ~ legal (skipn 4 rosin_82) (nth 2 rosin_82 below_left). Proof. refused. Qed.
Example in_order : legal (skipn 3 rosin_82) (nth 2 rosin_82 below_left). Proof. allowed. Qed.
