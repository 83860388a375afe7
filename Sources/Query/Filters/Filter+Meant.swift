public import StoreFiles
internal import TaskFile

extension Filter {
  /// The filter that was probably meant by words which only look for titles: `p:high` by
  /// `p high`, `overdue` by `overdu`, `due:today` by `today`.
  ///
  /// - Parameter words: As they were typed, each an argument.
  /// - Returns: Nil where they may well be words of a title.
  public static func meant(by words: [String], now: LocalTime) -> String? {
    if let written = otherwise(words) { return written }
    // A word that is a part of a date says nothing else.
    let words = FilterWords.tokens(of: words, now: now).filter { $0.kind == .word }.map(\.text)
    for (key, value) in zip(words, words.dropFirst()) where !isFilterWord(value) {
      if isCondition("\(key):\(value)", key: key, now) { return "\(key):\(value)" }
    }
    let others = words.filter { !isFilterWord($0) && $0.contains(where: \.isLetter) }
    if let day = others.first(where: { FilterDate($0, now: now) != nil }) { return "due:\(day)" }
    return others.lazy.compactMap { elsewhere[$0.lowercased()] }.first
      ?? others.lazy.compactMap { $0.misspelt(of: FilterWords.conditions) }.first
  }

  /// As memo has what is written with spaces around a sign, or with a list of tags: `due<fri` for
  /// `due < fri`, `tag:a,b` for `+a,+b` and `+a|+b`.
  private static func otherwise(_ words: [String]) -> String? {
    let parts = words.flatMap { $0.split(separator: " ").map(String.init) }
    for (key, rest) in zip(parts, parts.dropFirst().dropLast().enumerated()) {
      let (index, sign) = rest
      guard ["<", ">", "<=", ">=", "=", "==", ":"].contains(sign),
        KnownField.names.contains(key)
      else { continue }
      return "\(key)\(sign.hasPrefix("=") ? ":" : sign)\(parts[index + 2])"
    }
    for part in parts where part.hasPrefix("+") {
      let tags = part.split { $0 == "," || $0 == "|" }.map { $0.drop { $0 == "+" } }
      if tags.count > 1, !tags.contains(where: \.isEmpty) {
        return "tag:\(tags.joined(separator: ","))"
      }
    }
    return nil
  }

  /// What lists of other tools have words for.
  private static let elsewhere = [
    "mine": "to:me", "active": "doing", "started": "doing", "pending": "todo", "open": "todo",
    "completed": "done", "finished": "done", "closed": "done", "hidden": "waiting",
    "untagged": "tag:none",
  ]

  /// Whether it asks what happened on a day that hasn't begun.
  public func isYetToCome(at now: LocalTime) -> Bool {
    switch self {
    case .date(let moment, let comparison, let date):
      moment != .due && [.equal, .greater, .greaterOrEqual].contains(comparison)
        && now.date < date.first
    case .and(let filters): filters.contains { $0.isYetToCome(at: now) }
    case .or(let filters): filters.allSatisfy { $0.isYetToCome(at: now) }
    default: false
    }
  }

  /// Whether this is a condition on what memo knows, and one that could be.
  private static func isCondition(_ text: String, key: String, _ now: LocalTime) -> Bool {
    let names = ["p", "priority", "due", "deadline", "done", "created", "changed", "wait", "until"]
    return names.contains(key) && !text.hasSuffix(":none")
      && (try? Filter.parse([text], now: now)) != nil
      || ["project", "assignee", "to", "tag"].contains(key)
  }
}
