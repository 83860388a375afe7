public import TaskFile

/// What somebody has typed in a face and not recorded yet.
public struct Draft: Hashable, Sendable {
  /// What it is of.
  public enum Subject: Hashable, Sendable {
    case newTask
    /// Lines that are to become tasks, each as behind `memo add`.
    case newLines
    case task(TaskID)
    /// A file without an id, by its path.
    case file(String)
    /// A theme of the store, by its path; nil for a new one.
    case theme(String?)
  }

  public var subject: Subject
  /// Tells it from others of the same subject, as of two lines of which the one is being recorded
  /// while the other is typed.
  public var number = 0
  /// The path of the file when it was opened; nil for a new one.
  public var path: String?
  /// The file's text when it was opened, which what was typed is to be merged by.
  public var opened: [UInt8]
  /// What was typed: the whole file, or whatever a face makes one of.
  public var text: [UInt8]
  /// The absolute path of a file that an editor has a part of it in; nil for none.
  public var editedFile: String?
  /// When it was kept last.
  public var time: Timestamp

  public init(
    of subject: Subject, path: String? = nil, opened: [UInt8] = [], text: [UInt8],
    editedFile: String? = nil, at time: Timestamp
  ) {
    self.editedFile = editedFile
    self.subject = subject
    self.path = path
    self.opened = opened
    self.text = text
    self.time = time
  }
}

extension Draft {
  /// A file's name for it.
  var name: String { number == 0 ? subject.name : "\(number)\(Self.mark)\(subject.name)" }

  /// Of what a file's name says.
  static func place(_ name: String) -> (subject: Subject, number: Int) {
    guard let mark = name.firstRange(of: Self.mark), let number = Int(name[..<mark.lowerBound])
    else { return (Subject(name: name), 0) }
    return (Subject(name: String(name[mark.upperBound...])), number)
  }

  /// Behind a number; no id has it, and no file begins with a number and it, since those lie in the
  /// folders of the statuses.
  private static let mark = "="
}

extension Draft.Subject {
  /// A file's name for it.
  var name: String {
    switch self {
    case .newTask: "new"
    case .newLines: Self.linesName
    case .task(let id): id.text
    case .file(let path): Self.name(path)
    case .theme(let path): Self.themeMark + Self.name(path ?? "")
    }
  }

  /// No file of a task begins so, since those lie in folders that don't.
  private static let themeMark = "theme="
  private static let linesName = "lines="

  private static func name(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("/", with: "%2F")
  }

  private static func path(_ name: String) -> String {
    name.replacing("%2F", with: "/").replacing("%25", with: "%")
  }

  init(name: String) {
    if name == "new" {
      self = .newTask
    } else if name == Self.linesName {
      self = .newLines
    } else if let id = TaskID(name) {
      self = .task(id)
    } else if name.hasPrefix(Self.themeMark) {
      let path = Self.path(String(name.dropFirst(Self.themeMark.count)))
      self = .theme(path.isEmpty ? nil : path)
    } else {
      self = .file(Self.path(name))
    }
  }
}

/// As it lies in git's folder: a few lines, the text that was opened, and the text that was typed.
extension Draft {
  private static let heading = "memo draft 1"
  /// A memo that knows of no drafts of themes or lines would take one for a task's.
  private static let laterHeading = "memo draft 2"
  /// One that knows of no numbers would take it for a file's.
  private static let numberedHeading = "memo draft 3"

  /// A path on one line.
  private static func line(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("\n", with: "%0A")
  }

  private static func path(_ line: Substring) -> String {
    String(line).replacing("%0A", with: "\n").replacing("%25", with: "%")
  }

  var encoded: [UInt8] {
    let heading =
      switch subject {
      case _ where number > 0: Self.numberedHeading
      case .newTask, .task, .file: Self.heading
      case .newLines, .theme: Self.laterHeading
      }
    let lines = [
      heading, "time: \(time)", path.map { "path: \(Self.line($0))" },
      editedFile.map { "edited: \(Self.line($0))" }, "opened: \(opened.count) bytes",
      "typed: \(text.count) bytes", "",
    ].compactMap { $0 }
    return Array(lines.map { "\($0)\n" }.joined().utf8) + opened + text
  }

  /// - Returns: Nil for what is none.
  init?(_ bytes: [UInt8], named name: String) {
    let place = Self.place(name)
    let end = Array("\n\n".utf8)
    guard let blank = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).split(separator: "\n")
    let headings: Set = [Self.heading, Self.laterHeading, Self.numberedHeading]
    guard let first = lines.first, headings.contains(String(first)) else { return nil }
    var fields: [Substring: Substring] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { return nil }
      fields[line[..<colon.lowerBound]] = line[colon.upperBound...]
    }
    let count = { (key: Substring) in fields[key]?.split(separator: " ").first.flatMap { Int($0) } }
    let rest = bytes[blank.upperBound...]
    guard let opened = count("opened"), let typed = count("typed"), opened >= 0, typed >= 0,
      rest.count == opened + typed, let time = fields["time"].flatMap({ Timestamp(String($0)) })
    else { return nil }
    self.init(
      of: place.subject, path: fields["path"].map { Self.path($0) },
      opened: Array(rest.prefix(opened)),
      text: Array(rest.dropFirst(opened)), editedFile: fields["edited"].map { Self.path($0) },
      at: time)
    number = place.number
  }
}
