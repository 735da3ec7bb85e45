# Sourced by the scripts beside it: where things are, and how a script fails.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$(cd "$root" && realpath -m "${CARGO_TARGET_DIR:-target}")
plugin=$target/release/libloopfuse.so

# rustup puts cargo here, but a shell that has not read its profile does not look there.
PATH=$PATH:${CARGO_HOME:-${HOME:-/root}/.cargo}/bin

# Of the workspace, and so of all that it builds.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")

die() {
    echo "${0##*/}: $*" >&2
    exit 1
}
