package import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The authors and times of a side's changes.
enum ChangeDates {
  case history(LastChanges)
  /// One author and time for all changes.
  ///
  /// Of two sides with equal times, the greater `order` is newer.
  case fixed(Signature, order: String)

  /// A side's version of a task, with the last changes of the task and of its parts.
  mutating func side(_ change: SideChange, _ git: StoreGit) throws(MemoError) -> MergeSide {
    let task = try change.after.map { entry throws(MemoError) in try git.placed(entry) }
    switch self {
    case .fixed(let person, let order):
      return MergeSide(task: task, author: person.name, time: Timestamp(person), commit: order)
    case .history(var changes):
      let (last, parts) = try changes.task(before: change.before, after: change.after)
      self = .history(changes)
      return MergeSide(task: task, last: last, parts: parts)
    }
  }
}

extension StoreGit {
  /// The merge base; nil for unrelated histories.
  ///
  /// Criss-cross merges have several merge bases. As in git's recursive strategy, they are merged
  /// into a virtual commit without a reference.
  package func commonAncestor(_ ours: ObjectID, _ theirs: ObjectID) throws(MemoError) -> ObjectID? {
    let bases = try run("find the merge base", repository.mergeBases(ours, theirs))
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try virtualMerge(ancestor, base) }
    return ancestor
  }

  private func virtualMerge(_ one: ObjectID, _ other: ObjectID) throws(MemoError) -> ObjectID {
    // The bases have no common base, so any of them will do.
    guard let base = try commonAncestor(one, other) else { return one }
    let merge = try TreeMerge(self, base: base, ours: one, theirs: other, isVirtual: true)
    return try run("write a common ancestor") { repository throws(GitError) in
      let committers = [
        try repository.commit(one).committer, try repository.commit(other).committer,
      ]
      let newest = committers.max { $0.seconds < $1.seconds } ?? committers[0]
      return try repository.writeCommit(
        tree: try repository.writeTree(basedOn: one, merge.files), parents: [one, other],
        message: "common ancestor\n", author: newest, committer: newest)
    }
  }
}
