#!/bin/sh
# Measures `memo log ID` against `git log --follow` on a store with a long history.
#
#   sh Tests/bench.sh [MEMO [TASKS [COMMITS [ROUNDS]]]]
#
# MEMO is the program to measure, by default a release that is built first. The store is made
# by git fast-import: half of the tasks in the first commit, then one commit after another
# that adds, edits or moves one task. Both programs are run in turn, ROUNDS times, and the
# shortest and the middle time of each are shown, in seconds, with the ratio of the middles.
# "cold" has no cache of memo's own; "warm" has the one that the run before left.
set -eu
cd "$(dirname "$0")/.."

tasks=${2:-10000} commits=${3:-10000} rounds=${4:-5}
if [ $# -ge 1 ]; then
  memo=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
else
  swift build --configuration release --static-swift-stdlib --product memo
  memo=$(swift build --configuration release --static-swift-stdlib --show-bin-path)/memo
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/memo-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
export HOME="$work" GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
unset XDG_CONFIG_HOME MEMO_DIR 2>/dev/null || true
git init --quiet --initial-branch=main "$work/store"

# What fast-import reads. The task that is followed is number 7: it is changed ten times.
history() {
  awk -v tasks="$tasks" -v commits="$commits" '
    function id(n,   text, i, x) {
      x = n * 7919 + 13; text = ""
      for (i = 0; i < 10; i++) {
        text = text substr("bcdfghjkmnpqrstvwxz", x % 19 + 1, 1)
        x = int(x / 19) + (i + 1) * n % 1009
      }
      return text
    }
    function path(n) { return status[n] "/task-" n ".md" }
    function data(text) { printf "data %d\n%s\n", length(text), text }
    function put(n) {
      printf "M 100644 inline %s\n", path(n)
      data("---\ntitle: Task " n "\nstatus: " status[n] "\n" deadline[n] "id: " id(n) \
        "\ncreated: 2025-01-01T00:00:00+00:00\n---\n\nWhat has to be done, number " n ".\n" body[n])
    }
    function commit(message) {
      time += 600
      printf "commit refs/heads/main\ncommitter Kim <kim@example.org> %d +0000\n", time
      data(message)
    }
    BEGIN {
      time = 1735689600; split("todo doing done", names, " "); last = int(tasks / 2)
      commit("init: store")
      print "M 100644 inline .memo/config.yml"; data("version: 1\n")
      for (n = 1; n <= last; n++) { status[n] = "todo"; put(n) }
      for (c = 2; c <= commits; c++) {
        kind = c % 4; n = (c * 7919) % last + 1
        if (c % int(commits / 10 + 1) == 5) { n = 7; kind = 2 + int(c / 2) % 2 }
        if (kind < 2 && last < tasks) {
          n = ++last; status[n] = "todo"
          commit("add: Task " n "\n\nMemo-Task: " id(n) "\n")
        } else if (kind == 3) {
          old = path(n); before = status[n]
          status[n] = before == "todo" ? "doing" : before == "doing" ? "done" : "todo"
          commit("move: Task " n " (" before " → " status[n] ")\n\nMemo-Task: " id(n) "\n")
          print "D " old
        } else {
          body[n] = body[n] "\nSeen in commit " c ".\n"
          deadline[n] = "deadline: 2026-12-" (c % 18 + 10) "\n"
          commit("edit: Task " n " (deadline, body)\n\nMemo-Task: " id(n) "\n")
        }
        put(n)
      }
      print "done"
      print path(7) > "/dev/stderr"; print id(7) > "/dev/stderr"
    }'
}
echo "making a store of $tasks tasks and $commits commits"
history 2>"$work/names" | git -C "$work/store" fast-import --quiet --done
git -C "$work/store" reset --quiet --hard
file=$(sed -n 1p "$work/names") id=$(sed -n 2p "$work/names")

# Seconds that a command takes.
timed() {
  start=$(date +%s%N)
  "$@" >/dev/null
  end=$(date +%s%N)
  awk -v ns=$((end - start)) 'BEGIN { printf "%.3f\n", ns / 1e9 }'
}
# The shortest and the middle of the times in a file.
summary() { sort -n "$1" | awk '{ t[NR] = $1 } END { print t[1], t[int((NR + 1) / 2)] }'; }

cd "$work/store"
for round in $(seq "$rounds"); do
  timed git log --follow --format=%s -- "$file" >>"$work/git"
  rm -f .git/memo/history*
  timed "$memo" log "$id" >>"$work/cold"
  timed "$memo" log "$id" >>"$work/warm"
  rm -f .git/memo/history*
  timed "$memo" log -n 10 >>"$work/newest"
  timed git log -n 10 --format=%s >>"$work/gitnewest"
done
echo "git log --follow finds $(git log --follow --format=%s -- "$file" | wc -l) commits, memo log $("$memo" log "$id" | grep -c '^[0-9a-f]')"
set -- $(summary "$work/git")
git=$2
printf '%-28s %8s %8s  %s\n' "" shortest middle "of git log --follow"
printf '%-28s %8s %8s\n' "git log --follow FILE" "$1" "$2"
for what in cold warm newest gitnewest; do
  set -- $what $(summary "$work/$what")
  case $what in
    cold | warm) name="memo log ID, $what" ;;
    newest) name="memo log -n 10, cold" ;;
    gitnewest) name="git log -n 10" ;;
  esac
  printf '%-28s %8s %8s  1/%s\n' "$name" "$2" "$3" \
    "$(awk -v a="$git" -v b="$3" 'BEGIN { printf "%.0f", a / (b > 0 ? b : 0.001) }')"
done
