(** A theorem with no condition, by computation inside Coq: no graph whose dots all lie within the box (2,1,1,1) has more than
    75 moves, so no game has. [statements] and [hints] are made by `make inside` from a theorem file and from what `morpion-check --hints` writes about
    its certificates; wrong ones would not compile here, and that is all they can do. *)

From Coq Require Import ZArith List.
From Morpion Require Import Game Graph Boxes Coverage Program Sound Reader Inside_statements Inside_hints.
Open Scope Z_scope.

Theorem inside : forall g, graph g -> keeps_within (Box 2 1 1 1) g -> Z.of_nat (length g) <= 75.
Proof.
  apply (prove_within_sound (list Uint63.int) next Graphs 75 (Box 2 1 1 1) statements (unpack hints)).
  vm_cast_no_check (eq_refl true).
Qed.

Corollary games_inside : forall g, game g -> keeps_within (Box 2 1 1 1) g -> Z.of_nat (length g) <= 75.
Proof. intros g G. exact (inside g (game_graph g G)). Qed.

Print Assumptions inside.
