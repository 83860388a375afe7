internal import Git
internal import StoreFiles
internal import TaskFile

/// What memo normalized by itself, on its way to the operations that made it necessary: with these
/// it is taken back, for alone the next command would normalize it again.
struct TrailingNormalization {
  /// What one operation is to take with it.
  enum Part {
    /// All that memo put right behind it, to a commit.
    case whole([OperationName], ObjectID)
    /// What of it nothing before that operation had made necessary; often nothing.
    case files([TreeEdit])
  }

  private let git: StoreGit
  private let names: [OperationName]
  private let new: ObjectID
  /// Where the operation ended that is next to be asked.
  private var place: ObjectID
  /// What no newer one has made necessary; nil for all of it.
  private var rest: [DeltaFinder.Pair]?

  /// - Parameter later: What memo put right afterwards, if that follows.
  init(_ operation: OperationCommits, _ git: StoreGit, before later: TrailingNormalization?) {
    self.git = git
    place = operation.old
    let following = later.flatMap { $0.follows(operation.new) && $0.rest == nil ? $0 : nil }
    names = [operation.name] + (following?.names ?? [])
    new = following?.new ?? operation.new
  }

  func follows(_ commit: ObjectID) -> Bool { place == commit }

  /// All of it, for an undo that brought back what had been put right before.
  var whole: (names: [OperationName], new: ObjectID)? { rest == nil ? (names, new) : nil }

  /// Takes out what belongs to the operation that it follows; the rest is for the ones before.
  ///
  /// - Parameter isSplit: False for one that all of it belongs to.
  mutating func take(
    for operation: OperationCommits, isSplit: Bool
  ) throws(MemoError) -> Part {
    let end = place
    place = operation.old
    guard isSplit, try !changesSettings(operation) else {
      defer { rest = [] }
      return rest == nil ? .whole(names, new) : .files((rest ?? []).flatMap(edits))
    }
    let finder = try DeltaFinder(git)
    let all: [DeltaFinder.Pair]
    if let rest { all = rest } else { all = try normalization(from: end, to: new, finder) }
    let changed = try pairs(from: operation.old, to: operation.new, finder)
    var (own, others) = ([DeltaFinder.Pair](), [DeltaFinder.Pair]())
    for pair in all {
      if let former = try necessary(pair, before: operation, changed, finder) {
        others.append(try moved(pair, to: former))
      } else {
        own.append(pair)
      }
    }
    defer { rest = others }
    return rest == nil && others.isEmpty ? .whole(names, new) : .files(own.flatMap(edits))
  }

  /// The file as it was before an operation, where memo would have normalized it the same way then;
  /// else nil.
  private func necessary(
    _ pair: DeltaFinder.Pair, before operation: OperationCommits, _ changed: [DeltaFinder.Pair],
    _ finder: DeltaFinder
  ) throws(MemoError) -> FileState? {
    guard let found = pair.before, let given = pair.after else { return nil }
    let former: FileState?
    if let own = changed.first(where: { $0.after?.path.isSamePath(as: found.path) ?? false }) {
      former = own.before
    } else {
      former = try git.state(at: found.path, in: operation.old)
    }
    guard let former, former.id == found.id else { return nil }
    guard found.id != given.id else {
      // What else was done to the file there made no difference to its status.
      let isSame = former.said == found.said && former.path.isSamePath(as: found.path)
      return former.said != nil && isSame ? former : nil
    }
    guard let id = former.id else { return former }
    return try finder.files(of: operation.old).count { $0.id == id } > 1 ? former : nil
  }

  /// Whether files are as they are to be by other rules than before.
  private func changesSettings(_ operation: OperationCommits) throws(MemoError) -> Bool {
    let path = git.repositoryPath(Store.marker)
    return try git.run("compare two commits") { repository throws(GitError) in
      try repository.entry(at: path, in: operation.old)
        != repository.entry(at: path, in: operation.new)
    }
  }

  /// What lies where it lay is the same, whichever ids memo has given: where somebody took one out
  /// of a file, a copy may have it before, and the file after.
  private func normalization(
    from old: ObjectID, to new: ObjectID, _ finder: DeltaFinder
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    let (from, to) = (try finder.tree(of: old), try finder.tree(of: new))
    var states = try finder.states(from: from, to: to)
    let former = Dictionary(
      states.befores.map { (PathKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    let stayed = states.afters.compactMap { after in
      former[PathKey(after.path)].map { DeltaFinder.Pair(before: $0, after: after) }
    }
    let paths = Set(stayed.compactMap { $0.after.map { PathKey($0.path) } })
    states.befores.removeAll { paths.contains(PathKey($0.path)) }
    states.afters.removeAll { paths.contains(PathKey($0.path)) }
    return stayed + (try finder.pairs(states, in: to))
  }

  private func pairs(
    from old: ObjectID, to new: ObjectID, _ finder: DeltaFinder
  ) throws(MemoError) -> [DeltaFinder.Pair] {
    let (from, to) = (try finder.tree(of: old), try finder.tree(of: new))
    return try finder.pairs(try finder.states(from: from, to: to), in: to)
  }

  private func edits(of pair: DeltaFinder.Pair) -> [TreeEdit] {
    let gone = pair.before.map { TreeEdit.remove(path: git.repositoryPath($0.path)) }
    let put = pair.after.map {
      TreeEdit.put(path: git.repositoryPath($0.path), id: $0.blob, mode: $0.mode)
    }
    guard let before = pair.before, let after = pair.after, before.path.isSamePath(as: after.path)
    else { return [gone, put].compactMap { $0 } }
    return [put].compactMap { $0 }
  }

  /// The same, of a file where and as it was before an operation, which may have moved it.
  private func moved(
    _ pair: DeltaFinder.Pair, to former: FileState
  ) throws(MemoError) -> DeltaFinder.Pair {
    guard let before = pair.before, var after = pair.after else { return pair }
    if before.id == after.id, before.blob != former.blob {
      return (former, try normalized(former, as: after))
    }
    if after.path.isSamePath(as: before.path) { after.path = former.path }
    return (former, after)
  }

  /// A file with the status in its text that another version of it was given.
  private func normalized(
    _ former: FileState, as given: FileState
  ) throws(MemoError) -> FileState {
    var document = try git.version(of: former).document
    // What can't be given it stays as the other version is.
    guard let status = try git.version(of: given).document.value(of: "status"),
      (try? document.set("status", to: status)) != nil
    else { return given }
    var state = former
    state.blob = try git.run("store \(former.path)", git.repository.writeBlob(document.bytes))
    state.said = nil
    return state
  }
}
