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

  /// What is not both is either not the one or not the other.
  private static func say(_ filters: [Filter], all: Bool, _ isNegated: Bool) -> Bool {
    all
      ? filters.allSatisfy { $0.says(isNegated: isNegated) }
      : filters.contains { $0.says(isNegated: isNegated) }
  }
}
