@testable import TaskFile
import Yams

/// Checks memo's promises about files of other programs.
///
/// A ``PlainReading`` of the file before and after decides, without code of memo.
struct CorpusCheck {
  let bytes: [UInt8]
  let plain: PlainReading
  let document: TaskDocument
  /// The broken promises, each with its name.
  private(set) var complaints: [String] = []
  /// The number of changes that were made, and that memo refused.
  private(set) var changes = 0
  private(set) var refusals: [String] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    plain = PlainReading(bytes)
    document = TaskDocument(bytes)
  }

  mutating func run() {
    checkReading()
    checkValues()
    checkTitle()
    guard let adopted = adopted() else { return }
    checkFields(adopted)
    checkTags(adopted)
    checkMending()
  }

  mutating func complain(_ promise: String, _ detail: String = "") {
    complaints.append(detail.isEmpty ? promise : "\(promise): \(detail)")
  }

  mutating func expect(_ holds: Bool, _ promise: String, _ detail: String = "") {
    if !holds { complain(promise, detail) }
  }

  /// Whether fields can be changed.
  var isOpen: Bool { [.bare, .yaml].contains(plain.kind) }

  /// Makes a change; nil if memo refuses it and leaves the file unchanged.
  mutating func change(
    _ name: String, of document: TaskDocument,
    _ make: (inout TaskDocument) throws(Problem) -> Void
  ) -> TaskDocument? {
    var copy = document
    do throws(Problem) {
      try make(&copy)
      changes += 1
      return copy
    } catch {
      expect(copy == document, "a refused change changes nothing", name)
      if isOpen { refusals.append("\(name): \(error.message)") }
      return nil
    }
  }

  private mutating func checkReading() {
    expect(document.bytes == bytes, "reading and writing changes no byte")
    expect(
      isOpen || [.braces, .toml, .json].contains(plain.kind) ? document.isUnderstood : true,
      "what YAML reads is understood",
      "\(plain.kind) \(document.item.problems.first.map { "\($0.message)" } ?? "")")
    expect(
      plain.kind != .broken || !document.isUnderstood, "what YAML doesn't read is not understood",
      plain.complaint)
    expect(
      Array(document.bytes.suffix(plain.body.count)) == plain.body
        && (plain.kind == .open || plain.kind == .binary || plain.kind == .json
          || Array(document.bodyBytes) == plain.body),
      "the text begins behind the front matter")
    for key in document.keys {
      guard let value = document.value(of: key), document.understoodHeader != nil else { continue }
      var copy = document
      do {
        try copy.set(key, to: value)
        expect(copy == document, "a value that is there already changes nothing", key)
      } catch { complain("a value that is there already is not refused", key) }
    }
  }

  private mutating func checkValues() {
    guard plain.kind == .yaml || plain.kind == .braces else { return }
    expect(
      document.keys == plain.pairs.map(\.key), "the keys are those that YAML reads",
      "\(document.keys) and \(plain.pairs.map(\.key))")
    let values = document.values
    for pair in plain.pairs {
      guard let meaning = Self.meaning(pair.value) else { continue }
      expect(
        values[pair.key] == meaning, "the values are those that YAML reads",
        "\(pair.key): \(String(describing: values[pair.key])) and \(String(describing: meaning))")
    }
  }

  /// The value that memo should read: nil inside for none, nil outside for any.
  private static func meaning(_ node: Node) -> FieldValue?? {
    switch node {
    case .scalar(let scalar):
      return .some(node.isNull ? nil : .text(scalar.string))
    case .sequence(let items):
      let texts = items.map { $0.isNull ? nil : $0.scalar?.string }
      return texts.contains(nil) ? .none : .some(.list(texts.compactMap { $0 }))
    default: return .none
    }
  }

  private mutating func checkTitle() {
    guard document.isUnderstood else { return }
    let title = Self.folded(document.item.title)
    if let value = plain.pair("title")?.value, plain.kind != .json {
      guard let text = value.string, !text.allSatisfy(\.isWhitespace), !value.isNull else { return }
      expect(title == Self.folded(text), "the title is what is written", title)
    } else if plain.kind == .json || plain.kind == .toml {
      let written = plain.header.firstMatch(of: #/(?m)^\s*"?title"?\s*[=:]\s*"(?<text>[^"\\]*)"/#)
      guard let text = written.map({ String($0.text) }) else { return }
      expect(title == Self.folded(text), "the title is what is written", title)
    }
  }

  /// The title without marks for emphasis or code, and with single spaces.
  private static func folded(_ title: String) -> String {
    title.filter { !"*_~`\\".contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The adopted file, with an id and a front matter.
  private mutating func adopted() -> TaskDocument? {
    var framed = document
    if framed.isUnderstood { framed.addFrontMatter() }
    expect(plain.kind == .bare || framed == document, "nothing is put above a front matter")
    guard let id = TaskID("kxtwqzbnrm"), document.id == nil else { return framed }
    let key = framed.idKey
    guard
      let adopted = change(
        "the id", of: framed,
        { document throws(Problem) in
          try document.setID(id)
        })
    else {
      expect(!isOpen, "the file is taken in", refusals.last ?? "")
      return isOpen ? nil : framed
    }
    expect(isOpen, "a front matter that can't be read is left alone")
    let reading = PlainReading(adopted.bytes)
    expect(adopted.id == id && reading.pair(key)?.value.string == id.text, "the file gets its id")
    expect(reading.body == plain.body, "taking a file in keeps its text")
    expect(
      reading.pairs(without: key) == plain.pairs(without: key), "taking a file in keeps its keys")
    expect(
      lineDifference(framed.bytes, adopted.bytes)
        == .init(removed: plain.pair(key) == nil ? 0 : 1, added: 1),
      "an id is one line more, or in the place of an empty one")
    if plain.pair(key) == nil,
      let restored = change(
        "the id", of: adopted,
        { document throws(Problem) in
          try document.remove(key)
        })
    {
      expect(restored == framed, "the file without the id is what it was")
    }
    return adopted
  }

  private mutating func checkMending() {
    guard let mended = document.withQuotes() else { return }
    let reading = PlainReading(mended.bytes)
    expect(reading.kind == .yaml, "what is mended is YAML")
    expect(reading.body == plain.body, "mending keeps the text")
    expect(
      mended.text.filter { !"\"\\".contains($0) } == document.text.filter { !"\"\\".contains($0) },
      "mending adds quotes alone")
  }
}

extension Node {
  /// Whether the value is empty.
  var isNull: Bool {
    guard let scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }
}
