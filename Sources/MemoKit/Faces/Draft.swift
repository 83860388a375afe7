internal import Git
public import StoreFiles
public import TaskFile

/// Text that is typed in a user interface and not committed yet.
public struct Draft: Hashable, Sendable {
  /// What the draft belongs to.
  public enum Subject: Hashable, Sendable {
    case newTask
    /// Lines that will become tasks, in the form of `memo add`.
    case newLines
    case task(TaskID)
    /// A file without an id, by its path.
    case file(String)
    /// A theme of the store, by its path; nil for a new one.
    case theme(String?)
  }

  public var subject: Subject
  /// Distinguishes drafts with the same subject: one line may be in a commit while the next is
  /// typed.
  public var number = 0
  /// The path of the file when it was opened; nil for a new one.
  public var path: String?
  /// The file's text when it was opened: the base of the merge.
  public var opened: [UInt8]
  /// What was typed: the whole file, or text in a form that the interface defines.
  public var text: [UInt8]
  /// The absolute path of a temporary file that an editor has open; nil if none.
  public var editedFile: String?
  /// When the draft was saved last.
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
  /// The name of the draft's file.
  var name: String { number == 0 ? subject.name : "\(number)\(Self.mark)\(subject.name)" }

  /// Subject and number from the name of a file.
  static func place(_ name: String) -> (subject: Subject, number: Int) {
    guard let mark = name.firstRange(of: Self.mark), let number = Int(name[..<mark.lowerBound])
    else { return (Subject(name: name), 0) }
    return (Subject(name: String(name[mark.upperBound...])), number)
  }

  /// Separates the number from the subject in file names.
  ///
  /// Ids and paths of tasks can't begin so.
  private static let mark = "="
}

extension Draft.Subject {
  /// The part of the file name for this subject.
  var name: String {
    switch self {
    case .newTask: "new"
    case .newLines: Self.linesName
    case .task(let id): id.text
    case .file(let path): Self.name(path)
    case .theme(let path): Self.themeMark + Self.name(path ?? "")
    }
  }

  /// No path of a task begins so.
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

/// The format of a draft's file: a few lines, the opened text, the typed text.
extension Draft {
  private static let heading = "memo draft 1"
  /// An older memo that doesn't know drafts of themes or lines must not read this as a task.
  private static let laterHeading = "memo draft 2"
  /// An older memo that doesn't know numbers must not read this as a file.
  private static let numberedHeading = "memo draft 3"

  /// A path, escaped for one line.
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

  /// - Returns: Nil if the bytes are not a draft.
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

/// Saves what is typed and not committed, in case the process is killed: `memo/drafts` in git's
/// folder.
///
/// Each process has its own drafts there. After a crash, the next one finds them.
public final class DraftBox: Sendable {
  private let files: WorkTree
  private let folder: String
  private let name: String
  /// Held while the process runs, so that no other process takes its drafts.
  private let lock: FileLock

  /// - Throws: ``MemoError`` if drafts can't be saved here.
  public init(_ store: Store) throws(MemoError) {
    guard let git = store.gitFolder?.own else {
      // This throws with the reason.
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
    // A stale lock is recognized later.
    try? files.remove("\(folder)/\(name)\(Self.lockEnding)", expecting: [])
  }

  /// Saves a draft, and replaces the one with the same subject and number.
  ///
  /// Afterwards the disk has the old or the new one.
  ///
  /// - Throws: ``MemoError``
  public func keep(_ draft: Draft) throws(MemoError) {
    let path = path(of: draft)
    try MemoError.rethrowing(
      files.replace(path, with: draft.encoded, expecting: files.content(path)))
  }

  /// Deletes a draft after it was committed or discarded.
  ///
  /// Does nothing if there is none.
  ///
  /// - Throws: ``MemoError``
  public func remove(_ draft: Draft) throws(MemoError) { try remove(path(of: draft)) }

  /// The drafts of processes that have ended, the newest first.
  ///
  /// - Parameter tell: Called with the error of each draft that can't be read. Such a draft stays.
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
        // A newer memo will read the format of a newer memo.
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

  /// Deletes lock files of killed processes that left no drafts.
  private func removeLocks(_ paths: [String]) {
    // The time of the file system, which also dates the other files.
    guard let own = try? files.status(of: "\(folder)/\(name)\(Self.lockEnding)") else { return }
    for path in paths where Paths.parent(of: path) == folder {
      // Another process has just created it, and has not locked it yet.
      guard let status = try? files.status(of: path),
        status.modified.seconds < own.modified.seconds - Self.startTime,
        !FileLock.isHeld("\(files.path)/\(path)")
      else { continue }
      try? files.remove(path, expecting: [])
    }
  }

  /// The longest time between creating a lock file and locking it, in seconds.
  private static let startTime: Int64 = 60

  /// Takes over an abandoned draft with its current number.
  ///
  /// - Throws: ``MemoError``; then the draft stays where it was.
  public func take(_ abandoned: AbandonedDraft) throws(MemoError) {
    try keep(abandoned.draft)
    try discard(abandoned)
  }

  /// Deletes an abandoned draft.
  ///
  /// - Throws: ``MemoError``
  public func discard(_ abandoned: AbandonedDraft) throws(MemoError) {
    try remove(abandoned.file)
    if let edited = abandoned.draft.editedFile, Paths.relative(edited, to: files.path) != nil {
      // An error here does no harm.
      try? MemoError.rethrowing(remove(file: edited))
    }
    let lock = "\(Paths.parent(of: abandoned.file))\(Self.lockEnding)"
    // The empty lock file of a killed process.
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

/// A draft of a process that has ended.
public struct AbandonedDraft: Hashable, Sendable {
  public var draft: Draft
  /// Relative to git's folder.
  let file: String

  package init(draft: Draft, file: String) {
    self.draft = draft
    self.file = file
  }
}
