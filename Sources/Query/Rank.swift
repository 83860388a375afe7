package import StoreFiles
internal import TaskFile

/// The manual order of tasks: the key `rank`, in lowercase letters, compared as text.
///
/// Between any two ranks is another (fractional indexing), so a move usually writes only the moved
/// task. A task without a rank has its creation time as its place, so new tasks come last.
package enum Rank {
  package static let key = "rank"

  /// The maximum length in bytes; for longer ranks, neighbors get new ranks instead.
  package static let longest = 20

  /// The place of a task, compared as bytes.
  package static func place(of task: StoredTask) -> String {
    if let rank = rank(of: task) { return rank }
    let id = task.id?.text ?? TaskID.derived(from: Array(task.path.utf8)).text
    // The id separates tasks created in the same second, and leaves room between them.
    return (task.created.map { place(at: $0.secondsSince1970) } ?? latest) + id
  }

  /// Nil if the key is missing or empty.
  package static func rank(of task: StoredTask) -> String? {
    guard case .text(let text)? = task.value(of: key), !text.isEmpty else { return nil }
    return text
  }

  /// The sort key of a task: its place, then its id.
  static func sortText(of task: StoredTask) -> String {
    "\(place(of: task)) \(task.id?.text ?? task.path)"
  }

  // MARK: Moving

  /// The ranks to write so that the tasks have the given order.
  ///
  /// - Parameters:
  ///   - places: The places of the tasks in the wanted order.
  ///   - index: The index of the moved task, whose own place is ignored.
  ///   - now: Seconds since 1970. The last task gets the place of a new one, so later tasks follow
  ///     it.
  package static func changes(
    _ places: [String], moving index: Int, now: Int64
  ) -> [(index: Int, rank: String)] {
    // Doubles the range of tasks with new ranks until the ranks fit between its neighbors.
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

  /// A rank between two; nil if none exists, for example between equal ranks.
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
    // Nil once the prefix is less than the upper rank.
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

  /// A number of short, evenly distributed ranks between two; nil if too few exist.
  private static func spread(_ count: Int, _ low: String, _ high: String?) -> [String]? {
    guard count > 0 else { return [] }
    guard let middle = between(low, high), let before = spread(count / 2, low, middle),
      let after = spread(count - count / 2 - 1, middle, high)
    else { return nil }
    return before + [middle] + after
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  private static func isValid(_ rank: String) -> Bool {
    // No rank is less than `a`.
    !rank.isEmpty && rank.utf8.allSatisfy { letters.contains($0) } && rank.last != "a"
  }

  // MARK: Tasks without a rank

  /// The place for an unknown creation time, after all known ones.
  private static let latest = "z"

  /// Seconds since 1970 as seven letters from `b` to `z`, which reach the year 2163.
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
}
