#!/bin/sh
# Builds memo and installs its programs, man pages, manual and services.
#
#   sh examples/install.sh                        to ~/.local
#   sh examples/install.sh --prefix /usr/local    to another folder
#   sh examples/install.sh --without-web          without the browser board
#   sh examples/install.sh --uninstall            removes memo, not your tasks
#
# DESTDIR=/tmp/package goes before the prefix, for packages. With MEMO_BUILT=DIR it builds nothing
# and installs the programs in DIR.
set -eu

usage() { sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit "$1"; }
fail() { echo "error: $*" >&2; exit 64; }

project=$(cd "$(dirname "$0")/.." && pwd)
prefix=$HOME/.local
action=install
web=yes
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix=$2; shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --without-web) web= ;;
    --uninstall) action=uninstall ;;
    -h | --help) usage 0 ;;
    *) echo "error: unknown option '$1'" >&2; usage 64 >&2 ;;
  esac
  shift
done
case $prefix in
  /*) ;;
  *) fail "--prefix needs an absolute folder, not '$prefix'" ;;
esac

root=${DESTDIR:-}$prefix
man=$root/share/man/man1
doc=$root/share/doc/memo
# systemd looks for user services in these folders.
services=$root/lib/systemd/user
[ "$prefix" != "$HOME/.local" ] || services=$root/share/systemd/user
agents=$root/share/memo/launchd
# bash-completion, zsh and fish load completions from these folders.
bash=$root/share/bash-completion/completions/memo
zsh=$root/share/zsh/site-functions/_memo
fish=$root/share/fish/vendor_completions.d/memo.fish

# The installed programs list their man pages.
pages=$(
  "$root/bin/memo" help --man 2>/dev/null || true
  "$root/bin/memo-web" help --man 2>/dev/null || true
)
remove() {
  rm -f "$root/bin/memo" "$root/bin/memo-web" "$services/memo-sync.service" \
    "$agents/memo-sync.plist" "$bash" "$zsh" "$fish"
  for page in $pages; do rm -f "$man/$page.1"; done
  rm -rf "$doc"
  for folder in "$services" "$agents" "$root/share/memo"; do
    rmdir "$folder" 2>/dev/null || true
  done
}

if [ $action = uninstall ]; then
  remove
  echo "Removed memo from $root. Your tasks stay."
  exit 0
fi

built=${MEMO_BUILT:-}
if [ -z "$built" ]; then
  sh "$project/examples/install-needs.sh"
  cd "$project"
  MEMO_COMMIT=$(git rev-parse --short=8 HEAD 2>/dev/null || true)
  [ -z "$MEMO_COMMIT" ] || export MEMO_COMMIT
  set -- -c release --static-swift-stdlib --disable-local-rpath
  # Full RELRO: the tables of function addresses are read-only.
  [ "$(uname)" = Darwin ] || set -- "$@" -Xlinker -z -Xlinker now
  for program in memo ${web:+memo-web}; do swift build "$@" --product $program; done
  built=$(swift build "$@" --show-bin-path)
fi

# Copying under another name first lets a running program be replaced.
for program in memo ${web:+memo-web}; do
  [ -x "$built/$program" ] || fail "there is no $built/$program"
  install -d "$root/bin"
  install -m 755 "$built/$program" "$root/bin/.$program.new"
  strip "$root/bin/.$program.new" 2>/dev/null || true
  # Stripping invalidates the signature that macOS requires.
  [ "$(uname)" != Darwin ] || codesign -f -s - "$root/bin/.$program.new" 2>/dev/null
  mv -f "$root/bin/.$program.new" "$root/bin/$program"
done

install -d "$man" "$doc"
for program in memo ${web:+memo-web}; do
  for page in $("$root/bin/$program" help --man); do
    "$root/bin/$program" help --man "$page" >"$man/$page.1"
  done
done
for shell in bash zsh fish; do
  eval "file=\$$shell"
  install -d "$(dirname "$file")"
  "$root/bin/memo" completions $shell >"$file"
done
install -m 644 "$project"/Sources/MemoKit/MemoKit.docc/*.* "$doc"
install -d "$doc/examples"
for name in memo-week overdue.sh pre-commit check.yml; do
  install -m "$([ -x "$project/examples/$name" ] && echo 755 || echo 644)" \
    "$project/examples/$name" "$doc/examples"
done
# Installed, README and the manual are in one folder.
sed 's|Sources/MemoKit/MemoKit.docc/||' "$project/README.md" >"$doc/README.md"
sed 's|(\.\./\.\./\.\./README.md)|(README.md)|' \
  "$project/Sources/MemoKit/MemoKit.docc/Tutorial.md" >"$doc/Tutorial.md"

if [ "$(uname)" = Darwin ]; then
  install -d "$agents"
  sed "s|~/.local/bin/memo|$prefix/bin/memo|" "$project/examples/services/memo-sync.plist" \
    >"$agents/memo-sync.plist"
else
  install -d "$services"
  sed "s|%h/.local/bin/memo|$prefix/bin/memo|" "$project/examples/services/memo-sync.service" \
    >"$services/memo-sync.service"
fi

echo "Installed memo in $root."
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) [ -n "${DESTDIR:-}" ] || echo "Put $prefix/bin into your PATH." ;;
esac
