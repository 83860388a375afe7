#!/bin/sh
# Shows how two people share tasks through a git remote. It first installs missing dependencies
# and builds memo.
#
#   sh examples/tour.sh            builds a release
#   MEMO=PATH sh examples/tour.sh  uses that program
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)

if [ -z "${MEMO:-}" ]; then
  sh "$project/examples/install-needs.sh"
  cd "$project"
  swift build -c release --static-swift-stdlib --product memo
  MEMO=$(swift build -c release --static-swift-stdlib --product memo --show-bin-path)/memo
fi

# A temporary folder with its own git settings.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/home"
ln -s "$MEMO" "$place/bin/memo"
# An editor that replaces a word.
printf '#!/bin/sh\nsed s/milk/oat-milk/ "$1" > "$0.new" && cat "$0.new" > "$1"\n' > "$place/bin/oat"
chmod +x "$place/bin/oat"
export PATH="$place/bin:$PATH" HOME="$place/home" XDG_CONFIG_HOME="$place/home/.config"
unset MEMO_DIR VISUAL GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2>/dev/null || true
git config --global init.defaultBranch main

who() { git config --global user.name "$1"; git config --global user.email "$1@example.org"; cd "$place/$1"; }
run() { printf '%s$ %s\n' "$(basename "$PWD")" "$1"; eval "$1"; }
cd "$place"

echo "# Ana makes a store and syncs it with an empty remote."
git init --quiet --bare hub.git
mkdir "$place/ana"
who ana
run "memo init --remote ../hub.git"
run "memo add Buy milk -d tomorrow -t shopping -p high"
run "memo add 'Paint the fence' -t home -m '- [ ] buy the paint'"
run "memo sync"

echo
echo "# Ben clones it and changes a task with an editor."
mkdir "$place/ben"
who ben
run "memo clone ../hub.git ."
run "EDITOR=oat memo edit buy-milk"
run "memo start paint-the-fence"
run "memo sync"

echo
echo "# Meanwhile Ana adds a task and moves its file with mv."
who ana
run "memo add Call mum -d +3d"
run "mv todo/call-mum.md doing/"
run "memo status"
run "memo sync"

echo
echo "# Both see the same board, and git has the history."
who ben
run "memo sync"
run "memo board"
run "git log --graph --format='%h %an  %s'"
run "git fsck --strict"
run "git status --short"
echo
echo "That was memo. 'memo --help' lists the commands."
