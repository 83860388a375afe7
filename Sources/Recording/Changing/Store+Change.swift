internal import Git
public import Query
public import StoreFiles
public import TaskFile
package import TaskHistory

extension Store {
  /// Changes fields of tasks, all in one commit.
  ///
  /// - Parameters:
  ///   - names: Ids, beginnings of ids, paths or file names.
  ///   - directory: Where relative paths start, relative to the store.
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func change(
    _ names: [String], from directory: String? = nil, _ edits: [FieldEdit],
    _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try check(edits)
    return try modify(names, from: directory, patience) { version, free throws(MemoError) in
      try version.edited(edits, &free)
    }
  }

  /// Changes each of some tasks in its own way, all in one commit.
  ///
  /// - Parameter edits: By the task's id, or the path of one that has none; nil deletes it.
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func change(
    each edits: [(task: String, edits: [FieldEdit]?)], _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try check(edits.compactMap(\.edits).flatMap { $0 })
    let byName = Dictionary(edits.map { (PathKey($0.task), $0.edits) }) { $1 }
    return try modify(edits.map(\.task), from: nil, patience) { version, free throws(MemoError) in
      let (id, path) = (PathKey(version.id?.text ?? ""), PathKey(version.path))
      guard let edits = byName[id] ?? byName[path] ?? [] else {
        return nil
      }
      return edits.isEmpty ? version : try version.edited(edits, &free)
    }
  }

  /// Moves tasks to a status, all in one commit; those that have it stay as they are.
  ///
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func move(
    _ names: [String], from directory: String? = nil, to status: Status,
    _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    // What is opened again is done.
    try modify(
      names, from: directory, for: status == .todo ? .reopening : .changing, patience
    ) {
      version, free throws(MemoError) in
      try version.checkMovable()
      return try version.moved(to: status, &free)
    }
  }

  /// Deletes tasks, all in one commit; the history keeps them.
  ///
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func remove(
    _ names: [String], from directory: String? = nil, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory, patience) { _, _ in nil }
  }
}

extension Store {
  /// Refuses what no file of a task should say, whoever asks for it.
  ///
  /// - Throws: ``MemoError`` of kind `refused`, which names the field.
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
      do throws(FieldError) {
        _ = try FieldGrammar.tag(tag)
      } catch {
        throw MemoError(.refused, "tags: \(error.message)", hints: error.hints)
      }
    }
  }
}

extension TaskVersion {
  /// Refuses a new task of which a field was set to what memo can't use.
  ///
  /// - Throws: ``MemoError`` of kind `refused`, which names the field.
  func checkUsable(_ edits: [FieldEdit]) throws(MemoError) {
    for edit in edits where item.unusableKeys.contains(edit.key) {
      let problem = (item.problems + item.remarks).first { problem in
        document.problem(at: edit.key, "").map { $0.line == problem.line } ?? false
      }
      throw MemoError(
        .refused, "\(edit.key): \(problem?.message ?? "memo can't use this value")",
        hints: problem?.hint.map { [$0] } ?? [])
    }
  }

  /// The same task with some of its fields changed, where its status wants it.
  func edited(
    _ edits: [FieldEdit], _ free: inout FreePaths
  ) throws(MemoError) -> TaskVersion {
    if document.isForeign { return try changed(edits, &free) }
    // To say the status is to move it.
    if !document.isUnderstood, !edits.isEmpty, edits.allSatisfy(\.isAboutStatus) {
      try checkMovable()
      return try changed(edits, &free)
    }
    var document = document
    for edit in document.inOrder(edits) {
      try checkGivenOnce(edit)
      if case .set(let key, _) = edit, !TaskDocument.isKey(key), !document.keys.contains(key) {
        throw MemoError(
          .refused, "'\(key)' can't be a key", hints: ["a key is letters, digits, - and _"])
      }
      do throws(Problem) {
        try document.apply(edit)
      } catch {
        throw .unreadable(self, [error])
      }
    }
    let changed = with(document)
    try changed.checkUsable(edits, since: self)
    guard let status = changed.item.status, status != folderStatus,
      edits.contains(where: \.isAboutStatus)
    else { return changed }
    return try changed.moved(to: status, &free)
  }

  /// A file with the fields of another tool: it can be moved, and nothing else.
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
  /// - Throws: ``MemoError`` of kind `refused` for a change of what memo has given the task.
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
      .refused, "'\(edit.key)' is given once and never changed",
      hints: ["set another key, or edit the file by hand if it is wrong"])
  }
}

extension FieldEdit {
  fileprivate var isAboutStatus: Bool {
    if case .set("status", _) = self { true } else { false }
  }
}

extension TaskVersion {
  /// - Throws: ``MemoError`` of kind `unreadable` where a change has made a value of what memo
  ///   can't use. What was so before keeps nobody from changing other fields.
  fileprivate func checkUsable(
    _ edits: [FieldEdit], since before: TaskVersion
  ) throws(MemoError) {
    try checkReadable()
    let isWrong =
      !item.unusableKeys.isSubset(of: before.item.unusableKeys)
      || edits.contains { edit in
        if case .set(let key, _) = edit { item.unusableKeys.contains(key) } else { false }
      }
    guard !isWrong else { throw .unreadable(self, item.problems + item.remarks) }
  }

  /// In another status's folder, and saying so.
  package func moved(
    to status: Status, _ free: inout FreePaths
  ) throws(MemoError) -> TaskVersion {
    var document = document
    // A file that leaves it to its folder to say the status still does.
    if !document.isUnderstood {
      document.setLegibleStatus(status)
    } else if item.status != nil || item.unusableKeys.contains("status") {
      do throws(Problem) {
        try document.set("status", to: .text(status.rawValue))
      } catch {
        throw .unreadable(self, [error])
      }
    }
    if status == .done { document.release() }
    guard folderStatus != status else { return with(document) }
    return with(document).at(
      free.take(like: StoredTask.path(path, movedTo: status)))
  }
}

extension TaskDocument {
  /// Says no more who works on the task.
  fileprivate mutating func release() {
    for field in [KnownField.claimedBy, .claimedUntil] where keys.contains(field.rawValue) {
      // What can't be taken out doesn't keep a task from being done.
      try? remove(field.rawValue)
    }
  }

  /// New keys all go to one place, the last one first; then they stand as they were typed.
  fileprivate func inOrder(_ edits: [FieldEdit]) -> [FieldEdit] {
    func isNew(_ edit: FieldEdit) -> Bool {
      if case .set(let key, _) = edit { !keys.contains(key) && !Self.isKnown(key) } else { false }
    }
    let kept = edits.enumerated().filter { index, edit in
      // Of a key that is set twice the last word counts.
      !isNew(edit) || !edits[(index + 1)...].contains { $0.key == edit.key }
    }.map(\.element)
    return kept.filter { !isNew($0) } + kept.filter(isNew).reversed()
  }

  mutating func apply(_ edit: FieldEdit) throws(Problem) {
    switch edit {
    case .set(let key, let value): try set(key, to: asList(value, key))
    case .clear(let key): try remove(key)
    case .addTag(let tag): try addTag(tag)
    case .removeTag(let tag): try removeTag(tag)
    }
  }
}

extension TaskDocument {
  /// A text as a list, where a key of the user's holds one: another tool reads nothing else there.
  private func asList(_ value: FieldValue, _ key: String) -> FieldValue {
    guard case .text(let text) = value, !text.isEmpty,
      KnownField(key: key).map({ $0.kind.isList || !$0.isOffered }) ?? true,
      case .list? = self.value(of: key)
    else { return value }
    return .list([text])
  }
}

/// What of a change of several tasks can't be done.
struct BulkFailures {
  /// Whether one of them is enough to change nothing.
  let isStrict: Bool
  private(set) var problems: [StoreProblem] = []
  private var first: MemoError?

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// How many an error names; thousands tell no more.
  private static let mostNamed = 20

  /// Notes why a task can't be changed.
  ///
  /// - Parameter count: How many tasks there are.
  /// - Throws: The error where it is about more than this one task, where nothing is to be left
  ///   out, and where nothing would be left to change.
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
      first.kind, "none of these \(count) tasks can be changed so",
      details: named + (more > 0 ? ["… and \(more) more"] : []), hints: first.hints)
  }

  /// In one line: what stands in the file, where that is why.
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

/// What a command is told of its own change, at once and not by a check some day.
extension [TaskEdit] {
  /// - Parameter tasks: The tasks before.
  /// - Throws: ``MemoError`` of kind `refused` where a task is to come after itself, by whatever
  ///   way round.
  func checkNoCircle(among tasks: [StoredTask]) throws(MemoError) {
    let changed = filter { $0.isAbout("after") }.compactMap { edit in
      edit.after.flatMap { StoredTask(path: $0.path, bytes: $0.bytes, file: nil) }
    }
    guard !changed.isEmpty else { return }
    let ids = Set(changed.compactMap(\.id))
    var circles = TaskCircles(
      TaskLinks(tasks.filter { $0.id.map { !ids.contains($0) } ?? true } + changed))
    for task in changed {
      guard let circle = circles.circle(of: task) else { continue }
      guard !circle.isOfOne else {
        throw MemoError(
          .refused, "\(task.title) can't come after itself", hints: ["name another task"])
      }
      throw MemoError(
        .refused, "'after' would form a cycle: \(circle.text(\.title))",
        hints: ["one of them has to come first: 'memo set ID after=none' makes it so"])
    }
  }

  /// What a person hardly means, in words.
  var doubts: [String] {
    flatMap { edit -> [String] in
      guard let item = edit.after?.item, let deadline = item.deadline else { return [] }
      var doubts: [String] = []
      if let wait = item.wait, wait.date > deadline.date, edit.isAbout("wait", "deadline") {
        doubts.append("\(item.title) waits until \(wait), and is due before: \(deadline)")
      }
      if let until = item.until, until.date < deadline.date, edit.isAbout("until", "deadline") {
        doubts.append(
          "\(item.title) is due on \(deadline), after \(until), the last day on which it may come")
      }
      return doubts
    }
  }
}

extension TaskEdit {
  /// Whether one of these keys was set; a new task has none that wasn't.
  fileprivate func isAbout(_ keys: String...) -> Bool {
    change.kind == .add
      || change.fields.contains { field in keys.contains { field.part == .key($0) } }
  }
}
