public import StoreFiles
public import TaskFile

/// Parses `KEY:VALUE` and `+tag` for all commands that write.
public struct FieldGrammar {
  let now: LocalTime
  /// Finds a task by its name, for fields with ids.
  private let task: (String) throws(MemoError) -> StoredTask
  /// The user's name, for `to:me`.
  private let me: () throws(MemoError) -> String
  private let aliases: FieldAliases?
  /// Whether a task of the store has a key.
  let isUsed: (String) -> Bool

  public init(
    now: LocalTime, aliases: FieldAliases? = nil,
    task: @escaping (String) throws(MemoError) -> StoredTask,
    me: @escaping () throws(MemoError) -> String,
    isUsed: @escaping (String) -> Bool = { _ in false }
  ) {
    self.now = now
    self.aliases = aliases
    self.task = task
    self.me = me
    self.isUsed = isUsed
  }

  /// - Parameters:
  ///   - key: A key or its short name.
  ///   - value: As typed; `none` removes the key.
  /// - Throws: ``MemoError`` if the value is invalid for the key.
  public func edit(_ key: String, _ value: String) throws(MemoError) -> FieldEdit {
    let (typed, untrimmed) = (key, value)
    let key = aliases?.key(key) ?? KnownField.fullName(key)
    let field = KnownField(rawValue: key)
    let trimmed = value.trimmingSpaces
    let value = aliases?.word(trimmed, of: key) ?? trimmed
    // A check for titles reports an empty one.
    if value.isEmpty, field != .title { throw Self.noValue(of: typed) }
    try Self.checkMarks(of: value)
    try checkWhole(untrimmed, of: field?.kind, as: typed)
    if value.lowercased() == "none", field != .status, field?.isGivenOnce != true {
      return .clear(key: key)
    }
    if let field, field.isGivenOnce {
      throw MemoError(
        .refused, "'\(key)' can't be changed",
        hints: ["set another key, or edit the file by hand if it is wrong"])
    }
    switch field?.kind {
    case .line: return .set(key: key, .text(value))
    case .word:
      guard let word = field?.word(typed: value) else {
        let words = [field?.words.orList, field?.alsoTyped].compactMap(\.self)
        var error = MemoError(
          "invalid \(key) '\(value)'", "write \(words.joined(separator: "; "))")
        error.invalidValue = .word(value, allowed: field?.words ?? [])
        throw error
      }
      return .set(key: key, .text(word))
    case .tags: return try tags(value)
    case .date: return try date(key, value)
    case .rule:
      guard let rule = ValuePhrase(now: now).rule(value) else {
        throw MemoError("invalid rule '\(value)'", RepeatRule.advice(against: value))
      }
      return .set(key: key, .text(rule.description))
    case .duration:
      guard !value.contains(where: \.isWhitespace) || Measure(value) != nil else {
        throw MemoError(
          "invalid length of time '\(value)'", "write \(key):3h or '\(key):1h 30min'")
      }
      return .set(key: key, .text(value))
    case .tasks: return .set(key: key, .list(try Self.items(value).map(id)))
    case .people:
      let people = try Self.items(value).map(person)
      guard let first = people.first else { throw Self.noValue(of: key) }
      return .set(key: key, people.count == 1 ? .text(first) : .list(people))
    case .text, .moment, .id, nil:
      return .set(key: key, Self.isList(value) ? .list(Self.items(value)) : .text(value))
    }
  }

  /// Validates a tag that a user typed.
  ///
  /// - Parameter text: With or without the plus.
  /// - Throws: ``MemoError`` if memo would read the tag back differently.
  public static func tag(_ text: String) throws(MemoError) -> String {
    let text = text.hasPrefix("+") ? String(text.dropFirst()) : text
    let isPlain =
      !text.isEmpty
      && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F || $0 == "," }
    guard isPlain else {
      throw MemoError("'\(text)' can't be a tag", "a tag is one word without commas: +home")
    }
    try checkMarks(of: text)
    return text
  }

  /// Whether a word of a title is a tag, and not a number with a plus, as in `+49 30`.
  static func isTag(_ word: String) -> Bool {
    word.hasPrefix("+")
      && word.dropFirst().contains {
        $0.isLetter || !$0.isASCII && !$0.isNumber && !$0.isPunctuation
      }
  }

  private static func checkMarks(of text: String) throws(MemoError) {
    guard let obstacle = FieldValue.obstacle(to: text) else { return }
    throw MemoError(obstacle, "remove some of the marks")
  }

  /// The number of words of a value, since dates and rules may have several.
  ///
  /// - Parameter isOverdue: Whether `2 days overdue` is one value. Else it is a date and a
  ///   condition.
  func length(
    of key: String, _ words: [String], isOverdue: Bool = false
  ) -> ValuePhrase.Length {
    ValuePhrase(now: now).length(
      of: aliases?.key(key) ?? KnownField.fullName(key), words, isOverdue: isOverdue)
  }

  /// Joins the words of each date and rule: `due:next`, `week` become `due:next week`.
  public func joined(_ words: [String]) -> [String] {
    let tokens = words.map { FilterToken(kind: .word, text: $0, range: 0..<0) }
    return FilterWords.joiningDates(tokens, now, aliases).map(\.text)
  }

  /// Splits an argument at white space, except in quotes.
  ///
  /// Quotes around the whole word stay; quotes around a value are removed.
  public static func words(of argument: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in argument {
      if character == quote {
        if word?.hasPrefix("\"") == true { word?.append(character) }
        quote = nil
      } else if quote == nil, word == nil, character == "\"" {
        quote = character
        word = "\""
      } else if quote == nil, "\"'".contains(character), ":=".contains(word?.suffix(1) ?? " ") {
        quote = character
      } else if quote == nil, character.isWhitespace {
        words += word.map { [$0] } ?? []
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    // An unclosed quote is an apostrophe.
    if quote != nil { return argument.split(whereSeparator: \.isWhitespace).map(String.init) }
    return words + (word.map { [$0] } ?? [])
  }

  private func date(_ key: String, _ value: String) throws(MemoError) -> FieldEdit {
    guard let date = try DateWords.parse(value, now: now) else { return .clear(key: key) }
    return .set(key: key, .text(date.description))
  }

  private func tags(_ value: String) throws(MemoError) -> FieldEdit {
    let tags = Self.items(value)
    if tags.isEmpty { throw Self.noValue(of: "tags") }
    return .set(key: "tags", .list(try tags.map(Self.tag)))
  }

  private func id(_ name: String) throws(MemoError) -> String {
    do throws(MemoError) {
      let task = try task(name)
      if let id = task.id { return id.text }
      throw MemoError(
        .refused, "\(task.path) has no id yet", hints: ["'memo check --fix' gives it one"])
    } catch {
      throw Self.ofValue(error)
    }
  }

  private func person(_ name: String) throws(MemoError) -> String {
    guard name.lowercased() == "me" else { return name }
    do throws(MemoError) {
      return try me()
    } catch {
      throw Self.ofValue(error)
    }
  }

  /// The error as one of the typed value.
  private static func ofValue(_ error: MemoError) -> MemoError {
    var error = error
    error.kind = .usage
    return error
  }

  private static func isList(_ value: String) -> Bool {
    value.hasPrefix("[") && value.hasSuffix("]") && value.count > 1
  }

  /// Splits `a, b`, with or without brackets and quotes.
  static func items(_ value: String) -> [String] {
    let inner = isList(value) ? String(value.dropFirst().dropLast()) : value
    return inner.split(separator: ",").map { part in
      let item = String(part).trimmingSpaces
      let quotes = item.count > 1 && "\"'".contains(item.prefix(1)) && item.first == item.last
      return quotes ? String(item.dropFirst().dropLast()) : item
    }.filter { !$0.isEmpty }
  }

  /// Rejects incomplete values, which empty script variables cause: `tags=home,` and
  /// `due:" 17:00"`.
  private func checkWhole(
    _ value: String, of kind: KnownField.Kind?, as typed: String
  ) throws(MemoError) {
    let hasGap =
      if kind == .tags || kind == .rule || kind?.isList == true {
        !Self.isList(value.trimmingSpaces) && value.hasGapAtComma
      } else if kind == .date {
        // A time alone may lack the day before it.
        value.last?.isWhitespace == true
          || value.first?.isWhitespace == true
            && DateExpression(now: now, direction: .forward).meaning(of: "fri\(value)") != nil
      } else {
        false
      }
    guard hasGap else { return }
    throw MemoError(
      "'\(typed):\(value)' seems to lack a part",
      "leave the gap out if you mean that; is a variable of a script empty?")
  }

  private static func noValue(of key: String) -> MemoError {
    MemoError(
      "'\(key)' has no value", "\(key):none removes it; is a variable of a script empty?")
  }
}
