internal import StoreFiles
internal import TaskFile

extension Filter {
  /// The filter as it was understood, in words that mean the same when they are typed: names are
  /// looked up, and words for dates are dates.
  ///
  /// - Returns: Nil for one that narrows nothing.
  public var text: String? { self == .all ? nil : words }

  private var words: String {
    switch self {
    case .all: "()"
    case .status(.equal, let status): status.rawValue
    case .status(let comparison, let status): "status\(comparison.rawValue)\(status.rawValue)"
    case .tag(let tag): Self.isBare(tag) ? "+\(tag)" : "tag:\(Self.quoted(tag))"
    case .priority(let comparison, let priority): "p\(comparison.rawValue)\(priority.rawValue)"
    case .date(let moment, let comparison, let date):
      moment.rawValue + date.words(behind: comparison)
    case .overdue: "overdue"
    case .waiting: "waiting"
    case .blocked: "blocked"
    case .ready: "ready"
    case .conflict: "conflict"
    case .problem: "problem"
    case .field(let key, let comparison, let operand): "\(key)\(operand.words(behind: comparison))"
    case .missing("deadline"): "due:none"
    case .missing("tags"): "tag:none"
    case .missing("priority"): "p:none"
    case .missing(let key): "\(key):none"
    // Only in a filter for which something was looked up; nobody types it.
    case .among(let names): "(\(names.count) tasks)"
    case .title(let needle): "title:\(Self.quoted(needle.text))"
    case .id(let start): "id:\(Self.quoted(start))"
    case .path(let start): "path:\(Self.quoted(start))"
    case .not(.tag(let tag)) where Self.isBare(tag): "-\(tag)"
    case .not(let filter): "not \(filter.part(in: self))"
    case .and(let filters): filters.map { $0.part(in: self) }.joined(separator: " ")
    case .or(let filters): filters.map { $0.part(in: self) }.joined(separator: " or ")
    }
  }

  /// What binds less than what is around it stands in parentheses.
  private func part(in outer: Filter) -> String {
    switch (outer, self) {
    case (.not, .and), (.not, .or), (.and, .or), (.and, .and), (.or, .or): "(\(words))"
    default: words
    }
  }

  fileprivate static func quoted(_ text: String) -> String {
    guard !isBare(text) else { return text }
    return text.contains("\"") ? "'\(text)'" : "\"\(text)\""
  }

  /// Whether a word means itself wherever it stands.
  private static func isBare(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+%€$£".contains($0) }
  }
}

extension FilterDate {
  /// The sign and the days: all of several for "on", their end or their beginning for others.
  fileprivate func words(behind comparison: Filter.Comparison) -> String {
    if let time {
      let minute = "\(time)".prefix(5)
      return "\(comparison.rawValue)\"\(first) \(minute)\""
    }
    return switch comparison {
    case .equal: first == last ? ":\(first)" : ":\(first)..\(last)"
    case .less, .greaterOrEqual: "\(comparison.rawValue)\(first)"
    case .lessOrEqual, .greater: "\(comparison.rawValue)\(last)"
    }
  }
}

extension Filter.Operand {
  fileprivate func words(behind comparison: Filter.Comparison) -> String {
    if comparison != .equal, measure == nil, let date { return date.words(behind: comparison) }
    return "\(comparison.rawValue)\(Filter.quoted(text))"
  }
}
