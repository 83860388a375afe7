public import StoreFiles
public import TaskFile

/// A task on one line, in a format of other programs.
///
/// It is a Markdown item with or without a box
/// (<https://github.github.com/gfm/#task-list-items-extension->), a line of todo.txt
/// (<https://github.com/todotxt/todo.txt>), or a title. Fields like `+home due:fri` stay in
/// ``words`` for ``FieldGrammar``.
public struct TaskLine: Hashable, Sendable {
  public private(set) var words: String
  public private(set) var status: Status = .todo
  public private(set) var priority: Priority?
  /// The creation date of a todo.txt line.
  public private(set) var created: CalendarDate?
  /// The completion date of a todo.txt line.
  public private(set) var completed: CalendarDate?
  /// In columns; deeper lines belong to the Markdown item before them.
  public let indent: Int
  public private(set) var isItem = false

  /// - Parameter today: A later date is not read as a date of todo.txt.
  /// - Returns: Nil for an empty line.
  public init?(_ line: String, today: CalendarDate) {
    let text = line.trimmingSpaces
    guard !text.isEmpty else { return nil }
    indent = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    words = text
    if readItem() { isItem = true } else { readTodoTxt(today) }
  }

  public var isHeading: Bool {
    let marks = words.prefix { $0 == "#" }
    return !isItem && (1...6).contains(marks.count) && words.dropFirst(marks.count).first == " "
  }

  /// `- [ ] title`, `* title`, `1. [x] title`.
  private mutating func readItem() -> Bool {
    guard let item = TaskListItem(words), " xX".contains(item.box ?? " ") else { return false }
    status = item.box ?? " " == " " ? .todo : .done
    words = item.text
    return true
  }

  private mutating func readTodoTxt(_ today: CalendarDate) {
    var parts = words.split(separator: " ")[...]
    let count = parts.count
    let start = Self.todoTxtStart(&parts) { $0 <= today }
    if start.isDone { status = .done }
    priority = start.letter.flatMap(Self.priority)
    (completed, created) = (start.completed, start.created)
    // A title keeps its spaces.
    if parts.count < count { words = parts.joined(separator: " ") }
    words = Self.renamingFields(in: words)
  }

  /// Takes the beginning of a line of todo.txt: `x 2026-11-20 2026-11-01`, `(A) 2026-11-01`.
  ///
  /// - Parameter words: At least one is left.
  package static func todoTxtStart(
    _ words: inout ArraySlice<Substring>, isDate: (CalendarDate) -> Bool = { _ in true }
  ) -> (isDone: Bool, letter: String?, completed: CalendarDate?, created: CalendarDate?) {
    let isDone = words.count > 1 && words.first == "x"
    if isDone { words.removeFirst() }
    var letter: String?
    if words.count > 1, let word = words.first, word.hasPrefix("("), word.hasSuffix(")"),
      priority(letter: String(word.dropFirst().dropLast())) != nil
    {
      letter = String(words.removeFirst().dropFirst().dropLast())
    }
    var dates: [CalendarDate] = []
    while dates.count < (isDone ? 2 : 1), words.count > 1, let word = words.first,
      let date = CalendarDate(iso: word), isDate(date)
    {
      dates.append(date)
      words.removeFirst()
    }
    return (
      isDone, letter, isDone ? dates.first : nil, isDone ? dates.dropFirst().first : dates.first
    )
  }

  /// Renames todo.txt fields: `t` to `wait`, `rec` to `every`, the letter of `pri` to a priority.
  private static func renamingFields(in words: String) -> String {
    words.split(separator: " ", omittingEmptySubsequences: false).map { word in
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
      return field ?? String(word)
    }.joined(separator: " ")
  }

  private static func quoted(_ rule: String) -> String {
    rule.contains(" ") ? "\"\(rule)\"" : rule
  }

  /// Translates a `rec` value of todo.txt.
  ///
  /// `+1w` counts from the deadline, `1w` from the day of completion. `1b` is every working day.
  package static func rule(ofTodoTxt value: String) -> String {
    let steps = value.hasPrefix("+") ? String(value.dropFirst()) : value
    if steps == "1b" { return "weekday" }
    return steps == value && RepeatRule(steps) != nil && steps.first?.isNumber == true
      ? "\(steps) after done" : steps
  }

  /// The priority for a letter, as in `pri:A`; nil for another text.
  package static func priority(letter: String) -> Priority? {
    guard letter.count == 1, ("A"..."Z").contains(letter) else { return nil }
    return letter == "A" ? .high : letter == "B" ? .medium : .low
  }
}

/// A Markdown item, `- [ ] text` or `1. text`.
package struct TaskListItem {
  /// The character between the brackets; nil without a box.
  package let box: Character?
  package let text: String

  package init?(_ line: String) {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    let digits = rest.prefix(while: \.isNumber)
    rest = rest.dropFirst(digits.count)
    guard let mark = rest.popFirst(), (digits.isEmpty ? "-*+" : ".)").contains(mark),
      rest.popFirst() == " "
    else { return nil }
    let start = rest.drop { $0 == " " }
    let hasBox =
      start.first == "[" && start.dropFirst(2).first == "]"
      && (start.dropFirst(3).first ?? " ") == " "
    box = hasBox ? start.dropFirst().first : nil
    text = String(hasBox ? start.dropFirst(3) : rest).trimmingSpaces
  }
}

/// Splits the words of a new task into a title and fields.
///
/// `KEY:VALUE` is a field if memo or the store knows the key. It is also one if the value follows
/// the colon directly and the word is not an address or a time. An argument with several words is
/// read like several arguments. Its quoted parts belong to the title.
public struct TaskWords {
  public private(set) var title = ""
  public private(set) var edits: [FieldEdit] = []
  public private(set) var keys: [String] = []

  private let grammar: FieldGrammar

  /// - Parameters:
  ///   - arguments: The arguments from the shell.
  ///   - literal: Words of the title, whatever they look like.
  /// - Throws: ``MemoError`` if a field is invalid.
  public init(
    _ arguments: [String], literal: [String] = [], _ grammar: FieldGrammar
  ) throws(MemoError) {
    self.grammar = grammar
    var titles: [String] = []
    var words: ArraySlice<(argument: Int, text: String)> = []
    for (index, argument) in arguments.enumerated() {
      let parts = FieldGrammar.words(of: argument)
      // In `"project:big house"`, the user quoted the whole field in the shell.
      let isWhole =
        arguments.count > 1 && parts.count > 1 && FilterPair(field: parts[0])?.isText == true
        && !parts.dropFirst().contains { FilterPair(field: $0) != nil || $0.hasPrefix("+") }
      words += isWhole ? [(index, argument)] : parts.map { (index, $0) }
    }
    // An argument without fields keeps its spaces.
    var used: Set<Int> = []
    var kept: [(argument: Int, text: String)] = []
    while let word = words.first {
      if word.text == "+", arguments[word.argument].trimmingSpaces == "+" {
        throw MemoError(
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
    edits = try edits.joiningLists()
    let explicit = edits.compactMap(\.title)
    edits.removeAll { $0.key == "title" }
    title = (titles + literal + explicit).joined(separator: " ")
  }

  /// Parses a field at the beginning of the words.
  ///
  /// - Returns: Its number of words; 0 for a word of the title.
  private mutating func field(_ words: [String]) throws(MemoError) -> Int {
    let word = words[0]
    if word.hasPrefix("\""), word.contains(where: \.isWhitespace) { return 0 }
    if FieldGrammar.isTag(word) {
      edits.append(.addTag(try FieldGrammar.tag(String(word.dropFirst()))))
      return 1
    }
    guard let pair = FilterPair(field: word) else { return 0 }
    let isKnown = KnownField.names.contains(pair.key) || grammar.isUsed(pair.key)
    guard isKnown || pair.isGlued else { return 0 }
    guard !pair.value.isEmpty else {
      throw MemoError(
        "'\(word)' has no value",
        "write it without a space, as \(word)VALUE, or behind -- if it is title; "
          + "is a variable of a script empty?")
    }
    // `[a, b]` is one value.
    let isOpen = pair.value.hasPrefix("[") && !pair.value.contains("]")
    if isOpen, let end = words.firstIndex(where: { $0.hasSuffix("]") }) {
      let value = ([pair.value] + words[1...end]).joined(separator: " ")
      edits.append(try grammar.edit(pair.key, value))
      keys.append(pair.key)
      return end + 1
    }
    let values =
      [pair.value]
      + words.dropFirst().prefix(ValuePhrase.most).prefix(while: ValuePhrase.mayContinue)
    let length = grammar.length(of: pair.key, values, isOverdue: true)
    let value = values.prefix(length.total).joined(separator: " ")
    do throws(MemoError) {
      edits.append(try grammar.edit(pair.key, value))
    } catch {
      guard length.leftover > 0, length.isUnderstood else { throw error }
      var error = error
      var field = "\(pair.key):\(values.prefix(length.value).joined(separator: " "))"
      // A comma at the end would be an error.
      if field.last == "," { field.removeLast() }
      error.hints.append("if the rest is title, write '\(field)' last")
      throw error
    }
    keys.append(pair.key)
    return length.total
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

extension FilterPair {
  /// `KEY:VALUE` in a title; ``value`` is never the next word.
  ///
  /// - Returns: Nil for other words, for example `17:00` and `https://example.org`.
  package init?(field word: String) {
    self.init(word)
    guard sign == ":", !Self.schemes.contains(key.lowercased()), !key.contains(".") else {
      return nil
    }
  }

  package var isGlued: Bool {
    value.first.map { $0.isLetter || $0.isNumber || "[+-_".contains($0) } ?? false
  }

  /// Whether the value is text and may contain spaces.
  var isText: Bool {
    !value.isEmpty && [.text, .duration].contains(KnownField(typed: key)?.kind ?? .text)
  }

  /// URL schemes without two slashes.
  private static let schemes: Set = [
    "mailto", "tel", "sms", "data", "urn", "file", "http", "https",
  ]
}
