import TestSupport
import Testing

@testable import TaskFile

/// The cached form of a task equals the task.
@Suite struct ItemEncodingTests {
  private func items(_ count: Int) -> [TaskItem] {
    var source = RandomDocuments(seed: 41)
    return (0..<count).map { _ in
      let bytes = source.chance(70) ? source.document() : source.anyBytes()
      return TaskDocument(bytes).item(fileName: "a name")
    } + Self.rich.map { TaskDocument(Array($0.utf8)).item(fileName: "a name") }
  }

  private static let rich = [
    "---\nid: BACK-12\nmemo-id: kqmpmfrvrw\ncreated: 2026-04-24\n---\nText\n",
    "---\nid: 7\ncreated: 2026-04-24 10:11\n---\n",
    """
    ---
    title: Ä whole one
    status: doing
    deadline: 2026-12-01T17:00:30-09:30
    priority: low
    tags: [home, "with, comma"]
    id: kqmpmfrvrw
    created: 1969-11-20T15:04:05+09:00
    assignee: [kim, ana]
    project: house
    empty:
    wait: 2027-01-01
    ---
    - [ ] one
    - [x] two
      - [ ] três
    """,
    "---\ndeadline: 0001-01-01 00:00\n---\n", "---\ndue: 9999-12-31\n---\n# Heading\n",
    "---\ncreated: 0001-01-01T00:00:00+18:59\n---\n", "",
  ]

  @Test func encodedItemsReadBack() throws {
    var kept = 0
    for item in items(3000) {
      guard let bytes = item.encoded else {
        #expect(!item.problems.isEmpty || !item.remarks.isEmpty)
        continue
      }
      kept += 1
      // Within other bytes, as in the cache.
      let all = [1, 2, 3] + bytes + [4]
      let range = 3..<(3 + bytes.count)
      #expect(TaskItem(encodedIn: all, range) == item)
      #expect(TaskGlance(encodedIn: all, range) == TaskGlance(item))
    }
    #expect(kept > 1000)
  }

  @Test func allPropertiesAreEncoded() {
    // Encode each new property, and raise this number and the version.
    let item = TaskDocument([]).item(fileName: "a")
    #expect(Mirror(reflecting: item).children.count == 16)
    #expect(Mirror(reflecting: item.checklist).children.count == 3)
  }

  @Test func truncatedItemsAreRefused() throws {
    for item in items(100) {
      guard let bytes = item.encoded else { continue }
      for length in 0..<bytes.count {
        #expect(TaskItem(encodedIn: bytes, 0..<length) == nil)
      }
      #expect(TaskGlance(encodedIn: bytes, 0..<0) == nil)
    }
  }

  @Test func noBytesTrap() {
    var random = SeededRandom(seed: 42)
    for item in items(300) {
      guard var bytes = item.encoded else { continue }
      for _ in 0..<3 { bytes[.random(in: bytes.indices, using: &random)] = random.byte() }
      _ = TaskItem(encodedIn: bytes, bytes.indices)
      _ = TaskGlance(encodedIn: bytes, bytes.indices)
    }
  }

  /// A cache of an older memo, which read texts differently, must not be used.
  ///
  /// If this fails because memo reads texts differently now, raise ``TaskItem/encodingVersion`` and
  /// write the new sum here.
  @Test func theVersionFollowsTheMeaningOfTexts() {
    let bytes = items(3000).compactMap(\.encoded).joined()
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    #expect(TaskItem.encodingVersion == 24)
    #expect(sum == 8_800_308_298_421_602_670)
  }
}

extension SeededRandom {
  fileprivate mutating func byte() -> UInt8 { .random(in: 0...255, using: &self) }
}
