internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Changes fields of tasks in one commit.
  ///
  /// - Parameters:
  ///   - names: Ids, beginnings of ids, paths or file names.
  ///   - directory: The folder for relative paths, relative to the store.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func change(
    _ names: [String], from directory: String? = nil, _ edits: [FieldEdit]
  ) throws(MemoError) -> ChangeReport {
    try check(edits)
    return try modify(names, from: directory) { version, free throws(MemoError) in
      try version.edited(edits, &free)
    }
  }

  /// Changes each of some tasks differently, in one commit.
  ///
  /// - Parameter edits: By the task's id, or the path of one without; nil deletes it.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func change(
    each edits: [(task: String, edits: [FieldEdit]?)]
  ) throws(MemoError) -> ChangeReport {
    try check(edits.compactMap(\.edits).flatMap { $0 })
    let byName = Dictionary(edits.map { (PathKey($0.task), $0.edits) }) { $1 }
    return try modify(edits.map(\.task), from: nil) { version, free throws(MemoError) in
      let (id, path) = (PathKey(version.id?.text ?? ""), PathKey(version.path))
      guard let edits = byName[id] ?? byName[path] ?? [] else {
        return nil
      }
      return edits.isEmpty ? version : try version.edited(edits, &free)
    }
  }

  /// Moves tasks to a status in one commit; tasks that have it stay unchanged.
  ///
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func move(
    _ names: [String], from directory: String? = nil, to status: Status
  ) throws(MemoError) -> ChangeReport {
    // A name for a reopening first means a done task.
    try modify(names, from: directory, for: status == .todo ? .reopening : .changing) {
      version, free throws(MemoError) in
      try version.checkMovable()
      return try version.moved(to: status, &free)
    }
  }

  /// Deletes tasks in one commit; the history keeps them.
  ///
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func remove(
    _ names: [String], from directory: String? = nil
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory) { _, _ in nil }
  }
}

extension Store {
  /// Refuses invalid values of fields.
  ///
  /// - Throws: ``MemoError`` of kind `refused` that names the field.
  func check(_ edits: [FieldEdit]) throws(MemoError) {
    let tasks = try edits.contains { $0.key == "after" } ? read().tasks : []
    for edit in edits {
      switch edit {
      case .set("title", .text(let text)): _ = try NewTask.checkedTitle(text)
      case .addTag(let tag): try Self.checkTags([tag])
      case .set("tags", .list(let tags)): try Self.checkTags(tags)
      case .set("tags", .text(let tag)): try Self.checkTags([tag])
      case .set("after", let value):
        let names =
          switch value {
          case .list(let items): items
          case .text(let name): [name]
          }
        for name in names where TaskID(name) == nil && !name.isEmpty {
          let isForeign = tasks.contains { $0.foreignID?.lowercased() == name.lowercased() }
          guard !isForeign else { continue }
          throw MemoError(
            .refused, "after: no task has the id '\(name)'",
            hints: ["'memo list --all' shows every task with its id"])
        }
      case .set, .clear, .removeTag: break
      }
    }
  }

  private static func checkTags(_ tags: [String]) throws(MemoError) {
    for tag in tags {
      do throws(MemoError) {
        _ = try FieldGrammar.tag(tag)
      } catch {
        throw MemoError(.refused, "tags: \(error.message)", hints: error.hints)
      }
    }
  }
}

extension TaskVersion {
  /// Refuses an invalid value that was set.
  ///
  /// - Throws: ``MemoError`` of kind `refused` that names the field.
  func checkUsable(_ edits: [FieldEdit]) throws(MemoError) {
    for case .set(let name, _) in edits {
      guard let field = KnownField(key: document.aliases?.key(name) ?? name),
        let problem = (item.problems + item.remarks).first(where: { $0.field == field })
      else { continue }
      throw MemoError(
        .refused, "\(name): \(problem.message)", hints: problem.hint.map { [$0] } ?? [])
    }
  }

  func edited(
    _ edits: [FieldEdit], _ free: inout FreePaths
  ) throws(MemoError) -> TaskVersion {
    if document.isForeign { return try changed(edits, &free) }
    // Even then the status can be set, since that moves the file.
    if !document.isUnderstood, !edits.isEmpty, edits.allSatisfy(\.isAboutStatus) {
      try checkMovable()
      return try changed(edits, &free)
    }
    for edit in edits {
      try checkGivenOnce(edit)
      if case .set(let key, _) = edit, !TaskDocument.isKey(key), !document.keys.contains(key) {
        throw MemoError(
          .refused, "'\(key)' can't be a key", hints: ["a key is letters, digits, - and _"])
      }
    }
    let changed = try changing { (document) throws(Problem) in try document.apply(edits) }
    try changed.checkReadable()
    try changed.checkUsable(edits)
    guard let status = changed.item.status, status != folderStatus,
      edits.contains(where: \.isAboutStatus)
    else { return changed }
    return try changed.moved(to: status, &free)
  }

  /// The task after edits of a file that memo can only move.
  fileprivate func changed(
    _ edits: [FieldEdit], _ free: inout FreePaths
  ) throws(MemoError) -> TaskVersion {
    var changed = self
    for edit in edits {
      guard case .set("status", .text(let text)) = edit, let status = Status(rawValue: text) else {
        throw .foreign(self)
      }
      changed = try changed.moved(to: status, &free)
    }
    return changed
  }
}

extension TaskVersion {
  /// - Throws: ``MemoError`` of kind `refused` for a field that only memo sets.
  fileprivate func checkGivenOnce(_ edit: FieldEdit) throws(MemoError) {
    let isOther =
      switch edit.key {
      case "id": document.idKey != "id" || item.unusableKeys.contains("id")
      case "created": item.created.map { $0.precision != .moment } ?? true
      case "memo-id": item.unusableKeys.contains("memo-id")
      default: true
      }
    guard !isOther else { return }
    throw MemoError(
      .refused, "'\(edit.key)' can't be changed",
      hints: ["set another key, or edit the file by hand if it is wrong"])
  }
}

extension FieldEdit {
  fileprivate var isAboutStatus: Bool {
    if case .set("status", _) = self { true } else { false }
  }
}

extension TaskVersion {
  /// The task with another text.
  ///
  /// - Throws: ``MemoError`` of kind `unreadable` if the text can't be changed this way.
  package func changing(
    _ change: (inout TaskDocument) throws(Problem) -> Void
  ) throws(MemoError) -> TaskVersion {
    var document = document
    do throws(Problem) {
      try change(&document)
    } catch {
      throw .unreadable(self, [error])
    }
    return with(document)
  }

  package func moved(
    to status: Status, _ free: inout FreePaths
  ) throws(MemoError) -> TaskVersion {
    let changed = try changing { (document) throws(Problem) in
      // A file without a status in its text doesn't get one.
      if !document.isUnderstood {
        document.setLegibleStatus(status)
      } else if item.status != nil || item.unusableKeys.contains("status") {
        try document.set("status", to: .text(status.rawValue))
      }
      if status == .done { document.endClaim() }
      if status != .done, self.status == .done { document.endCompletion() }
    }
    guard folderStatus != status else { return changed }
    return changed.at(free.take(like: StoredTask.path(path, movedTo: status)))
  }
}

extension TaskDocument {
  /// Makes edits, new keys in the order typed.
  ///
  /// Each is inserted before the earlier ones, so the last is set first.
  package mutating func apply(_ edits: [FieldEdit]) throws(Problem) {
    let keys = Set(keys)
    func isNew(_ edit: FieldEdit) -> Bool {
      if case .set(let key, _) = edit { !keys.contains(key) && !Self.isKnown(key) } else { false }
    }
    let kept = edits.enumerated().filter { index, edit in
      // Of two values of a key, the last one counts.
      !isNew(edit) || !edits[(index + 1)...].contains { $0.key == edit.key }
    }.map(\.element)
    for edit in kept.filter({ !isNew($0) }) + kept.filter(isNew).reversed() { try apply(edit) }
  }

  private mutating func apply(_ edit: FieldEdit) throws(Problem) {
    switch edit {
    case .set(let key, let value): try set(key, to: asList(value, key))
    case .clear(let key): try remove(key)
    case .addTag(let tag): try addTag(tag)
    case .removeTag(let tag): try removeTag(tag)
    }
  }
}

extension TaskDocument {
  /// A text as a list if the key holds a list now, since another tool may need one.
  private func asList(_ value: FieldValue, _ key: String) -> FieldValue {
    guard case .text(let text) = value, !text.isEmpty,
      KnownField(key: key).map({ $0.kind.isList || !$0.isOffered }) ?? true,
      case .list? = self.value(of: key)
    else { return value }
    return .list([text])
  }
}

/// Tasks of a bulk change that can't be changed.
struct BulkFailures {
  let isStrict: Bool
  private(set) var problems: [StoreProblem] = []
  private var first: MemoError?

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// The maximum number named in an error.
  private static let mostNamed = 20

  /// Adds a task that can't be changed.
  ///
  /// - Parameter count: The number of tasks.
  /// - Throws: The error if it concerns all tasks, or tasks may not be left out. A summary if no
  ///   task would be left.
  mutating func add(
    _ error: MemoError, _ task: StoredTask, of count: Int
  ) throws(MemoError) {
    guard !isStrict, count > 1, error.kind == .unreadable || error.kind == .refused else {
      throw error
    }
    first = first ?? error
    problems.append(Self.problem(error, task))
    guard problems.count == count, let first else { return }
    let named = problems.prefix(Self.mostNamed).map(\.inWords)
    let more = count - named.count
    throw MemoError(
      first.kind, "none of these \(count) tasks can be changed this way",
      details: named + (more > 0 ? ["… and \(more) more"] : []), hints: first.hints)
  }

  private static func problem(_ error: MemoError, _ task: StoredTask) -> StoreProblem {
    if let problem = error.problem { return problem }
    if error.kind == .unreadable, !task.isRead, let problem = task.problems.first { return problem }
    return StoreProblem(path: task.path, message: error.message, hint: error.hints.first)
  }
}

extension StoreProblem {
  fileprivate var inWords: String {
    "\(path)\(place.map { ":\($0.line):\($0.column)" } ?? ""): \(message)"
  }
}

extension [TaskEdit] {
  /// - Parameter tasks: The tasks before the change.
  /// - Throws: ``MemoError`` of kind `refused` if a task would come after itself.
  func checkNoCircle(among tasks: [StoredTask]) throws(MemoError) {
    if let first = circles(among: tasks).first { throw first.error }
  }

  /// The changed tasks that would come after themselves.
  func circles(among tasks: [StoredTask]) -> [(task: StoredTask, error: MemoError)] {
    let changed = filter { $0.isAbout("after") }.compactMap { edit in
      edit.after.flatMap { StoredTask($0) }
    }
    guard !changed.isEmpty else { return [] }
    let ids = Set(changed.compactMap(\.id))
    var circles = TaskCycles(
      TaskLinks(tasks.filter { $0.id.map { !ids.contains($0) } ?? true } + changed))
    return changed.compactMap { task in
      guard let circle = circles.circle(of: task) else { return nil }
      let error =
        circle.isOfOne
        ? MemoError(
          .refused, "\(task.title) can't come after itself", hints: ["name another task"])
        : MemoError(
          .refused, "'after' would form a cycle: \(circle.text(\.title))",
          hints: ["'memo set ID after=none' for one of them breaks the cycle"])
      return (task, error)
    }
  }

  /// Warnings about changes that are probably mistakes.
  var warnings: [String] {
    flatMap { edit -> [String] in
      guard let item = edit.after?.item, let deadline = item.deadline else { return [] }
      var warnings: [String] = []
      if let wait = item.wait, wait.date > deadline.date, edit.isAbout("wait", "deadline") {
        warnings.append("\(item.title) waits until \(wait), and is due before: \(deadline)")
      }
      if let until = item.until, until.date < deadline.date, edit.isAbout("until", "deadline") {
        warnings.append(
          "\(item.title) is due on \(deadline), after \(until), the last day on which it may repeat"
        )
      }
      return warnings
    }
  }
}

extension TaskEdit {
  /// Whether one of these keys was set, also in a new task.
  fileprivate func isAbout(_ keys: String...) -> Bool {
    change.kind == .add
      || change.fields.contains { field in keys.contains { field.part == .field($0) } }
  }
}
