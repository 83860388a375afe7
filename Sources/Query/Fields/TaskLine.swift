internal import StoreFiles
public import TaskFile

/// A line that tells a task, as lists of other programs have it: a Markdown item, with or
/// without a box to tick (<https://github.github.com/gfm/#task-list-items-extension->), a line of
/// todo.txt (<https://github.com/todotxt/todo.txt>), or just a title.
///
/// What it says in words, as `+home due:fri`, is left in ``words`` for the grammar of fields.
public struct TaskLine: Hashable, Sendable {
  public private(set) var words: String
  public private(set) var status: Status = .todo
  public private(set) var priority: Priority?
  /// The day that todo.txt says it was written down.
  public private(set) var created: CalendarDate?
  /// The day that todo.txt says it was done.
  public private(set) var completed: CalendarDate?
  /// Columns before it; what is indented below a Markdown item belongs to that.
  public let indent: Int
  public private(set) var isItem = false

  /// - Parameter today: A line of todo.txt was not written down later than that.
  /// - Returns: Nil for an empty line.
  public init?(_ line: String, today: CalendarDate) {
    let text = line.trimmingSpaces
    guard !text.isEmpty else { return nil }
    indent = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    words = text
    if readItem() { isItem = true } else { readTodoTxt(today) }
  }

  /// Whether it is a heading of Markdown, which tells no task.
  public var isHeading: Bool {
    let marks = words.prefix { $0 == "#" }
    return !isItem && (1...6).contains(marks.count) && words.dropFirst(marks.count).first == " "
  }

  /// `- [ ] title`, `* title`, `1. [x] title`.
  private mutating func readItem() -> Bool {
    var rest = words[...]
    let digits = rest.prefix(while: \.isNumber)
    if digits.isEmpty {
      guard let mark = rest.popFirst(), "-*+".contains(mark) else { return false }
    } else {
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.popFirst(), ".)".contains(mark) else { return false }
    }
    guard rest.popFirst() == " " else { return false }
    let box = rest.trimmingPrefix { $0 == " " }
    if box.hasPrefix("["), box.dropFirst(2).hasPrefix("]"),
      box.dropFirst(3).first.map({ $0 == " " }) ?? true
    {
      guard let tick = box.dropFirst().first, " xX".contains(tick) else { return false }
      status = tick == " " ? .todo : .done
      rest = box.dropFirst(3)
    }
    words = String(rest).trimmingSpaces
    return true
  }

  /// `x 2026-11-20 2026-11-01 title`, `(A) 2026-11-01 title`.
  private mutating func readTodoTxt(_ today: CalendarDate) {
    var parts = words.split(separator: " ")[...]
    var dates: [CalendarDate] = []
    if parts.count > 1, parts.first == "x" {
      status = .done
      parts.removeFirst()
    }
    if parts.count > 1, let letter = parts.first.flatMap(Self.priorityLetter) {
      priority = Self.priority(of: letter)
      parts.removeFirst()
    }
    while dates.count < (status == .done ? 2 : 1), parts.count > 1, let word = parts.first,
      word.utf8.count == 10, let date = CalendarDate(iso: word), date <= today
    {
      dates.append(date)
      parts.removeFirst()
    }
    guard status == .done || priority != nil || !dates.isEmpty else {
      if let fields = Self.fields(of: words) { words = fields }
      return
    }
    if status == .done, !dates.isEmpty { completed = dates.removeFirst() }
    created = dates.first
    let rest = parts.joined(separator: " ")
    words = Self.fields(of: rest) ?? rest
  }

  /// The words with memo's names for the fields of todo.txt: `wait` for `t`, `every` for `rec`, and
  /// a letter of `pri` as a priority; nil where there are none.
  private static func fields(of words: String) -> String? {
    var isChanged = false
    let fields = words.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let colon = word.firstIndex(of: ":"), word.index(after: colon) < word.endIndex else {
        return String(word)
      }
      let value = String(word[word.index(after: colon)...])
      let field: String? =
        switch word[..<colon] {
        case "t": "wait:\(value)"
        case "rec": "every:\(quoted(rule(ofTodoTxt: value)))"
        case "pri": priority(letter: value).map { "p:\(Priority(typed: value) ?? $0)" }
        default: nil
        }
      isChanged = isChanged || field != nil
      return field ?? String(word)
    }
    return isChanged ? fields.joined(separator: " ") : nil
  }

  private static func quoted(_ rule: String) -> String {
    rule.contains(" ") ? "\"\(rule)\"" : rule
  }

  /// `+1w` is counted from the deadline, `1w` from the day on which the task is done; `1b` is every
  /// working day.
  package static func rule(ofTodoTxt value: String) -> String {
    let steps = value.hasPrefix("+") ? String(value.dropFirst()) : value
    if steps == "1b" { return "weekday" }
    return steps == value && RepeatRule(steps) != nil && steps.first?.isNumber == true
      ? "\(steps) after done" : steps
  }

  /// What a title says with which a letter stands in front, as in todo.txt: `(A) Call mum`.
  ///
  /// - Returns: Nil where there is no such letter.
  public static func priority(before title: String) -> (priority: Priority, rest: String)? {
    let word = title.prefix { !$0.isWhitespace }
    guard let letter = priorityLetter(word) else { return nil }
    return (priority(of: letter), String(title.dropFirst(word.count)).trimmingSpaces)
  }

  /// The day on which it was written down, where it stands in front of a title as in todo.txt.
  ///
  /// - Returns: Nil where there is none, or it has yet to come.
  package static func created(
    before title: String, today: CalendarDate
  ) -> (day: CalendarDate, rest: String)? {
    let word = title.prefix { !$0.isWhitespace }
    guard word.utf8.count == 10, let day = CalendarDate(iso: String(word)), day <= today else {
      return nil
    }
    return (day, String(title.dropFirst(word.count)).trimmingSpaces)
  }

  /// What such a letter means where it stands alone, as in `pri:A`; nil for anything else.
  package static func priority(letter: String) -> Priority? {
    priorityLetter("(\(letter))").map(priority)
  }

  private static func priority(of letter: Character) -> Priority {
    letter == "A" ? .high : letter == "B" ? .medium : .low
  }

  private static func priorityLetter(_ word: Substring) -> Character? {
    let inner = word.dropFirst().dropLast()
    guard word.hasPrefix("("), word.hasSuffix(")"), inner.count == 1, let letter = inner.first,
      ("A"..."Z").contains(letter)
    else { return nil }
    return letter
  }
}

/// What of the words of a new task is its title, and what are fields.
///
/// `KEY:VALUE` is a field if memo or the store knows the key, or if nothing stands between the
/// colon and the value and the whole is no address and no time. An argument of several words is
/// read like as many arguments; what stands in quotes in it is title.
public struct TaskWords {
  public private(set) var title = ""
  /// In the order of the words.
  public private(set) var edits: [FieldEdit] = []
  /// The keys as they were typed.
  public private(set) var keys: [String] = []

  private let grammar: FieldGrammar
  private let isUsed: (String) -> Bool

  /// - Parameters:
  ///   - arguments: As the shell left them.
  ///   - literal: What is title whatever it looks like.
  ///   - isUsed: Whether some task of the store has this key.
  /// - Throws: ``FieldError`` for a field that can't be.
  public init(
    _ arguments: [String], literal: [String] = [], _ grammar: FieldGrammar,
    isUsed: @escaping (String) -> Bool
  ) throws(FieldError) {
    self.grammar = grammar
    self.isUsed = isUsed
    var titles: [String] = []
    var words = Self.words(of: arguments)[...]
    // What has no field in it stays as it was typed, its spaces too.
    var used: Set<Int> = []
    var kept: [(argument: Int, text: String)] = []
    while let word = words.first {
      if word.text == "+", arguments[word.argument].trimmingSpaces == "+" {
        throw FieldError(
          "'+' names no tag",
          "leave it out, or write it behind --; is a variable of a script empty?")
      }
      let count = try field(words.prefix(ValuePhrase.most + 1).map(\.text))
      if count == 0 { kept.append((word.argument, word.text)) }
      if count > 0 { used.formUnion(words.prefix(count).map(\.argument)) }
      words = words.dropFirst(max(1, count))
    }
    for (index, argument) in arguments.enumerated()
    where argument.contains(where: { !$0.isWhitespace }) {
      let rest = kept.filter { $0.argument == index }.map(\.text)
      titles += used.contains(index) ? rest : [argument]
    }
    edits = edits.joiningLists
    if let key = edits.twice { throw FieldError.twice(key) }
    let explicit = edits.compactMap(\.title)
    edits.removeAll { $0.key == "title" }
    title = (titles + literal + explicit).joined(separator: " ")
  }

  /// Takes the field with which the words begin.
  ///
  /// - Returns: How many words it takes; 0 for a word of the title.
  private mutating func field(_ words: [String]) throws(FieldError) -> Int {
    let word = words[0]
    if word.hasPrefix("\""), word.contains(where: \.isWhitespace) { return 0 }
    if FieldGrammar.isTag(word) {
      edits.append(.addTag(try FieldGrammar.tag(String(word.dropFirst()))))
      return 1
    }
    guard let pair = FieldPair(word) else { return 0 }
    let isKnown = KnownField.names.contains(pair.key) || isUsed(pair.key)
    guard isKnown || pair.isGlued else { return 0 }
    guard !pair.value.isEmpty else {
      throw FieldError(
        "'\(word)' has no value",
        "write it with nothing between, as \(word)VALUE, or behind -- where it is title; "
          + "is a variable of a script empty?")
    }
    let values =
      [pair.value]
      + words.dropFirst().prefix(ValuePhrase.most).prefix(while: ValuePhrase.mayContinue)
    let length = grammar.length(of: pair.key, values, isOverdue: true)
    let value = values.prefix(length.total).joined(separator: " ")
    do throws(FieldError) {
      edits.append(try grammar.edit(pair.key, value))
    } catch {
      guard length.leftover > 0, length.isUnderstood else { throw error }
      var error = error
      let field = "\(pair.key):\(values.prefix(length.value).joined(separator: " "))"
      error.hints.append("where the rest is title, write '\(field)' last")
      throw error
    }
    keys.append(pair.key)
    return length.total
  }

  /// The arguments' words, each with the place of its argument.
  private static func words(of arguments: [String]) -> [(argument: Int, text: String)] {
    arguments.enumerated().flatMap { index, argument -> [(Int, String)] in
      let words = FieldGrammar.words(of: argument)
      // `"project:big house"` beside a title: the shell left the value whole.
      let isWhole =
        arguments.count > 1 && words.count > 1 && FieldPair(words[0])?.isText == true
        && !words.dropFirst().contains { FieldPair($0) != nil || $0.hasPrefix("+") }
      return isWhole ? [(index, argument)] : words.map { (index, $0) }
    }
  }
}

extension FieldEdit {
  fileprivate var title: String? {
    switch self {
    case .set(let key, .text(let text)): key == "title" ? text : nil
    default: nil
    }
  }
}

/// `KEY:VALUE`, as somebody writes a field into a title.
package struct FieldPair {
  package var key: String
  /// Empty where nothing is said, which is never what the next word says.
  package var value: String

  /// - Returns: Nil for a word that is none, such as `17:00`, `https://example.org` and `a::b`.
  package init?(_ word: String) {
    guard let pair = FilterPair(word), pair.sign == ":",
      !Self.schemes.contains(pair.key.lowercased()),
      !pair.key.contains(".")
    else { return nil }
    key = pair.key
    value = pair.value
  }

  /// Whether nothing stands before the value, and it begins as one.
  package var isGlued: Bool {
    value.first.map { $0.isLetter || $0.isNumber || "[+-_".contains($0) } ?? false
  }

  /// Whether the value is text, which may have spaces.
  var isText: Bool {
    !value.isEmpty && [.text, .duration].contains(KnownField(typed: key)?.kind ?? .text)
  }

  /// Addresses without two slashes.
  private static let schemes: Set = [
    "mailto", "tel", "sms", "data", "urn", "file", "http", "https",
  ]
}
