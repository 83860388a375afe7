internal import Git
internal import Merging
internal import Query
public import StoreFiles
internal import TaskFile
internal import TaskHistory

public struct ImportReport: Sendable {
  public var report: ChangeReport
  /// The added and changed tasks, in their new version.
  public var tasks: [StoredTask]
  public var added = 0
  public var updated = 0
  public var unchanged = 0
  /// The number of tasks that were deleted here, and are unchanged in the program's file since.
  public var deleted = 0
  /// The number of tasks that got a conflict note.
  public var conflicts = 0
  public var problems: [RecordProblem] = []
}

extension Store {
  /// Adds and updates tasks from another program's file, in one commit.
  ///
  /// A task is recognized by its ``TaskRecord/source`` or its id. Changes on both sides since the
  /// last import are merged as in a sync; the import is the newer side.
  ///
  /// - Parameters:
  ///   - program: The name of the format.
  ///   - isStrict: Whether to import all records or none.
  ///   - isTrial: Whether to write nothing.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func importTasks(
    _ records: [TaskRecord], from program: String, strict isStrict: Bool = false,
    isTrial: Bool = false
  ) throws(MemoError) -> ImportReport {
    try write(isTrial: isTrial) { session throws(MemoError) in
      var plan = try ImportPlan(session, from: program)
      try plan.add(records)
      let circular = plan.circular
      if !circular.isEmpty {
        plan = try ImportPlan(session, from: program)
        try plan.add(records, except: circular)
      }
      var result = plan.report
      guard !isTrial, result.problems.isEmpty || !isStrict else {
        result.report = ChangeReport(unchanged: [], of: session.snapshot)
        result.report.changes = plan.edits.map(\.change)
        return result
      }
      do throws(MemoError) {
        try plan.edits.checkNoCircle(among: session.snapshot.tasks)
      } catch {
        throw MemoError(
          .refused, error.message, hints: ["nothing was imported; remove a dependency in the file"])
      }
      let count = plan.edits.count == 1 ? "1 task" : "\(plan.edits.count) tasks"
      try session.commit(
        plan.edits, subject: "import: \(count) (\(program))",
        trailers: ["\(ImportedVersions.trailer): \(program)"])
      result.report = ChangeReport(session, plan.edits)
      return result
    }
  }
}

private struct ImportPlan {
  private(set) var edits: [TaskEdit] = []
  private(set) var report: ImportReport

  private let store: Store
  private let git: StoreGit
  private let snapshot: Snapshot
  private let past: CommittedHistory
  private let program: String
  private let said: ImportedVersions
  private var newIDs: FreeIDs
  private var free: FreePaths
  private var byID: [TaskID: StoredTask] = [:]
  private var bySource: [String: StoredTask] = [:]
  /// The ids of records' tasks, existing or new, by the names that `after` may have.
  private var ids: [String: TaskID] = [:]
  private var places: [TaskID: Int] = [:]

  init(_ session: borrowing WriteSession, from program: String) throws(MemoError) {
    (store, git, snapshot) = (session.store, session.git, session.snapshot)
    self.program = program
    past = CommittedHistory(store, git, of: session.head.commit)
    said = try ImportedVersions(git, behind: session.head.commit, from: program)
    newIDs = FreeIDs(besides: snapshot.tasks, store.environment)
    free = session.freePaths
    report = ImportReport(report: ChangeReport(unchanged: [], of: session.snapshot), tasks: [])
    for task in snapshot.tasks {
      if let id = task.id { byID[id] = task }
      if case .text(let source)? = task.value(of: "source") { bySource[source] = task }
    }
  }

  /// The places of records whose tasks would come after themselves, with the reason.
  var circular: [Int: String] {
    var found: [Int: String] = [:]
    for (task, error) in edits.circles(among: snapshot.tasks) {
      if let place = task.id.flatMap({ places[$0] }) { found[place] = error.message }
    }
    return found
  }

  /// - Parameter refused: The reasons against records, by their places.
  mutating func add(
    _ records: [TaskRecord], except refused: [Int: String] = [:]
  ) throws(MemoError) {
    var seen: [String: TaskRecord] = [:]
    var kept: [(record: TaskRecord, id: TaskID)] = []
    for (place, record) in try paired(records).enumerated() {
      if let reason = refused[place] {
        complain(record, reason)
        continue
      }
      let name = record.source ?? record.id?.text
      if let name, let first = seen[name] {
        let file = first.file == record.file ? "" : " of \(first.file)"
        complain(record, "the same task as in line \(first.line)\(file)")
        continue
      }
      if let name { seen[name] = record }
      let id = id(of: record)
      for name in [record.source, record.alias, record.id?.text].compactMap(\.self) {
        ids[name] = id
      }
      places[id] = place
      kept.append((record, id))
    }
    for (record, id) in kept {
      do throws(MemoError) {
        try add(linked(record), id)
      } catch {
        guard [.refused, .unreadable].contains(error.kind) else { throw error }
        complain(record, error.message)
      }
    }
  }

  /// Pairs records that have one title, and no name, with the tasks that they equal.
  ///
  /// ``source`` numbers them in the order of the file, which other programs change.
  private func paired(_ records: [TaskRecord]) throws(MemoError) -> [TaskRecord] {
    let sources = Set(records.compactMap(\.source))
    var groups: [String: [Int]] = [:]
    for (index, record) in records.enumerated() {
      guard let source = record.source else { continue }
      let name = source.split(separator: "-").dropLast().joined(separator: "-")
      let isNumbered = sources.contains(name) && Int(source.dropFirst(name.count + 1)) != nil
      groups[isNumbered ? name : source, default: []].append(index)
    }
    var records = records
    // Two records with one name are reported as one task.
    for (name, group) in groups where Set(group.map { records[$0].source }).count == group.count {
      func source(_ number: Int) -> String { number == 1 ? name : "\(name)-\(number)" }
      var free: [String] = []
      while free.count < group.count || said[source(free.count + 1)] != nil {
        free.append(source(free.count + 1))
      }
      guard free.count > 1 else { continue }
      var rest: [Int] = []
      for index in group {
        var equal: Int?
        for (number, source) in free.enumerated() where equal == nil {
          guard let version = said[source] else { continue }
          // A refused record equals none, and is reported when its turn comes.
          let theirs = try? changed(version, by: records[index], now: nil)
          if theirs == version.task { equal = number }
        }
        if let equal { records[index].source = free.remove(at: equal) } else { rest.append(index) }
      }
      for (index, source) in zip(rest, free) { records[index].source = source }
    }
    return records
  }

  private mutating func complain(_ record: TaskRecord, _ message: String) {
    // Enough of the title to recognize the task.
    let title = record.title.count > 60 ? "\(record.title.prefix(60))…" : record.title
    report.problems.append(
      RecordProblem(file: record.file, line: record.line, "\(title): \(message)"))
  }

  /// The existing task of a record; nil if there is none.
  private func task(of record: TaskRecord) -> StoredTask? {
    record.source.flatMap { bySource[$0] } ?? record.id.flatMap { byID[$0] }
      // Its `source` may have been changed here.
      ?? version(of: record)?.task.document.id.flatMap { byID[$0] }
  }

  private func version(of record: TaskRecord) -> ImportedVersions.Version? {
    record.source.flatMap { said[$0] } ?? record.id.flatMap { said[$0.text] }
  }

  private mutating func id(of record: TaskRecord) -> TaskID {
    if let id = task(of: record)?.id ?? version(of: record)?.task.document.id { return id }
    if let id = record.id, newIDs.take(id) { return id }
    if let source = record.source {
      // Two clones that import one file get the same tasks.
      let id = TaskID.derived(from: Array(source.utf8))
      if newIDs.take(id) { return id }
    }
    return newIDs.take()
  }

  /// The record with ids in `after`; names of absent tasks go to `depends`.
  private func linked(_ record: TaskRecord) -> TaskRecord {
    let names = record.list("after")
    guard !names.isEmpty else { return record }
    var record = record
    var (found, missing): ([String], [String]) = ([], [])
    for name in names {
      if let id = ids[name] ?? bySource[name]?.id {
        found.append(id.text)
      } else if let id = TaskID(name), byID[id] != nil || ids.values.contains(id) {
        found.append(name)
      } else {
        missing.append(String(name.split(separator: ":", maxSplits: 1).last ?? ""))
      }
    }
    record["after"] = found.isEmpty ? nil : .list(found)
    record.set("depends", record.list("depends") + missing)
    return record
  }

  private mutating func add(_ record: TaskRecord, _ id: TaskID) throws(MemoError) {
    let old = version(of: record)
    guard let now = task(of: record) else {
      guard let old else { return try addNew(record, id) }
      return try addDeleted(record, old)
    }
    guard now.isRead else { throw .unread(now) }
    let before = TaskVersion(now)
    try before.checkReadable()
    let base = if let old { old } else { try exported(now, as: record) }
    let theirs = try changed(base, by: record, now: before)
    // Without a change by the program, no note can name the last change.
    let isUnchanged = base.task.document == theirs.document
    let last = isUnchanged ? nil : try past.lastChange(at: now.path)
    let time = store.environment.timestamp
    let merge = TaskMerge(
      base: base.task, theirs, by: program, into: before,
      of: last ?? LastChange(author: "", time: time, commit: ""), at: time)
    guard let task = merge.task, merge.second == nil else {
      throw MemoError(.refused, "it can't be merged with \(now.path)")
    }
    let path = task.path.isSamePath(as: now.path) ? now.path : free.take(like: task.path)
    let after = before.with(task.document, at: path)
    guard let edit = TaskEdit(from: before, to: after) else {
      report.unchanged += 1
      return
    }
    report.updated += 1
    if !merge.notes.isEmpty { report.conflicts += 1 }
    append(edit)
  }

  /// The exported version of a task from which a record was made.
  ///
  /// The record changes it least; of several, the oldest counts.
  private func exported(
    _ now: StoredTask, as record: TaskRecord
  ) throws(MemoError) -> ImportedVersions.Version {
    let before = TaskVersion(now)
    var nearest = ImportedVersions.Version(task: before, isWhole: false)
    let theirs = try changed(nearest, by: record, now: before)
    var distance = before.document.lineDistance(to: theirs.document)
    guard distance > 0 else { return nearest }
    for version in try past.versions(of: now) where version.item.isUsable {
      let candidate = ImportedVersions.Version(task: version, isWhole: false)
      let theirs = try changed(candidate, by: record, now: before)
      let other = version.document.lineDistance(to: theirs.document)
      if other <= distance { (nearest, distance) = (candidate, other) }
    }
    return nearest
  }

  private mutating func addNew(_ record: TaskRecord, _ id: TaskID) throws(MemoError) {
    var task = NewTask(title: try NewTask.checkedTitle(record.title))
    task.body = record.body
    var fields = record.fields
    if let source = record.source { fields.append(Field(key: "source", value: .text(source))) }
    fields.append(Field(key: "status", value: .text(record.status.rawValue)))
    if let created = record.created {
      fields.append(Field(key: "created", value: .text(created.description)))
    }
    task.edits = fields.map { .set(key: $0.key, $0.value) }
    try store.check(task.edits.filter { $0.key != "after" })
    let edit = TaskEdit(adding: try task.version(id: id, &free, of: store))
    report.added += 1
    append(edit)
  }

  /// Adds a task that was deleted here, if the program has changed it since.
  private mutating func addDeleted(
    _ record: TaskRecord, _ old: ImportedVersions.Version
  ) throws(MemoError) {
    let theirs = try changed(old, by: record, now: nil)
    guard theirs != old.task else {
      report.deleted += 1
      return
    }
    let now = store.environment.timestamp
    let deletion = try store.lastChange(of: old.task.document.id, at: old.task.path)
    let merge = TaskMerge(
      base: old.task, theirs, by: program, into: nil,
      of: deletion ?? LastChange(author: "", time: now, commit: ""), at: now)
    guard let task = merge.task else { return }
    report.added += 1
    if !merge.notes.isEmpty { report.conflicts += 1 }
    append(TaskEdit(adding: task.at(free.take(like: task.path))))
  }

  private mutating func append(_ edit: TaskEdit) {
    edits.append(edit)
    if let task = edit.after.flatMap({ StoredTask($0) }) { report.tasks.append(task) }
  }

  /// The program's version of a task, as an edit of an earlier version.
  ///
  /// - Parameter now: The present task; nil if it was deleted.
  private func changed(
    _ version: ImportedVersions.Version, by record: TaskRecord, now: TaskVersion?
  ) throws(MemoError) -> TaskVersion {
    let title = try NewTask.checkedTitle(record.title)
    let was = version.task
    var document = was.document
    let before = was.item.status ?? was.folderStatus
    let status = record.tells("status") ? record.status : before ?? record.status
    // An export takes these from the history, if it can.
    let known: Set<String> = status == before ? ["start", "completed"] : []
    do throws(Problem) {
      document.addFrontMatter()
      if version.isWhole {
        let kept: Set<String> = ["title", "status", "id", "memo-id", "created", "source", "rank"]
        for key in document.keys
        where !kept.union(known).contains(key) && record[key] == nil && record.tells(key) {
          // A key that was changed here stays, as in every merge of a change and a removal.
          let isChanged = now.map { $0.document.value(of: key) != document.value(of: key) } ?? false
          if !isChanged { try document.remove(key) }
        }
      }
      if document.item(fileName: "").title != title { try document.set("title", to: .text(title)) }
      if status != before { try document.set("status", to: .text(status.rawValue)) }
      for field in record.fields.reversed() {
        if known.contains(field.key), document.value(of: field.key) == nil { continue }
        if isSameMoment(field.value, document.value(of: field.key)) { continue }
        try document.set(field.key, to: field.value)
      }
      if let source = record.source, document.value(of: "source") == nil, now?.source == nil {
        try document.set("source", to: .text(source))
      }
    } catch {
      throw MemoError(.refused, error.message, hints: error.hint.map { [$0] } ?? [])
    }
    let hasBody = version.isWhole && record.tells("body") || !record.body.isEmpty
    if TaskRecord.trimmed(document.body) != record.body, hasBody {
      document.setBody(record.body.isEmpty ? "" : "\n\(record.body)\n")
    }
    let result = was.with(document, at: StoredTask.path(was.path, movedTo: status))
    try store.check(record.fields.map { .set(key: $0.key, $0.value) }.filter { $0.key != "after" })
    try result.checkUsable(record.fields.map { .set(key: $0.key, $0.value) })
    return result
  }

  /// Whether two values are one moment; a program without time zones writes its own.
  private func isSameMoment(_ value: FieldValue, _ other: FieldValue?) -> Bool {
    guard case .text(let text) = value, case .text(let was)? = other, let date = Deadline(text),
      let before = Deadline(was)
    else { return false }
    let here = store.environment.localTime
    return date.moment(here) == before.moment(here)
  }
}

/// The program's versions of tasks in imports so far: the base of the next merge.
///
/// An import commits a merge with this store's edits. So each import's change is applied to the
/// program's version before.
struct ImportedVersions {
  struct Version {
    var task: TaskVersion
    /// Whether an import added the task, so that all of it comes from the program.
    var isWhole: Bool
  }

  static let trailer = "Memo-Import"

  private var byName: [String: Version] = [:]

  /// - Parameter name: A record's source, or an id.
  subscript(name: String) -> Version? { byName[name] }

  init(_ git: StoreGit, behind head: ObjectID?, from program: String) throws(MemoError) {
    for commit in try Self.imports(git, behind: head, from: program) {
      guard let parent = commit.parents.first else { continue }
      for change in try git.changes(from: parent, to: commit.id) where change.isTask {
        // `flatMap` would lose the typed error.
        guard let path = change.after.flatMap({ git.storePath($0.path) }),
          let after = try git.version(at: path, in: commit.id)
        else { continue }
        var before: TaskVersion?
        if let path = change.before.flatMap({ git.storePath($0.path) }) {
          before = try git.version(at: path, in: parent)
        }
        add(before, after)
      }
    }
  }

  /// The commits of imports that were not undone, the oldest first.
  private static func imports(
    _ git: StoreGit, behind head: ObjectID?, from program: String
  ) throws(MemoError) -> [Commit] {
    guard let head else { return [] }
    var found: [Commit] = []
    var isUndone: [OperationName: Bool] = [:]
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [head]) { commit in
        let trailers = Trailers(commit.message)
        // The newest undo or redo decides.
        if let mark = UndoMark(trailers), isUndone[mark.name] == nil {
          isUndone[mark.name] = mark.kind == .undo
        }
        if trailers.lines.contains(where: { $0.text == "\(trailer): \(program)" }) {
          let name = OperationMark(trailers).map { OperationName.operation($0.id) }
          if isUndone[name ?? .commit(commit.id)] != true { found.append(commit) }
        }
        return true
      }
    }
    return found.reversed()
  }

  private mutating func add(_ before: TaskVersion?, _ after: TaskVersion) {
    let names = [after.id?.text, after.source].compactMap(\.self)
    let old = names.compactMap { byName[$0] }.first
    var version = Version(task: after, isWhole: before == nil)
    if let before, let old {
      let merge = TaskMerge(
        base: before, MergeSide(task: old.task, author: "", time: .distantPast, commit: ""),
        MergeSide(task: after, author: "", time: .distantPast, commit: "~"))
      version = Version(task: merge.task ?? after, isWhole: old.isWhole)
    }
    // A conflict note's value is in neither version.
    if let plain = try? version.task.document.resolving(.keepCurrent) {
      version.task = version.task.with(plain)
    }
    for name in names { byName[name] = version }
    // The program's, which may have been changed here.
    if case .text(let source)? = version.task.document.value(of: "source") {
      byName[source] = version
    }
  }
}

extension TaskVersion {
  /// The record's source, written by an import.
  var source: String? {
    if case .text(let text)? = item.otherField("source") { text } else { nil }
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(secondsSince1970: 0, offsetMinutes: 0)
}
