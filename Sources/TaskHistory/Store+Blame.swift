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

  /// - Parameter cuts: The commits at the cut of a shallow history.
  fileprivate func marked(_ cuts: Set<String>) -> TaskBlame {
    guard !cuts.isEmpty else { return self }
    func marked(_ part: Part) -> Part {
      var part = part
      part.isOrBefore = part.change.map { cuts.contains($0.commit) } ?? false
      return part
    }
    return TaskBlame(fields: fields.map(marked), lines: lines.map(marked))
  }
}

extension Store {
  /// The last change of each field and line of a task; for a deleted task, of its last version.
  ///
  /// If a merge chose a value, that value's author counts. If an undo or a restore brought a value
  /// back, its former author counts.
  /// - Throws: ``MemoError`` if the history can't be read.
  public func blame(_ task: StoredTask) throws(MemoError) -> TaskBlame {
    var query = LogQuery(tasks: try refs(of: [task]))
    query.includesCut = true
    let entries = try entries(query)
    let git = try git()
    let repository = git.repository
    let cuts = repository.isShallow ? Set(repository.shallowBoundary.map(\.hex)) : []
    var authors = PartAuthors { git.document(Array($0.utf8)) }
    for entry in entries.reversed() where !(entry.kind == .delete) { authors.take(entry) }
    let version = TaskVersion(task)
    guard task.isOnDisk, let history = try history(git),
      let known = try history.present(of: task)
    else { return authors.blame(version, status: nil).marked(cuts) }
    let recorded = try history.version(of: known)
    authors.take(unrecorded: version, since: recorded)
    let isMoved = recorded.status != task.status
    let isFollowed = isMoved && task.status == task.folderStatus
    return authors.blame(
      version, status: isMoved ? nil : try history.arrival(of: known),
      isPlaced: recorded.isAt(task.path) && !isFollowed
    ).marked(cuts)
  }
}

extension History {
  /// The commit that moved a task to its present status, as in the statistics.
  fileprivate func arrival(of recorded: RecordedTask) throws(MemoError) -> LastChange? {
    guard let since = recorded.facts.since, let commit = try commit(at: since),
      !isCutOff(commit)
    else { return nil }
    return LastChange(try git.commit(commit.id))
  }
}

/// Follows values and lines through the changes of a task, the oldest first.
private struct PartAuthors {
  /// The last change that set a value, by field and value.
  private var values: [TaskChange.Part: [String: LastChange]] = [:]
  /// The change that wrote each line, by text.
  private var texts: [String: [LastChange?]] = [:]
  /// The last change that wrote a line, for merges that combine lines of several texts.
  private var lines: [String: LastChange] = [:]
  /// The order of commits in the log, since several may have the same second.
  private var places: [String: Int] = [:]
  private var understood: TaskVersion?
  private let document: (String) -> TaskDocument

  /// - Parameter document: Parses the text of a file.
  init(_ document: @escaping (String) -> TaskDocument) { self.document = document }

  /// The author of new values and lines.
  private struct Step {
    /// Nil if the step is not committed.
    var change: LastChange?
    /// Whether values may come from another version and keep their authors.
    var isOthers = false
    var path: String
  }

  mutating func take(unrecorded version: TaskVersion, since recorded: TaskVersion) {
    let step = Step(path: version.path)
    for field in LogEntry.difference(recorded, version).fields {
      if field.part == .text { takeFields(of: field, step) }
      take(field.part, field.from, field.to, step)
    }
  }

  mutating func take(_ entry: LogEntry) {
    places[entry.commit] = places.count
    let step = Step(
      change: LastChange(author: entry.author, time: entry.time, commit: entry.commit),
      isOthers: entry.kind == .merge || entry.kind == .restore || entry.cause != nil,
      path: entry.path)
    // A restored value keeps its author. But a new status counts from this step.
    let isBack = entry.kind == .restore || entry.cause != nil
    // A merge keeps the author of a value that it took from a side.
    let isTaken = isBack || entry.kind == .merge
    for field in entry.changes
    where !isTaken || !isKnown(field.part, field.to) || entry.kind == .move && field.part == .status
    {
      if field.part == .text { takeFields(of: field, step) }
      take(field.part, field.from, field.to, step)
    }
    // A new status also means a new folder.
    if entry.kind == .move, !isKnown(.path, entry.path) {
      take(.path, nil, entry.path, step)
    }
    for decision in entry.decisions {
      guard let part = decision.part, !isKnown(part, decision.taken.value) else { continue }
      var step = step
      step.change = decision.taken.change ?? step.change
      take(part, nil, decision.taken.value, step)
    }
  }

  /// Applies changes that were made while the front matter was broken, or by its repair.
  private mutating func takeFields(of field: TaskChange.Field, _ step: Step) {
    func version(_ text: String?) -> TaskVersion? {
      let version = text.map { TaskVersion(path: step.path, document: document($0)) }
      return version?.isUnderstood == true ? version : nil
    }
    if let before = version(field.from) { understood = before }
    let (old, new) = (Self.lines(field.from ?? ""), Self.lines(field.to ?? ""))
    let kept = Set(LineChanges.places(of: old, in: new).compactMap { $0 })
    for (place, line) in new.enumerated() where !kept.contains(place) { lines[line] = step.change }
    guard let after = version(field.to) else { return }
    let fields = understood.map { LogEntry.difference($0, after).fields } ?? after.allFields
    // The author of a repair is not the author of the lines that it keeps.
    var mending = step
    mending.isOthers = true
    // The text of the file contains neither status nor path.
    for field in fields where ![.status, .path].contains(field.part) {
      take(field.part, field.from, field.to, mending)
    }
  }

  private func isKnown(_ part: TaskChange.Part, _ value: String?) -> Bool {
    guard let value else { return true }
    return part == .body ? texts[value] != nil : values[part]?[value] != nil
  }

  private mutating func take(
    _ part: TaskChange.Part, _ from: String?, _ to: String?, _ step: Step
  ) {
    guard let to else { return }
    switch part {
    case .body:
      let (old, new) = (Self.lines(from ?? ""), Self.lines(to))
      let before = from.flatMap { texts[$0] } ?? old.map { lines[$0] }
      var authors = new.map { step.isOthers ? lines[$0] ?? step.change : step.change }
      for (place, author) in zip(LineChanges.places(of: old, in: new), before) {
        if let place { authors[place] = author }
      }
      texts[to] = authors
      for (line, author) in zip(new, authors) { lines[line] = author }
    case .conflicts:
      // Each note has the author of the merge that added it.
      let old = Set(Self.lines(from ?? ""))
      for note in Self.lines(to) where !old.contains(note) {
        if step.isOthers, isKnown(.conflicts, note) { continue }
        values[.conflicts, default: [:]][note] = step.change
      }
    default:
      values[part, default: [:]][to] = step.change
    }
  }

  /// - Parameters:
  ///   - status: The change of the status, if known from the history.
  ///   - isPlaced: Whether the file is committed at its path.
  func blame(
    _ version: TaskVersion, status: LastChange?, isPlaced: Bool = true
  ) -> TaskBlame {
    var blame = TaskBlame()
    let moved = status ?? version.status.flatMap { values[.status]?[$0.rawValue] }
    for field in version.allFields {
      guard let value = field.to else { continue }
      if field.part == .body {
        let lines = Self.lines(value)
        let authors = texts[value] ?? lines.map { self.lines[$0] }
        // The blank line after the front matter has no author.
        blame.lines = zip(lines, authors).drop { $0.0.isEmpty }
          .map { TaskBlame.Part(part: .body, value: $0, change: $1) }
      } else if field.part == .path {
        // A change of status also moved the file, unless only the text has the status.
        let mover = version.folderStatus == version.status ? moved : nil
        let named = values[.path]?[value]
        blame.fields.append(
          TaskBlame.Part(
            part: .path, value: value, change: isPlaced ? later(named, mover) : nil))
      } else if field.part == .status {
        blame.fields.append(TaskBlame.Part(part: .status, value: value, change: moved))
      } else if field.part == .conflicts {
        for note in Self.lines(value) {
          blame.fields.append(
            TaskBlame.Part(part: .conflicts, value: note, change: values[.conflicts]?[note]))
        }
      } else {
        blame.fields.append(
          TaskBlame.Part(part: field.part, value: value, change: values[field.part]?[value]))
      }
    }
    return blame
  }

  private func later(_ one: LastChange?, _ other: LastChange?) -> LastChange? {
    guard let one, let other else { return one ?? other }
    guard let place = places[one.commit], let behind = places[other.commit] else {
      return one.isNewer(than: other) ? one : other
    }
    return place < behind ? other : one
  }

  private static func lines(_ text: String) -> [String] {
    // In a `String`, CR LF is one character.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        String(
          decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
