internal import Git
public import StoreFiles
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

/// Where a face keeps what is typed and not recorded yet, should it be killed or lose its
/// terminal: `memo/drafts` in git's folder.
///
/// Several faces of one store each have a place of their own there. What a face that has ended left
/// behind is found by the next one.
public final class DraftBox: Sendable {
  private let files: WorkTree
  private let folder: String
  private let name: String
  /// Held as long as the face lives, so that nobody takes its drafts for abandoned ones.
  private let lock: FileLock

  /// - Throws: ``MemoError`` when nothing can be kept here.
  public init(_ store: Store) throws(MemoError) {
    guard let git = store.gitFolder?.own else {
      // Says why.
      _ = try store.git()
      throw MemoError(.noStore, "\(store.root) is not in a git repository")
    }
    files = try MemoError.rethrowing(WorkTree(git))
    folder = store.ownFile("drafts")
    name = String(store.environment.randomNumber(), radix: 36)
    let path = "\(git)/\(folder)"
    try MemoError.rethrowing(WorkTree.createFolder(path))
    lock = try MemoError.rethrowing(FileLock("\(path)/\(name)\(Self.lockEnding)", waitingUpTo: 0))
  }

  private static let lockEnding = ".lock"

  deinit {
    // One that stays is found to be nobody's.
    try? files.remove("\(folder)/\(name)\(Self.lockEnding)", expecting: [])
  }

  /// Keeps a draft in place of the one before of the same subject and number; when this returns, the disk has
  /// the one or the other.
  ///
  /// - Throws: ``MemoError``
  public func keep(_ draft: Draft) throws(MemoError) {
    let path = path(of: draft)
    try MemoError.rethrowing(
      files.replace(path, with: draft.encoded, expecting: files.content(path)))
  }

  /// Removes what was kept of a draft, as when it was recorded or thrown away; nothing for none.
  ///
  /// - Throws: ``MemoError``
  public func remove(_ draft: Draft) throws(MemoError) { try remove(path(of: draft)) }

  /// The drafts of faces that have ended without recording them or throwing them away, the newest
  /// first.
  ///
  /// - Parameter tell: What is wrong with one that can't be read, and stays where it is.
  /// - Throws: ``MemoError``
  public func abandoned(_ tell: (MemoError) -> Void) throws(MemoError) -> [AbandonedDraft] {
    let entries = try MemoError.rethrowing(files.list(folder)).filter { $0.kind == .regular }
    var found: [AbandonedDraft] = []
    var places: Set<String> = []
    for entry in entries {
      let place = Paths.parent(of: entry.path)
      guard place != folder, place != "\(folder)/\(name)" else { continue }
      places.insert(place + Self.lockEnding)
      guard !FileLock.isHeld("\(files.path)/\(place)\(Self.lockEnding)") else { continue }
      do throws(FileError) {
        // What a newer memo left is for a newer memo.
        guard let bytes = try files.content(entry.path),
          let draft = Draft(bytes, named: Paths.name(of: entry.path))
        else { continue }
        found.append(AbandonedDraft(draft: draft, file: entry.path))
      } catch {
        tell(MemoError(error))
      }
    }
    removeLocks(
      entries.map(\.path).filter { $0.hasSuffix(Self.lockEnding) && !places.contains($0) })
    return found.sorted {
      ($1.draft.time.secondsSince1970, $0.file) < ($0.draft.time.secondsSince1970, $1.file)
    }
  }

  /// Removes the locks of faces that were killed and have left nothing else.
  private func removeLocks(_ paths: [String]) {
    // By the clock of the file system, which also says when the others were made.
    guard let own = try? files.status(of: "\(folder)/\(name)\(Self.lockEnding)") else { return }
    for path in paths where Paths.parent(of: path) == folder {
      // A face that is just starting has made it, and doesn't hold it yet.
      guard let status = try? files.status(of: path),
        status.modified.seconds < own.modified.seconds - Self.startTime,
        !FileLock.isHeld("\(files.path)/\(path)")
      else { continue }
      try? files.remove(path, expecting: [])
    }
  }

  /// No face takes so long between making its lock and holding it, in seconds.
  private static let startTime: Int64 = 60

  /// Takes an abandoned draft over, by the number that it has now: it is this face's from now on.
  ///
  /// - Throws: ``MemoError``; then it is where it was.
  public func take(_ abandoned: AbandonedDraft) throws(MemoError) {
    try keep(abandoned.draft)
    try discard(abandoned)
  }

  /// Throws an abandoned draft away.
  ///
  /// - Throws: ``MemoError``
  public func discard(_ abandoned: AbandonedDraft) throws(MemoError) {
    try remove(abandoned.file)
    if let edited = abandoned.draft.editedFile, Paths.relative(edited, to: files.path) != nil {
      // It lies where it disturbs nobody.
      try? MemoError.rethrowing(remove(file: edited))
    }
    let lock = "\(Paths.parent(of: abandoned.file))\(Self.lockEnding)"
    // Of a face that was killed; it is no more than an empty file.
    try? files.remove(lock, expecting: [])
  }

  private func remove(file path: String) throws(FileError) {
    guard let bytes = WorkTree.content(at: path) else { return }
    try WorkTree(Paths.parent(of: path)).remove(Paths.name(of: path), expecting: bytes)
  }

  private func path(of draft: Draft) -> String { "\(folder)/\(name)/\(draft.name)" }

  private func remove(_ path: String) throws(MemoError) {
    guard let bytes = try MemoError.rethrowing(files.content(path)) else { return }
    try MemoError.rethrowing(files.remove(path, expecting: bytes))
  }
}

/// A draft that a face has left which has ended.
public struct AbandonedDraft: Hashable, Sendable {
  public var draft: Draft
  /// Relative to git's folder.
  let file: String

  package init(draft: Draft, file: String) {
    self.draft = draft
    self.file = file
  }
}
