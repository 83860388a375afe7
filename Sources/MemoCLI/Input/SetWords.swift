internal import MemoKit

/// The words of `memo set`: the tasks, then the changes.
///
/// A word such as `+home` can be either. If both readings are possible, `--` must separate tasks
/// and changes. A script's variable for the task may be empty, so changes alone never name tasks
/// without `--`.
struct SetWords {
  var tasks: [String]
  var changes: [String]

  /// - Throws: `MemoError` if a part is missing or the words have two readings.
  init(_ words: [String], _ grammar: FieldGrammar) throws(MemoError) {
    let words = Self.split(words, grammar)
    // The next word never replaces a missing value, because a script's variable may be empty.
    if let word = words.dropFirst().first(where: Self.isEmptyField), let (key, _) = Self.pair(word)
    {
      throw MemoError(
        .usage, "'\(key)' has no value",
        hints: [
          "write it without a space, as \(word)VALUE; \(word)none removes it; "
            + "is a variable of a script empty?"
        ])
    }
    if let separator = words.firstIndex(of: "--"), separator > 0 {
      tasks = Array(words[..<separator])
      changes = words[(separator + 1)...].filter { $0 != "--" }
    } else {
      let words = words.filter { $0 != "--" }
      let split = try Self.place(in: words)
      tasks = Array(words[..<split])
      changes = Array(words[split...])
      if !tasks.isEmpty, !changes.isEmpty, tasks.allSatisfy(Self.isChange) {
        throw MemoError(
          .usage, "no task is named: '\(tasks.joined(separator: " "))' may be a change, too",
          details: [
            "memo set \(tasks.joined(separator: " ")) -- \(changes.joined(separator: " "))"
          ],
          hints: ["write that if it is a filter: -- ends it; is a variable of a script empty?"])
      }
    }
    guard !tasks.isEmpty else {
      throw MemoError(.usage, "missing task", hints: ["memo set ID due:fri"])
    }
    guard !changes.isEmpty else {
      throw MemoError(.usage, Self.whatIsMissing(tasks), hints: [Self.hint])
    }
  }

  /// How to write changes.
  static let hint =
    "write KEY=VALUE, +tag or -tag, and quote a value of several words: "
    + "memo set ID deadline=fri +home"

  private static func whatIsMissing(_ words: [String]) -> String {
    if let start = words.dropFirst().firstIndex(where: { pair($0) != nil }),
      let word = words[start...].first(where: { !isChange($0) })
    {
      return "invalid change '\(word)'"
    }
    if words.count > 1, let sign = words.first(where: { ["+", "-"].contains($0) }) {
      return "'\(sign)' names no tag"
    }
    if let word = words.first, isChange(word), words.contains(where: { !isChange($0) }) {
      return "missing change: '\(word)' is before the task, so it is part of the filter"
    }
    return "missing change: '\(words.joined(separator: " "))' only selects tasks"
  }

  /// The index of the first change.
  private static func place(in words: [String]) throws(MemoError) -> Int {
    let firstPair = words.firstIndex(where: isPair) ?? words.count
    let firstOfTail = words.count - words.reversed().prefix(while: isChange).count
    // A pair ends the tasks. Other words after it cause an error later.
    guard firstOfTail <= firstPair else { return firstPair }
    let (lowest, highest) = (max(1, firstOfTail), min(firstPair, words.count - 1))
    guard lowest <= highest else { return min(firstPair, words.count) }
    guard words[..<lowest].contains(where: Filter.isFilterWord) else { return lowest }
    // In `todo not +home p=high`, a filter goes on behind `not`.
    let places = (lowest...highest).filter {
      !["and", "or", "not"].contains(words[$0 - 1].lowercased())
    }
    guard places.count > 1 else { return places.first ?? lowest }
    throw MemoError(
      .usage, "'\(words[places[0]])' could be a filter or a change",
      details: places.map { place in
        "memo set \(words[..<place].joined(separator: " ")) -- "
          + words[place...].joined(separator: " ")
      }, hints: ["write one of these: -- ends the filter"])
  }

  /// Whether a word is a field without a value; titles have their own error.
  private static func isEmptyField(_ word: String) -> Bool {
    pair(word).map { !$0.key.isEmpty && $0.value.isEmpty && $0.key != "title" } == true
  }

  private static func isChange(_ word: String) -> Bool {
    // The key may be missing too, if a script's variable is empty.
    pair(word) != nil || (word.count > 1 && "+-=".contains(word.prefix(1)))
  }

  /// `KEY=VALUE` or `KEY:VALUE`; words with other signs are filters.
  static func pair(_ word: String) -> (key: String, value: String)? {
    guard let sign = word.firstIndex(where: { "<>:=!".contains($0) }), sign > word.startIndex,
      !word[sign...].hasPrefix("=="), !word[sign...].hasPrefix(":="), "=:".contains(word[sign])
    else { return nil }
    // `17:00` and `https://…` are not pairs.
    if word[sign] == ":", word.first?.isNumber == true || word[sign...].hasPrefix("://") {
      return nil
    }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  /// Splits an argument with several changes.
  private static func split(_ words: [String], _ grammar: FieldGrammar) -> [String] {
    grammar.joined(words).flatMap { word -> [String] in
      let parts = grammar.joined(FieldGrammar.words(of: word))
      return parts.count > 1 && parts.allSatisfy(isChange) ? parts : [word]
    }
  }

  /// `KEY=VALUE`, which is always a change.
  private static func isPair(_ word: String) -> Bool {
    pair(word) != nil && word.first { "=:".contains($0) } == "="
  }
}
