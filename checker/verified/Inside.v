(** A theorem with no condition, by computation inside Coq: no game whose dots all lie within a small box has more moves than the
    certificates say. [Inside_hints] and [Inside_statements] are made by `make inside` from a theorem file and from what
    `morpion-check --hints` writes about its certificates; wrong ones would not compile here, and that is all they can do. *)

From Coq Require Import ZArith List.
From Morpion Require Import Game Boxes Coverage Program Within Reader Inside_statements Inside_hints.
Open Scope Z_scope.

Theorem inside : forall g, game g -> keeps_within within g -> Z.of_nat (length g) <= at_most.
Proof.
  apply (prove_within_sound (list Uint63.int) next at_most within statements (unpack hints)).
  vm_cast_no_check (eq_refl true).
Qed.

Print at_most.
Print within.
Print Assumptions inside.
