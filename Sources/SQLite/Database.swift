internal import CSQLite

/// An SQLite database in a file or in memory, for one thread at a time.
public final class Database {
  private let handle: OpaquePointer
  /// Prepared statements by their SQL; preparing one takes longer than running most of them.
  private var statements: [String: OpaquePointer] = [:]

  /// Opens a database; creates the file if it doesn't exist.
  ///
  /// - Parameters:
  ///   - path: Nil for a database in memory.
  ///   - busyTimeout: How long to wait for another process's lock, in milliseconds.
  /// - Throws: ``SQLiteError``
  public init(_ path: String? = nil, busyTimeout: Int32 = 0) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path ?? ":memory:", &opened,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened, code == SQLITE_OK else {
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code)
    }
    handle = opened
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements without values, separated by semicolons.
  public func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement without results.
  public func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
    let statement = try bound(sql, values)
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw SQLiteError(code: code) }
  }

  /// Calls a closure for each row of a query.
  ///
  /// - Parameter body: Returns false to end the query. It must not run the same query.
  public func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (Row) -> Bool
  ) throws(SQLiteError) {
    let statement = try bound(sql, values)
    defer { sqlite3_reset(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard body(Row(statement)) else { return }
      case SQLITE_DONE: return
      case let code: throw SQLiteError(code: code)
      }
    }
  }

  /// The closure's results for all rows.
  public func all<Element>(
    _ sql: String, _ values: [Value] = [], _ element: (Row) -> Element
  ) throws(SQLiteError) -> [Element] {
    var found: [Element] = []
    try forEach(sql, values) { row in
      found.append(element(row))
      return true
    }
    return found
  }

  /// The closure's result for the first row; nil without rows.
  public func first<Element>(
    _ sql: String, _ values: [Value] = [], _ element: (Row) -> Element
  ) throws(SQLiteError) -> Element? {
    var found: Element?
    try forEach(sql, values) { row in
      found = element(row)
      return false
    }
    return found
  }

  /// The size of the database in bytes, as SQLite counts it.
  public func size() throws(SQLiteError) -> Int64 {
    let pages = try first("PRAGMA page_count") { $0.integer(0) ?? 0 } ?? 0
    return try first("PRAGMA page_size") { pages * ($0.integer(0) ?? 0) } ?? 0
  }

  /// Replaces the content of another database with a copy of this one.
  public func copy(into other: Database) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(code: sqlite3_errcode(other.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw SQLiteError(code: code) }
  }

  private func bound(_ sql: String, _ values: [Value]) throws(SQLiteError) -> OpaquePointer {
    let statement = try prepared(sql)
    for (index, value) in values.enumerated() {
      let index = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let text):
          memo_bind_text(statement, index, text, Int32(text.utf8.count))
        case .bytes(let bytes): memo_bind_blob(statement, index, bytes, Int32(bytes.count))
        }
      try check(code)
    }
    return statement
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var made: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &made, nil))
    guard let made else { throw SQLiteError(code: SQLITE_MISUSE) }
    statements[sql] = made
    return made
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
  }
}

/// A value for a statement.
public enum Value {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

/// A row of a query, valid until the next row is read.
public struct Row {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// - Parameter column: From 0.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// Nil for NULL; SQLite converts values of other types.
  public func integer(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(statement, column)
  }

  /// The value as UTF-8; nil for NULL.
  public func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A blob of 20 bytes as three big-endian numbers; nil for other lengths.
  public func twentyBytes(_ column: Int32) -> (high: UInt64, middle: UInt64, low: UInt32)? {
    guard let start = sqlite3_column_blob(statement, column),
      sqlite3_column_bytes(statement, column) == 20
    else { return nil }
    return (
      UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      UInt32(bigEndian: start.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    )
  }

  /// Nil for NULL and for an empty blob.
  public func bytes(_ column: Int32) -> [UInt8]? {
    guard let start = sqlite3_column_blob(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// An error of SQLite.
public struct SQLiteError: Error {
  /// SQLite's result code, such as 5 if another process has locked the database.
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String { String(cString: sqlite3_errstr(code)) }
}
