(* Arrays of which old versions stay readable, after Baker: the version used last is an array, each other one says in which
   entry it differs from a neighbour. *)

type 'a t = 'a version ref
and 'a version = Array of 'a array * 'a | Differs of int * 'a * 'a t

let largest = 4194303

let make n a = ref (Array (Array.make (if n < 0 || n > largest then largest else n) a, a))

(* Makes this version the array, and turns round what lies between. *)
let rec path t after = match !t with
  | Array (entries, default) -> (entries, default, t, after)
  | Differs (_, _, next) -> path next (t :: after)

let to_front t =
  let (entries, default, root, after) = path t [] in
  let turn root t = match !t with
    | Differs (i, a, _) ->
      let old = entries.(i) in
      entries.(i) <- a;
      root := Differs (i, old, t);
      t := Array (entries, default);
      t
    | Array _ -> t in
  ignore (List.fold_left turn root after);
  (entries, default)

let entries t = match !t with Array (entries, default) -> (entries, default) | Differs _ -> to_front t

let get t i =
  match !t with
  | Array (entries, default) -> if i >= 0 && i < Array.length entries then Array.unsafe_get entries i else default
  | Differs _ ->
    let (entries, default) = to_front t in
    if i >= 0 && i < Array.length entries then entries.(i) else default

let length t = Array.length (fst (entries t))

let set t i a =
  let (entries, default) = entries t in
  if i < 0 || i >= Array.length entries then t
  else begin
    let old = entries.(i) in
    let front = ref (Array (entries, default)) in
    entries.(i) <- a;
    t := Differs (i, old, front);
    front
  end
