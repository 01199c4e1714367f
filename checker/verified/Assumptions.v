(** What the theorems assume: the test compares the answers with assumptions.expected, by assumptions.awk. *)

From Morpion Require Import Game Record Graph Bound Boxes Symmetry HalfTurn Coverage Pairs Census Useful Rules Program Sound Longest.

Print Assumptions a_game_of_82_moves.
Print Assumptions not_fewer_than_82.
Print Assumptions game_graph.
Print Assumptions bound_losses.
Print Assumptions lemma_1.
Print Assumptions coverage.
Print Assumptions covers_sound.
Print Assumptions covers_within_sound.
Print Assumptions covers_symmetric_sound.
Print Assumptions symmetries_closed.
Print Assumptions symmetry_back.
Print Assumptions census_sound.
Print Assumptions longest_sound.
Print Assumptions uses_nonneg.
Print Assumptions object_without_useless_dots.
Print Assumptions arrival_without_useless_dots.
Print Assumptions p8.
Print Assumptions arrival_forbidden.
Print Assumptions four_images.
Print Assumptions longest_game_if_certificates_hold.
Print Assumptions exactly_these_if_certificates_hold.
Print Assumptions every_symmetric_game_of_68_if_certificates_hold.
Print Assumptions no_game_of_145.

(** The checker: machine integers and arrays as Coq has them built in, and what it says of them. *)
Print Assumptions check_sound.
Print Assumptions prove_sound.
Print Assumptions prove_within_sound.
Print Assumptions prove_symmetric_sound.
Print Assumptions prove_but_sound.
Print Assumptions prove_symmetric_but_sound.
Print Assumptions no_game_of_83.
Print Assumptions no_symmetric_game_of_69.
Print Assumptions longest_game.
Print Assumptions every_game_of_82.
Print Assumptions every_symmetric_game_of_68.
Print Assumptions exactly_these.
