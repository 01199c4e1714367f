(** Graphs: sets of moves that fit together, in any order or none. Every game is one ([game_graph]).

    paper/certificate.md, section 1. *)

From Coq Require Import ZArith List Lia.
From Morpion Require Import Game Sums.
Import ListNotations.
Open Scope Z_scope.

(** L1 is part of the definition of [dots]. *)

Record graph (g : list move) : Prop := {
  on_its_line : forall m, In m g -> In (place m) [0; 1; 2; 3; 4];
  not_on_cross : forall m, In m g -> ~ In (dot m) cross;                              (* L2 *)
  placed_once : NoDup (map dot g);                                                    (* L3 *)
  lines_dotted : forall m c, In m g -> In c (line m) -> In c (dots g);                (* L4 *)
  lines_disjoint : forall m m' c,                                                     (* L4 *)
    In m g -> In m' g -> dir m' = dir m -> In c (line m) -> In c (line m') -> m = m'
}.

Lemma in_dots m g : In m g -> In (dot m) (dots g).
Proof. intros H. apply in_or_app. left. now apply in_map. Qed.

Lemma dots_cons m g : dots (m :: g) = dot m :: dots g.
Proof. reflexivity. Qed.

Theorem game_graph g : game g -> graph g.
Proof.
  induction 1 as [| m g G [P CR N L D] (Lp & Ld & Ll & Lm)].
  - split; try (intros; contradiction). constructor.
  - split.
    + intros m' [<- | H]; auto.
    + intros m' [<- | H]; auto. intros C. apply Ld, in_or_app. now right.
    + cbn. constructor; [| assumption]. intros H. apply Ld, in_or_app. now left.
    + intros m' c [<- | H] Hc; rewrite dots_cons.
      * destruct (Ll c Hc) as [-> | ?]; cbn; tauto.
      * right. eauto.
    + intros m1 m2 c [<- | H1] [<- | H2] E C1 C2; auto.
      * symmetry in E. destruct (Lm m2 H2 (eq_sym E) c C2 C1).
      * destruct (Lm m1 H1 (eq_sym E) c C1 C2).
      * eauto.
Qed.
