@testable import TaskFile
import TestSupport
import Testing
import Yams

@Suite struct WritingPropertyTests {
  private let cases = Effort.count(500)

  @Test func aChangedFieldChangesItsLinesOnly() throws {
    var source = RandomDocuments(seed: 3)
    var changes = 0
    for _ in 0..<cases {
      let before = TaskDocument(source.chance(80) ? source.document() : source.mutated())
      let old = before.header
      let key = old.writtenKey(source.pick(RandomDocuments.fields))
      let value = source.value(of: key)
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
      // Comments that would become part of the block scalar above are removed with the key.
      let kept = place.map { before.with(before.bytes.replacing($0, with: [])) }
      let isAlone = !isRemoval || kept?.values == after.values
      let comments = isAlone ? 0 : old.entry(key).map { before.commentEnd(below: $0) - $0.end } ?? 0
      let rest = tail.dropFirst(comments)
      #expect(after.bytes.suffix(rest.count) == rest)
      let lines = after.bytes[start..<(after.bytes.count - rest.count)]
      #expect(lines.isEmpty == isRemoval)
      #expect(isRemoval || lines.last == .newline)
      #expect(new.entry(key)?.meaning == (isRemoval ? nil : value))
      #expect(after.body == before.body)
      #expect(meanings(new, without: key) == meanings(old, without: key))
      // A one-line value stays on one line, with its comment.
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

  /// Whether the line has the generator's comment.
  private func hasComment(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line, as: UTF8.self).contains(" # why")
  }

  @Test func writtenValuesReadBackAsYAML() throws {
    var source = RandomDocuments(seed: 4)
    var changes = 0
    for _ in 0..<cases {
      let document = TaskDocument(source.document())
      let key = document.header.writtenKey(source.pick(RandomDocuments.fields))
      let value = source.value(of: key)
      guard let changed = try? document.setting(key, to: value) else { continue }
      changes += 1
      let node = try #require(try parsed(changed)[key])
      switch value {
      case .text(let text): #expect(node.string == withoutMark(text))
      case .list(let items): #expect(node.sequence?.map(\.string) == items.map(withoutMark))
      }
    }
    #expect(changes > cases / 3)
  }

  @Test func newFilesHaveTheirFields() throws {
    var source = RandomDocuments(seed: 6)
    let keys = ["title", "status", "tags", "id", "mood", "y-z"]
    for _ in 0..<cases {
      let fields = keys.filter { _ in source.chance(70) }.map { ($0, source.value(of: $0)) }
      let lists = ["a", "b"].map { key in
        (key, FieldValue.list((0..<3).map { _ in source.text(upTo: 3) }))
      }
      let all = (fields + lists).map { (key: $0.0, value: Optional($0.1)) }
      let text = source.text(upTo: 6).unicodeScalars.filter { $0 != "\0" }
      let body = String(String.UnicodeScalarView(text))
      let document = TaskDocument(all, body: body)
      #expect(document.isUnderstood && document.keys == all.map(\.key))
      #expect(document.bytes.suffix(body.utf8.count).elementsEqual(body.utf8))
      let nodes = try parsed(document)
      for (key, value) in fields + lists {
        #expect(document.value(of: key) == value)
        switch value {
        case .text(let text): #expect(nodes[key]?.string == withoutMark(text))
        case .list(let items):
          let read = nodes[key]?.sequence?.compactMap { $0.string.map(withoutMark) }
          #expect(read == items.map(withoutMark))
        }
      }
    }
    // A repeated key, or a line end of YAML 1.1: such maps are quoted.
    let others = ["{1, 1}", "{a: 1, a: 2}", "{\"k\": \"x\u{2028}y\"}"].enumerated().map {
      (key: "x\($0)", value: Optional(FieldValue.text($1)))
    }
    let quoted = TaskDocument(others, body: "")
    #expect(quoted.isUnderstood && quoted.keys == others.map(\.key))
    for (key, value) in others { #expect(quoted.value(of: key) == value) }
    let empty = TaskDocument([("title", nil), ("x", .text("{a: 1}"))], body: "\nb")
    #expect(empty.text == "---\ntitle: \nx: {a: 1}\n---\n\nb")
  }

  @Test func everyTextCanBeAValue() throws {
    var source = RandomDocuments(seed: 5)
    for _ in 0..<cases {
      let text = withoutMark(source.text(upTo: 6))
      let style = source.pick([HeaderEntry.Style.plain, .singleQuoted, .doubleQuoted, .complex])
      for line in [
        "x: \(Scalar.encoded(text, like: style)) # c",
        "x: [\(Scalar.encoded(text, inList: true)), \(Scalar.encoded(text, inList: true))]",
        "x:\n- \(Scalar.encoded(text))\n- \(Scalar.encoded(text, like: style))",
      ] {
        let node = try #require(try Yams.compose(yaml: line)?.mapping?["x"])
        #expect((node.string ?? node.sequence?.first?.string) == text)
        #expect(node.sequence.map { $0.map(\.string) == [text, text] } != false)
        // It is a text also for parsers that know numbers and dates.
        #expect(node.sequence?.first.map(isText) ?? isText(node))
      }
    }
  }

  /// Yams reads a byte order mark at the start of a value as the file's.
  private func withoutMark(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.drop { $0 == "\u{FEFF}" }))
  }

  private func isText(_ node: Node) -> Bool { node.any is String }

  /// The fields as Yams reads them; null is the empty text.
  private func parsed(_ document: TaskDocument) throws -> [String: Node] {
    let header = try #require(document.fences.header)
    let text = String(decoding: document.bytes[header], as: UTF8.self)
    let pairs = try Yams.compose(yaml: text)?.mapping.map(Array.init) ?? []
    return Dictionary(
      pairs.map { ($0.key.string ?? "?", $0.value) }, uniquingKeysWith: { a, _ in a })
  }
}
