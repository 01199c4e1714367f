(** Bounding boxes: how far the dots reach past the cross, and how a move makes this larger ([lemma_1]).

    paper/resizing.md, Lemma 1, and paper/certificate.md, section 1. *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Graph.
Import ListNotations.
Open Scope Z_scope.

(** ** Boxes *)

Inductive side : Set := Top | Right | Bottom | Left.

Record box : Set := Box { top : Z; right : Z; bottom : Z; left : Z }.

Definition distance (B : box) (k : side) : Z :=
  match k with Top => top B | Right => right B | Bottom => bottom B | Left => left B end.

(** By how much a cell lies beyond the cross; negative inside. *)
Definition beyond (k : side) (c : cell) : Z :=
  match k with Top => - snd c | Right => fst c - 9 | Bottom => snd c - 9 | Left => - fst c end.

Definition contains (B : box) (c : cell) : Prop := forall k, beyond k c <= distance B k.

Definition no_box : box := Box 0 0 0 0.

Definition extend (c : cell) (B : box) : box :=
  Box (Z.max (top B) (beyond Top c)) (Z.max (right B) (beyond Right c))
      (Z.max (bottom B) (beyond Bottom c)) (Z.max (left B) (beyond Left c)).

(** The bounding box of the dots after these moves. *)
Definition box_of (g : list move) : box := fold_right (fun m => extend (dot m)) no_box g.

Lemma distance_extend c B k : distance (extend c B) k = Z.max (distance B k) (beyond k c).
Proof. destruct k; reflexivity. Qed.

Lemma distance_nonneg g k : 0 <= distance (box_of g) k.
Proof.
  induction g as [| m g IH]; cbn [box_of fold_right]; [destruct k; reflexivity |].
  rewrite distance_extend. fold (box_of g). lia.
Qed.

Lemma cross_within c k : In c cross -> beyond k c <= 0.
Proof.
  assert (H : forallb (fun c => forallb (fun k => beyond k c <=? 0) [Top; Right; Bottom; Left]) cross = true)
    by reflexivity.
  rewrite forallb_forall in H. intros Hc. specialize (H c Hc). rewrite forallb_forall in H.
  apply Z.leb_le, H. destruct k; cbn; tauto.
Qed.

(** All dots lie in the box, and every side at a distance above 0 holds one (L5). *)

Theorem box_contains g c : In c (dots g) -> contains (box_of g) c.
Proof.
  induction g as [| m g IH]; intros H k.
  - transitivity 0; [now apply cross_within | destruct k; reflexivity].
  - cbn [box_of fold_right]. rewrite distance_extend. fold (box_of g).
    destruct H as [<- | H]; [lia |]. specialize (IH H k). lia.
Qed.

Theorem side_reached g k :
  0 < distance (box_of g) k -> exists m, In m g /\ beyond k (dot m) = distance (box_of g) k.
Proof.
  induction g as [| m g IH]; cbn [box_of fold_right]; [destruct k; cbn; lia |].
  rewrite distance_extend. fold (box_of g). intros H.
  destruct (Z.leb_spec (beyond k (dot m)) (distance (box_of g) k)).
  - destruct IH as (m' & Hm & E); [lia |]. exists m'. split; [now right | lia].
  - exists m. split; [now left | lia].
Qed.

(** ** How a box grows *)

(** The sides by which a move makes the box larger: 1 for these, 0 for the others. *)
Definition arrivals : list box :=
  [Box 1 0 0 0; Box 0 1 0 0; Box 0 0 1 0; Box 0 0 0 1;
   Box 1 1 0 0; Box 0 1 1 0; Box 0 0 1 1; Box 1 0 0 1].

Definition grow (B A : box) : box := Box (top B + top A) (right B + right A) (bottom B + bottom A) (left B + left A).

Lemma distance_grow B A k : distance (grow B A) k = distance B k + distance A k.
Proof. destruct k; reflexivity. Qed.

(** A new dot has a neighbour that was there before. *)
Lemma neighbour g m :
  legal g m -> exists c, In c (line m) /\ In c (dots g) /\ Z.abs (fst c - fst (dot m)) <= 1 /\ Z.abs (snd c - snd (dot m)) <= 1.
Proof.
  intros (P & _ & L & _).
  assert (exists i, In i [0; 1; 2; 3; 4] /\ (i - place m = 1 \/ i - place m = -1)) as (i & Hi & E).
  { cbn in P. destruct P as [P | [P | [P | [P | [P | []]]]]]; rewrite <- P;
      [exists 1 | exists 2 | exists 3 | exists 4 | exists 3]; cbn; lia. }
  assert (In (along (dot m) (dir m) (i - place m)) (line m)) as Hl
    by now apply (in_map (fun i => along (dot m) (dir m) (i - place m))).
  exists (along (dot m) (dir m) (i - place m)). split; [exact Hl | split].
  - destruct (L (along (dot m) (dir m) (i - place m))) as [H | H]; [exact Hl | exfalso | exact H].
    + unfold along in H. destruct (dot m) as [x y]. cbn in H.
      destruct (dir m); cbn in H; injection H; lia.
  - unfold along. destruct (dot m) as [x y]. destruct (dir m); cbn; lia.
Qed.

(** Lemma 1: a move leaves the box as it is, or makes it larger by 1 on one side or on two neighbouring sides. *)
Theorem lemma_1 g m :
  legal g m -> box_of (m :: g) = box_of g \/ exists A, In A arrivals /\ box_of (m :: g) = grow (box_of g) A.
Proof.
  intros H. apply neighbour in H as (c & _ & Hc & X & Y). apply box_contains in Hc.
  cbn [box_of fold_right]. fold (box_of g).
  pose proof (distance_nonneg g Top). pose proof (distance_nonneg g Right).
  pose proof (distance_nonneg g Bottom). pose proof (distance_nonneg g Left).
  pose proof (Hc Top). pose proof (Hc Right). pose proof (Hc Bottom). pose proof (Hc Left).
  destruct (box_of g) as [t r b l], (dot m) as [x y], c as [x' y'].
  unfold extend, grow, beyond, distance in *. cbn [top right bottom left fst snd] in *.
  set (grown := Box (Z.max t (- y) - t) (Z.max r (x - 9) - r) (Z.max b (y - 9) - b) (Z.max l (- x) - l)).
  destruct (Z.leb_spec (- y) t), (Z.leb_spec (y - 9) b), (Z.leb_spec (x - 9) r), (Z.leb_spec (- x) l);
    try (exfalso; lia);
    first [left; f_equal; lia | right; exists grown; split; [| unfold grown; cbn [top right bottom left]; f_equal; lia]];
    let is A := (assert (grown = A) as -> by (unfold grown; f_equal; lia); cbn; tauto) in
    first [is (Box 1 0 0 0) | is (Box 0 1 0 0) | is (Box 0 0 1 0) | is (Box 0 0 0 1)
          | is (Box 1 1 0 0) | is (Box 0 1 1 0) | is (Box 0 0 1 1) | is (Box 1 0 0 1)].
Qed.

(** Where the last move made the box larger, its dot is the only one that far out. *)
Theorem arrival_alone g m A k c :
  box_of (m :: g) = grow (box_of g) A -> 0 < distance A k ->
  In c (dots (m :: g)) -> distance (box_of (m :: g)) k <= beyond k c -> c = dot m.
Proof.
  intros E P [H | H] F; [congruence |].
  pose proof (box_contains g c H k). rewrite E, distance_grow in F. lia.
Qed.

Theorem arrival_reaches g m A k :
  box_of (m :: g) = grow (box_of g) A -> 0 < distance A k -> beyond k (dot m) = distance (box_of (m :: g)) k.
Proof.
  intros E P. pose proof (distance_grow (box_of g) A k) as G. rewrite <- E in G.
  revert G. cbn [box_of fold_right]. fold (box_of g). rewrite distance_extend. lia.
Qed.
