public import StoreFiles
internal import TaskFile

extension Filter {
  /// Refuses a filter in which a part seems to be missing, as a script's empty variable leaves it:
  /// `tag:home,`, `due:" 17:00"`, `"+home $x"`.
  ///
  /// To read that is no harm; where tasks are to be changed, it may mean many more than were
  /// meant. What a name of the store's settings stands for was written down on purpose. Ends that
  /// are left open are ``leavesAnEndOpen``'s.
  /// - Parameters:
  ///   - words: As they were typed, each an argument.
  ///   - now: Dates may take several words, `due<next week`.
  /// - Throws: ``FilterError`` that points at the word, and says how to write it on purpose.
  public static func checkComplete(_ words: [String], now: LocalTime) throws(FilterError) {
    func check(
      _ slip: (message: String, hint: String)?, at range: Range<Int>
    ) throws(FilterError) {
      guard let (message, hint) = slip else { return }
      throw FilterError(
        message, "\(hint); is a variable of a script empty?", text: FilterWords.line(words),
        at: range, origin: nil)
    }
    var start = 0
    for word in words {
      let range = start..<(start + word.unicodeScalars.count)
      try check(slip(inArgument: word), at: range)
      start = range.upperBound + 1
    }
    for token in FilterWords.tokens(of: words, now: now) {
      try check(slip(in: token), at: token.range)
    }
  }

  /// What is wrong with the blanks of an argument: with each word that is gone more is meant.
  private static func slip(inArgument word: String) -> (message: String, hint: String)? {
    let trimmed = word.trimmingSpaces
    if trimmed != word {
      return (
        "'\(word)' \(word.first?.isWhitespace == true ? "begins with" : "ends in") a blank",
        "write '\(trimmed)' where that is meant"
      )
    }
    guard FilterWords.isExpression(word), word.contains("  ") else { return nil }
    return (
      "'\(word)' has two blanks behind one another",
      "write one of them, where nothing is missing between"
    )
  }

  /// What is wrong with a word, and what to write; nil for nothing.
  private static func slip(in token: FilterToken) -> (message: String, hint: String)? {
    let word = token.text
    if token.kind == .quoted {
      return word.contains { !$0.isWhitespace }
        ? nil : ("nothing stands in these quotes", "leave them out, or write what was meant")
    }
    guard token.kind == .word else { return nil }
    if let sign = word.first, "+-".contains(sign), word.contains(",") {
      return slip(inList: String(word.dropFirst()), behind: String(sign))
    }
    guard let pair = FilterPair(word) else { return nil }
    let (key, value) = (pair.key, pair.value)
    let trimmed = value.trimmingSpaces
    if trimmed != value {
      return (
        "the value of '\(word)' begins with a blank",
        "write '\(key)\(pair.sign)\(trimmed)' where that is meant"
      )
    }
    guard !["title", "id", "path"].contains(key) else { return nil }
    return slip(inList: value, behind: "\(key)\(pair.sign)")
  }

  private static func slip(
    inList value: String, behind start: String
  ) -> (message: String, hint: String)? {
    let items = value.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).trimmingSpaces }
    guard items.count > 1, items.contains("") else { return nil }
    let rest = items.filter { !$0.isEmpty }
    return (
      "'\(start)\(value)' has nothing beside a comma",
      rest.isEmpty
        ? "write what was meant"
        : "write '\(start)\(rest.joined(separator: ","))' where that is meant"
    )
  }
}
