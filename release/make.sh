#!/bin/sh
# Makes the archive of a release from the last commit: sources, programs for any x86-64 Linux, the two pages, certificates, theorem files,
# checksums, and check.sh, which is then tried in the unpacked archive.
#
#   ./x release
#
# The programs are linked with musl, whole, so that they need nothing of the machine they run on; the checker is there twice, the second
# time for processors with AVX2. The same commit makes the same archive where Rust, musl and paths are the same.
set -eu
cd "$(dirname "$0")/.."

target=x86_64-unknown-linux-musl
say() { printf 'release: %s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }

set_up() {
    if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
        say "installing the standard library for $target"
        rustup target add $target || fail "there is no standard library for $target: install it with rustup, then run this again"
    fi
    if ! command -v musl-gcc >/dev/null 2>&1; then
        say "installing musl-tools"
        apt-get install -y -qq --no-install-recommends musl-tools >&2 || fail "musl-gcc is missing: install musl-tools, then run this again"
    fi
}

# build PROCESSOR PROGRAM ARGUMENTS: builds a program in the copy of the sources and puts it into bin/PROGRAM.
build() {
    processor=$1 program=$2
    shift 2
    (
        cd "$copy"
        RUSTFLAGS="-C target-cpu=$processor -C strip=symbols --remap-path-prefix=$copy= --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
            cargo build --release --locked --quiet --target $target --target-dir "$built/$processor" "$@"
    )
    mkdir -p "$copy/bin"
    cp "$built/$processor/$target/release/${program%-avx2}" "$copy/bin/$program"
}

# What the programs are made of, in the words of a machine: to make them again, or to say what they are.
describe() {
    printf 'commit %s\n' "$commit"
    rustc --version
    cargo --version
    printf 'target %s\n' $target
}

[ -z "$(git status --porcelain)" ] || say "what is not committed is not in the archive"
set_up
# The commit may get successors while this builds.
commit=$(git rev-parse HEAD)
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
name=morpion-$version
place=$PWD/target/release-archive
copy=$place/$name built=$PWD/target/release-programs
rm -rf "$place"
mkdir -p "$copy"
git archive "$commit" | tar -x -C "$copy"

build x86-64 morpion-check -p morpion-check
build x86-64-v3 morpion-check-avx2 -p morpion-check
build x86-64 morpion -p morpion --no-default-features
cp "$built/x86-64/$target/release/morpion-recount" "$copy/bin"
cp release/check.sh "$copy"
(cd "$copy" && bin/morpion page -o pages --games results/games --files ../results >/dev/null)
describe >"$copy/bin/MADE"
(cd "$copy" && find bin pages results check.sh -type f | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)

archive=$name-x86_64-linux.tar.gz
(
    cd "$place"
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct "$commit")" -cf - "$name" | gzip -9n >"$archive"
    sha256sum "$archive" >"$archive.sha256"
    rm -r "$name"
    # As somebody would who has the archive and nothing else.
    tar -xzf "$archive"
    env -i PATH=/usr/bin:/bin "$name/check.sh" --quiet --sample 2m
) >&2
say "made: target/release-archive/$archive ($(du -h "$place/$archive" | cut -f 1))"
