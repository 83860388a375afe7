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
        case "rec": "every:\(rule(value))"
        case "pri": priority(letter: value).map { "p:\(Priority(typed: value) ?? $0)" }
        default: nil
        }
      isChanged = isChanged || field != nil
      return field ?? String(word)
    }
    return isChanged ? fields.joined(separator: " ") : nil
  }

  /// `+1w` is counted from the deadline, `1w` from the day on which the task is done; `1b` is every
  /// working day.
  private static func rule(_ value: String) -> String {
    let steps = value.hasPrefix("+") ? String(value.dropFirst()) : value
    if steps == "1b" { return "weekday" }
    return steps == value && RepeatRule(steps) != nil && steps.first?.isNumber == true
      ? "\"\(steps) after done\"" : steps
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
