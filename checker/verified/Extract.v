(** The program of Program.v in OCaml. What is said here about OCaml is believed, not proven: see paper/verified.md, "The program".

    Coq has such a page for its machine integers and arrays, too, ExtrOCamlInt63 and ExtrOCamlPArray; with the second, the types that
    are written are no OCaml (rocq#13575, rocq#22009), so the few lines of program/ stand in for both. *)

From Coq Require Import ZArith Uint63 PArray Extraction ExtrOcamlBasic.
From Morpion Require Import Coverage Census Program.

(** Integers are OCaml's, with additions and products that fail where they would overflow; natural numbers are too. *)
Extract Inductive positive => "int"
  [ "(fun p -> Whole.add 1 (Whole.add p p))" "(fun p -> Whole.add p p)" "1" ]
  "(fun f g h p -> if p = 1 then h () else if p land 1 = 1 then f (p lsr 1) else g (p lsr 1))".
Extract Inductive Z => "int" [ "0" "" "Whole.neg" ]
  "(fun f g h z -> if z = 0 then f () else if z > 0 then g z else h (Whole.neg z))".
Extract Inductive nat => "int" [ "0" "(fun n -> Whole.add n 1)" ]
  "(fun f g n -> if n = 0 then f () else g (n - 1))".
Extract Constant Z.add => "Whole.add".
Extract Constant Z.sub => "Whole.sub".
Extract Constant Z.opp => "Whole.neg".
Extract Constant Z.mul => "Whole.mul".
Extract Constant Z.eqb => "(fun (a : int) b -> a = b)".
Extract Constant Z.leb => "(fun (a : int) b -> a <= b)".
Extract Constant Z.ltb => "(fun (a : int) b -> a < b)".
Extract Constant Z.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Constant Z.of_nat => "(fun (n : int) -> n)".
Extract Constant Z.to_nat => "(fun (z : int) -> if z < 0 then 0 else z)".

(** Machine integers and arrays, as Coq itself has them. *)
Extract Constant Uint63.int => "Uint63.t".
Extract Constant Uint63.lsl => "Uint63.l_sl".
Extract Constant Uint63.lsr => "Uint63.l_sr".
Extract Constant Uint63.land => "(land)".
Extract Constant Uint63.lxor => "(lxor)".
Extract Constant Uint63.add => "(+)".
Extract Constant Uint63.sub => "(-)".
Extract Constant Uint63.eqb => "(fun (a : int) b -> a = b)".
Extract Constant Uint63.ltb => "Uint63.lt".
Extract Constant Uint63.of_Z => "(fun (z : int) -> z)".
Extract Constant Uint63.to_Z => "Uint63.to_whole".

Extract Constant PArray.array "'a" => "'a Persistent.t".
Extract Constant PArray.make => "Persistent.make".
Extract Constant PArray.get => "Persistent.get".
Extract Constant PArray.set => "Persistent.set".
Extract Constant PArray.length => "Persistent.length".

Extraction "program/checker.ml" check check_all prove prove_symmetric prove_within prove_but
  prove_symmetric_but with_positions census signature longest.
