/// The place of a task in an order by hand: lowercase letters, in the order of the alphabet.
///
/// Between any two places there is another one (fractional indexing), so that of all tasks only
/// the one that is moved is written.
package enum Rank {
  /// A rank that has grown longer is spread anew, with all of its column.
  package static let longest = 20

  /// What has to be written so that the tasks stand in their order.
  ///
  /// - Parameters:
  ///   - ranks: Of the tasks in the order that is wanted; nil for those that have none, which come
  ///     last.
  ///   - place: Of the task that was moved; its rank doesn't count.
  package static func changes(
    _ ranks: [String?], moving place: Int
  ) -> [(index: Int, rank: String)] {
    // What has no rank yet comes behind all that have one; so those before it need one.
    let before = place > 0 ? ranks[place - 1] : ""
    let after = place + 1 < ranks.count ? ranks[place + 1] : nil
    if isInOrder(ranks, around: place), let before, let rank = between(before, after),
      rank.count <= longest
    {
      return [(place, rank)]
    }
    // Those behind the last one that has a rank need none.
    let last = ranks.indices.last { ranks[$0] != nil && $0 != place } ?? 0
    let count = max(last, place) + 1
    return zip(ranks.indices, spread(count)).filter { ranks[$0] != $1 || $0 == place }
      .map { (index: $0, rank: $1) }
  }

  /// Whether the others stand where they do by their ranks alone.
  private static func isInOrder(_ ranks: [String?], around place: Int) -> Bool {
    var others = ranks
    others.remove(at: place)
    let known = others.prefix { $0 != nil }.compactMap { $0 }
    return others.dropFirst(known.count).allSatisfy { $0 == nil }
      && zip(known, known.dropFirst()).allSatisfy { $0 < $1 } && place <= known.count
      && known.allSatisfy(isValid)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

  private static func isValid(_ rank: String) -> Bool {
    // Behind `a` at the end nothing could be put before it.
    !rank.isEmpty && rank.utf8.allSatisfy { letters.contains($0) } && rank.last != "a"
  }

  /// A rank between two; nil where there is none, as between equal ones.
  ///
  /// - Parameters:
  ///   - low: Empty for the beginning.
  ///   - high: Nil for the end.
  package static func between(_ low: String, _ high: String?) -> String? {
    guard low.isEmpty || isValid(low), high.map(isValid) ?? true, high.map({ low < $0 }) ?? true
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

  /// Ranks for so many tasks, as far from each other as two, three, … letters allow.
  package static func spread(_ count: Int) -> [String] {
    var length = 2
    var room = 26 * 26
    while room < count * 4 {
      length += 1
      room *= 26
    }
    let step = room / (count + 1)
    return (1...max(count, 1)).prefix(count).map { number in
      var value = number * step
      // Not one that ends with the first letter.
      if value % 26 == 0 { value += 1 }
      var bytes: [UInt8] = []
      for _ in 0..<length {
        bytes.insert(letters[value % 26], at: 0)
        value /= 26
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
