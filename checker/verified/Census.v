(** How many positions there are: each of a list is the end of a long game, and no two are images of each other ([census_sound]). *)

From Coq Require Import ZArith List Bool Permutation Sorted Lia.
From Morpion Require Import Game Record Sums Graph Boxes Symmetry HalfTurn Coverage.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.
Local Arguments Z.mul : simpl never.

(** One is an image of the other. *)
Definition alike (g h : list move) : Prop := exists s, In s symmetries /\ same_moves (map (on_move s) g) h.

(** ** Fingerprints

    A sum over the moves is the same for what is the same, whatever is summed. So the least of the sums of the eight images tells
    positions apart if it differs. Where it does not, nothing is said: what is summed need only be good enough for the list. *)

(** Any number for a move; this one, a cubic one, tells the 14,080 positions of 82 moves apart. *)
Definition ink (m : move) : Z :=
  let n := place m + match dir m with Horizontal => 1 | Vertical => 6 | Falling => 11 | Rising => 16 end in
  let e := 37 * (fst (dot m) + 14) + 61 * (snd (dot m) + 14) in
  (e * e + 1291 * (n * (n * n))) * (e * (7 + n * n) + 4099 * (n * n)).

Definition fingerprint (p : list move) (s : symmetry) : Z := sum (fun m => ink (on_move s m)) p.

Definition signature (p : list move) : Z :=
  fold_right (fun s least => Z.min (fingerprint p s) least) (fingerprint p identity) symmetries.

Lemma fold_min (f : symmetry -> Z) a l : In a l ->
  (forall s, In s l -> fold_right (fun s least => Z.min (f s) least) (f a) l <= f s) /\
  exists s, In s l /\ fold_right (fun s least => Z.min (f s) least) (f a) l = f s.
Proof.
  intros Ha. assert (G : forall l', (forall s, In s l' -> fold_right (fun s least => Z.min (f s) least) (f a) l' <= f s) /\
    (fold_right (fun s least => Z.min (f s) least) (f a) l' = f a \/
     exists s, In s l' /\ fold_right (fun s least => Z.min (f s) least) (f a) l' = f s)).
  { induction l' as [| b l' (IH & E)]; cbn [fold_right]; [split; [intros s [] | now left] |]. split.
    - intros s [<- | Hs]; [lia |]. specialize (IH s Hs). lia.
    - destruct (Z.min_spec (f b) (fold_right (fun s least => Z.min (f s) least) (f a) l')) as [(_ & ->) | (_ & ->)].
      + right. exists b. split; [now left | reflexivity].
      + destruct E as [E | (s & Hs & E)]; [now left | right]. exists s. split; [now right | exact E]. }
  destruct (G l) as (L & [E | E]); (split; [exact L |]); [now exists a | exact E].
Qed.

Lemma identity_in : In identity symmetries.
Proof. now left. Qed.

Lemma signature_least p s : In s symmetries -> signature p <= fingerprint p s.
Proof. apply (fold_min (fingerprint p) identity symmetries identity_in). Qed.

Lemma signature_is p : exists s, In s symmetries /\ signature p = fingerprint p s.
Proof. apply (fold_min (fingerprint p) identity symmetries identity_in). Qed.

Lemma sum_permutation {A} (f : A -> Z) l l' : Permutation l l' -> sum f l = sum f l'.
Proof. induction 1; rewrite ?sum_cons; lia. Qed.

Lemma image_nodup s g : graph g -> NoDup (map (on_move s) g).
Proof. intros G. apply (NoDup_map_inv dot). exact (placed_once _ (image_graph s g G)). Qed.

Lemma graph_nodup g : graph g -> NoDup g.
Proof. intros G. apply (NoDup_map_inv dot). exact (placed_once _ G). Qed.

Lemma alike_permutation s g h : graph g -> graph h -> same_moves (map (on_move s) g) h -> Permutation (map (on_move s) g) h.
Proof. intros G H E. apply NoDup_Permutation; [now apply image_nodup | now apply graph_nodup | exact E]. Qed.

Lemma signature_le g h : graph g -> graph h -> alike g h -> signature g <= signature h.
Proof.
  intros G H (s & Hs & E). apply alike_permutation in E; [| assumption ..].
  destruct (signature_is h) as (t & Ht & ->). destruct (symmetries_closed s t Hs Ht) as (u & Hu & Em & _).
  assert (fingerprint h t = fingerprint g u) as ->; [| now apply signature_least].
  unfold fingerprint. rewrite <- (sum_permutation _ _ _ E), sum_map. apply sum_ext. intros m _. now rewrite Em.
Qed.

Lemma alike_back g h : alike g h -> alike h g.
Proof.
  intros (s & Hs & E). destruct (symmetry_back s Hs) as (t & Ht & B). exists t. split; [exact Ht |]. intros m. split; intros H.
  - apply in_map_iff in H as (m' & <- & H). apply E, in_map_iff in H as (m0 & <- & H). now rewrite B.
  - apply in_map_iff. exists (on_move s m). split; [apply B |]. now apply E, in_map.
Qed.

Lemma signature_alike g h : graph g -> graph h -> alike g h -> signature g = signature h.
Proof. intros G H A. apply Z.le_antisymm; apply signature_le; try assumption. now apply alike_back. Qed.

(** ** The census *)

Fixpoint ascending (l : list Z) : bool :=
  match l with
  | a :: (c :: _) as rest => (a <? c) && ascending rest
  | _ => true
  end.

Definition symmetricb (g : list move) : bool := forallb (fun m => existsb (move_eqb (turn m)) g) g.

Definition gameb_of (o : objects) (g : list move) : bool :=
  match o with Games => gameb g | SymmetricGames => gameb g && symmetricb g | Graphs | SymmetricGraphs => false end.

(** Whether each is such an object of more than so many moves, in an order of play, and each has a signature larger than the one before. *)
Definition census (o : objects) (N : Z) (ps : list (list move)) : bool :=
  forallb (fun p => (N <? Z.of_nat (length p)) && gameb_of o p) ps && ascending (map signature ps).

Lemma symmetricb_sound g : symmetricb g = true -> symmetric g.
Proof.
  unfold symmetricb. rewrite forallb_forall. intros H m Hm. specialize (H m Hm). apply existsb_exists in H as (m' & H & E).
  apply move_eqb_eq in E. now rewrite E.
Qed.

Lemma gameb_of_sound o g : gameb_of o g = true -> is_object o g /\ game g.
Proof.
  destruct o; cbn; try discriminate; intros H.
  - apply (reflect_iff _ _ (gameb_spec g)) in H. now split.
  - apply andb_true_iff in H as (H & S). apply (reflect_iff _ _ (gameb_spec g)) in H. apply symmetricb_sound in S. now repeat split.
Qed.

Lemma ascending_sorted l : ascending l = true -> StronglySorted Z.lt l.
Proof.
  intros H. apply Sorted_StronglySorted; [intros a c d; lia |]. induction l as [| a l IH]; [constructor |].
  destruct l as [| c l]; [now repeat constructor |]. cbn [ascending] in H. apply andb_true_iff in H as (L & H).
  constructor; [now apply IH |]. constructor. now apply Z.ltb_lt.
Qed.

Theorem census_sound o N ps : census o N ps = true ->
  (forall p, In p ps -> is_object o p /\ N < Z.of_nat (length p)) /\ ForallOrdPairs (fun p q => ~ alike p q) ps.
Proof.
  intros T. apply andb_true_iff in T as (G & A). rewrite forallb_forall in G. apply ascending_sorted in A.
  assert (O : forall p, In p ps -> N < Z.of_nat (length p) /\ is_object o p /\ game p).
  { intros p Hp. specialize (G p Hp). apply andb_true_iff in G as (L & G). split; [now apply Z.ltb_lt | now apply gameb_of_sound]. }
  split; [intros p Hp; destruct (O p Hp) as (L & X & _); now split |].
  assert (R : forall p, In p ps -> graph p) by (intros p Hp; apply game_graph; now apply O). clear G O.
  induction ps as [| p ps IH]; [constructor |]. cbn [map] in A. apply StronglySorted_inv in A as (A & F). constructor.
  - rewrite Forall_forall in F |- *. intros q Hq X. specialize (F _ (in_map signature _ _ Hq)).
    rewrite (signature_alike p q) in F; [lia | | | exact X]; apply R; [now left | now right].
  - apply IH; [exact A |]. intros q Hq. apply R. now right.
Qed.

(** ** The longest *)

Definition longest (N : Z) (ps : list (list move)) : Z := fold_right (fun p most => Z.max (Z.of_nat (length p)) most) N ps.

Lemma longest_cons N p ps : longest N (p :: ps) = Z.max (Z.of_nat (length p)) (longest N ps).
Proof. reflexivity. Qed.

Theorem longest_sound N ps g : graph g -> Z.of_nat (length g) <= N \/ ends_in ps g -> Z.of_nat (length g) <= longest N ps.
Proof.
  intros G [H | (s & p & _ & Hp & E)].
  - induction ps as [| p ps IH]; [exact H |]. rewrite longest_cons. lia.
  - assert (I : (length g <= length p)%nat).
    { rewrite <- (map_length (on_move s) g). apply NoDup_incl_length; [now apply image_nodup |]. intros m Hm. now apply E. }
    induction ps as [| q ps IH]; [contradiction |]. rewrite longest_cons. destruct Hp as [-> | Hp]; [lia |]. specialize (IH Hp). lia.
Qed.
