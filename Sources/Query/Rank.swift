package import StoreFiles
internal import TaskFile

/// The place of a task in an order by hand: the key `rank`, lowercase letters in the order of the
/// alphabet.
///
/// Between any two places there is another one (fractional indexing), so that of all tasks only
/// the one that is moved is written. One that was never moved stands where it was made: behind what
/// is older, so that new tasks come last.
package enum Rank {
  package static let key = "rank"

  /// A rank that would be longer is not written; those around it are spread anew.
  package static let longest = 20

  /// Where a task stands; compares as its bytes do.
  ///
  /// - Parameter rank: What the key says, if it is not to be read from the task.
  package static func place(of task: StoredTask, rank: String? = nil) -> String {
    if let rank = rank ?? self.rank(of: task) { return numbered(rank) ?? rank }
    let id = task.id?.text ?? TaskID.derived(from: Array(task.path.utf8)).text
    // Two of the same second have different places, and there is one between them.
    return (task.created.map { place(at: $0.secondsSince1970) } ?? latest) + id
  }

  /// What the key says; nil where it is not there.
  package static func rank(of task: StoredTask) -> String? {
    guard case .text(let text)? = task.value(of: key), !text.isEmpty else { return nil }
    return text
  }

  /// A task's place and, for equal ones, its id: the order by hand as a text.
  static func sortText(of task: StoredTask, rank: String? = nil) -> String {
    // A blank comes before every letter.
    "\(place(of: task, rank: rank)) \(task.id?.text ?? task.path)"
  }

  /// The tasks in their order by hand.
  ///
  /// - Parameter rank: What is about to be written in place of what the key says; nil for nothing.
  package static func sorted<Key>(
    _ tasks: [(key: Key, task: StoredTask)], rank: (Key) -> String? = { _ in nil }
  ) -> [Key] {
    tasks.map { (key: $0.key, text: sortText(of: $0.task, rank: rank($0.key))) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.map(\.key)
  }

  // MARK: Moving

  /// What has to be written so that the tasks stand in their order.
  ///
  /// - Parameters:
  ///   - places: Of the tasks in the order that is wanted.
  ///   - index: Of the task that was moved; its own place doesn't count.
  ///   - now: In seconds since 1970. What is put behind all others stands as if it were new, so that
  ///     what is new later comes behind it.
  package static func changes(
    _ places: [String], moving index: Int, now: Int64
  ) -> [(index: Int, rank: String)] {
    // The tasks between two that keep their places: more and more, until there is room for all.
    var reach = 0
    while true {
      let first = max(0, index - reach)
      let last = min(places.count - 1, index + reach)
      let low = first == 0 ? "" : places[first - 1]
      let ends: [String?] =
        last + 1 < places.count
        ? [places[last + 1]] : [place(at: now), place(at: now + 1), nil]
      let isAll = first == 0 && last == places.count - 1
      for end in ends {
        guard let ranks = spread(last - first + 1, low, end),
          isAll || ranks.allSatisfy({ $0.utf8.count <= longest })
        else { continue }
        return zip(first...last, ranks).filter { places[$0] != $1 || $0 == index }
          .map { (index: $0, rank: $1) }
      }
      reach = reach * 2 + 1
    }
  }

  /// A rank between two; nil where there is none, as between equal ones.
  ///
  /// - Parameters:
  ///   - low: Empty for the beginning.
  ///   - high: Nil for the end.
  package static func between(_ low: String, _ high: String?) -> String? {
    guard low.isEmpty || isValid(low), high.map(isValid) ?? true,
      high.map({ low.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true
    else { return nil }
    let (low, high) = (low.utf8.map { Int($0) - 97 }, high.map { $0.utf8.map { Int($0) - 97 } })
    var digits: [Int] = []
    // Nil once what is there already is less than the higher one, whatever follows.
    var bound = high
    for index in 0... {
      let bottom = index < low.count ? low[index] : 0
      let top = bound.map { index < $0.count ? $0[index] : 0 } ?? letters.count
      if top - bottom > 1 {
        digits.append((bottom + top) / 2)
        break
      }
      digits.append(bottom)
      if bottom < top { bound = nil }
    }
    return String(decoding: digits.map { letters[$0] }, as: UTF8.self)
  }

  /// So many ranks between two, as far from each other as few letters allow; nil where there are none.
  private static func spread(_ count: Int, _ low: String, _ high: String?) -> [String]? {
    guard count > 0 else { return [] }
    guard let middle = between(low, high), let before = spread(count / 2, low, middle),
      let after = spread(count - count / 2 - 1, middle, high)
    else { return nil }
    return before + [middle] + after
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  private static func isValid(_ rank: String) -> Bool {
    // Behind `a` at the end nothing could be put before it.
    !rank.isEmpty && rank.utf8.allSatisfy { letters.contains($0) } && rank.last != "a"
  }

  // MARK: What has no rank of ours

  /// Behind all times of this century: that of tasks of which nobody knows when they were made.
  private static let latest = "z"

  /// The seconds since 1970 as seven letters without `a`, until the year 2163.
  private static func place(at seconds: Int64) -> String {
    let digits = letters.dropFirst()
    var rest = max(0, seconds)
    var text: [UInt8] = []
    for _ in 0..<7 {
      text.append(digits[digits.startIndex + Int(rest % Int64(digits.count))])
      rest /= Int64(digits.count)
    }
    return rest > 0 ? latest : String(decoding: text.reversed(), as: UTF8.self)
  }

  /// Another tool's number, with zeros before it, so that 9 comes before 10; nil for anything else.
  private static func numbered(_ rank: String) -> String? {
    guard rank.utf8.count <= 18, rank.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return String(repeating: "0", count: 18 - rank.utf8.count) + rank
  }
}
