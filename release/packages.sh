#!/bin/sh
# Packages all crates, and tests the packages as whoever fetches them has them: without the repository around them.
set -eu
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
place=$target/packages

rm -rf "$place" "$target"/package/*.crate
mkdir -p "$place"
cargo package --workspace --locked --allow-dirty --no-verify --quiet
for crate in "$target"/package/*.crate; do tar -xzf "$crate" -C "$place"; done

cd "$place"
cp "$OLDPWD/Cargo.lock" .
{
    printf '[workspace]\nmembers = ["*"]\nresolver = "3"\n\n[patch.crates-io]\n'
    for folder in morpion*; do printf '%s = { path = "%s" }\n' "${folder%-[0-9]*}" "$folder"; done
} >Cargo.toml
# Without HiGHS: what needs it is compiled and tested in the repository.
cargo test --release --workspace --no-default-features --target-dir "$target"
printf 'packages: %s packages build, and their tests pass\n' "$(ls -d morpion* | wc -l)" >&2
