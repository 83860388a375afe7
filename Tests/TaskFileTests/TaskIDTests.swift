import TaskFile
import TestSupport
import Testing

@Suite struct TaskIDTests {
  @Test func randomIDsReadBackAndCompareAsText() {
    var random = SeededRandom(seed: 5)
    let ids = (0..<500).map { _ in TaskID.random(using: &random) }
    #expect(Set(ids).count == 500)
    for (a, b) in zip(ids, ids.dropFirst()) {
      #expect(TaskID(a.text) == a)
      #expect((a < b) == (a.text < b.text))
      #expect(a.commonPrefixLength(with: b) == zip(a.text, b.text).prefix { $0 == $1 }.count)
    }
  }

  @Test func prefixesAreMeasuredInLetters() throws {
    let id = try #require(TaskID("kxtwqzbnrm"))
    for (text, count) in [
      ("bxtwqzbnrm", 0), ("kxtwqzbbrm", 7), ("kxtwqzbnbm", 8), ("kxtwqzbnrb", 9),
      ("kxtwqzbnrm", 10),
    ] {
      #expect(TaskID(text).map(id.commonPrefixLength) == count)
    }
  }

  @Test(arguments: [
    "", "kxtwqzbnr", "kxtwqzbnrmm", "kxtwqzbnra", "KXTWQZBNRM", "kxtwqzbn m", "kxtwqzbné",
  ])
  func invalidIDsAreRefused(text: String) {
    #expect(TaskID(text) == nil)
  }

  @Test func lettersAreThoseOfTheAlphabet() {
    for byte in UInt8(0)..<0x80 {
      let text = "kxtwqzbnr" + String(Unicode.Scalar(byte))
      #expect((TaskID(text) != nil) == TaskID.alphabet.contains(byte), "\(byte)")
    }
  }

  /// A few prefixes are found in another way than all.
  @Test func fewPrefixesEqualThoseOfAll() {
    var random = SeededRandom(seed: 7)
    for count in [0, 1, 2, 30, 400] {
      var ids = (0..<count).map { _ in TaskID.random(using: &random) }
      ids += ids.prefix(3)
      let all = ids.shortestPrefixes()
      let few = ids.shuffled(using: &random).prefix(20)
      for (id, length) in ids.shortestPrefixes(of: Array(few)) {
        #expect(length == all[id])
        #expect(
          length == 10 || ids.allSatisfy { $0 == id || !$0.text.hasPrefix(id.text.prefix(length)) })
      }
      #expect(Set(ids.shortestPrefixes(of: Array(few)).keys) == Set(few))
    }
  }
}
