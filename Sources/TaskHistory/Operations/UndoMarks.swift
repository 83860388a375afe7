internal import Git
internal import StoreFiles
internal import TaskFile

/// What the undos and redos of a history say of its operations; the newest that speaks of one
/// is right.
package struct UndoMarks {
  private let git: StoreGit
  private let head: ObjectID
  private var kinds: [OperationName: UndoMark.Kind] = [:]
  /// Operations that were told, the newest of a name: what has its name besides is a copy.
  private var seen: Set<OperationName> = []
  /// Commits that are spoken of and not in the history: a rebase has made others of them.
  private var lost: [Moment: [(commit: Commit, kind: UndoMark.Kind)]] = [:]

  init(_ git: StoreGit, head: ObjectID) { (self.git, self.head) = (git, head) }

  /// Takes the mark of a commit that is older than those of all before.
  ///
  /// - Returns: Whether nothing newer speaks of the same operation.
  mutating func insert(_ mark: UndoMark) throws(MemoError) -> Bool {
    // What a commit speaks of lies behind it: not what was told already, of which it is a copy.
    func isNews(_ name: OperationName) -> Bool { kinds[name] == nil || seen.contains(name) }
    let isFirst = isNews(mark.names[0])
    for name in mark.names where isNews(name) {
      kinds[name] = mark.kind
      seen.remove(name)
      guard case .commit(let id) = name, try git.has(id), try !git.isAncestor(id, of: head)
      else { continue }
      let commit = try git.commit(id)
      lost[Moment(commit.author), default: []].append((commit, mark.kind))
    }
    return isFirst
  }

  /// Whether an operation is taken back, when all newer ones were asked about.
  ///
  /// One whose name a newer one has already, as by `git commit -C`, is called by its commit.
  mutating func isUndone(_ operation: inout OperationCommits) throws(MemoError) -> Bool {
    if !seen.insert(operation.name).inserted { operation.name = .commit(operation.new) }
    if let kind = kinds[operation.name] { return kind == .undo }
    guard case .commit = operation.name else { return false }
    let moment = Moment(operation.commits[0].author)
    guard let found = lost[moment], !found.isEmpty else { return false }
    var place = 0
    if found.count > 1 {
      let lines = try ChangedLines(git, from: operation.old, to: operation.new)
      for (index, candidate) in found.enumerated() {
        guard let parent = candidate.commit.parents.first,
          try ChangedLines(git, from: parent, to: candidate.commit.id) == lines
        else { continue }
        place = index
        break
      }
    }
    return lost[moment]?.remove(at: place).kind == .undo
  }
}
