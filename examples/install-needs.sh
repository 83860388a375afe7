#!/bin/sh
# Installs memo's build dependencies with apt-get or Homebrew: git, libgit2, libyaml, md4c, SQLite,
# qrencode and pkg-config.
#
#   sh examples/install-needs.sh [more packages]
set -eu

missing() { ! command -v "$1" >/dev/null 2>&1; }

if [ "$(uname)" = Darwin ]; then
  if missing pkg-config || ! pkg-config --exists libgit2 yaml-0.1 md4c sqlite3 libqrencode; then
    missing brew && { echo "error: install Homebrew first: https://brew.sh" >&2; exit 1; }
    brew install libgit2 libyaml md4c sqlite qrencode pkg-config
  fi
  [ $# -eq 0 ] || brew install "$@"
  exit 0
fi

wanted="$*"
missing git && wanted="$wanted git"
missing pkg-config && wanted="$wanted pkg-config"
{ missing pkg-config || ! pkg-config --exists libgit2; } && wanted="$wanted libgit2-dev"
{ missing pkg-config || ! pkg-config --exists yaml-0.1; } && wanted="$wanted libyaml-dev"
{ missing pkg-config || ! pkg-config --exists md4c; } && wanted="$wanted libmd4c-dev"
{ missing pkg-config || ! pkg-config --exists sqlite3; } && wanted="$wanted libsqlite3-dev"
{ missing pkg-config || ! pkg-config --exists libqrencode; } && wanted="$wanted libqrencode-dev"
for package in $wanted; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || needed=yes
done
[ -n "${needed:-}" ] || exit 0

if missing apt-get; then
  echo "error: this system has no apt-get; install these with its own tool:$wanted" >&2
  exit 1
fi
root=
if [ "$(id -u)" -ne 0 ]; then
  missing sudo && { echo "error: run this as root: apt-get install$wanted" >&2; exit 1; }
  root=sudo
fi
$root apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $root apt-get install -q -y --no-install-recommends $wanted
