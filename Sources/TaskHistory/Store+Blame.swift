internal import Git
public import StoreFiles
public import TaskFile

/// The last change of each field and line of a task.
public struct TaskBlame: Sendable {
  /// A field, or a line of the text.
  public struct Part: Sendable {
    public var part: TaskChange.Part
    public var value: String
    /// Nil if the last change is not committed.
    public var change: LastChange?
    /// Whether the change is at the cut of a shallow history, so that an earlier author is
    /// possible.
    public var isOrBefore = false
  }

  /// All fields except the text, from the status to the path.
  public var fields: [Part] = []
  public var lines: [Part] = []
}

extension Store {
  /// The last change of each field and line of a task; for a deleted task, of its last version.
  ///
  /// If a merge chose a value, that value's author counts. If an undo or a restore brought a value
  /// back, its former author counts. Equal lines have the author of the last one.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func blame(_ task: StoredTask) throws(MemoError) -> TaskBlame {
    let version = TaskVersion(task)
    var authors = PartAuthors()
    var mover: LastChange?
    var isPlaced = true
    var cuts: Set<String> = []
    if let history = try history(git()), let ref = try refs(of: [task]).first {
      let changes = Dictionary(grouping: try history.changes(of: ref), by: \.commit)
      var newestFirst: [CommitChange] = []
      try history.walk(Set(changes.keys)) { commit in
        newestFirst += changes[commit] ?? []
        return true
      }
      for change in newestFirst.reversed() { try authors.take(change, history) }
      let known =
        task.isOnDisk
        ? try history.present(of: task) : newestFirst.first { $0.after != nil }?.recorded
      let recorded = try known.map { known throws(MemoError) in try history.version(of: known) }
      let isMoved = recorded.map { $0.status != task.status } ?? false
      if !isMoved, let since = known?.facts.since, let commit = try history.commit(at: since),
        !history.isCutOff(commit)
      {
        // The status is from the same commit as in the statistics.
        mover = LastChange(try history.git.commit(commit.id))
      }
      if let known, let recorded { authors.take(version, since: known.state, recorded) }
      if task.isOnDisk, let recorded {
        isPlaced = recorded.isAt(task.path) && !(isMoved && task.status == task.folderStatus)
      }
      let repository = history.git.repository
      if repository.isShallow { cuts = Set(repository.shallowBoundary.map(\.hex)) }
    }
    var blame = TaskBlame()
    for field in version.blamedFields {
      var change = authors.newest[field]
      if field.part == .status {
        change = mover ?? change
        mover = change
      }
      if field.part == .path {
        // A change of status also moved the file, unless only the text has the status.
        let moved = version.folderStatus == version.status ? mover : nil
        change = isPlaced ? authors.later(change, moved) : nil
      }
      let value = field.part == .path ? version.path : field.to ?? ""
      let part = TaskBlame.Part(
        part: field.part, value: value, change: change,
        isOrBefore: change.map { cuts.contains($0.commit) } ?? false)
      if field.part == .body { blame.lines.append(part) } else { blame.fields.append(part) }
    }
    // The blank line after the front matter has no author.
    blame.lines = Array(blame.lines.drop { $0.value.isEmpty })
    return blame
  }
}

/// Follows values and lines through the versions of a task, the oldest first.
private struct PartAuthors {
  private typealias Authors = [TaskChange.Field: LastChange]

  /// The authors of each version.
  private var versions: [FileState.Name: Authors] = [:]
  /// The newest author of each value and line.
  private(set) var newest: [TaskChange.Field: LastChange] = [:]
  /// The order of commits, since several may have the same second.
  private var places: [String: Int] = [:]

  mutating func take(_ change: CommitChange, _ history: History) throws(MemoError) {
    guard change.delta.isOwn, let state = change.after,
      let after = try history.version(after: change)
    else { return }
    let commit = try history.git.commit(change.commit.id)
    places[commit.id.hex] = places.count
    let isBack = change.kind == .restore || UndoMark(commit.message) != nil
    if isBack, versions[state.name] != nil { return }
    var befores: [(state: FileState, version: TaskVersion)] = []
    for (side, before) in change.delta.befores.enumerated() {
      if let before, let version = try history.version(before: change, side) {
        befores.append((before, version))
      }
    }
    let authors = authors(of: after, since: befores, LastChange(commit), isBack: isBack)
    versions[state.name] = authors
    newest.merge(authors) { _, new in new }
  }

  /// Takes a version that is not committed, after the committed one.
  mutating func take(_ version: TaskVersion, since state: FileState, _ recorded: TaskVersion) {
    newest = authors(of: version, since: [(state, recorded)], nil, isBack: false)
  }

  /// - Parameters:
  ///   - befores: The versions in the parents.
  ///   - author: The author of new values and lines; nil if the version is not committed.
  ///   - isBack: Whether known values are back, and keep their authors.
  private func authors(
    of version: TaskVersion, since befores: [(state: FileState, version: TaskVersion)],
    _ author: LastChange?, isBack: Bool
  ) -> Authors {
    let former = befores.map { (counts: Self.counts($0.version), authors: versions[$0.state.name]) }
    // A commit that repairs a broken file didn't write the fields that the file had before.
    let keepsKnown = isBack || befores.contains { !$0.version.isUnderstood }
    var authors: Authors = [:]
    for (field, count) in Self.counts(version) {
      let kept = former.filter { $0.counts[field, default: 0] >= count }
      if kept.isEmpty {
        authors[field] = (keepsKnown ? newest[field] : nil) ?? author
      } else {
        let known = kept.compactMap { $0.authors?[field] }
        authors[field] = known.reduce(nil) { later($0, $1) } ?? newest[field]
      }
    }
    return authors
  }

  private static func counts(_ version: TaskVersion) -> [TaskChange.Field: Int] {
    version.blamedFields.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The later of two changes.
  func later(_ one: LastChange?, _ other: LastChange?) -> LastChange? {
    guard let one, let other else { return one ?? other }
    guard let place = places[one.commit], let behind = places[other.commit] else {
      return one.isNewer(than: other) ? one : other
    }
    return place < behind ? other : one
  }
}

extension TaskVersion {
  /// The fields, and each line of the conflict notes and of the text; for a broken file, each line
  /// of the file.
  ///
  /// The path is without the status folder.
  fileprivate var blamedFields: [TaskChange.Field] {
    allFields.flatMap { field in
      if field.part == .path, let status = folderStatus {
        return [TaskChange.Field(.path, to: String(path.dropFirst(status.rawValue.count)))]
      }
      let part = field.part == .text ? .body : field.part
      guard [.body, .conflicts].contains(part) else { return [field] }
      // In a `String`, CR LF is one character.
      var lines = (field.to ?? "").utf8
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
      if lines.last == "" { lines.removeLast() }
      return lines.map { TaskChange.Field(part, to: $0) }
    }
  }
}
