internal import Git
internal import SQLite
internal import StoreFiles
internal import TaskFile

/// An SQLite database of the changes of tasks in a commit and its ancestors.
///
/// The index file covers HEAD's ancestors and only saves time. If it is missing, locked, damaged or
/// of another version, memo computes an index in memory. Each row contains the facts about a task
/// at that commit, so that no query needs the whole history.
final class HistoryIndex {
  let database: Database
  /// The index contains this commit and its ancestors; nil for an empty index.
  private(set) var tip: ObjectID?
  /// Everything except the commits that the rows depend on.
  private let rules: String
  private var knownGraph: CommitGraph?

  /// The version of the tables and of the rules that fill them.
  private static let version = 6

  /// - Parameters:
  ///   - path: Nil for an index in memory.
  ///   - rules: Everything except the commits that the rows depend on. A change empties the index.
  init(_ path: String? = nil, rules: String) throws {
    database = try Database(path, busyTimeout: Self.busyTimeout)
    // In KiB: enough for several queries to read a large history once.
    try database.execute("PRAGMA cache_size = -32000")
    // SQLite would read a truncated file as an empty one.
    if let size = path.flatMap({ WorkTree.status(at: $0)?.size }), try size < database.size() {
      throw SQLiteError.damaged
    }
    self.rules = "\(Self.version) \(rules)"
    if try database.first("SELECT name FROM sqlite_master", [], { $0.text(0) }) != nil,
      let found = Self.tip(database, self.rules)
    {
      tip = found
    } else {
      // Another version, or another program's file.
      try write {
        for table in ["state", "commits", "changes", "joins"] {
          try database.execute("DROP TABLE IF EXISTS \(table)")
        }
        try database.execute(Self.tables)
        try database.run("INSERT INTO state VALUES (?, ?)", [.text(self.rules), .bytes([])])
      }
    }
  }

  private init(_ database: Database, _ other: HistoryIndex) {
    (self.database, rules, tip) = (database, other.rules, other.tip)
  }

  func copy() throws -> HistoryIndex {
    let copy = try Database()
    try database.copy(into: copy)
    return HistoryIndex(copy, self)
  }

  /// In milliseconds.
  private static let busyTimeout: Int32 = 200

  private static let tables = """
    CREATE TABLE state (rules TEXT, tips BLOB);
    CREATE TABLE commits (
      position INTEGER PRIMARY KEY, id BLOB UNIQUE, generation INTEGER, time INTEGER,
      authored INTEGER, zone INTEGER, parent INTEGER, others TEXT, prefix TEXT);
    CREATE INDEX merges ON commits (position) WHERE others IS NOT NULL;
    CREATE TABLE changes (
      position INTEGER, number INTEGER, parent INTEGER, kind INTEGER, task TEXT,
      former_path TEXT, former_blob BLOB, former_mode INTEGER, former_id TEXT, former_said INTEGER,
      former_status INTEGER,
      path TEXT, blob BLOB, mode INTEGER, id TEXT, said INTEGER,
      status INTEGER, agreed INTEGER, birth TEXT, since INTEGER, held INTEGER,
      added INTEGER,
      PRIMARY KEY (position, number, parent)) WITHOUT ROWID;
    CREATE INDEX tasks ON changes (task);
    CREATE INDEX files ON changes (blob, path) WHERE blob IS NOT NULL;
    CREATE INDEX deletions ON changes (former_blob, former_path) WHERE path IS NULL;
    CREATE TABLE joins (task TEXT, id TEXT, position INTEGER);
    CREATE INDEX joined ON joins (task);
    CREATE INDEX joining ON joins (id);
    """

  /// - Returns: Nil for another version or another program's file; inner nil for an empty index.
  private static func tip(_ database: Database, _ rules: String) -> ObjectID?? {
    // Another program's table may lack this column, and the index is only a cache.
    let state = try? database.first("SELECT rules, tips FROM state", []) {
      ($0.text(0), $0.bytes(1) ?? [])
    }
    guard let state, state.0 == rules, [0, 20].contains(state.1.count) else { return nil }
    return .some(state.1.isEmpty ? nil : ObjectID(bytes: state.1[...]))
  }

  // MARK: - Transactions

  func write(_ body: () throws -> Void) throws {
    try database.execute("BEGIN IMMEDIATE")
    do throws {
      try body()
      try database.execute("COMMIT")
    } catch {
      // SQLite has rolled back some errors itself.
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// Runs a query on one state of the file.
  ///
  /// - Throws: ``SQLiteError``, also if another process has moved the file to another tip.
  func read<Answer>(
    _ question: (HistoryIndex) throws -> Answer
  ) throws -> Answer {
    try database.execute("BEGIN")
    // A query has nothing to lose.
    defer { try? database.execute("COMMIT") }
    guard isAtTip() else { throw SQLiteError.changed }
    return try question(self)
  }

  /// Whether no other process has moved the file to another tip.
  func isAtTip() -> Bool { Self.tip(database, rules) == .some(tip) }

  /// Resets the state in memory after a failed transaction.
  func forget(_ former: ObjectID?) {
    tip = former
    knownGraph = nil
  }

  func set(tip: ObjectID) throws {
    try database.run("UPDATE state SET tips = ?", [.bytes(tip.bytes)])
    self.tip = tip
  }

  // MARK: - Commits

  private static let commitColumns =
    "c.position, c.id, generation, time, authored, zone, c.parent, others, prefix"

  /// - Parameter first: The first of its columns.
  private static func commit(_ row: Row, from first: Int32 = 0) -> IndexedCommit {
    func integer(_ column: Int32) -> Int { Int(row.integer(first + column) ?? 0) }
    let others = row.text(first + 7)?.split(separator: " ").map { Int($0) } ?? []
    let parent = row.integer(first + 6).map { [$0 < 0 ? nil : Int($0)] } ?? []
    return IndexedCommit(
      position: integer(0), id: ObjectID(words: row.twentyBytes(first + 1) ?? (0, 0, 0)),
      generation: integer(2), time: Int64(integer(3)),
      authored: Timestamp(secondsSince1970: Int64(integer(4)), offsetMinutes: integer(5)),
      parents: parent + others.map { $0.flatMap { $0 < 0 ? nil : $0 } },
      prefix: row.text(first + 8))
  }

  func add(_ commit: IndexedCommit) throws {
    let parents = commit.parents.map { Int64($0 ?? -1) }
    try database.run(
      "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(Int64(commit.position)), .bytes(commit.id.bytes),
        .integer(Int64(commit.generation)), .integer(commit.time),
        .integer(commit.authored.secondsSince1970), .integer(Int64(commit.authored.offsetMinutes)),
        parents.first.map { .integer($0) } ?? .null,
        parents.count > 1
          ? .text(parents.dropFirst().map(String.init).joined(separator: " ")) : .null,
        commit.prefix.map { .text($0) } ?? .null,
      ])
    knownGraph?.append(commit)
  }

  /// - Parameter rest: The text after `FROM`.
  private func commits(_ rest: String, _ values: [Value]) throws -> [IndexedCommit] {
    try database.all("SELECT \(Self.commitColumns) FROM commits c \(rest)", values) {
      Self.commit($0)
    }
  }

  func commit(_ id: ObjectID) throws -> IndexedCommit? {
    try commits("WHERE c.id = ?", [.bytes(id.bytes)]).first
  }

  func commit(at position: Int) throws -> IndexedCommit? {
    try commits("WHERE position = ?", [.integer(Int64(position))]).first
  }

  /// Ancestors first.
  func commits() throws -> [IndexedCommit] { try commits("ORDER BY position", []) }

  func isLine() throws -> Bool {
    let merge = try database.first(
      "SELECT position FROM commits WHERE others IS NOT NULL LIMIT 1", []
    ) { $0.integer(0) }
    return merge == nil
  }

  /// Removes all commits except those at some positions.
  func keep(_ isKept: [Bool]) throws {
    for commit in try commits()
    where !(commit.position < isKept.count && isKept[commit.position]) {
      for table in ["changes", "joins", "commits"] {
        try database.run(
          "DELETE FROM \(table) WHERE position = ?", [.integer(Int64(commit.position))])
      }
    }
    knownGraph = nil
  }

  func graph() throws -> CommitGraph {
    if let knownGraph { return knownGraph }
    var graph = CommitGraph()
    for commit in try commits() { graph.append(commit) }
    knownGraph = graph
    return graph
  }

  /// Whether a commit equals another one or is its ancestor.
  func isAncestor(_ one: Int, of other: Int) throws -> Bool {
    if one >= other { return one == other }
    if knownGraph == nil { _ = try graph() }
    return knownGraph?.isAncestor(one, of: other) ?? false
  }

  /// The commits before a position, the last one first.
  func commits(before position: Int, most: Int) throws -> [IndexedCommit] {
    try commits(
      "WHERE position < ? ORDER BY position DESC LIMIT ?",
      [.integer(Int64(position)), .integer(Int64(most))])
  }

  // MARK: - Changes

  private static let changeColumns = """
    h.position, number, kind, task, former_path, former_blob, former_mode, former_id, former_said,
    former_status, path, blob, mode, h.id, said, status, agreed, birth, since, held,
    added, \(commitColumns)
    """

  /// The changes that meet a condition, ancestors first.
  ///
  /// - Parameters:
  ///   - condition: The text after `WHERE`.
  ///   - task: The task of all of them, if it is known.
  func changes(
    _ condition: String = "1", _ values: [Value] = [], of task: TaskRef? = nil
  ) throws -> [CommitChange] {
    var found: [CommitChange] = []
    var number: Int64?
    var isDamaged = false
    try database.forEach(
      "SELECT \(Self.changeColumns) FROM changes h LEFT JOIN commits c USING (position) "
        + "WHERE \(condition) ORDER BY h.position, number, h.parent", values
    ) { row in
      let last = found.last?.commit
      let isLast = last?.position == row.integer(0).map { Int($0) }
      if isLast, number == row.integer(1) {
        // A merge has a row for each parent.
        found[found.count - 1].delta.befores.append(FileState(row, from: 4))
        found[found.count - 1].formerStatuses.append(Status(row.integer(9)))
        return true
      }
      guard let kind = row.integer(2).flatMap({ CommitChange.Kind(rawValue: Int($0)) }),
        let task = task ?? row.text(3).flatMap({ TaskRef(indexed: $0) }), !row.isNull(21)
      else {
        isDamaged = true
        return false
      }
      number = row.integer(1)
      let after = FileState(row, from: 10)
      found.append(
        CommitChange(
          commit: isLast ? last ?? Self.commit(row, from: 21) : Self.commit(row, from: 21),
          kind: kind, task: task,
          delta: TaskDelta(befores: [FileState(row, from: 4)], after: after),
          formerStatuses: [Status(row.integer(9))],
          facts: after.map { _ in TaskFacts(row, from: 15) }))
      return true
    }
    if isDamaged { throw SQLiteError.damaged }
    var joins: [TaskRef: TaskRef] = [:]
    for index in found.indices {
      guard case .file = found[index].task, task == nil else { continue }
      let former = found[index].task
      if joins[former] == nil { joins[former] = try joined(former) ?? former }
      found[index].task = joins[former] ?? former
    }
    return found
  }

  /// All changes of a task, parents first.
  func changes(of task: TaskRef) throws -> [CommitChange] {
    var refs = [task]
    if case .id(let id) = task {
      // A file without an id usually gets its computed id later.
      refs.append(.file(id))
      refs += try database.all("SELECT DISTINCT task FROM joins WHERE id = ?", [.text(id.text)]) {
        TaskRef(indexed: $0.text(0) ?? "")
      }.compactMap { $0 }
    }
    var found: [CommitChange] = []
    for ref in refs { found += try changes("task = ?", [.text(ref.indexed)], of: task) }
    let isInOrder = zip(found, found.dropFirst()).allSatisfy { $0.precedes($1) }
    return isInOrder ? found : found.sorted { $0.precedes($1) }
  }

  /// The changes that wrote a version of a file.
  func changes(making name: FileState.Name) throws -> [CommitChange] {
    try changes("blob = ? AND path = ?", [.bytes(name.blob.bytes), .text(name.path)])
      .filter(\.delta.isOwn)
  }

  func deletions(of name: FileState.Name) throws -> [CommitChange] {
    try changes(
      "former_blob = ? AND former_path = ? AND path IS NULL",
      [.bytes(name.blob.bytes), .text(name.path)])
  }

  func changes(ofNamelessAt path: String) throws -> [CommitChange] {
    try changes(
      "path = ?1 AND h.id IS NULL OR former_path = ?1 AND former_id IS NULL", [.text(path)])
  }

  /// Visits the files with some contents that commits wrote, ancestors first.
  ///
  /// A merge wrote only files that differ from all parents.
  /// - Parameter places: By content, what the visitor gets with a file.
  func forEachFile(
    with places: [ObjectID: String], _ body: (RecordedTask, String) -> Void
  ) throws {
    var isDamaged = false
    // A merge has a row for each parent.
    var last: (place: (Int64, Int64), file: RecordedTask, at: String, isOwn: Bool)?
    try database.forEach(
      """
      SELECT position, number, task, path, blob, mode, id, said, status, agreed, birth, since, held,
        added, (former_path, former_blob, former_mode) IS (path, blob, mode)
      FROM changes WHERE path IS NOT NULL ORDER BY position, number, parent
      """
    ) { row in
      // Most rows of a long history are of former contents.
      guard let blob = row.twentyBytes(4) else {
        isDamaged = true
        return false
      }
      guard let at = places[ObjectID(words: blob)] else { return true }
      let place = (row.integer(0) ?? 0, row.integer(1) ?? 0)
      let isOwn = row.integer(14) == 0
      if let known = last, known.place == place {
        last?.isOwn = known.isOwn && isOwn
        return true
      }
      if let last, last.isOwn { body(last.file, last.at) }
      guard let task = row.text(2).flatMap({ TaskRef(indexed: $0) }),
        let state = FileState(row, from: 3)
      else {
        isDamaged = true
        return false
      }
      let file = RecordedTask(
        task: task, state: state, facts: TaskFacts(row, from: 8), position: Int(place.0))
      last = (place, file, at, isOwn)
      return true
    }
    if isDamaged { throw SQLiteError.damaged }
    if let last, last.isOwn { body(last.file, last.at) }
  }

  /// The tasks that got a status which no parent has, and the positions of the commits.
  func arrivals(at status: Status) throws -> [(task: TaskRef, position: Int)] {
    let rows = try database.all(
      "SELECT task, position FROM changes WHERE status = ? GROUP BY position, number "
        + "HAVING NOT max(former_status IS status)", [.integer(Int64(status.order))]
    ) { (TaskRef(indexed: $0.text(0) ?? ""), Int($0.integer(1) ?? 0)) }
    var found: [(task: TaskRef, position: Int)] = []
    for case (let task?, let position) in rows {
      found.append((try joined(task) ?? task, position))
    }
    return found
  }

  /// The deleted tasks; files without an id are mapped to the tasks that they became.
  func deletedTasks() throws -> Set<TaskRef> {
    // With DISTINCT, SQLite would scan the index of all tasks.
    let tasks = try database.all("SELECT task FROM changes WHERE path IS NULL") {
      TaskRef(indexed: $0.text(0) ?? "")
    }
    var found: Set<TaskRef> = []
    for case let task? in tasks { found.insert(try joined(task) ?? task) }
    return found
  }

  /// The author dates of all commits, by position.
  func authored() throws -> [Int: Timestamp] {
    var found: [Int: Timestamp] = [:]
    try database.forEach("SELECT position, authored, zone FROM commits") { row in
      found[Int(row.integer(0) ?? 0)] = Timestamp(
        secondsSince1970: row.integer(1) ?? 0, offsetMinutes: Int(row.integer(2) ?? 0))
      return true
    }
    return found
  }

  func changeCount() throws -> Int {
    Int(try database.first("SELECT count(*) FROM changes", []) { $0.integer(0) ?? 0 } ?? 0)
  }

  func changes(at position: Int) throws -> [CommitChange] {
    try changes("position = ?", [.integer(Int64(position))])
  }

  /// Whether a task has or had an id.
  func has(_ id: TaskID) throws -> Bool {
    let number = try database.first(
      "SELECT number FROM changes WHERE task = ? LIMIT 1", [.text(id.text)]
    ) { $0.integer(0) }
    return number != nil
  }

  /// The task that a file without an id became when it got one; nil if it never did.
  func joined(_ task: TaskRef) throws -> TaskRef? {
    guard case .file = task else { return nil }
    let id = try database.first(
      "SELECT j.id FROM joins j JOIN commits c ON c.position = j.position WHERE j.task = ? "
        + "ORDER BY c.generation, c.time, c.id", [.text(task.indexed)]
    ) { $0.text(0) }
    if let id { return id.flatMap { TaskID($0) }.map { .id($0) } }
    return try has(task.id) ? .id(task.id) : nil
  }

  func join(_ task: TaskRef, _ id: TaskID, at position: Int) throws {
    try database.run(
      "INSERT INTO joins VALUES (?, ?, ?)",
      [.text(task.indexed), .text(id.text), .integer(Int64(position))])
  }

  private static let places = Array(repeating: "?", count: 22).joined(separator: ", ")

  func add(_ change: CommitChange, _ number: Int) throws {
    let facts = change.facts
    func status(_ status: Status?) -> Value { integer(status?.order) }
    func columns(_ state: FileState?) -> [Value] {
      guard let state else { return [.null, .null, .null, .null, .null] }
      return [
        .text(state.path), .bytes(state.blob.bytes), .integer(Int64(state.mode.rawValue)),
        state.id.map { .text($0.text) } ?? .null, status(state.said),
      ]
    }
    func integer(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
    for (parent, before) in change.delta.befores.enumerated() {
      try database.run(
        "INSERT INTO changes VALUES (\(Self.places))",
        [
          .integer(Int64(change.commit.position)), .integer(Int64(number)),
          .integer(Int64(parent)), .integer(Int64(change.kind.rawValue)),
          .text(change.task.indexed),
        ] + columns(before) + [status(change.formerStatuses[parent])] + columns(change.after) + [
          status(facts?.status), status(facts?.agreed),
          facts?.birth.map { .text($0.text) } ?? .null, integer(facts?.since),
          integer(facts?.held), integer(facts?.added),
        ])
    }
  }
}

extension FileState {
  /// - Parameter first: The first of its columns.
  fileprivate init?(_ row: Row, from first: Int32) {
    guard let blob = row.twentyBytes(first + 1), let path = row.text(first) else { return nil }
    self.init(
      path: path, blob: ObjectID(words: blob),
      mode: row.integer(first + 2).flatMap { FileMode(rawValue: UInt16(truncatingIfNeeded: $0)) }
        ?? .regular,
      id: row.text(first + 3).flatMap { TaskID($0) }, said: Status(row.integer(first + 4)))
  }
}

extension TaskFacts {
  /// - Parameter first: The first of its columns.
  fileprivate init(_ row: Row, from first: Int32) {
    func position(_ column: Int32) -> Int? { row.integer(first + column).map { Int($0) } }
    self.init(
      birth: row.text(first + 2).flatMap { TaskID($0) }, status: Status(row.integer(first)),
      agreed: Status(row.integer(first + 1)), since: position(3), held: position(4),
      added: position(5))
  }
}

extension Status {
  /// By their ``order``, which is their number in the index.
  private static let ordered: [Status] = [.todo, .doing, .done]

  fileprivate init?(_ order: Int64?) {
    guard let order, Self.ordered.indices.contains(Int(order)) else { return nil }
    self = Self.ordered[Int(order)]
  }
}

extension SQLiteError {
  /// SQLite's code for a changed schema: another process has moved the file to another tip.
  static let changed = SQLiteError(code: 17)
  /// SQLite's code for a damaged file.
  static let damaged = SQLiteError(code: 11)
}

extension TaskRef {
  /// The text in the index; `~` marks the computed id of a file without one.
  var indexed: String {
    switch self {
    case .id(let id): id.text
    case .file(let id): "~\(id.text)"
    }
  }

  init?(indexed text: String) {
    if let id = TaskID(text) {
      self = .id(id)
    } else if text.utf8.first == UInt8(ascii: "~"), let id = TaskID(String(text.dropFirst())) {
      self = .file(id)
    } else {
      return nil
    }
  }
}
