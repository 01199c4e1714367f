(** A reader of hints (paper/hints.md) in Coq, for checks inside Coq. Nothing is proven of it and nothing need be: the checker is
    sound whatever it is told. *)

From Coq Require Import ZArith List Bool Uint63.
From Morpion Require Import Program.
Import ListNotations.
Open Scope uint63_scope.

(** Bytes, six to a word, the first in the lowest bits: what Hints.v holds. *)
Definition bytes_of (word : int) : list int :=
  map (fun shift => (word >> shift) land 255) [0; 8; 16; 24; 32; 40].
Definition unpack (words : list int) : list int := flat_map bytes_of words.

Definition reader (A : Set) : Set := list int -> option (A * list int).

Definition bind {A B : Set} (r : reader A) (then_ : A -> reader B) : reader B :=
  fun from => match r from with Some (a, from) => then_ a from | None => None end.
Local Notation "'read' a 'from' r ; e" := (bind r (fun a => e)) (at level 200, a name, r at level 100, e at level 200).
Definition give {A : Set} (a : A) : reader A := fun from => Some (a, from).

(** Seven bits a byte, the lowest first; the last byte is below 128. *)
Fixpoint number_from (shift sum : int) (from : list int) : option (int * list int) :=
  match from with
  | [] => None
  | byte :: from =>
    let sum := sum lor ((byte land 127) << shift) in
    if byte <? 128 then Some (sum, from) else number_from (shift + 7) sum from
  end.
Definition number : reader int := number_from 0 0.

Fixpoint times {A : Set} (n : nat) (r : reader A) : reader (list A) :=
  match n with
  | O => give []
  | S n => read a from r; read l from times n r; give (a :: l)
  end.
Definition many_of {A : Set} (r : reader A) : reader (list A) := read n from number; times (Z.to_nat (to_Z n)) r.
Definition pair_of {A B : Set} (r : reader A) (r' : reader B) : reader (A * B) := read a from r; read b from r'; give (a, b).

Definition cells : reader (list int) := many_of number.
Definition weights : reader (list Z) := read l from cells; give (map to_Z l).
Definition prices : reader (list Z * list Z * list Z * list Z * list Z * list Z) :=
  pair_of (pair_of (pair_of (pair_of (pair_of weights weights) weights) weights) weights) weights.

(** A claim says what the operations after it are to show. It is skipped: what counts is the statement at hand. *)
Definition skip_claim : reader unit :=
  read kind from number;
  read box from times 4 number;
  if among kind [0; 3; 5; 7] then read bound from number; give tt
  else if kind =? 2 then read sides from times 4 number; give tt
  else give tt.

Definition operation (code : int) : reader op :=
  match List.nth_error
    [ read i from number; read n from number; read c from number; give (Dead i n c);
      read i from number; read n from number; give (Forced i n);
      fun _ => None;
      read c from number; give (Here c);
      read i from number; read n from number; give (Parallel i n);
      read k from number; read i from number; give (Last k i);
      read i from number; read U from cells; give (Order i U);
      read U from cells; give (Reach U);
      read i from number; read c from number; give (Alone i c);
      read ulr from prices; give (Fix (fst (fst ulr)) (snd (fst ulr)) (snd ulr));
      fun _ => None;
      read i from number; give (Contradiction i);
      give Few;
      read ulr from prices; give (Close (fst (fst ulr)) (snd (fst ulr)) (snd ulr));
      read i from number; give (Cell i);
      read i from number; read n from number; give (Mark i n);
      fun _ => None;
      read h from number; read i from number; give (Mirror h i);
      fun _ => None;
      read i from number; give (Turned i) ] (Z.to_nat (to_Z code - 1)%Z) with
  | Some r => if code =? 0 then fun _ => None else r
  | None => fun _ => None
  end.

Definition next : list int -> option (op * list int) :=
  read code from number;
  if code =? 19 then read claim from skip_claim; read code from number; operation code else operation code.
