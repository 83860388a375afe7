internal import Git
internal import StoreFiles
internal import TaskFile

/// What the undos and redos of a history say of its operations; the newest that speaks of one
/// is right.
package struct UndoMarks {
  private let git: StoreGit
  private let head: ObjectID
  private var standings: [OperationName: Standing] = [:]
  /// Operations that were told, the newest of a name: what has its name besides is a copy.
  private var seen: Set<OperationName> = []
  /// Commits that are spoken of and not in the history: a rebase has made others of them.
  private var lost: [Moment: [(commit: Commit, standing: Standing)]] = [:]

  /// What is said of an operation.
  struct Standing {
    var kind: UndoMark.Kind
    /// Which step of the past says so, counted from the newest; nil where it was made elsewhere.
    var step: Int?
  }

  init(_ git: StoreGit, head: ObjectID) { (self.git, self.head) = (git, head) }

  /// Takes the mark of a commit that is older than those of all before.
  ///
  /// - Parameter step: Its number, counted from the newest; nil for one that was made elsewhere.
  /// - Returns: Whether nothing newer speaks of the same operation.
  mutating func insert(_ mark: UndoMark, at step: Int?) throws(MemoError) -> Bool {
    // What a commit speaks of lies behind it: not what was told already, of which it is a copy.
    func isNews(_ name: OperationName) -> Bool { standings[name] == nil || seen.contains(name) }
    let isFirst = isNews(mark.names[0])
    for name in mark.names where isNews(name) {
      standings[name] = Standing(kind: mark.kind, step: step)
      seen.remove(name)
      guard case .commit(let id) = name, try git.has(id), try !git.isAncestor(id, of: head)
      else { continue }
      let commit = try git.commit(id)
      lost[Moment(commit.author), default: []].append(
        (commit, Standing(kind: mark.kind, step: step)))
    }
    return isFirst
  }

  /// What the newest that speaks of an operation says, when all newer ones were asked about.
  ///
  /// One whose name a newer one has already, as by `git commit -C`, is called by its commit.
  mutating func standing(
    of operation: inout OperationCommits
  ) throws(MemoError) -> Standing? {
    if !seen.insert(operation.name).inserted { operation.name = .commit(operation.new) }
    if let standing = standings[operation.name] { return standing }
    guard case .commit = operation.name else { return nil }
    let moment = Moment(operation.commits[0].author)
    guard let found = lost[moment], !found.isEmpty else { return nil }
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
    return lost[moment]?.remove(at: place).standing
  }
}
