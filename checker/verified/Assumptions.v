(** What the theorems assume: the test compares this page's output with assumptions.expected. *)

From Morpion Require Import Game Record Graph Bound Boxes Symmetry Coverage Rules Tree Longest Program Sound Within.

Print Assumptions a_game_of_82_moves.
Print Assumptions game_graph.
Print Assumptions bound_losses.
Print Assumptions fix_forbidden_pair.
Print Assumptions lemma_1.
Print Assumptions coverage.
Print Assumptions p6_transitive.
Print Assumptions p8.
Print Assumptions cut_met.
Print Assumptions arrival_forbidden.
Print Assumptions shows_no_arrival.
Print Assumptions four_images.
Print Assumptions longest_game_if_certificates_hold.
Print Assumptions no_game_of_145.
Print Assumptions box_within.

(** The checker: machine integers and arrays as Coq has them built in, and what it says of them. *)
Print Assumptions prove_sound.
Print Assumptions prove_within_sound.
