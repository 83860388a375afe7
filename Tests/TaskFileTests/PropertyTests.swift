@testable import TaskFile
import TestSupport
import Testing
import Yams

@Suite struct PropertyTests {
  private let cases = 2000
  private static let fields = [
    "title", "status", "deadline", "due", "priority", "tags", "id", "mood", "layout", "y-z",
  ]

  /// A value that the field may well get.
  private func value(of key: String, _ source: inout RandomDocuments) -> FieldValue {
    switch key {
    case "tags" where source.chance(80):
      return .list(
        (0..<Int.random(in: 0...3, using: &source.random)).map { _ in source.text(upTo: 3) })
    case "status": return .text(source.pick(Status.allCases).rawValue)
    case "deadline", "due":
      return .text(source.pick(["2026-12-01", "2026-12-01 17:00", "2026-12-01T17:00+09:00"]))
    case "priority": return .text(source.pick(Priority.allCases).rawValue)
    case "id": return .text(TaskID.random(using: &source.random).text)
    default: return .text(source.text())
    }
  }

  /// What a Yams of its own reads; a null is the empty text.
  private func parsed(_ document: TaskDocument) throws -> [String: Node] {
    let header = try #require(document.fences.header)
    let text = String(decoding: document.bytes[header], as: UTF8.self)
    let pairs = try Yams.compose(yaml: text)?.mapping.map(Array.init) ?? []
    return Dictionary(
      pairs.map { ($0.key.string ?? "?", $0.value) }, uniquingKeysWith: { a, _ in a })
  }

  @Test func noInputTraps() {
    var source = RandomDocuments(seed: 1)
    for _ in 0..<cases {
      let bytes = source.anyBytes()
      var document = TaskDocument(bytes)
      let item = document.item(fileName: source.text(upTo: 2))
      #expect(!item.title.isEmpty)
      for problem in item.problems { _ = problem.excerpt(of: bytes) }
      if source.chance(20) { document.addFrontMatter() }
      let key = source.pick(Self.fields)
      if source.chance(70) {
        try? document.set(key, to: value(of: key, &source))
      } else {
        try? document.remove(key)
      }
      if source.chance(20) { document.setBody(source.text()) }
      _ = document.item(fileName: "")
    }
  }

  @Test func nothingChangesWhenNothingIsChanged() throws {
    var source = RandomDocuments(seed: 2)
    for _ in 0..<cases {
      let bytes = source.anyBytes()
      var document = TaskDocument(bytes)
      let header = document.header
      if !header.entries.isEmpty {
        let entry = source.pick(header.entries)
        guard let meaning = entry.meaning, entry == header.entry(entry.key) else { continue }
        try document.set(entry.key, to: meaning)
      } else if header.problems.isEmpty, !document.fences.isUnclosed {
        try document.remove("no-such-key")
      }
      #expect(document.bytes == bytes)
    }
  }

  @Test func aChangedFieldChangesItsLinesOnly() throws {
    var source = RandomDocuments(seed: 3)
    var changes = 0
    for _ in 0..<cases {
      let before = TaskDocument(source.chance(80) ? source.document() : source.mutated())
      let old = before.header
      let key = old.writtenKey(source.pick(Self.fields))
      let value = value(of: key, &source)
      let isRemoval = source.chance(25)
      guard
        let after = try? isRemoval ? before.removing(key) : before.setting(key, to: value),
        after != before
      else { continue }
      changes += 1
      let new = after.header
      let place = old.entry(key).map { $0.start..<$0.end }
      let start = place?.lowerBound ?? new.entry(key)?.start ?? 0
      let tail = before.bytes[(place?.upperBound ?? start)...]
      #expect(after.bytes[..<start] == before.bytes[..<start])
      #expect(after.bytes.suffix(tail.count) == tail)
      let lines = after.bytes[start..<(after.bytes.count - tail.count)]
      #expect(lines.isEmpty == isRemoval)
      #expect(isRemoval || lines.last == .newline)
      #expect(new.entry(key)?.meaning == (isRemoval ? nil : value))
      #expect(after.body == before.body)
      #expect(meanings(new, without: key) == meanings(old, without: key))
      // A value on one line is one line again, with the comment behind it.
      if let place, !isRemoval, !before.bytes[place].dropLast().contains(.newline) {
        #expect(lines.filter { $0 == .newline }.count == 1)
        #expect(hasComment(lines) == hasComment(before.bytes[place]))
      }
    }
    #expect(changes > cases / 3)
  }

  private func meanings(_ header: Header, without key: String) -> [String] {
    header.entries.filter { $0.key != key }.map { "\($0.key): \(String(describing: $0.meaning))" }
  }

  /// Whether the generator wrote its comment there.
  private func hasComment(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line, as: UTF8.self).contains(" # why")
  }

  @Test func whatIsWrittenIsWhatYAMLReads() throws {
    var source = RandomDocuments(seed: 4)
    var changes = 0
    for _ in 0..<cases {
      let document = TaskDocument(source.document())
      let key = document.header.writtenKey(source.pick(Self.fields))
      let value = value(of: key, &source)
      guard let changed = try? document.setting(key, to: value) else { continue }
      changes += 1
      let node = try #require(try parsed(changed)[key])
      switch value {
      case .text(let text): #expect(node.string == text)
      case .list(let items): #expect(node.sequence?.map(\.string) == items)
      }
    }
    #expect(changes > cases / 3)
  }

  @Test func everyTextCanBeAValue() throws {
    var source = RandomDocuments(seed: 5)
    for _ in 0..<cases {
      // Yams takes a byte order mark at a value's beginning for one of the file.
      let text = String(source.text(upTo: 6).trimmingPrefix { $0 == "\u{FEFF}" })
      let style = source.pick([HeaderEntry.Style.plain, .singleQuoted, .doubleQuoted, .complex])
      for line in [
        "x: \(Scalar.encoded(text, like: style)) # c",
        "x: [\(Scalar.encoded(text, inList: true)), \(Scalar.encoded(text, inList: true))]",
        "x:\n- \(Scalar.encoded(text))\n- \(Scalar.encoded(text, like: style))",
      ] {
        let node = try #require(try Yams.compose(yaml: line)?.mapping?["x"])
        #expect((node.string ?? node.sequence?.first?.string) == text)
        #expect(node.sequence.map { $0.map(\.string) == [text, text] } != false)
        // Text it is to readers that know numbers and dates, too.
        #expect(node.sequence?.first.map(isText) ?? isText(node))
      }
    }
  }

  private func isText(_ node: Node) -> Bool { node.any is String }

  @Test func theFastPathAgreesWithTheParser() {
    var source = RandomDocuments(seed: 6)
    var answers = 0
    for _ in 0..<cases * 2 {
      let bytes = source.chance(80) ? source.document() : source.anyBytes()
      guard let range = Fences(bytes).header, let plain = PlainHeader.parse(bytes, range) else {
        continue
      }
      answers += 1
      var full = YAMLHeader.parse(bytes, range)
      #expect(plain.isPlain && !full.isPlain)
      full.isPlain = true
      #expect(plain == full, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    #expect(answers > cases / 3)
  }
}
