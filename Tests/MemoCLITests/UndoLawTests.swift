import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Undos followed by as many redos change nothing, even if messages or commits were rewritten, or
/// git's reflog is gone.
@Suite struct UndoLawTests {
  /// Events between the steps, the undos and the redos.
  static let turns: [(name: String, script: String)] = [
    ("nothing", ""),
    ("rebased", "git rebase -q --force-rebase HEAD~$(($(git rev-list --count HEAD) / 2))"),
    (
      "rebased onto another",
      "git switch -q -c x $(git rev-list --max-parents=0 HEAD); "
        + "git commit -q --allow-empty -m x; git switch -q main; git rebase -q x; git branch -q -D x"
    ),
    (
      "rebased with old dates",
      "git rebase -q --force-rebase --committer-date-is-author-date HEAD~3"
    ),
    ("no reflog", "rm -rf .git/logs"),
    ("rebased, no reflog", "git rebase -q --force-rebase HEAD~4; rm -rf .git/logs"),
    ("copied whole", "cd ..; cp -a kim copy; rm -rf kim; mv copy kim"),
    ("amended", "git commit -q --amend --no-edit"),
    (
      "reworded",
      "git -c core.editor='sed -i.x s/^[a-z]/Oh/' "
        + "-c sequence.editor='sed -i.x s/^pick/reword/' rebase -q -i HEAD~2"
    ),
  ]

  @Test(arguments: 0..<turns.count, [false, true])
  func undosAndRedosCancelOut(turn: Int, hasHook: Bool) throws {
    guard Effort.tries(turn, hasHook ? 1 : 0, oneIn: 2) else { return }
    for seed in 0..<max(1, UndoTests.count / 6) {
      var past = try RandomPast(seed: UInt64(seed * 100 + turn))
      let desk = past.desk
      if hasHook {
        try desk.scratch.write(
          "#!/bin/sh\nsed -i.x '1s/^/[ABC-1] /' \"$1\"\n", to: "hooks/commit-msg")
        try desk.scratch.git("config", "core.hooksPath", desk.scratch("hooks"), in: "kim")
      }
      for _ in 0..<10 { try past.step() }
      let (states, name) = (past.states, Self.turns[turn].name)
      let count = states.count - 1
      func shell() throws {
        let ran = try run(
          "sh", ["-ec", Self.turns[turn].script], in: desk.scratch("kim"),
          environment: desk.environment.variables)
        guard ran.code == 0 else { throw GitFailure(message: "\(name): \(ran.error)") }
      }
      try shell()
      let found = try past.store().operations(upTo: 100).undoable
      #expect(found.count == count, "\(name): \(past.story), \(found.map(\.subject))")
      let number = Int.random(in: 1...count, using: &past.random)
      for words in [["undo", "\(number)"], ["redo", "\(number)"]] {
        let outcome = desk.memo(words)
        #expect(outcome.status == .done, "\(name): \(outcome.error)")
        let place = words[0] == "undo" ? count - number : count
        #expect(try past.tree() == states[place], "\(name): \(words) of \(past.story)")
        try shell()
        #expect(try past.tree() == states[place])
      }
      #expect(try past.store().operations(upTo: 100).undoable.count == count, "\(past.story)")
    }
  }
}
