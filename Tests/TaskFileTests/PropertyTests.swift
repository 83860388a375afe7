@testable import TaskFile
import TestSupport
import Testing

@Suite struct PropertyTests {
  private let cases = Effort.count(500)

  @Test func noInputTraps() {
    var source = RandomDocuments(seed: 1)
    for _ in 0..<cases {
      let bytes = source.anyBytes()
      var document = TaskDocument(bytes)
      let item = document.item(fileName: source.text(upTo: 2))
      #expect(!item.title.isEmpty)
      #expect(item.hasConflictMarkers || item.isUsable == document.isUnderstood)
      for problem in item.problems { _ = problem.excerpt(of: bytes) }
      if source.chance(20) { document.addFrontMatter() }
      let key = source.pick(RandomDocuments.fields)
      if source.chance(70) {
        try? document.set(key, to: source.value(of: key))
      } else {
        try? document.remove(key)
      }
      if source.chance(20) { document.setBody(source.text()) }
      _ = document.item(fileName: "")
    }
  }

  /// Both ways of reading agree.
  @Test func readingOnlyTheIDAgrees() {
    var source = RandomDocuments(seed: 9)
    var found = 0
    for _ in 0..<cases {
      var bytes = source.chance(70) ? source.document() : source.anyBytes()
      for _ in 0..<2 where source.chance(50) {
        let start = source.chance(70) ? bytes.firstIndex(of: 10).map { $0 + 1 } ?? 0 : bytes.count
        let id = source.pick(["kqmpmfrvrw", "[kqmpmfrvrw]", "bcdfghjkmn # mine", "nobody", ""])
        bytes.insert(contentsOf: "id: \(id)\n".utf8, at: start)
      }
      let document = TaskDocument(bytes)
      let id = document.item(fileName: "").id
      #expect(document.id == id, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      if id != nil { found += 1 }
    }
    #expect(found > cases / 10 && found < cases)
  }

  @Test func unchangedDocumentsAreWrittenUnchanged() throws {
    var source = RandomDocuments(seed: 2)
    for _ in 0..<cases {
      let bytes = source.anyBytes()
      var document = TaskDocument(bytes)
      let header = document.header
      if !header.entries.isEmpty {
        let entry = source.pick(header.entries)
        guard let meaning = entry.meaning, entry == header.entry(entry.key) else { continue }
        try document.set(entry.key, to: meaning)
      } else if document.isUnderstood {
        try document.remove("no-such-key")
      }
      #expect(document.bytes == bytes)
    }
  }

  @Test func theFastPathAgreesWithTheParser() {
    var source = RandomDocuments(seed: 6)
    var (answers, quoted) = (0, 0)
    for _ in 0..<cases * 2 {
      let bytes =
        source.chance(20)
        ? Array("---\n\(source.quotedHeader())\n---\n".utf8)
        : source.chance(80) ? source.document() : source.anyBytes()
      guard let range = Fences(bytes).header, let plain = PlainHeader.parse(bytes, range) else {
        continue
      }
      answers += 1
      if plain.entries.contains(where: { $0.style == .complex }) { quoted += 1 }
      func typed(_ header: Header) -> Header {
        var header = header
        for index in header.entries.indices {
          header.entries[index].typed = header.entries[index].typedValue
        }
        return header
      }
      let full = YAMLHeader.parse(bytes, range)
      #expect(
        typed(plain) == typed(full), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    #expect(answers > cases / 3 && quoted > cases / 20)
  }
}
