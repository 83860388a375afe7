@testable import TaskFile
import TestSupport
import Testing
import Yams

@Suite struct TagPropertyTests {
  private let cases = Effort.count(200)

  @Test func onlyOneItemChanges() throws {
    var source = RandomDocuments(seed: 41)
    var (additions, removals) = (0, 0)
    for _ in 0..<cases {
      let list = source.list()
      let before = TaskDocument(list.file)
      // Some of the files are invalid YAML.
      guard before.isUnderstood, let old = nodes(before) else { continue }
      var after = before
      try after.addTag("new")
      let new = try #require(nodes(after))
      #expect(Array(new.dropLast()) == old && new.last == Node("new"))
      #expect(isPart(before.bytes, of: after.bytes))
      #expect(after.bytes.count - before.bytes.count <= 30)
      #expect(others(before) == others(after))
      additions += 1
      try after.removeTag("new")
      #expect(after == before || old.isEmpty, "\(before.text.debugDescription)")

      let tags = try #require(before.header.entry("tags")).tags
      guard !tags.isEmpty else { continue }
      let gone = source.pick(tags)
      try after.removeTag(gone)
      let kept = old.filter { node in
        guard case .scalar(let scalar) = node else { return true }
        return Tags.tag(scalar.string) != gone
      }
      #expect(nodes(after) ?? [] == kept)
      #expect(isPart(after.bytes, of: before.bytes) || kept.isEmpty)
      #expect(others(before) == others(after))
      for (item, comment) in zip(old, list.comments) where kept.contains(item) {
        #expect(comment.isEmpty || after.text.contains(comment))
      }
      removals += 1
    }
    #expect(additions > cases / 2)
    #expect(removals > cases / 3)
  }

  /// The tags, with their types, as Yams reads them.
  private func nodes(_ document: TaskDocument) -> [Node]? {
    guard let range = document.fences.header,
      let root = try? Yams.compose(yaml: String(decoding: document.bytes[range], as: UTF8.self))
    else { return nil }
    return root["tags"]?.sequence.map(Array.init)
  }

  private func others(_ document: TaskDocument) -> [HeaderText] {
    document.header.entries.filter { $0.key != "tags" }.map { entry in
      HeaderText(key: entry.key, text: Array(document.bytes[entry.start..<entry.end]))
    }
  }

  private struct HeaderText: Hashable {
    var key: String
    var text: [UInt8]
  }

  /// Whether removing bytes from one text gives the other.
  private func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part[...]
    for byte in whole where rest.first == byte { rest.removeFirst() }
    return rest.isEmpty
  }
}

extension RandomDocuments {
  /// A file with a list of tags, with comments after its items.
  fileprivate struct List {
    var file: [UInt8]
    var comments: [String]
  }

  fileprivate mutating func list() -> List {
    let items = (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(Self.items) }
    let comments = items.indices.map { chance(40) ? " # c\($0)" : "" }
    let tags: String
    switch Int.random(in: 0...3, using: &random) {
    case 0: tags = oneLine(items)
    case 1: tags = block(items, comments)
    default: tags = manyLines(items, comments)
    }
    let text =
      "---\nbase: &a anchored\n\(tags)\n\(pick(["", "# about z\n", "\n"]))z: 1\nid: x\n---\nText\n"
    let bytes = Array(text.utf8)
    return List(
      file: chance(25) ? bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } : bytes,
      comments: text.contains("\n  ") || text.contains("\n- ") ? comments : items.map { _ in "" })
  }

  private mutating func oneLine(_ items: [String]) -> String {
    let (space, gap) = (pick(["", "", " "]), pick([", ", ",", " , "]))
    let end = items.isEmpty || chance(80) ? "" : ","
    return "tags: \(pick(["", "&t "]))[\(space)\(items.joined(separator: gap))\(end)\(space)]"
      + pick(["", " # why"])
  }

  private mutating func manyLines(_ items: [String], _ comments: [String]) -> String {
    var text = "tags: [" + pick(["", " # open"])
    let isOpen = chance(30)
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      text += index == 0 && isOpen && text.hasSuffix("[") ? "" : "\n  "
      text += item + (!isLast || chance(40) ? pick([",", ",", " ,"]) : "") + comments[index]
      if chance(10) { text += "\n\n  # between" }
    }
    return text + (text.hasSuffix("]") || text.contains("#") || chance(80) ? "\n]" : "]")
  }

  private mutating func block(_ items: [String], _ comments: [String]) -> String {
    guard !items.isEmpty else { return "tags: []" }
    let start = pick(["- ", "  - ", "    -   "])
    var text = "tags:" + pick(["", " # open", " &t"])
    for (item, comment) in zip(items, comments) {
      if chance(10) { text += pick(["\n", "\n  # between"]) }
      text += "\n\(start)\(item)\(comment)"
    }
    return text
  }

  private static let items = [
    "home", "work", "2024", "1.5", "true", "~", "2026-04-25", "c#", "\"a b\"", "'it''s'", "a b",
    "\"esc \\\" aped\"", "\"2024\"", "'#x'", "*a", "&b y", "!!str 5", "http://x", "漢字", "\"a, b\"",
    "\"\"",
  ]
}
