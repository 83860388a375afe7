import Exchange
import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Values that a format can hold survive export and import.
@Suite struct RoundTripTests {
  /// A format, and the fields that it can't hold.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var lacks: Set<String> = []

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "json"),
    Kind(name: "taskwarrior"),
    Kind(name: "csv"),
    Kind(name: "tsv"),
    Kind(name: "ics"),
    Kind(name: "todo.txt", lacks: ["body", "time", "spaces", "rule", "clock"]),
    Kind(name: "obsidian", lacks: ["clock", "time"]),
    Kind(name: "backlog", lacks: ["clock"]),
    Kind(name: "github"),
  ]

  static let now = LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 9 * 3600)

  private static let words = [
    "Buy", "milk", "Ünïcode", "naïve—dash", "\"quoted\"", "a,b;c", "50%", "it's", "back\\slash",
    "<b>", "日本語", "👩‍👩‍👧", "=1", "|pipe|", "(A)", "x",
  ]

  private static func record(_ random: inout SeededRandom, _ kind: Kind) -> TaskRecord {
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    func words(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in one(of: Self.words) }
        .joined(separator: " ")
    }
    func day() -> String {
      "2026-\(one(of: ["01", "06", "12"]))-\(Int.random(in: 10...28, using: &random))"
    }
    var record = TaskRecord(
      title: "T\(Int.random(in: 0..<1_000_000, using: &random)) \(words(1...5))")
    record.id = kind.lacks.contains("id") ? nil : TaskID.random(using: &random)
    record.status = one(of: [.todo, .done, kind.lacks.contains("doing") ? .todo : .doing])
    record.created = Timestamp(
      secondsSince1970: 1_790_000_000 + 60 * Int64.random(in: 0..<80_000, using: &random),
      offsetMinutes: 540)
    if chance(2), !kind.lacks.contains("deadline") {
      let time = chance(2) && !kind.lacks.contains("time") ? "T17:30+09:00" : ""
      record.set("deadline", day() + time)
    }
    if chance(2), !kind.lacks.contains("priority") {
      record.set("priority", one(of: ["high", "medium", "low"]))
    }
    if chance(2) { record.set("tags", ["home", "日本", "a-b"].shuffled(using: &random)) }
    if chance(3) { record.set("project", kind.lacks.contains("spaces") ? "house" : "big house") }
    if chance(3) { record.set("assignee", "kim") }
    if chance(4) { record.set("estimate", "2h") }
    // In a format without the day, a done task would be another line.
    if record.status == .done, kind.name == "todo.txt" { record.set("completed", day()) }
    if chance(4) { record.set("wait", "2025-\(Int.random(in: 10...12, using: &random))-10") }
    if chance(4), !kind.lacks.contains("rule") || !kind.lacks.contains("deadline") {
      let rules = ["week", "2 months", "3 days after done"]
      let more = ["mon, thu", "month on 15", "month on last fri", "weekday"]
      record.set(
        "every", one(of: kind.lacks.contains("rule") ? rules : rules + more))
    }
    if chance(4) {
      let key = one(of: ["colour", "Colour_2", "색깔"])
      record.set(key, kind.lacks.contains("spaces") ? "red" : "dark red")
    }
    if chance(2), !kind.lacks.contains("body") {
      record.body = (0...Int.random(in: 0..<3, using: &random)).map { _ in words(1...4) }
        .joined(separator: "\n\n")
      if chance(3) { record.body += "\n\n- [ ] one\n- [x] two" }
    }
    return record
  }

  /// The record without details that depend on how a format writes times.
  private static func plain(_ record: TaskRecord, _ kind: Kind) -> TaskRecord {
    var record = record
    (record.file, record.line, record.alias, record.told) = ("", 1, nil, nil)
    let seconds = record.created?.secondsSince1970 ?? 0
    record.created = nil
    if !kind.lacks.contains("clock") { record.revision = Int(seconds) }
    if kind.lacks.contains("id") { record.source = nil }
    record.fields = record.fields.filter { $0.key != "start" }.sorted { $0.key < $1.key }
    return record
  }

  @Test(arguments: kinds) func exportsAreImportedUnchanged(_ kind: Kind) throws {
    let format = try #require(ExchangeFormat.named(kind.name))
    let context = ExchangeContext(now: Self.now)
    for seed in 0..<UInt64(Effort.count(20)) {
      var random = SeededRandom(seed: seed)
      let records = (0..<4).map { _ in Self.record(&random, kind) }
      // memo's own format is the output of the command.
      let files =
        kind.name == "json" ? [try Self.json(records)] : format.written(records, context)
      let back = format.records(of: files, context)
      #expect(back.problems == [], "seed \(seed)")
      #expect(back.records.count == records.count, "seed \(seed): \(files)")
      for (out, come) in zip(records, back.records) {
        let (a, b) = (Self.plain(out, kind), Self.plain(come, kind))
        #expect(a == b, "seed \(seed)\n\(files.map(\.text).joined())")
      }
      if kind.name == "json" { continue }
      let again = format.records(of: format.written(back.records, context), context)
      #expect(
        again.records.map { Self.plain($0, kind) } == back.records.map { Self.plain($0, kind) },
        "seed \(seed)")
    }
  }

  private static func json(_ records: [TaskRecord]) throws -> ExchangeFile {
    let tasks = records.map { record in
      var fields: [String: Any] = [:]
      for field in record.fields where !["deadline", "priority", "tags"].contains(field.key) {
        fields[field.key] = record.text(field.key)
      }
      return [
        "title": record.title, "id": record.id!.text, "status": record.status.rawValue,
        "created": "\(record.created!)", "deadline": record.text("deadline") ?? NSNull(),
        "priority": record.text("priority") ?? NSNull(), "tags": record.tags,
        "body": "\n\(record.body)\n", "fields": fields, "overdue": false,
      ] as [String: Any]
    }
    let data = try JSONSerialization.data(withJSONObject: ["kind": "tasks", "tasks": tasks])
    return ExchangeFile(path: "", text: String(decoding: data, as: UTF8.self))
  }

  /// Importing twice equals importing once, also into a store that an export filled.
  @Test(arguments: kinds) func importingTwiceChangesNothing(_ kind: Kind) throws {
    let format = try #require(ExchangeFormat.named(kind.name))
    var random = SeededRandom(seed: 7)
    let records = (0..<12).map { _ in Self.record(&random, kind) }
    let context = ExchangeContext(now: Self.now)
    let files = kind.name == "json" ? [try Self.json(records)] : format.written(records, context)
    let desk = Desk(try Scratch(), "kim", utcOffset: { _ in 9 * 3600 })
    desk.memo("init")
    for file in files {
      try desk.write(file.text, to: "in/\(file.path.isEmpty ? "in" : file.path)")
    }
    let name = files[0].path.isEmpty ? "in/in" : "in"
    let first = desk.memo("import", "--from", kind.name, name)
    #expect(first.status == .done && first.error.contains("12 added"), "\(first.error)")
    let head = try desk.scratch.git("rev-parse", "HEAD", in: "kim")
    let again = desk.memo("import", "--from", kind.name, name)
    #expect(again.error.contains("12 unchanged"), "\(again.error)\(again.output)")
    #expect(try desk.scratch.git("rev-parse", "HEAD", in: "kim") == head)
    #expect(desk.memo("check").status == .done)
    // The store's own export changes nothing in the store either.
    desk.memo(["export", kind.name, "-o", kind.name == "backlog" ? "out" : "out/out"])
    let own = desk.memo("import", "--from", kind.name, kind.name == "backlog" ? "out" : "out/out")
    #expect(own.error.contains("12 unchanged"), "\(own.error)\(own.output)")
  }
}
