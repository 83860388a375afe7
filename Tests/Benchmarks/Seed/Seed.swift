/// The measured stores, equal in every run.
public struct Seed: Sendable {
  /// The folders of a store.
  public enum Shape: String, CaseIterable, Sendable {
    /// All tasks are open, in `todo/`.
    case flat
    /// 200 tasks are open, the others done and archived by month.
    case shelved
  }

  public let count: Int
  public let shape: Shape

  public init(count: Int, shape: Shape) {
    self.count = count
    self.shape = shape
  }

  /// The store's open tasks.
  public var open: Range<Int> { shape == .flat ? 0..<count : max(0, count - 200)..<count }

  public func id(_ number: Int) -> String { Self.id(number) }

  static func id(_ number: Int) -> String {
    let letters = Array("bcdfghjkmnpqrstvwxz")
    var rest = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    rest ^= rest >> 29
    return String(
      (0..<10).map { _ in
        defer { rest = rest / 19 &+ UInt64(bitPattern: Int64(number)) }
        return letters[Int(rest % 19)]
      })
  }

  public func path(_ number: Int) -> String {
    guard !open.contains(number) else { return "todo/task-\(number).md" }
    let month = number * 24 / max(1, count)
    let name = month % 12 + 1
    return "done/\(2024 + month / 12)/\(name < 10 ? "0" : "")\(name)/task-\(number).md"
  }

  public func text(_ number: Int) -> String {
    let day = number % 28 + 1
    var text = "---\ntitle: \(title(number))\nstatus: \(open.contains(number) ? "todo" : "done")\n"
    if number % 3 == 0 {
      text += "deadline: 2027-\(number % 2 + 10)-\(day < 10 ? "0" : "")\(day)\n"
    }
    if number % 4 == 0 { text += "priority: \(["high", "medium", "low"][number / 4 % 3])\n" }
    if number % 2 == 0 { text += "tags: [\(Self.words[number % Self.words.count]), benchmark]\n" }
    text +=
      "id: \(id(number))\ncreated: 2025-01-\(day < 10 ? "0" : "")\(day)T12:00:00+00:00\n---\n\n"
    for line in 0..<(number % 8 + 1) {
      let first = number &* 7 &+ line &* 13
      text +=
        (0..<9).map { Self.words[(first &+ $0 &* $0 &* 5) % Self.words.count] }
        .joined(separator: " ") + ".\n"
    }
    return text + "\n- [ ] step \(number)\n"
  }

  public func title(_ number: Int) -> String {
    "\(Self.words[number % Self.words.count]) \(Self.words[number / 7 % Self.words.count]) \(number)"
  }

  private static let words = [
    "paint", "the", "fence", "call", "milk", "garden", "report", "tax", "letter", "wheel", "boiler",
    "shelf", "cake", "ticket", "lamp", "river", "stone", "north", "window", "paper", "engine",
  ]
}
