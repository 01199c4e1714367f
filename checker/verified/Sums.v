(** Sums over lists, and what of lists without repetitions the standard library lacks. *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Definition sum {A} (f : A -> Z) (l : list A) : Z := fold_right (fun a s => f a + s) 0 l.

Lemma sum_cons {A} (f : A -> Z) a l : sum f (a :: l) = f a + sum f l.
Proof. reflexivity. Qed.

Lemma sum_app {A} (f : A -> Z) l l' : sum f (l ++ l') = sum f l + sum f l'.
Proof. induction l as [| a l IH]; [reflexivity |]. rewrite <- app_comm_cons, !sum_cons, IH. lia. Qed.

Lemma sum_map {A B} (f : B -> Z) (h : A -> B) l : sum f (map h l) = sum (fun a => f (h a)) l.
Proof. induction l as [| a l IH]; [reflexivity |]. cbn [map]. rewrite !sum_cons, IH. lia. Qed.

Lemma sum_flat_map {A B} (f : B -> Z) (h : A -> list B) l : sum f (flat_map h l) = sum (fun a => sum f (h a)) l.
Proof. induction l as [| a l IH]; [reflexivity |]. cbn [flat_map]. rewrite sum_app, sum_cons, IH. lia. Qed.

Lemma sum_plus {A} (f h : A -> Z) l : sum (fun a => f a + h a) l = sum f l + sum h l.
Proof. induction l as [| a l IH]; [reflexivity |]. rewrite !sum_cons, IH. lia. Qed.

Lemma sum_minus {A} (f h : A -> Z) l : sum (fun a => f a - h a) l = sum f l - sum h l.
Proof. induction l as [| a l IH]; [reflexivity |]. rewrite !sum_cons, IH. lia. Qed.

Lemma sum_const {A} k (l : list A) : sum (fun _ => k) l = k * Z.of_nat (length l).
Proof. induction l as [| a l IH]; [cbn; lia |]. rewrite sum_cons, IH. cbn [length]. lia. Qed.

Lemma count_filter {A} (f : A -> bool) l : sum (fun a => if f a then 1 else 0) l = Z.of_nat (List.length (filter f l)).
Proof.
  induction l as [| a l IH]; [reflexivity |]. rewrite sum_cons, IH. cbn [filter]. destruct (f a); cbn [List.length]; lia.
Qed.

Lemma sum_le {A} (f h : A -> Z) l : (forall a, In a l -> f a <= h a) -> sum f l <= sum h l.
Proof.
  intros H. induction l as [| a l IH]; [reflexivity |]. rewrite !sum_cons.
  pose proof (H a (or_introl eq_refl)). enough (sum f l <= sum h l) by lia.
  apply IH. intros b Hb. apply H. now right.
Qed.

Lemma sum_ext {A} (f h : A -> Z) l : (forall a, In a l -> f a = h a) -> sum f l = sum h l.
Proof.
  intros H. apply Z.le_antisymm; apply sum_le; intros a Ha; rewrite (H a Ha); reflexivity.
Qed.

Lemma sum_nonneg {A} (f : A -> Z) l : (forall a, In a l -> 0 <= f a) -> 0 <= sum f l.
Proof.
  intros H. rewrite <- (sum_le (fun _ => 0) f l H), sum_const. lia.
Qed.

(** One summand of a sum of non-negative ones. *)
Lemma sum_one {A} (f : A -> Z) a l : (forall b, In b l -> 0 <= f b) -> In a l -> f a <= sum f l.
Proof.
  intros H Ha. apply in_split in Ha as (l1 & l2 & ->). rewrite sum_app, sum_cons.
  enough (0 <= sum f l1 /\ 0 <= sum f l2) by lia.
  split; apply sum_nonneg; intros b Hb; apply H, in_or_app; cbn; tauto.
Qed.

(** A part of a list has a smaller sum, if nothing in it is repeated. *)
Lemma sum_incl {A} (f : A -> Z) l l' : NoDup l -> incl l l' -> (forall a, In a l' -> 0 <= f a) -> sum f l <= sum f l'.
Proof.
  intros ND. revert l'. induction ND as [| a l Ha ND IH]; intros l' I P.
  - now apply sum_nonneg.
  - assert (In a l') as Hl by (apply I; now left).
    apply in_split in Hl as (l1 & l2 & ->). rewrite sum_app, !sum_cons.
    enough (sum f l <= sum f (l1 ++ l2)) by (rewrite sum_app in *; lia).
    apply IH.
    + intros b Hb. assert (In b (l1 ++ a :: l2)) as Hb' by (apply I; now right).
      apply in_app_or in Hb'. apply in_or_app. destruct Hb' as [? | [-> | ?]]; tauto.
    + intros b Hb. apply P. apply in_app_or in Hb. apply in_or_app. cbn. tauto.
Qed.

Lemma NoDup_app_intro {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall a, In a l -> ~ In a l') -> NoDup (l ++ l').
Proof.
  intros N N' D. induction N as [| a l Ha N IH]; [exact N' |]. cbn. constructor.
  - intros H. apply in_app_or in H as [H | H]; [tauto |]. apply (D a); cbn; tauto.
  - apply IH. intros b Hb. apply D. now right.
Qed.

Lemma NoDup_flat_map {A B} (h : A -> list B) l :
  NoDup l -> (forall a, In a l -> NoDup (h a)) ->
  (forall a b x, In a l -> In b l -> In x (h a) -> In x (h b) -> a = b) ->
  NoDup (flat_map h l).
Proof.
  intros N. induction N as [| a l Ha N IH]; intros H D; [constructor |]. cbn. apply NoDup_app_intro.
  - apply H. now left.
  - apply IH; [intros; apply H | intros b c x Hb Hc; apply D]; now right.
  - intros x Hx Hx'. apply in_flat_map in Hx' as (b & Hb & Hx'). apply Ha.
    now rewrite (D a b x (or_introl eq_refl) (or_intror Hb) Hx Hx').
Qed.
