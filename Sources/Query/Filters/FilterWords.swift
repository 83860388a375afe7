public import StoreFiles
internal import TaskFile

struct FilterToken: Hashable {
  enum Kind { case open, close, word, quoted }
  var kind: Kind
  var text: String
  /// The position in the whole text, in Unicode scalars.
  var range: Range<Int>
}

/// Splits a filter into words.
///
/// The shell has already split a command line, so the argument `project:big house` is one
/// condition. But the argument `(todo or doing) +home` is a whole filter.
enum FilterWords {
  /// Joins the arguments to the line in which ``FilterToken/range`` counts.
  static func line(_ arguments: [String]) -> String { arguments.joined(separator: " ") }

  /// - Parameter now: For dates with several words, like `due<next week`.
  static func tokens(of arguments: [String], now: LocalTime) -> [FilterToken] {
    var tokens: [FilterToken] = []
    var start = 0
    for argument in arguments {
      let characters = Array(argument)
      let words = split(characters, from: start)
      let range = start..<(start + argument.unicodeScalars.count)
      // `due:2 days overdue` is one value, `due:next week overdue` a date and a condition.
      let isDate = FilterPair(argument).map { FilterDate($0.value, now: now) != nil } ?? false
      if words.count > 1, isDate || !isExpression(joiningDates(words, now)) {
        tokens.append(FilterToken(kind: .word, text: argument, range: range))
      } else {
        tokens += words.flatMap(withoutParentheses)
      }
      start = range.upperBound + 1
    }
    return joiningDates(tokens, now)
  }

  /// - Parameter text: A whole filter, for example from a file.
  static func tokens(of text: String, now: LocalTime) -> [FilterToken] {
    joiningDates(split(Array(text), from: 0).flatMap(withoutParentheses), now)
  }

  /// Whether a typed word is a filter and not part of a title or a name.
  static func isSpecial(_ word: String) -> Bool {
    isKeyword(word) || FilterPair(word) != nil
      || (word.count > 1 && "+-@".contains(word.prefix(1))) || hasOpenParenthesis(word)
  }

  /// Whether an argument is a filter with several words, like `(todo or doing) +home`.
  static func isExpression(_ argument: String) -> Bool {
    isExpression(split(Array(argument), from: 0))
  }

  /// Matched in any case.
  private static let operators: Set = ["and", "or", "not"]

  /// Words that are complete conditions.
  static let conditions = Set(
    Status.allCases.map(\.rawValue) + Filter.State.allCases.map(\.rawValue))

  private static func isKeyword(_ word: String) -> Bool {
    conditions.contains(word)
      || operators.contains(word.lowercased())
  }

  private static func hasOpenParenthesis(_ word: String) -> Bool {
    word.hasPrefix("(") || operators.contains { word.lowercased().hasPrefix("\($0)(") }
      || word.count { $0 == "(" } < word.count { $0 == ")" }
  }

  private static func isExpression(_ words: [FilterToken]) -> Bool {
    guard words.count > 1 else { return false }
    if words.allSatisfy({ isSpecial($0.text) }) { return true }
    return words.enumerated().contains { index, token in
      guard token.kind == .word else { return false }
      if ["or", "not"].contains(token.text) || hasOpenParenthesis(token.text) { return true }
      let isPair = FilterPair(token.text) != nil
      return isSpecial(token.text) && !isKeyword(token.text) && (index > 0 || !isPair)
    }
  }
}

extension FilterWords {
  /// Splits at white space outside quotes; quotes enclose a word or a value.
  private static func split(_ characters: [Character], from start: Int) -> [FilterToken] {
    var tokens: [FilterToken] = []
    var text = ""
    var wordStart: Int?
    var isQuoted = false
    var index = 0
    // The number of scalars before each character. A combining accent after a space is part of the
    // space's character.
    let scalars = characters.reduce(into: [start]) {
      $0.append($0[$0.count - 1] + $1.unicodeScalars.count)
    }
    func finish(at end: Int) {
      guard let first = wordStart else { return }
      let kind: FilterToken.Kind = isQuoted ? .quoted : .word
      tokens.append(FilterToken(kind: kind, text: text, range: scalars[first]..<scalars[end]))
      (text, wordStart, isQuoted) = ("", nil, false)
    }
    while index < characters.count {
      let character = characters[index]
      if character.isWhitespace {
        finish(at: index)
      } else if "\"'".contains(character), text.isEmpty || ":<>=".contains(text.suffix(1)),
        let end = characters[(index + 1)...].firstIndex(of: character)
      {
        isQuoted = wordStart == nil
        wordStart = wordStart ?? index
        text += String(characters[(index + 1)..<end])
        index = end
      } else {
        wordStart = wordStart ?? index
        text.append(character)
        if isQuoted { isQuoted = false }
      }
      index += 1
    }
    finish(at: characters.count)
    return tokens
  }

  /// Splits off the parentheses around a word.
  ///
  /// Parentheses inside a word stay, as in `f(x)`.
  private static func withoutParentheses(_ token: FilterToken) -> [FilterToken] {
    guard token.kind == .word else { return [token] }
    var tokens: [FilterToken] = []
    var rest = token.text[...]
    var (start, end) = (token.range.lowerBound, token.range.upperBound)
    // `not(`, as in other languages.
    if let word = operators.first(where: { rest.lowercased().hasPrefix("\($0)(") }) {
      tokens.append(FilterToken(kind: .word, text: word, range: start..<(start + word.count)))
      rest.removeFirst(word.count)
      start += word.count
    }
    while rest.first == "(" {
      tokens.append(FilterToken(kind: .open, text: "(", range: start..<(start + 1)))
      rest.removeFirst()
      start += 1
    }
    var closing: [FilterToken] = []
    var unopened = rest.count { $0 == ")" } - rest.count { $0 == "(" }
    while unopened > 0, rest.last == ")" {
      closing.append(FilterToken(kind: .close, text: ")", range: (end - 1)..<end))
      rest.removeLast()
      end -= 1
      unopened -= 1
    }
    if !rest.isEmpty {
      tokens.append(FilterToken(kind: .word, text: String(rest), range: start..<end))
    }
    return tokens + closing.reversed()
  }

  /// Joins the words of each date and rule: `due:next`, `week` become `due:next week`.
  static func joiningDates(
    _ tokens: [FilterToken], _ now: LocalTime, _ aliases: FieldAliases? = nil
  ) -> [FilterToken] {
    var joined: [FilterToken] = []
    var rest = tokens[...]
    while let first = rest.first {
      var count = 1
      // A missing value may be an empty script variable, so the next word is not used for it.
      if first.kind == .word, let pair = FilterPair(first.text), !pair.value.isEmpty {
        let next = rest.dropFirst().prefix(ValuePhrase.most).prefix { $0.kind == .word }
        let values = [pair.value] + continuation(next.map(\.text), now)
        let key = aliases?.key(pair.key) ?? KnownField.fullName(pair.key)
        count = ValuePhrase(now: now).length(of: key, values).total
      }
      let part = rest.prefix(count)
      let end = part.last?.range.upperBound ?? first.range.upperBound
      joined.append(
        FilterToken(
          kind: first.kind, text: part.map(\.text).joined(separator: " "),
          range: first.range.lowerBound..<end))
      rest = rest.dropFirst(count)
    }
    return joined
  }

  /// The words that may continue a date or a rule, up to the next condition.
  ///
  /// They include `or sat` after `due:fri`, since a search for titles with "sat" is unlikely.
  private static func continuation(_ words: [String], _ now: LocalTime) -> [String] {
    let phrase = ValuePhrase(now: now)
    let end = words.indices.first { index in
      let next = index + 1 < words.count ? words[index + 1] : ""
      if ["and", "or"].contains(words[index].lowercased()), continuesValue(next) {
        return !phrase.isPart(next, .date(.forward))
      }
      return !continuesValue(words[index])
    }
    return Array(words.prefix(end ?? words.count))
  }

  private static func continuesValue(_ word: String) -> Bool {
    !isKeyword(word) && !hasOpenParenthesis(word) && ValuePhrase.mayContinue(word)
  }
}

/// `KEY:VALUE` with any comparison sign.
package struct FilterPair: Hashable {
  package var key: String
  var sign: String
  package var value: String

  /// - Returns: Nil for other words, for example `17:00` and `https://example.org`.
  init?(_ word: String) {
    guard let mark = word.firstIndex(where: { "<>:=!".contains($0) }) else { return nil }
    key = String(word[..<mark])
    guard let first = key.first, first.isLetter || first == "_",
      key.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) })
    else { return nil }
    let rest = word[mark...]
    let isPair = rest.first != ":" && rest.dropFirst().first == "="
    sign = String(rest.prefix(isPair ? 2 : 1))
    value = String(rest.dropFirst(sign.count))
    guard sign != "!", !(sign == ":" && value.hasPrefix("//")) else { return nil }
  }
}

extension Filter {
  /// Words that are complete conditions, sorted.
  package static var conditionWords: [String] { FilterWords.conditions.sorted() }

  /// Rejects a filter that seems to lack a part: `tag:home,`, `due:" 17:00"`, `due:fri..`,
  /// `path:todo/`, `"+home $x"`.
  ///
  /// An empty script variable causes this, and the filter may then match too many tasks. So only
  /// commands that change tasks call this. Named filters in the settings are not checked.
  /// - Parameters:
  ///   - words: The typed arguments.
  ///   - now: For dates with several words, like `due<next week`.
  /// - Throws: ``FilterError`` with the position of the word.
  public static func checkComplete(_ words: [String], now: LocalTime) throws(FilterError) {
    func incomplete(_ message: String, _ hint: String, _ range: Range<Int>) -> FilterError {
      FilterError(
        .incompleteFilter, message, "\(hint); is a variable of a script empty?",
        text: FilterWords.line(words), at: range, origin: nil)
    }
    func gap(_ word: String, _ range: Range<Int>) -> FilterError {
      incomplete("'\(word)' seems to lack a part", "leave the gap out if you mean that", range)
    }
    var start = 0
    for word in words {
      let range = start..<(start + word.unicodeScalars.count)
      guard word == word.trimmingSpaces, !FilterWords.isExpression(word) || !word.contains("  ")
      else { throw gap(word, range) }
      start = range.upperBound + 1
    }
    let line = Array(FilterWords.line(words).unicodeScalars)
    var opened: [Int] = []
    for token in FilterWords.tokens(of: words, now: now) {
      if token.hasGap { throw gap(token.text, token.range) }
      if token.kind == .open { opened.append(token.range.upperBound) }
      if token.kind == .close, let start = opened.popLast() {
        let end = token.range.lowerBound
        // With a space on one side only, as in `($A +home)`.
        guard (line[start] == " ") == (line[end - 1] == " ") else {
          let range = (start - 1)..<(end + 1)
          throw gap(String(String.UnicodeScalarView(line[range])), range)
        }
      }
      guard token.kind == .word, let pair = FilterPair(token.text), let closed = closed(pair, now)
      else { continue }
      throw incomplete(
        "'\(token.text)' is an open range, which may select too much",
        "write '\(pair.sign == "!=" ? "not " : "")\(closed)' instead", token.range)
    }
  }

  /// An open range or path without the open end; nil for other conditions.
  ///
  /// `due:fri..` becomes `due>=fri`, `path:home/` becomes `path:home`, and `path:todo/` becomes
  /// `todo`.
  private static func closed(_ pair: FilterPair, _ now: LocalTime) -> String? {
    let (key, value) = (pair.key, pair.value)
    guard [":", "=", "==", "!="].contains(pair.sign) else { return nil }
    if key == "path" {
      let start = String(value.reversed().drop { $0 == "/" }.reversed())
      let status = Status.allCases.first { $0.rawValue.hasPrefix(start) }?.rawValue
      return status ?? (start == value ? nil : "path:\(start)")
    }
    guard value.hasPrefix("..") != value.hasSuffix("..") else { return nil }
    let closed = value.hasPrefix("..") ? "<=\(value.dropFirst(2))" : ">=\(value.dropLast(2))"
    // `note:wait..` is text.
    return (try? parse([key + closed], now: now)).map { _ in key + closed }
  }
}

extension FilterToken {
  /// Whether quotes are empty, a value begins or ends with a space, or lacks a part at a comma.
  fileprivate var hasGap: Bool {
    if kind == .quoted { return text.allSatisfy(\.isWhitespace) }
    let pair = FilterPair(text)
    let isTag = ["+", "-"].contains(text.prefix(1))
    guard kind == .word, let value = pair?.value ?? (isTag ? String(text.dropFirst()) : nil) else {
      return false
    }
    return value != value.trimmingSpaces
      || !["title", "id", "path"].contains(pair?.key) && value.hasGapAtComma
  }
}

extension String {
  /// Whether a part between commas is missing, as in `home,` and `a, ,b`.
  var hasGapAtComma: Bool {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.contains { $0.allSatisfy(\.isWhitespace) }
  }
}
