(** The game from its rules alone: Morpion Solitaire 5D.

    This page is all that a reader has to compare with the rules of the game; what is proven about [game] and [length] on the
    other pages, Coq has checked. Nothing of boxes, graphs or bounds is on it. *)

From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

(** ** The paper

    The game is played on squared paper without an edge. A cell is a crossing of its lines: x to the right, y down. *)

Definition cell : Set := Z * Z.

(** ** The cross

    36 cells hold a dot at the start: the outline of a Greek cross with arms four dots wide. *)

Definition cross : list cell :=
  [                     (3,0); (4,0); (5,0); (6,0);
                        (3,1);               (6,1);
                        (3,2);               (6,2);
   (0,3); (1,3); (2,3); (3,3);               (6,3); (7,3); (8,3); (9,3);
   (0,4);                                                         (9,4);
   (0,5);                                                         (9,5);
   (0,6); (1,6); (2,6); (3,6);               (6,6); (7,6); (8,6); (9,6);
                        (3,7);               (6,7);
                        (3,8);               (6,8);
                        (3,9); (4,9); (5,9); (6,9)].

(** ** Moves

    A line runs in one of four directions through five cells in a row. *)

Inductive direction : Set := Horizontal | Vertical | Falling | Rising.

Definition step (d : direction) : cell :=
  match d with
  | Horizontal => (1, 0)
  | Vertical   => (0, 1)
  | Falling    => (1, 1)
  | Rising     => (1, -1)
  end.

(** A move adds one dot and draws a line through five, the new one among them. It is written down as the new dot, the direction
    of the line, and the place of the new dot on it: 0 for the first of the five, 4 for the last. *)

Record move : Set := Move { dot : cell; dir : direction; place : Z }.

Definition along (c : cell) (d : direction) (k : Z) : cell :=
  (fst c + k * fst (step d), snd c + k * snd (step d)).

Definition line (m : move) : list cell :=
  map (fun i => along (dot m) (dir m) (i - place m)) [0; 1; 2; 3; 4].

(** ** Play

    The moves made so far are a list, the latest one first. *)

Definition dots (played : list move) : list cell := map dot played ++ cross.

(** Two lines are parallel if they run in the same direction. In the variant D, parallel lines share no dot. *)

Definition disjoint (l l' : list cell) : Prop := forall c, In c l -> ~ In c l'.

Definition legal (played : list move) (m : move) : Prop :=
  In (place m) [0; 1; 2; 3; 4] /\
  ~ In (dot m) (dots played) /\
  (forall c, In c (line m) -> c = dot m \/ In c (dots played)) /\
  (forall m', In m' played -> dir m' = dir m -> disjoint (line m') (line m)).

(** A game is a list of moves of which each was legal when it was made. It may end at any time. *)

Inductive game : list move -> Prop :=
  | start : game []
  | play m played : game played -> legal played m -> game (m :: played).

(** The length of a game is the number of its moves: [length]. The question is the least N for which [no_game_has_more_than N]. *)

Definition no_game_has_more_than (N : nat) : Prop :=
  forall g, game g -> (length g <= N)%nat.
