internal import StoreFiles
internal import TaskFile

extension FilterParser {
  typealias Comparison = Filter.Comparison

  private static let signs: Set = ["<", "<=", ">", ">=", "=", "==", "!="]

  /// One word as a condition.
  ///
  /// - Parameter depth: How deep it stands.
  func condition(_ word: String, depth: Int) throws(FilterError) -> Filter {
    if let status = Status(rawValue: word) { return .status(.equal, status) }
    switch word {
    case "overdue": return .overdue
    case "waiting": return .waiting
    case "blocked": return .blocked
    case "ready": return .ready
    case "conflict": return .conflict
    case "problem": return .problem
    default: break
    }
    if word.count > 1 {
      let rest = String(word.dropFirst())
      switch word.first {
      case "+": return .tag(try tag(rest))
      case "-": return .not(.tag(try tag(rest)))
      case "@": return try named(rest, depth: depth)
      default: break
      }
    }
    if ["+", "-", "@"].contains(word) {
      throw error(
        "'\(word)' names no \(word == "@" ? "filter" : "tag")",
        "write \(word)NAME, or title:'\(word)' for titles; is a variable of a script empty?")
    }
    if Self.signs.contains(word) {
      throw error(
        "'\(word)' stands between no key and value",
        "write them without spaces, as due<fri; title:'\(word)' looks at titles")
    }
    guard let pair = FilterPair(word) else {
      return .title(TextNeedle(word, isCaseSensitive: false))
    }
    guard !pair.value.isEmpty else {
      throw error("'\(word)' says nothing behind the \(pair.sign)", "write \(word)VALUE")
    }
    switch pair.sign {
    case ":", "=", "==": return try equality(pair.key, pair.value)
    case "!=": return .not(try equality(pair.key, pair.value))
    default: break
    }
    guard let comparison = Comparison(rawValue: pair.sign) else {
      throw error("'\(pair.sign)' compares nothing", "write <, <=, >, >=, : or !=")
    }
    return try compared(pair.key, comparison, pair.value)
  }

  /// `KEY:A`, `KEY:A,B`, `KEY:A..B`, `KEY:none`.
  private func equality(_ key: String, _ value: String) throws(FilterError) -> Filter {
    let key = vocabulary.key(key)
    switch key {
    case "title": return .title(TextNeedle(value, isCaseSensitive: false))
    case "id": return .id(value.lowercased())
    case "path": return Filter.isOpen(path: value) ? openEnded(.path(value)) : .path(value)
    default: break
    }
    if let range = try range(key, value) { return range }
    let whole = try single(key, value)
    guard value.contains(","), !value.hasPrefix(","), !value.hasSuffix(",") else {
      guard let whole else { throw mismatch(key, .equal, value) }
      return whole
    }
    // A value of the user's own may have commas itself.
    var parts = whole.map { [$0] } ?? []
    for part in value.split(separator: ",").map({ String($0).trimmingSpaces }) {
      guard let filter = try single(key, part) else { throw mismatch(key, .equal, part) }
      parts.append(filter)
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// - Returns: Nil for a value that the key can't have.
  private func single(_ key: String, _ value: String) throws(FilterError) -> Filter? {
    let name = KnownField.fullName(key)
    if value.lowercased() == "none" {
      if !["status", "created", "done", "changed"].contains(name) { return .missing(key: name) }
    } else if let known = try own(key, .equal, value) {
      return known
    }
    return vocabulary.contains(value, of: name)
      ? .field(key: name, .equal, Filter.Operand(value, now: now)) : nil
  }

  /// `KEY<VALUE` and the like.
  func compared(
    _ name: String, _ comparison: Comparison, _ value: String
  ) throws(FilterError) -> Filter {
    let key = vocabulary.key(name)
    guard let filter = try own(key, comparison, value) else {
      throw mismatch(key, comparison, value)
    }
    return filter
  }

  /// - Returns: Nil for a value that the key can't have.
  private func own(
    _ key: String, _ comparison: Comparison, _ value: String
  ) throws(FilterError) -> Filter? {
    let field = KnownField(typed: key)
    if let moment = Filter.Moment(rawValue: field == .deadline ? "due" : key) {
      return FilterDate(value, now: now, isPast: moment != .due).map {
        .date(moment, comparison, $0)
      }
    }
    switch field {
    case .priority:
      return vocabulary.word(value, of: .priority).flatMap(Priority.init(rawValue:))
        .map { .priority(comparison, $0) }
    case .status:
      return vocabulary.word(value, of: .status).flatMap(Status.init(rawValue:))
        .map { .status(comparison, $0) }
    case .tags where comparison == .equal: return .tag(try tag(value))
    case .every where comparison == .equal:
      // However it is typed, it is written in one way.
      return ValuePhrase(now: now).rule(value).map {
        .field(key: key, .equal, Filter.Operand($0.description, now: now))
      }
    case _ where comparison == .equal:
      return .field(key: key, .equal, Filter.Operand(value, now: now))
    case _ where key == "path" || [.tags, .title, .id].contains(field):
      throw error("'\(key)' can't be compared", "write \(key):\(value)")
    default: return number(value).map { .field(key: key, comparison, $0) }
    }
  }

  /// What less and more can be said of.
  func number(_ value: String) -> Filter.Operand? {
    let operand = Filter.Operand(value, now: now)
    return operand.measure != nil || operand.date != nil ? operand : nil
  }

  private func tag(_ text: String) throws(FilterError) -> String {
    guard !text.contains(where: \.isWhitespace) else {
      throw error("'\(text)' can't be a tag", "a tag is one word: +home")
    }
    return text
  }

  /// Why a key can't have a value.
  private func mismatch(
    _ key: String, _ comparison: Comparison, _ value: String
  ) -> FilterError {
    if ["any", "some", "*"].contains(value.lowercased()), key != "status" {
      return error("'\(value)' is no value", "write 'not \(key):none' for any that has one")
    }
    if ["done", "changed"].contains(key) {
      guard value.lowercased() == "none", key == "done" else {
        return invalidDate(value, isPast: true)
      }
      return error("invalid date '\(value)'", "write 'not done'")
    }
    let field = KnownField(typed: key)
    switch field {
    case .deadline, .created:
      if value.lowercased() == "none" {
        return field == .created
          ? error("every task was made some day", "write a date: created>2026-01-01")
          : error("nothing is before or after no deadline", "write due:none")
      }
      return invalidDate(value, isPast: field == .created)
    case .every:
      let (message, hint) = RepeatRule.advice(against: value)
      return error(message, hint)
    case .priority, .status:
      let words = (field?.words ?? []) + (field == .priority ? ["none"] : [])
      return error("'\(value)' is no \(KnownField.fullName(key))", "write \(words.orList)")
    default:
      return error(
        "'\(value)' is no number and no date, so nothing is less or more", "write \(key):\(value)")
    }
  }

  private func invalidDate(_ value: String, isPast: Bool) -> FilterError {
    let reason = DateWordsError(value, now: now, isPast: isPast)
    let word = reason.leftover?.split(separator: " ").last.map { "; title:\($0) looks in titles" }
    return error(reason.message, reason.hints[0] + (word ?? ""))
  }
}
