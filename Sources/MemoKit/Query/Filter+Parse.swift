internal import TaskFile

/// A word of a filter that can't be understood.
public struct FilterError: Error, Hashable, Sendable {
  public var message: String
  public var hint: String
  /// Which word it is, from 0.
  public var index: Int
}

extension Filter {
  /// Understands the words of a filter; no words at all match everything.
  ///
  /// `not` binds closer than words that stand side by side, which must all hold, and those
  /// closer than `or`. Parentheses may stand alone or touch their words.
  /// - Throws: ``FilterError`` that names the word.
  public static func parse(_ words: [String], now: LocalTime) throws(FilterError) -> Filter {
    var parser = FilterParser(words, now)
    return try parser.parse()
  }
}

private struct FilterParser {
  /// Words and single parentheses, each with the place of the word it came from.
  private var tokens: [(text: String, index: Int)] = []
  private var position = 0
  private let now: LocalTime

  init(_ words: [String], _ now: LocalTime) {
    self.now = now
    for (index, word) in words.enumerated() {
      var rest = word[...]
      while rest.first == "(" { tokens.append(("(", index)); rest.removeFirst() }
      var closing = 0
      while rest.last == ")" { closing += 1; rest.removeLast() }
      if !rest.isEmpty { tokens.append((String(rest), index)) }
      for _ in 0..<closing { tokens.append((")", index)) }
    }
  }

  mutating func parse() throws(FilterError) -> Filter {
    guard !tokens.isEmpty else { return .all }
    let filter = try alternatives(depth: 0)
    guard position == tokens.count else { throw error("this ) closes nothing", "remove it") }
    return filter
  }

  private mutating func alternatives(depth: Int) throws(FilterError) -> Filter {
    var parts = [try conjunction(depth: depth)]
    while next == "or" {
      position += 1
      parts.append(try conjunction(depth: depth))
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction(depth: Int) throws(FilterError) -> Filter {
    var parts: [Filter] = []
    while let token = next, token != "or", token != ")" { parts.append(try factor(depth: depth)) }
    guard !parts.isEmpty else {
      throw error("a condition is missing here", "write one, as +home or due<fri")
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func factor(depth: Int) throws(FilterError) -> Filter {
    guard depth < 100 else { throw error("nested too deep", "write it flatter") }
    let token = next ?? ""
    if token == "(" {
      position += 1
      let inner = try alternatives(depth: depth + 1)
      guard next == ")" else { throw error("a ) is missing", "close the parenthesis") }
      position += 1
      return inner
    }
    if token == "not" {
      position += 1
      guard next != nil, next != ")", next != "or" else {
        throw error("'not' needs a condition behind it", "write one, as not +home")
      }
      return .not(try factor(depth: depth + 1))
    }
    let filter = try condition(token)
    position += 1
    return filter
  }

  private var next: String? { position < tokens.count ? tokens[position].text : nil }

  private func error(_ message: String, _ hint: String) -> FilterError {
    let index = position < tokens.count ? tokens[position].index : (tokens.last?.index ?? 0)
    return FilterError(message: message, hint: hint, index: index)
  }
}

extension FilterParser {
  private func condition(_ word: String) throws(FilterError) -> Filter {
    if let status = Status(rawValue: word) { return .status(status) }
    switch word {
    case "overdue": return .overdue
    case "conflict": return .conflict
    case "problem": return .problem
    default: break
    }
    if word.count > 1, word.hasPrefix("+") { return .tag([String(word.dropFirst())]) }
    if word.count > 1, word.hasPrefix("-") { return .not(.tag([String(word.dropFirst())])) }
    guard let mark = word.firstIndex(where: { "<>:=".contains($0) }), mark > word.startIndex else {
      return .title(word.lowercased())
    }
    let key = String(word[..<mark])
    let isPair = word[mark] != ":" && word[word.index(after: mark)...].first == "="
    let symbol = String(word[mark...].prefix(isPair ? 2 : 1))
    let value = String(word[mark...].dropFirst(symbol.count))
    guard let comparison = Comparison(rawValue: symbol == "=" || symbol == "==" ? ":" : symbol)
    else {
      throw error("'\(symbol)' compares nothing", "write <, <=, >, >= or :")
    }
    return try condition(key, comparison, value, word)
  }

  private typealias Comparison = Filter.Comparison

  private func condition(
    _ key: String, _ comparison: Comparison, _ value: String, _ word: String
  ) throws(FilterError) -> Filter {
    guard !value.isEmpty else {
      throw error("'\(word)' says nothing behind the \(comparison.rawValue)", "write \(word)VALUE")
    }
    switch key {
    case "due", "deadline":
      if let date = try date(value) { return .due(comparison, date) }
      guard comparison == .equal else {
        throw error("nothing is before or after no deadline", "write due:none")
      }
      return .noDeadline
    case "created":
      guard let date = try date(value) else {
        throw error("every task was made some day", "write a date: created>2026-01-01")
      }
      return .created(comparison, date)
    default: break
    }
    guard comparison == .equal else {
      throw error("'\(key)' can't be compared", "only due and created can; write \(key):\(value)")
    }
    switch key {
    case "tag", "tags": return .tag(value.split(separator: ",").map(String.init))
    case "p", "priority":
      if value == "none" { return .priority(nil) }
      guard let priority = Priority(rawValue: value) else {
        throw error("'\(value)' is no priority", "write high, medium, low or none")
      }
      return .priority(priority)
    case "status":
      guard let status = Status(rawValue: value) else {
        throw error("'\(value)' is no status", "write todo, doing or done")
      }
      return .status(status)
    case "title": return .title(value.lowercased())
    default: return .field(key: key, value: value)
    }
  }

  private func date(_ text: String) throws(FilterError) -> CalendarDate? {
    do throws(DateWordsError) {
      return try DateWords.parse(text, now: now)?.date
    } catch {
      throw self.error(error.message, error.hints.first ?? "")
    }
  }
}
