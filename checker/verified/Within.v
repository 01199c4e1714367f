(** Games that keep within a box: which statements bound all of them ([covers_within_sound]), and the checker's word on that.

    paper/certificate.md, section 7: theorem files with a line "within". *)

From Coq Require Import ZArith List Bool Lia.
From Morpion Require Import Game Record Graph Boxes Symmetry Coverage Program Sound.
Import ListNotations.
Open Scope Z_scope.

(** All dots lie in the box. *)
Definition keeps_within (W : box) (g : list move) : Prop := forall c, In c (dots g) -> contains W c.

Definition up_to (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat (n + 1))).

Definition boxes_within (W : box) : list box :=
  flat_map (fun t => flat_map (fun r => flat_map (fun b => map (Box t r b) (up_to (left W))) (up_to (bottom W)))
                              (up_to (right W)))
           (up_to (top W)).

(** Whether of each box within [W] an image is listed. *)
Definition covers_within (N : Z) (W : box) (l : list statement) : bool :=
  forallb (fun k => 0 <=? distance W k) [Top; Right; Bottom; Left] &&
  forallb (fun B => existsb (fun s => existsb (lists_box N (on_box s B)) l) symmetries) (boxes_within W).

Lemma in_up_to n x : 0 <= x <= n -> In x (up_to n).
Proof.
  intros H. apply in_map_iff. exists (Z.to_nat x). split; [lia |]. apply in_seq. lia.
Qed.

Lemma in_boxes_within W B : (forall k, 0 <= distance B k <= distance W k) -> In B (boxes_within W).
Proof.
  intros H. pose proof (H Top); pose proof (H Right); pose proof (H Bottom); pose proof (H Left). cbn [distance] in *.
  apply in_flat_map. exists (top B). split; [now apply in_up_to |].
  apply in_flat_map. exists (right B). split; [now apply in_up_to |].
  apply in_flat_map. exists (bottom B). split; [now apply in_up_to |].
  apply in_map_iff. exists (left B). split; [now destruct B | now apply in_up_to].
Qed.

Lemma box_within W g : (forall k, 0 <= distance W k) -> keeps_within W g -> In (box_of g) (boxes_within W).
Proof.
  intros P H. apply in_boxes_within. intros k. split; [apply distance_nonneg |].
  destruct (Z.leb_spec (distance (box_of g) k) 0) as [L | L]; [specialize (P k); lia |].
  destruct (side_reached g k L) as (m & Hm & <-). apply (H (dot m)). now apply in_dots.
Qed.

Theorem covers_within_sound N W l :
  covers_within N W l = true -> (forall S, In S l -> true_statement S) ->
  forall g, game g -> keeps_within W g -> Z.of_nat (length g) <= N.
Proof.
  intros C T g G H. apply andb_true_iff in C as (P & C). rewrite forallb_forall in P, C.
  assert (P' : forall k, 0 <= distance W k) by (intros k; apply Z.leb_le, P; destruct k; cbn; tauto).
  specialize (C _ (box_within W g P' H)). apply existsb_exists in C as (s & _ & C).
  apply existsb_exists in C as (S & HS & E). specialize (T S HS).
  rewrite <- (map_length (on_move s)). pose proof (image_game s g G) as Gs. pose proof (image_box s g) as Bs.
  destruct S as [B M | B | B A]; cbn in E; [| | discriminate].
  - apply andb_true_iff in E as (E & LM). apply box_eqb_eq in E. apply Z.leb_le in LM.
    etransitivity; [apply (T _ Gs); now rewrite Bs | exact LM].
  - apply box_eqb_eq in E. destruct (T _ Gs). now rewrite Bs.
Qed.

(** The checker of Program.v for such a theorem. *)
Definition prove_within source (next : source -> option (op * source)) (N : Z) (W : box) (l : list statement) (from : source) : bool :=
  covers_within N W l && check_all source next l from.

Theorem prove_within_sound source next N W l from :
  prove_within source next N W l from = true -> forall g, game g -> keeps_within W g -> Z.of_nat (length g) <= N.
Proof.
  intros T. apply andb_true_iff in T as (C & T). exact (covers_within_sound N W l C (check_all_sound source next l from T)).
Qed.
