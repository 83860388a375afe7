import MemoKit

extension RandomHistory {
  /// A random step with plain git.
  mutating func plainGit(_ who: Int) throws {
    switch number(20) {
    case 0...5: try type(who, "git add -A; git commit -qm 'By hand'")
    case 6, 7: try type(who, "git commit -qam 'Only what is known'")
    case 8:
      guard let path = try anyTask(who) else { return }
      let name = path.split(separator: "/").last ?? ""
      try type(
        who,
        "mkdir -p doing; git mv -k \(quoted(path)) \(quoted("doing/\(name)")) && git commit -qm Moved"
      )
    case 9:
      guard let path = try anyTask(who) else { return }
      try type(who, "git rm -qf \(quoted(path)) && git commit -qm Removed")
    case 10, 11: try amend(who)
    case 12...14: try type(who, "git add -A; git commit -qm 'To be sent'; git push -q")
    case 15: try type(who, "git fetch -q")
    default:
      try mergeByHand(
        who,
        chance(50)
          ? "git merge -q --no-edit -X no-renames origin/main || git merge --abort"
          : "git rebase -q -X no-renames origin/main || git rebase --abort")
    }
  }

  /// Amends the last commit if nobody else has it.
  private mutating func amend(_ who: Int) throws {
    let isOwn = try type(
      who,
      "! git merge-base --is-ancestor HEAD origin/main && ! git rev-parse -q --verify HEAD^2")
    guard isOwn.code == 0 else { return }
    let before = try recorded(who)
    try type(who, "git commit -qa --amend --no-edit --allow-empty")
    forgiven.formUnion(before.subtracting(try recorded(who)))
  }

  /// Merges with plain git, and keeps the merge only if it is correct.
  private mutating func mergeByHand(_ who: Int, _ line: String) throws {
    try type(who, "git add -A; git commit -qm 'Before the merge'; git fetch -q")
    let hasMerges = try type(who, "git rev-list --merges origin/main..HEAD | grep -q .")
    guard hasMerges.code != 0 else { return }
    let old = try type(who, "git rev-parse HEAD").output
    let problems = try store(who).read().problems.count
    try type(who, line)
    // git knows no tasks, so a user undoes a wrong merge.
    if try store(who).read().problems.count > problems {
      try type(who, "git reset -q --hard \(old.prefix(40))")
    }
  }

  /// The words and marks in HEAD.
  private func recorded(_ who: Int) throws -> Set<Finding> {
    try HistoryCheck.facts(of: "HEAD", in: team.scratch(team[who].folder)).findings
  }
}
