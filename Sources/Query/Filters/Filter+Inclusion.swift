internal import TaskFile

extension Filter {
  /// Whether it says which tasks are meant, and not only which are not.
  ///
  /// False for `-home`, `not (todo or doing)`, and `todo or -home`, which finds whatever has not
  /// the tag: a change must not begin with everything but a few. Neither does `project:none`, which
  /// finds all but those that have one.
  public var saysWhich: Bool { says(isNegated: false) }

  private func says(isNegated: Bool) -> Bool {
    switch self {
    case .all, .missing: false
    // White space is in nearly every title.
    case .title(let needle): !isNegated && needle.text.contains { !$0.isWhitespace }
    case .not(let filter): filter.says(isNegated: !isNegated)
    case .and(let filters): Self.say(filters, all: isNegated, isNegated)
    case .or(let filters): Self.say(filters, all: !isNegated, isNegated)
    default: !isNegated
    }
  }

  /// Whether somebody typed a range or a path with an end left out.
  ///
  /// A script does whose variable is empty: `due:fri..`, `path:todo/`. What has a name in the settings
  /// is written on purpose.
  public var leavesAnEndOpen: Bool {
    switch self {
    case .not(let filter): filter.leavesAnEndOpen
    // As the parser marks it; all others have two parts or more.
    case .and(let filters) where filters.count == 1: true
    case .and(let filters), .or(let filters): filters.contains(where: \.leavesAnEndOpen)
    default: false
    }
  }

  /// Whether it ends where more is to come, or before it says more than a status.
  static func isOpen(path start: String) -> Bool {
    start.hasSuffix("/") || Status.allCases.contains { $0.rawValue.hasPrefix(start) }
  }

  /// Words that say the same as one with an end left out, but on purpose: `due>=fri` for `due:fri..`,
  /// `path:home` for `path:home/`, `todo` for `path:todo/`.
  ///
  /// - Returns: Nil for every other word.
  public static func withoutOpenEnd(_ word: String) -> String? {
    let word = word.drop { $0 == "(" }.prefix { $0 != ")" }
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

extension FilterParser {
  /// Marks a condition with an end left out, where it was typed.
  func openEnded(_ filter: Filter) -> Filter { isTyped ? .and([filter]) : filter }
}
