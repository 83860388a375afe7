internal import Git
public import StoreFiles
public import TaskFile

/// The last change of each field and line of a task.
public struct TaskBlame: Sendable {
  /// A field, or a line of the text.
  public struct Part: Sendable {
    public var part: TaskPart
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
      var newestFirst: [CommitChange] = []
      try history.walk(history.changes(of: ref)) { _, changes in
        newestFirst += changes
        return true
      }
      for change in newestFirst.reversed() where change.delta.isOwn {
        authors.take(try history.step(change))
      }
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
      if let recorded, recorded.isUnderstood {
        for field in version.blamedFields(besides: recorded) { authors.last[field] = nil }
      }
      if task.isOnDisk, let recorded {
        isPlaced = recorded.isAt(task.path) && !(isMoved && task.status == task.folderStatus)
      }
      let repository = history.git.repository
      if repository.isShallow { cuts = Set(repository.shallowBoundary.map(\.hex)) }
    }
    var blame = TaskBlame()
    for field in version.blamedFields {
      var change = authors.last[field]
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

/// Finds who wrote each value and line, from all changes of a task, the oldest first.
private struct PartAuthors {
  var last: [TaskChange.Field: LastChange] = [:]
  /// The authors after each version.
  private var versions: [FileState.Name: [TaskChange.Field: LastChange]] = [:]
  /// The order of commits, since several may have the same second.
  private var places: [String: Int] = [:]

  mutating func take(_ step: TaskStep) {
    guard let version = step.after, let name = step.change.after?.name else { return }
    places[step.last.commit] = places.count
    // The values of a copy were written in the task that it copies.
    let isBack =
      [.restore, .copy].contains(step.change.kind) || UndoMark(step.commit.message) != nil
    if isBack, let known = versions[name] { return last.merge(known) { $1 } }
    // Known values that are back keep their authors. A commit that repairs a broken file didn't
    // write the fields that the file had before.
    let keepsKnown = isBack || step.befores.contains { $0?.isUnderstood == false }
    let made = step.made { before, after in after.blamedFields(besides: before) }
    for field in made where !keepsKnown || last[field] == nil { last[field] = step.last }
    let fields = Set(version.blamedFields)
    versions[name] = last.filter { fields.contains($0.key) }
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

  /// The fields and lines that are here more often than in another version.
  fileprivate func blamedFields(besides other: TaskVersion?) -> Set<TaskChange.Field> {
    func counts(_ version: TaskVersion?) -> [TaskChange.Field: Int] {
      version?.blamedFields.reduce(into: [:]) { $0[$1, default: 0] += 1 } ?? [:]
    }
    let known = counts(other)
    return Set(counts(self).filter { known[$0.key, default: 0] < $0.value }.keys)
  }
}
