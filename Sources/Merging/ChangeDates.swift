package import Git
package import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Who changed things on a side, and when.
enum ChangeDates {
  case history(LastChanges)
  /// All of it by one person, at one time; of two such sides the one that sorts later is newer.
  case fixed(Signature, order: String)

  /// Who changed a file last, and when.
  mutating func last(_ change: SideChange, _ git: StoreGit) throws(MemoError) -> LastChange {
    guard case .history(var changes) = self else { return try side(change, git).last }
    let commit = try changes.file(change.path)
    self = .history(changes)
    return LastChange(commit)
  }

  /// What each commit did to the store's settings, the newest first; nothing where that can't be
  /// told.
  mutating func steps(
    _ change: SideChange, _ git: StoreGit
  ) throws(MemoError) -> [SettingsStep] {
    guard case .history(let changes) = self else { return [] }
    return try changes.steps(of: change.path)
  }

  /// What a side's commits did to a task of a series that was not there where the sides parted;
  /// nil where that can't be told.
  mutating func course(of place: SeriesPlace) throws(MemoError) -> SeriesCourse? {
    guard case .history(var changes) = self else { return nil }
    let course = try changes.course(of: place)
    self = .history(changes)
    return course
  }

  /// Who changed a task and its parts, and when; the task itself is not in it yet.
  mutating func side(_ change: SideChange, _ git: StoreGit) throws(MemoError) -> MergeSide {
    func name(_ entry: TreeEntry?) -> FileState.Name? {
      entry.flatMap { entry in
        git.storePath(entry.path).map { FileState.Name(path: $0, blob: entry.id) }
      }
    }
    switch self {
    case .fixed(let person, let order):
      let time = Timestamp(
        secondsSince1970: person.seconds, offsetMinutes: person.offsetMinutes)
      return MergeSide(task: nil, author: person.name, time: time, commit: order)
    case .history(var changes):
      let (last, parts) = try changes.task(before: name(change.before), after: name(change.after))
      self = .history(changes)
      return MergeSide(task: nil, last: last, parts: parts)
    }
  }
}

extension StoreGit {
  /// The commit that two sides are compared with; nil when they have nothing in common.
  ///
  /// Branches that were merged into one another crosswise have several best common ancestors.
  /// None of them alone knows what was changed since, so they are merged themselves, into a
  /// commit that no reference leads to.
  package func commonAncestor(_ ours: ObjectID, _ theirs: ObjectID) throws(MemoError) -> ObjectID? {
    let bases = try run("find the merge base", repository.mergeBases(ours, theirs))
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try virtualMerge(ancestor, base) }
    return ancestor
  }

  private func virtualMerge(_ one: ObjectID, _ other: ObjectID) throws(MemoError) -> ObjectID {
    // Histories that begin apart and met later: then the one is as good as the other.
    guard let base = try commonAncestor(one, other) else { return one }
    let merge = try TreeMerge(self, base: base, ours: one, theirs: other, isVirtual: true)
    return try run("write a common ancestor") { repository throws(GitError) in
      let committers = [
        try repository.commit(one).committer, try repository.commit(other).committer,
      ]
      let newest = committers.max { $0.seconds < $1.seconds } ?? committers[0]
      return try repository.writeCommit(
        tree: try repository.writeTree(basedOn: one, merge.treeEdits), parents: [one, other],
        message: "common ancestor\n", author: newest, committer: newest)
    }
  }
}

extension TreeMerge {
  /// The edits, for the writer of trees.
  package var treeEdits: [TreeEdit] {
    edits.map { file in
      file.result.map { .put(path: file.path, id: $0.id, mode: $0.mode) }
        ?? .remove(path: file.path)
    }
  }
}
