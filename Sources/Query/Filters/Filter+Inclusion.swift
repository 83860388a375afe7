internal import TaskFile

extension Filter {
  /// Whether it says which tasks are meant, and not only which are not.
  ///
  /// False for `-home`, `not (todo or doing)`, and `todo or -home`, which finds whatever has not
  /// the tag: a change must not begin with everything but a few. Neither does `project:none`, which
  /// finds all but those that have one. And neither do a range with an end left out and a path whose
  /// end is, as a script writes them whose variable is empty: `due:fri..`, `path:todo/`.
  public var saysWhich: Bool { says(isNegated: false) }

  private func says(isNegated: Bool) -> Bool {
    switch self {
    case .all, .missing: false
    // White space is in nearly every title.
    case .title(let needle): !isNegated && needle.text.contains { !$0.isWhitespace }
    case .path(let start): !isNegated && !Self.isOpen(path: start)
    case .not(let filter): filter.says(isNegated: !isNegated)
    // A range with one end.
    case .and(let filters) where filters.count == 1: false
    case .and(let filters): Self.say(filters, all: isNegated, isNegated)
    case .or(let filters): Self.say(filters, all: !isNegated, isNegated)
    default: !isNegated
    }
  }

  /// Whether it ends where more is to come, or before it says more than a status.
  private static func isOpen(path start: String) -> Bool {
    start.hasSuffix("/") || Status.allCases.contains { $0.rawValue.hasPrefix(start) }
  }

  /// Words that say the same as one with an end left out, but on purpose: `due>=fri` for `due:fri..`,
  /// `path:home` for `path:home/`, `todo` for `path:todo/`.
  ///
  /// - Returns: Nil for every other word.
  public static func withoutOpenEnd(_ word: String) -> String? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let (key, value) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
    if key == "path", isOpen(path: value) {
      let start = String(value.reversed().drop { $0 == "/" }.reversed())
      guard isOpen(path: start) else { return "path:\(start)" }
      return Status.allCases.first { $0.rawValue.hasPrefix(start) }?.rawValue
    }
    if value.hasSuffix(".."), value.count > 2 { return "\(key)>=\(value.dropLast(2))" }
    if value.hasPrefix(".."), value.count > 2 { return "\(key)<=\(value.dropFirst(2))" }
    return nil
  }

  /// What is not both is either not the one or not the other.
  private static func say(_ filters: [Filter], all: Bool, _ isNegated: Bool) -> Bool {
    all
      ? filters.allSatisfy { $0.says(isNegated: isNegated) }
      : filters.contains { $0.says(isNegated: isNegated) }
  }
}
