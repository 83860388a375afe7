import Foundation
import TestSupport
import Testing

/// Any folder of Markdown is welcome: what memo promises of other people's files, tried on some
/// hundred of our own, and on whatever anybody has.
///
///     MEMO_CORPUS=/path/to/notes swift test --filter CorpusTests
@Suite struct CorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["MEMO_CORPUS"]

  @Test(arguments: CorpusSamples.Manner.allCases)
  func everyPromiseHoldsOfSamples(manner: CorpusSamples.Manner) {
    var samples = CorpusSamples(manner, seed: 14)
    var (changes, kinds) = (0, Set<PlainReading.Kind>())
    for _ in 0..<16 {
      let text = samples.next()
      var check = CorpusCheck(text)
      check.run()
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect(check.complaints == [], "\(shown)")
      changes += check.changes
      kinds.insert(check.plain.kind)
    }
    #expect(kinds == manner.kinds)
    #expect(changes > 0 || manner.kinds.isDisjoint(with: [.bare, .yaml, .braces]))
  }

  @Test(arguments: CorpusSamples.byHand.indices)
  func everyPromiseHoldsOfWhatIsOdd(index: Int) {
    let text = CorpusSamples.byHand[index]
    for text in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}\(text)"] {
      var check = CorpusCheck(Array(text.utf8))
      check.run()
      #expect(check.complaints == [], "\(text.debugDescription)")
    }
  }

  @Test(.enabled(if: folder != nil, "MEMO_CORPUS names the folder")) func everyPromiseHolds()
    async throws
  {
    let folder = try #require(Self.folder)
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let files = names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") }.sorted()
    let tally = await withTaskGroup(of: CorpusTally.self) { group in
      let share = max(1, files.count / 64)
      for start in stride(from: 0, to: files.count, by: share) {
        let part = files[start..<min(files.count, start + share)]
        group.addTask { CorpusTally(folder, part) }
      }
      return await group.reduce(into: CorpusTally()) { $0.add($1) }
    }
    print(tally.report)
    #expect(tally.files > 0, "no Markdown in \(folder)")
    #expect(tally.files + tally.untried == files.count)
    #expect(tally.broken == 0)
  }
}
