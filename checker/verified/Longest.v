(** What is proven so far: if every certificate of the theorem on 82 shows what it is listed for, no game has more than 82 moves,
    and there is a game of 82.

    [statements] is made from results/5D/certificates/theorem.txt when this is compiled. *)

From Coq Require Import ZArith List Lia.
From Morpion Require Import Game Record Boxes Coverage Statements.
Open Scope Z_scope.

(** The statements are enough: no box and no arrival is missing. *)
Lemma statements_cover : covers 82 statements = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem longest_game_if_certificates_hold :
  (forall S, In S statements -> true_statement S) ->
  no_game_has_more_than 82 /\ exists g, game g /\ length g = 82%nat.
Proof.
  intros H. split; [| exact (ex_intro _ rosin_82 a_game_of_82_moves)].
  intros g G. pose proof (covers_sound 82 statements statements_cover H g G). lia.
Qed.
