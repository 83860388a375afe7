import TestSupport

/// Files in the manner of other programs, the same for the same seed.
struct CorpusSamples {
  /// The program that is imitated, or the defect.
  enum Manner: String, CaseIterable, Sendable {
    case taskList, notes, board, taskNotes, site, pages, nested, template, words, plain
    case braces, toml, json, unquoted, twice, open

    /// The kind of the file.
    var kinds: Set<PlainReading.Kind> {
      switch self {
      case .plain: [.bare]
      case .braces: [.braces]
      case .toml: [.toml]
      case .json: [.json]
      case .unquoted, .twice: [.broken]
      case .open: [.open]
      default: [.yaml]
      }
    }
  }

  let manner: Manner
  private var random: SeededRandom

  init(_ manner: Manner, seed: UInt64) {
    self.manner = manner
    random = SeededRandom(seed: seed)
  }

  /// The next file.
  mutating func next() -> [UInt8] {
    var text = front() + body()
    if chance(15) { while text.last == "\n" { text.removeLast() } }
    if chance(25) { text = text.replacing("\n", with: "\r\n") }
    return Array(((chance(12) ? "\u{FEFF}" : "") + text).utf8)
  }

  private mutating func front() -> String {
    switch manner {
    case .plain: ""
    case .braces: "---\n{\(lines().joined(separator: ", "))}\n---\n"
    case .toml: "+++\n\(lines().joined(separator: "\n"))\n+++\n"
    case .json: "{\n  \(lines().joined(separator: ",\n  "))\n}\n\n"
    case .open: "---\n\(lines().joined(separator: "\n"))\n"
    default:
      "---\n\(lines().joined(separator: "\n"))\n\(pick(["---", "---", "---", "...", "--- "]))\n"
    }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  mutating func words(_ range: ClosedRange<Int>) -> String {
    (0..<number(range)).map { _ in pick(Self.words) }.joined(separator: " ")
  }

  mutating func day() -> String { "2026-0\(number(1...9))-\(number(10...28))" }

  mutating func time() -> String { "\(day())T1\(number(0...9)):\(number(10...59)):00" }

  private static let words = [
    "paint", "the", "fence", "buy", "milk", "call", "Kim", "about", "garden", "tax", "form", "C#",
    "fix", "Café", "漢字", "on", "2026", "and", "stairs", "🎉", "it's", "roof", "v1.2", "ladder",
  ]
}
