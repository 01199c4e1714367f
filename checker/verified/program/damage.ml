(* Damages hints and sees whether a false claim can be had from them.

     damage FILE N TIMES     FILE holds the hints of one box with at most 127 moves, in which a game of more than N moves is known

   As they are, the hints must show their claim. With N in place of its number they must show nothing, however they are damaged:
   each time one to three bytes behind the claim are changed, at random but always the same. *)

open Hints

let bytes = 
  let file = open_in_bin Sys.argv.(1) in
  let length = in_channel_length file in
  let bytes = Bytes.create length in
  really_input file bytes 0 length;
  bytes
let n = int_of_string Sys.argv.(2)
let times = int_of_string Sys.argv.(3)

let shows bytes =
  let position = ref 0 in
  (input_byte := fun () ->
    if !position >= Bytes.length bytes then raise End_of_file;
    incr position;
    Bytes.get bytes (!position - 1));
  try
    if input_number () <> 19 then false
    else Checker.check next (input_claim ()) () <> None
  with End_of_file | Failure _ | Whole.Overflow | Stack_overflow -> false

(* CLAIM, 0, the four distances, the number of moves. *)
let behind_claim = 7

let () =
  if not (shows bytes) then (prerr_endline "damage: the hints do not show their claim"; exit 1);
  Random.init 82;
  for _ = 1 to times do
    let damaged = Bytes.copy bytes in
    Bytes.set damaged (behind_claim - 1) (Char.chr n);
    for _ = 0 to Random.int 3 do
      let place = behind_claim + Random.int (Bytes.length bytes - behind_claim) in
      Bytes.set damaged place (Char.chr (Random.int 256))
    done;
    if shows damaged then (prerr_endline "damage: a false claim was shown"; exit 1)
  done;
  Printf.printf "%d damaged hints show no game of more than %d moves away\n" times n
