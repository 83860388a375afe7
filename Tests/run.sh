#!/bin/sh
# Installs what the tests need and runs all checks: format, spelling, a build without warnings, the
# tests, the examples, and the sessions in README and manual.
#
#   sh Tests/run.sh
#   MEMO_RELEASE=1 sh Tests/run.sh    runs the tour with a release build
#   MEMO_ALL=1 sh Tests/run.sh        tries all cases where tests try a sample
set -eu
cd "$(dirname "$0")/.."

start=$(date +%s)
# Each step is printed with the seconds since the start.
say() { printf '\n== %s (%s s)\n' "$*" "$(($(date +%s) - start))"; }

say "install dependencies"
# Some tests start real servers. If one can't be installed, its tests are skipped.
servers=
command -v sshd >/dev/null 2>&1 || [ -x /usr/sbin/sshd ] || servers="openssh-server openssh-client"
command -v lighttpd >/dev/null 2>&1 || [ -x /usr/sbin/lighttpd ] || servers="$servers lighttpd"
command -v openssl >/dev/null 2>&1 || servers="$servers openssl"
if [ "$(uname)" = Darwin ]; then
  # macOS comes with OpenSSH, and Homebrew's lighttpd has all modules.
  servers=$(echo "$servers" | sed 's/openssh-[a-z]*//g')
elif [ ! -e /usr/lib/lighttpd/mod_openssl.so ]; then
  servers="$servers lighttpd-mod-openssl"
fi
# The browser tests drive Chromium and WebKit.
if [ "$(uname)" = Linux ]; then
  # With the headless shell, the tests take a quarter less work.
  command -v chromedriver >/dev/null 2>&1 ||
    servers="$servers chromium chromium-driver chromium-headless-shell"
  command -v WebKitWebDriver >/dev/null 2>&1 || servers="$servers webkit2gtk-driver"
  command -v Xvfb >/dev/null 2>&1 || servers="$servers xvfb"
fi
# shellcheck disable=SC2086
sh examples/install-needs.sh $servers

# axe-core checks pages for accessibility. Without it that test is skipped.
axe=.build/axe
if [ ! -e "$axe/axe.min.js" ] && command -v python3 >/dev/null 2>&1; then
  mkdir -p "$axe"
  python3 -m pip download --quiet --no-deps --dest "$axe" axe-core-python==0.1.0 &&
    python3 -c 'import sys, zipfile
name = "axe_core_python/axe.min.js"
with zipfile.ZipFile(sys.argv[1]) as wheel, open(sys.argv[2], "wb") as out:
  out.write(wheel.read(name))' "$axe"/*.whl "$axe/axe.min.js" || true
fi

say "format"
# With one process, it takes twice as long.
find Package.swift Sources Tests examples -name '*.swift' -print0 |
  xargs -0 -P 4 -n 200 swift format lint --strict

say "spelling"
if command -v codespell >/dev/null 2>&1; then
  # "som" means "start of month"; "nd" is a macro in man pages.
  codespell --ignore-words-list som,nd README.md Sources/*/*.docc/*.md examples
fi

say "build without warnings"
# Optimizing the busiest modules saves more time in the tests than it costs here.
export MEMO_OPTIMIZED=1
# Finding the tests takes an index, but not one of system modules.
swift build --build-tests -debug-info-format none -Xswiftc -index-ignore-system-modules \
  -Xswiftc -warnings-as-errors

say "tests"
clean_up() {
  [ -z "${background:-}" ] || kill "$background" 2>/dev/null || :
  rm -rf "${folder:-}" "${logs:-}"
}
trap clean_up EXIT
# The tests create thousands of small stores. In memory this takes half the time.
memory=/dev/shm
if [ -z "${TMPDIR:-}" ] && [ -w $memory ] &&
  [ "$(df -Pk $memory | awk 'NR == 2 { print $4 }')" -gt 4000000 ]; then
  folder=$(mktemp -d $memory/memo-tests.XXXXXX)
  # Some tests run as another user.
  chmod 755 "$folder"
  # The tests run hooks and editors from there.
  printf '#!/bin/sh\n' >"$folder/probe" && chmod +x "$folder/probe"
  if "$folder/probe" 2>/dev/null; then TMPDIR=$folder && export TMPDIR; fi
fi
# Browser tests mostly wait, so they run in the background. Their output follows at the end.
browsers='BrowserTests/'
logs=$(mktemp -d)
# The wall-clock time of each test.
mkdir -p .build/durations
# `swift test` would read the manifests again, which takes 8 seconds for each of both.
bundle=.build/debug/memoPackageTests.xctest
tests="env NO_COLOR=1 $bundle --testing-library swift-testing"
# On macOS the bundle is a folder; the second `swift test` waits for the first.
[ -f $bundle ] || tests='swift test --skip-build'
$tests --xunit-output .build/durations/browsers.xml --filter "$browsers" >"$logs/browsers" 2>&1 &
background=$!
{ $tests --xunit-output .build/durations/others.xml --skip "$browsers" 2>&1 ||
  touch "$logs/failed"; } | tee "$logs/others"
wait "$background" || touch "$logs/failed"
background=
cat "$logs/browsers"
if [ -e "$logs/failed" ]; then
  say "failures"
  grep -hE '✘|(^|: )error: |Fatal error|signal code' "$logs/others" "$logs/browsers" || :
  exit 1
fi
[ "${TMPDIR:-}" != "${folder:-none}" ] || unset TMPDIR

say "tour"
# A release build takes longer than all tests, so the tour uses their debug build by default.
if [ -n "${MEMO_RELEASE:-}" ]; then sh examples/tour.sh
else MEMO=$(swift build --show-bin-path)/memo sh examples/tour.sh
fi

for program in chromedriver WebKitWebDriver Xvfb; do
  command -v $program >/dev/null 2>&1 || say "skipped: tests that need $program"
done

command -v codespell >/dev/null 2>&1 || say "skipped: spelling, which needs codespell"

[ -e "$axe/axe.min.js" ] || say "skipped: accessibility, which needs axe-core from PyPI"

say "all passed"
