internal import MemoKit

/// The words of `memo set`: the tasks, then the changes.
///
/// A word such as `+home` can be either. If both readings are possible, `--` must separate tasks
/// and changes. A script's variable for the task may be empty, so changes alone never name tasks
/// without `--`.
struct SetWords {
  var tasks: [String]
  var changes: [String]

  /// - Parameters:
  ///   - isFilter: Whether words can be a filter.
  ///   - isTask: Whether words name a task; called only for an error.
  /// - Throws: ``Failure`` if a part is missing or the words have two readings.
  init(
    _ words: [String], _ grammar: FieldGrammar, isFilter: ([String]) -> Bool,
    isTask: ([String]) -> Bool
  ) throws(Failure) {
    let words = Self.split(words, grammar)
    // The next word never replaces a missing value, because a script's variable may be empty.
    if let word = words.dropFirst().first(where: Self.isEmptyField), let (key, _) = Self.pair(word)
    {
      throw Failure(
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
      let split = try Self.place(in: words, isFilter)
      tasks = Array(words[..<split])
      changes = Array(words[split...])
      if !tasks.isEmpty, !changes.isEmpty, tasks.allSatisfy(Self.isChange) {
        throw Failure(
          .usage, "no task is named: '\(tasks.joined(separator: " "))' may be a change, too",
          details: [
            "memo set \(tasks.joined(separator: " ")) -- \(changes.joined(separator: " "))"
          ],
          hints: ["write that if it is a filter: -- ends it; is a variable of a script empty?"])
      }
    }
    guard !tasks.isEmpty else {
      throw Failure(.usage, "missing task", hints: ["memo set ID due:fri"])
    }
    guard !changes.isEmpty else {
      throw Failure(
        .usage, Self.whatIsMissing(tasks),
        hints: ["memo set " + Self.example(tasks, grammar, isTask)])
    }
    if let end = changes.firstIndex(where: { !Self.isChange($0) }), end > 0,
      Self.pair(changes[end - 1]) != nil
    {
      let words = tasks + changes
      let whole = Self.quoted(words, from: tasks.count + end - 1, grammar)
      let line = whole ?? (tasks + changes.filter(Self.isChange)).map(\.quotedForShell)
      throw Failure(
        .usage, "invalid change '\(changes[end])'",
        hints: [
          (whole == nil ? "" : "quotes keep a value of several words together: ") + "memo set "
            + line.joined(separator: " ")
        ])
    }
  }

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

  /// A valid command for the hint.
  private static func example(
    _ typed: [String], _ grammar: FieldGrammar, _ isTask: ([String]) -> Bool
  ) -> String {
    let words = typed.filter { !["+", "-"].contains($0) }
    func line(_ words: [String]) -> String {
      words.map(\.quotedForShell).joined(separator: " ")
    }
    // After `--`, a dash begins no option.
    if words.allSatisfy({ $0.hasPrefix("-") }), !words.isEmpty {
      return line(["ID", "--"] + words)
    }
    if words.allSatisfy(isChange) { return line(["ID"] + words + (words.isEmpty ? ["+home"] : [])) }
    if let start = words.indices.dropFirst().first(where: { pair(words[$0]) != nil }) {
      // Leaves out words that belong to no field.
      let whole =
        quoted(words, from: start, grammar)
        ?? (words[..<start] + words[start...].filter(isChange)).map(\.quotedForShell)
      return whole.joined(separator: " ")
    }
    // `p high`, with a space.
    for place in words.indices.dropFirst().dropLast() where KnownField.names.contains(words[place])
    {
      let value = words[(place + 1)...].joined(separator: " ")
      guard (try? grammar.edit(words[place], value)) != nil else { continue }
      let field = "\(words[place]):\(value)".quotedForShell
      return (words[..<place].map(\.quotedForShell) + [field]).joined(separator: " ")
    }
    if words.count > 1, let last = words.last, last.hasPrefix("@"), last.count > 1 {
      return line(words.dropLast() + ["to:\(last.dropFirst())"])
    }
    if words.count > 1, let last = words.last, let field = field(of: last, grammar) {
      return (words.dropLast().map(\.quotedForShell) + [field]).joined(separator: " ")
    }
    // Moves changes behind the tasks if the other words name tasks.
    let names = words.filter { !isChange($0) }
    if let first = words.first, isChange(first), isTask(names) {
      return line(names + words.filter(isChange))
    }
    // Leaves out words after the task that are no change.
    let count = (1...words.count).reversed().first { isTask(Array(words.prefix($0))) }
    let named = count.map { Array(words.prefix($0)) } ?? ["ID"]
    let tasks = line(named + (named.contains(where: Filter.isFilterWord) ? ["--"] : []))
    return typed.count > words.count ? "\(tasks) +home" : "\(tasks) due:fri +home"
  }

  /// The words with quotes around a value of several words.
  ///
  /// Nil if other changes follow, or if the field can't have the value.
  private static func quoted(
    _ words: [String], from start: Int, _ grammar: FieldGrammar
  ) -> [String]? {
    let whole = words[start...].joined(separator: " ")
    guard !words[(start + 1)...].contains(where: isChange), let (key, value) = pair(whole),
      key == "title" || (try? grammar.edit(key, value)) != nil
    else { return nil }
    return words[..<start].map(\.quotedForShell) + [whole.quotedForShell]
  }

  /// The field of a value without a key: `high`, `fri`, `done`.
  private static func field(of word: String, _ grammar: FieldGrammar) -> String? {
    if word.first?.isNumber == true { return nil }
    if Priority(typed: word) != nil { return "p:\(word)" }
    if Status(rawValue: word.lowercased()) != nil { return "status=\(word.lowercased())" }
    guard case .set? = try? grammar.edit("deadline", word) else { return nil }
    return "due:\(word)"
  }

  /// The index of the first change.
  private static func place(
    in words: [String], _ isFilter: ([String]) -> Bool
  ) throws(Failure) -> Int {
    let firstPair = words.firstIndex(where: isPair) ?? words.count
    let firstOfTail = words.count - words.reversed().prefix(while: isChange).count
    // A pair ends the tasks. Other words after it cause an error later.
    guard firstOfTail <= firstPair else { return firstPair }
    let (lowest, highest) = (max(1, firstOfTail), min(firstPair, words.count - 1))
    guard lowest <= highest else { return min(firstPair, words.count) }
    let isNames = !words[..<lowest].contains(where: Filter.isFilterWord)
    let places = isNames ? [lowest] : (lowest...highest).filter { isFilter(Array(words[..<$0])) }
    guard let place = places.first else { return lowest }
    guard places.count == 1 else {
      let readings = places.map { place in
        "memo set \(words[..<place].joined(separator: " ")) -- "
          + words[place...].joined(separator: " ")
      }
      throw Failure(
        .usage, "'\(words[place])' could be a filter or a change",
        details: readings, hints: ["write one of these: -- ends the filter"])
    }
    return place
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
