(** What the theorems assume: the test compares this page's output with assumptions.expected. *)

From Morpion Require Import Game Record Graph Bound Boxes Symmetry Coverage Longest.

Print Assumptions a_game_of_82_moves.
Print Assumptions game_graph.
Print Assumptions bound_losses.
Print Assumptions fix_forbidden_pair.
Print Assumptions lemma_1.
Print Assumptions coverage.
Print Assumptions longest_game_if_certificates_hold.
