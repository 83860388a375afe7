public import MemoKit

/// A format of another program: how memo recognizes, reads and writes it.
public struct ExchangeFormat: Sendable {
  /// The name for `--from` and `memo export`.
  public let name: String
  /// The name in messages.
  public let title: String
  /// File name extensions with a dot; in a folder memo reads no other files.
  let endings: [String]
  /// Whether a file has this format, by its text and its name.
  var isRecognized: @Sendable (ExchangeFile) -> Bool = { _ in false }
  /// Nil for a format that memo only writes.
  var read: (@Sendable (ExchangeFile, ExchangeContext) -> ReadRecords)?
  /// Nil for a format that memo only reads, and for memo's JSON, which lists print.
  ///
  /// Returns one file with an empty path, or the files of a folder.
  var write: (@Sendable ([TaskRecord], ExchangeContext) -> [ExchangeFile])?

  public var isRead: Bool { read != nil }
  public var isWritten: Bool { write != nil || name == "json" }
}

public struct ExchangeFile: Hashable, Sendable {
  /// The path as the user gave it, or relative to the folder that the user gave.
  public var path: String
  public var text: String
  /// Whether the user named the file, and not only its folder.
  public var isNamed: Bool

  public init(path: String = "", text: String, isNamed: Bool = true) {
    (self.path, self.text, self.isNamed) = (path, text, isNamed)
  }

  /// - Parameter ending: In lowercase, with a dot.
  func has(ending: String) -> Bool { path.lowercased().hasSuffix(ending) }

  var lines: [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The first character other than white space and a byte order mark.
  var firstLetter: Character? { text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } }
}

public struct ReadRecords: Sendable {
  public var records: [TaskRecord] = []
  public var problems: [RecordProblem] = []
  /// Remarks for the user.
  public var notes: [String] = []

  init() {}

  /// Adds a record, or the problem that it has.
  ///
  /// - Returns: Whether there is a record.
  @discardableResult
  mutating func add(
    at line: Int, _ record: () throws(RecordProblem) -> TaskRecord?
  ) -> Bool {
    do throws(RecordProblem) {
      guard var record = try record() else { return false }
      guard !record.title.isEmpty else { throw RecordProblem("a task without a title") }
      record.line = line
      records.append(record)
      return true
    } catch {
      problems.append(RecordProblem(line: line, error.message))
      return false
    }
  }
}

/// Facts and options that formats need.
public struct ExchangeContext: Sendable {
  public var now: LocalTime
  public var name = ""
  /// The `source` of the store's tasks, by task id.
  public var sources: [String: String] = [:]
  /// Whether tables put an apostrophe before text that a spreadsheet takes for a formula.
  public var isSafe = false
  /// Whether a calendar has events instead of tasks.
  public var hasEvents = false
  /// How many seconds before the deadline an alarm rings in a calendar; nil for no alarm.
  public var alarm: Int64?

  public init(now: LocalTime) { self.now = now }
}

extension ExchangeFormat {
  /// All formats, in the order in which memo tries to recognize them.
  public static let all: [ExchangeFormat] = [
    .ics, .taskwarrior, .github, .json, .backlog, .dstask, .org, .csv, .tsv, .obsidian, .todoTxt,
    .html, .markdown,
  ]

  /// - Parameter name: A format's name, in any case.
  public static func named(_ name: String) -> ExchangeFormat? {
    all.first { $0.name == name.lowercased() }
  }

  /// The first format that recognizes one of the files; nil if none does.
  public static func recognized(_ files: [ExchangeFile]) -> ExchangeFormat? {
    all.first { $0.isRead && files.contains(where: $0.isRecognized) }
  }

  /// The format of a text that isn't a list with one task on each line; nil for such a list.
  public static func ofOtherText(_ text: String) -> ExchangeFormat? {
    guard let format = recognized([ExchangeFile(path: "", text: text)]) else { return nil }
    switch format.name {
    case "todo.txt", "obsidian": return nil
    case "json":
      // Titles can begin with a bracket, too.
      let isJSON =
        TypedValue(json: Array(text.utf8)) != nil
        || !JSONItems(text, below: "tasks").items.isEmpty
      return isJSON ? format : nil
    default: return format
    }
  }

  /// Whether a file in a folder may have a readable format, by its extension.
  public static func mayRead(_ path: String) -> Bool {
    let path = path.lowercased()
    return all.contains { format in
      format.isRead && format.endings.contains { path.hasSuffix($0) }
    }
  }

  /// Whether memo reads a file as this format; in a folder there may be other files.
  private func takes(_ file: ExchangeFile) -> Bool {
    file.isNamed || endings.contains(where: file.has(ending:))
  }

  /// A note about a folder's files of other formats; nil if there are none.
  public func noteAboutOthers(in files: [ExchangeFile]) -> String? {
    let others = files.filter { !takes($0) && Self.recognized([$0]) != nil }
    guard let first = others.first else { return nil }
    let are =
      others.count == 1
      ? "1 file of another format is" : "\(others.count) files of other formats are"
    return "\(are) left out, such as \(first.path); --from names a format"
  }

  /// Reads files.
  ///
  /// A record without id and source gets a source from its title and day. Repeated sources are
  /// numbered.
  public func records(of files: [ExchangeFile], _ context: ExchangeContext) -> ReadRecords {
    var all = ReadRecords()
    guard let read else { return all }
    let files = files.filter(takes)
    for file in files {
      var found = read(file, context)
      if files.count > 1 {
        for index in found.problems.indices { found.problems[index].file = file.path }
        for index in found.records.indices { found.records[index].file = file.path }
      }
      all.records += found.records
      all.problems += found.problems
      all.notes += found.notes.filter { !all.notes.contains($0) }
    }
    var counts: [String: Int] = [:]
    for index in all.records.indices where all.records[index].source == nil {
      guard all.records[index].id == nil else { continue }
      let record = all.records[index]
      let day = record.created.flatMap { $0.precision == .day ? "\($0)" : nil } ?? ""
      let name = TaskID.derived(from: Array("\(record.title)\n\(day)".utf8)).text
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      all.records[index].source = "\(self.name):\(name)" + (count > 1 ? "-\(count)" : "")
    }
    return all
  }

  /// Writes tasks: one file with an empty path, or the files of a folder.
  public func written(_ records: [TaskRecord], _ context: ExchangeContext) -> [ExchangeFile] {
    write.map { $0(records, context) } ?? []
  }
}

extension ExchangeContext {
  /// The name in a program of the task with an id; nil if it doesn't come from that program.
  func name(ofTask id: String, in program: String) -> String? {
    sources[id]?.dropping("\(program):")
  }
}

extension TaskRecord {
  /// The task's name in a program; nil if it doesn't come from that program.
  func name(in program: String) -> String? { source?.dropping("\(program):") }

  /// Sets memo's id, or a source for the id of another program.
  mutating func setID(_ text: String, of program: String) {
    id = TaskID(text)
    if id == nil { source = "\(program):\(text)" }
  }

  /// Sets the time of creation; a text that memo can't read stays a field of the program.
  mutating func setCreated(_ text: String, of program: String) {
    created = Timestamp(atMost: text)
    if created == nil { set("\(program)-created", text) }
  }

  /// Sets a field to one text, or to a list of several.
  mutating func set(_ key: String, oneOrMore items: [String]) {
    items.count == 1 ? set(key, items[0]) : set(key, items)
  }

  /// The program's own word for the status or priority, if it still means the task's.
  func ownWord(for key: String, of program: String) -> String? {
    guard let word = text("\(program)-\(key)") else { return nil }
    var same = TaskRecord(title: "")
    if key == "status" {
      same.setStatus(called: word, keepingAs: "")
      return same.status == status ? word : nil
    }
    same.setPriority(called: word, keepingAs: "")
    return same.priority == priority ? word : nil
  }

  /// Sets the tags that labels become; labels that aren't valid tags are kept for the export.
  mutating func setTags(of labels: [String], keepingAs key: String) {
    let tags = labels.map(Self.tag)
    set("tags", tags)
    if tags != labels { set(key, labels) }
  }

  /// The tags, as the labels from which they were made.
  func labels(keptAs key: String) -> [String] {
    let kept = list(key)
    return tags.map { tag in kept.first { Self.tag($0) == tag } ?? tag }
  }

  /// Takes the task's own title, text and values where the record says what an export would.
  ///
  /// Else a title with a `#` or `@`, or a value that the format writes differently, would change.
  ///
  /// - Parameter export: What an export of the task says.
  public mutating func restore(_ own: TaskRecord, exportedAs export: TaskRecord) {
    if title == export.title { title = own.title }
    if body == export.body, !body.isEmpty { body = own.body }
    for field in fields where field.value == export[field.key] {
      self[field.key] = own[field.key]
      // An export joins both.
      if field.key == "after" { self["depends"] = own["depends"] }
    }
  }

  /// Says for which fields the file has a column or a member.
  ///
  /// - Parameter keys: memo's keys and the program's.
  mutating func tell(_ keys: some Sequence<String>, of program: String) {
    var told: Set<String> = []
    for key in keys {
      told.formUnion([key, "\(program)-\(key)", Self.ownKey(key, of: program)])
      if key == "completed" { told.insert("status") }
      if key == "after" { told.insert("depends") }
    }
    self.told = told
  }

  /// The day of creation; nil if `created` is only the moment of the import.
  func createdDay(in program: String) -> CalendarDate? {
    let isOwn = name(in: program) == nil || created?.precision != .moment
    return isOwn ? created?.date : nil
  }
}

extension Field {
  /// The key in a program's file, without the prefix that keeps it apart from memo's.
  func key(in program: String) -> String { key.dropping("\(program)-") ?? key }
}

extension String {
  /// The text behind a prefix; nil without the prefix.
  func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// With single spaces between words.
  var oneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension LocalTime {
  /// A moment as a deadline: a day alone if the moment is local midnight.
  func deadline(at seconds: Int64) -> Deadline {
    let there = at(seconds)
    guard there.time != .midnight else { return Deadline(date: there.date) }
    return Deadline(
      date: there.date, time: there.time, offsetMinutes: there.utcOffset / 60)
  }

  /// A moment with the local UTC offset.
  func timestamp(at seconds: Int64) -> Timestamp { at(seconds).timestamp }

  /// Seconds since 1970; a day begins at local midnight.
  func seconds(of text: String) -> Int64? { Deadline(text)?.moment(self) }

  func seconds(of stamp: Timestamp) -> Int64 {
    stamp.precision == .moment
      ? stamp.secondsSince1970 : seconds(of: "\(stamp)") ?? stamp.secondsSince1970
  }
}

/// Moments of UTC as iCalendar and Taskwarrior write them: `20261120T150405Z`.
enum BasicTime {
  static func text(_ seconds: Int64) -> String {
    let text = Timestamp(secondsSince1970: seconds, offsetMinutes: 0).description
    return text.prefix(19).filter { $0.isNumber || $0 == "T" } + "Z"
  }

  static func seconds(_ text: String) -> Int64? {
    guard text.hasSuffix("Z"), let moment = deadline(String(text.dropLast())) else { return nil }
    guard let time = moment.time else { return nil }
    return Int64(moment.date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
  }

  /// A day, `20261120`, or a time without a zone, `20261120T150405`.
  static func deadline(_ text: String) -> Deadline? {
    let digits = Array(text)
    guard digits.count == 8 || digits.count == 15 && digits[8] == "T",
      digits.enumerated().allSatisfy({ $0.offset == 8 || $0.element.isASCII && $0.element.isNumber }
      )
    else { return nil }
    func number(_ range: Range<Int>) -> Int { Int(String(digits[range])) ?? 0 }
    guard let date = CalendarDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    else { return nil }
    guard digits.count == 15 else { return Deadline(date: date) }
    // A leap second becomes the second before it.
    let second = min(number(13..<15), 59)
    return TimeOfDay(hour: number(9..<11), minute: number(11..<13), second: second)
      .map { Deadline(date: date, time: $0) }
  }

  /// A day, or a day and a time without a zone.
  static func text(_ deadline: Deadline) -> String {
    let day = "\(deadline.date)".filter { $0 != "-" }
    guard let time = deadline.time else { return day }
    let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(day)T\(clock.joined())"
  }
}
