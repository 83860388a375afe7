import TestSupport
import Testing

/// memo's promises about files of other programs, checked with samples.
@Suite struct CorpusTests {
  @Test(arguments: CorpusSamples.Manner.allCases)
  func promisesHoldForSamples(manner: CorpusSamples.Manner) {
    var samples = CorpusSamples(manner, seed: 14)
    var (changes, kinds) = (0, Set<PlainReading.Kind>())
    for _ in 0..<Effort.count(8) {
      let text = samples.next()
      var check = CorpusCheck(text)
      check.run()
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect(check.complaints == [], "\(shown)")
      changes += check.changes
      kinds.insert(check.plain.kind)
    }
    #expect(kinds == manner.kinds)
    #expect(changes > 0 || manner.kinds.isDisjoint(with: [.bare, .yaml]))
  }

  @Test(arguments: CorpusSamples.byHand.indices)
  func promisesHoldForOddFiles(index: Int) {
    let text = CorpusSamples.byHand[index]
    for text in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}\(text)"] {
      var check = CorpusCheck(Array(text.utf8))
      check.run()
      #expect(check.complaints == [], "\(text.debugDescription)")
    }
  }
}
