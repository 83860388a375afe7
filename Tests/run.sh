#!/bin/sh
# Installs what the tests need, and runs every one of them: the format of the source, the spelling,
# a build without a warning, the tests themselves, the examples, and what the README promises.
#
#   sh Tests/run.sh
#   MEMO_RELEASE=1 sh Tests/run.sh    the tour through a release, too
#   MEMO_ALL=1 sh Tests/run.sh        all that the tests otherwise try some of
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say "what is needed"
# The tests talk to real servers of their own. Where one is missing, its tests say so and are left out.
servers=
command -v sshd >/dev/null 2>&1 || [ -x /usr/sbin/sshd ] || servers="openssh-server openssh-client"
command -v lighttpd >/dev/null 2>&1 || [ -x /usr/sbin/lighttpd ] || servers="$servers lighttpd"
command -v openssl >/dev/null 2>&1 || servers="$servers openssl"
if [ "$(uname)" = Darwin ]; then
  # macOS has OpenSSH, and one lighttpd with all its modules.
  servers=$(echo "$servers" | sed 's/openssh-[a-z]*//g')
elif [ ! -e /usr/lib/lighttpd/mod_openssl.so ]; then
  servers="$servers lighttpd-mod-openssl"
fi
# The board in a browser is played by real ones, where they can be had.
if [ "$(uname)" = Linux ]; then
  command -v chromedriver >/dev/null 2>&1 || servers="$servers chromium chromium-driver"
  command -v WebKitWebDriver >/dev/null 2>&1 || servers="$servers webkit2gtk-driver"
  command -v Xvfb >/dev/null 2>&1 || servers="$servers xvfb"
fi
# shellcheck disable=SC2086
sh examples/install-needs.sh $servers

# What finds in a page what stands in somebody's way; without it that test is left out.
axe=.build/axe
if [ ! -e "$axe/axe.min.js" ] && command -v python3 >/dev/null 2>&1; then
  mkdir -p "$axe"
  python3 -m pip download --quiet --no-deps --dest "$axe" axe-core-python==0.1.0 &&
    python3 -c 'import sys, zipfile
name = "axe_core_python/axe.min.js"
with zipfile.ZipFile(sys.argv[1]) as wheel, open(sys.argv[2], "wb") as out:
  out.write(wheel.read(name))' "$axe"/*.whl "$axe/axe.min.js" || true
fi

say "the format of the source"
swift format lint --strict --parallel --recursive Package.swift Sources Tests examples

say "the spelling"
# The links of the manual are LayoutTests' to check.
if command -v codespell >/dev/null 2>&1; then
  # Short for "start of month", and a macro of manual pages.
  codespell --ignore-words-list som,nd README.md Sources/*/*.docc/*.md examples
fi

say "a build without a warning"
# The busiest modules go through the optimizer: that saves the tests more than it takes.
export MEMO_OPTIMIZED=1
swift build --build-tests -debug-info-format none -Xswiftc -warnings-as-errors

say "the tests"
leave() {
  [ -z "${beside:-}" ] || kill "$beside" 2>/dev/null || :
  rm -rf "${folder:-}" "${said:-}"
}
trap leave EXIT
# Thousands of small stores come and go: in memory that takes half the time, where there is room.
memory=/dev/shm
if [ -z "${TMPDIR:-}" ] && [ -w $memory ] &&
  [ "$(df -Pk $memory | awk 'NR == 2 { print $4 }')" -gt 4000000 ]; then
  folder=$(mktemp -d $memory/memo-tests.XXXXXX)
  # Some tests are of two users.
  chmod 755 "$folder"
  # Hooks and editors have to run from there.
  printf '#!/bin/sh\n' >"$folder/probe" && chmod +x "$folder/probe"
  if "$folder/probe" 2>/dev/null; then TMPDIR=$folder && export TMPDIR; fi
fi
# Those with a browser wait for it more than they work, so the others run beside them; what the
# first say comes when they have ended.
browsers='BrowserTests/'
said=$(mktemp -d)
tests='swift test --skip-build --ignore-lock -Xswiftc -warnings-as-errors'
# How long each test took, from its start to its end beside all others.
mkdir -p .build/durations
$tests --xunit-output .build/durations/browsers.xml --filter "$browsers" >"$said/browsers" 2>&1 &
beside=$!
# Both open the database of what is built; only one may at a time.
until grep -q 'run started' "$said/browsers" || ! kill -0 "$beside" 2>/dev/null; do sleep 1; done
{ $tests --xunit-output .build/durations/others.xml --skip "$browsers" 2>&1 ||
  touch "$said/failed"; } | tee "$said/others"
wait "$beside" || touch "$said/failed"
beside=
cat "$said/browsers"
if [ -e "$said/failed" ]; then
  # Thousands of lines tell of what passed.
  say "what failed"
  grep -hE '✘|(^|: )error: |Fatal error|signal code' "$said/others" "$said/browsers" || :
  exit 1
fi
[ "${TMPDIR:-}" != "${folder:-none}" ] || unset TMPDIR

say "the tour"
# With the program of the tests: a release takes longer than they do, and `sh examples/tour.sh`,
# or MEMO_RELEASE=1 here, is the tour through one.
if [ -n "${MEMO_RELEASE:-}" ]; then sh examples/tour.sh
else MEMO=$(swift build --show-bin-path)/memo sh examples/tour.sh
fi

for program in chromedriver WebKitWebDriver Xvfb; do
  command -v $program >/dev/null 2>&1 || say "left out: what needs $program"
done

command -v codespell >/dev/null 2>&1 || say "left out: the spelling, which needs codespell"

[ -e "$axe/axe.min.js" ] || say "left out: what needs axe-core, from PyPI"

say "all passed"
