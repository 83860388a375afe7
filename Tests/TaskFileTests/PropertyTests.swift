@testable import TaskFile
import Testing

@Suite struct PropertyTests {
  private let cases = 2000

  @Test func noInputTraps() {
    var source = RandomDocuments(seed: 1)
    for _ in 0..<cases {
      let bytes = source.anyBytes()
      var document = TaskDocument(bytes)
      let item = document.item(fileName: source.text(upTo: 2))
      #expect(!item.title.isEmpty)
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
      } else if document.isUnderstood {
        try document.remove("no-such-key")
      }
      #expect(document.bytes == bytes)
    }
  }

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
