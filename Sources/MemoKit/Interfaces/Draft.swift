internal import Git
public import StoreFiles
public import TaskFile

/// Text that is typed in a user interface, but not committed.
public struct Draft: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case newTask
    /// Lines that will become tasks, in the syntax of `memo add`.
    case newLines
    /// A task by its id, or without one by its path.
    case task(String)
  }

  public var subject: Subject
  /// The path of the opened file; nil for a new one.
  public var path: String?
  /// The text of the opened file: the base of the merge.
  public var opened: [UInt8]
  /// The typed text: the whole file, or another form that the user interface defines.
  public var text: [UInt8]
  /// The absolute path of a temporary file that is open in an editor.
  public var editedFile: String?
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
  /// The draft's file name.
  ///
  /// - Parameter number: Distinguishes drafts with the same subject: one line may be in a commit
  ///   while the user types the next.
  func name(_ number: Int) -> String { "\(number)\(Self.mark)\(subject.name)" }

  /// - Returns: The subject, and the number; nil in a name of an earlier version.
  static func place(_ name: String) -> (subject: Subject, number: Int?) {
    guard let mark = name.firstRange(of: Self.mark), let number = Int(name[..<mark.lowerBound])
    else { return (Subject(name: name), nil) }
    return (Subject(name: String(name[mark.upperBound...])), number)
  }

  /// Separates the number from the subject in file names.
  ///
  /// Ids and paths of tasks can't begin with it.
  private static let mark = "="
}

extension Draft.Subject {
  var name: String {
    switch self {
    case .newTask: "new"
    case .newLines: Self.linesName
    case .task(let name): name.escapedPath
    }
  }

  /// No path of a task begins with this.
  private static let linesName = "lines="

  init(name: String) {
    switch name {
    case "new": self = .newTask
    case Self.linesName: self = .newLines
    default: self = .task(name.unescapedPath)
    }
  }
}

/// A draft's file has a few header lines, then the opened text, then the typed text.
extension Draft {
  private static let heading = "memo draft 1"

  var encoded: [UInt8] {
    let lines = [
      Self.heading, "time: \(time)", path.map { "path: \($0.escapedPath)" },
      editedFile.map { "edited: \($0.escapedPath)" }, "opened: \(opened.count) bytes",
      "typed: \(text.count) bytes", "",
    ].compactMap { $0 }
    return Array(lines.map { "\($0)\n" }.joined().utf8) + opened + text
  }

  /// - Returns: Nil if the bytes are not a draft.
  init?(_ bytes: [UInt8], named name: String) {
    let end = Array("\n\n".utf8)
    guard let blank = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).split(separator: "\n")
    guard let first = lines.first, first == Self.heading else { return nil }
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
      of: Self.place(name).subject, path: fields["path"].map { String($0).unescapedPath },
      opened: Array(rest.prefix(opened)), text: Array(rest.dropFirst(opened)),
      editedFile: fields["edited"].map { String($0).unescapedPath }, at: time)
  }
}

extension String {
  /// A path as a file name, and as one line.
  fileprivate var escapedPath: String {
    replacing("%", with: "%25").replacing("/", with: "%2F").replacing("\n", with: "%0A")
  }

  fileprivate var unescapedPath: String {
    replacing("%2F", with: "/").replacing("%0A", with: "\n").replacing("%25", with: "%")
  }
}

/// Saves drafts in `memo/drafts` in the `.git` folder, in case the process is killed.
///
/// Each process has a folder for its drafts. After a crash, the next process finds them.
public final class DraftBox: Sendable {
  private let files: WorkTree
  private let folder: String
  private let name: String
  /// Held while the process runs, so that other processes leave its drafts alone.
  private let lock: FileLock

  /// - Throws: ``MemoError`` if drafts can't be saved here.
  public init(_ store: Store) throws(MemoError) {
    let git = try store.folderOfOwnFiles()
    files = try MemoError.rethrowing(WorkTree(git))
    folder = store.ownFile("drafts")
    name = String(store.environment.randomNumber(), radix: 36)
    let path = "\(git)/\(folder)"
    try MemoError.rethrowing(WorkTree.createFolder(path))
    lock = try MemoError.rethrowing(FileLock("\(path)/\(name)\(Self.lockEnding)", waitingUpTo: 0))
  }

  private static let lockEnding = ".lock"

  deinit {
    // An empty file that stays does no harm.
    try? files.remove("\(folder)/\(name)\(Self.lockEnding)", expecting: [])
  }

  /// Saves all drafts of this process, then deletes the former ones.
  ///
  /// - Throws: ``MemoError`` if a file can't be written or deleted. The former drafts of a subject
  ///   that can't be written stay.
  public func keep(_ drafts: [Draft]) throws(MemoError) {
    let own = "\(folder)/\(name)"
    let former = try MemoError.rethrowing(files.list(own)).map(\.path)
    let last = former.compactMap { Draft.place(Paths.name(of: $0)).number }.max() ?? 0
    var failure: FileError?
    var left: Set<Draft.Subject> = []
    for (number, draft) in zip((last + 1)..., drafts) {
      do throws(FileError) {
        try files.replace("\(own)/\(draft.name(number))", with: draft.encoded, expecting: nil)
      } catch {
        failure = failure ?? error
        left.insert(draft.subject)
      }
    }
    for path in former where !left.contains(Draft.place(Paths.name(of: path)).subject) {
      try remove(path)
    }
    if let failure { throw MemoError(failure) }
  }

  /// The drafts of ended processes, the newest first.
  ///
  /// - Parameter tell: Called with the error of each unreadable draft, which stays.
  /// - Throws: ``MemoError`` if the folder can't be listed.
  public func abandoned(_ tell: (MemoError) -> Void) throws(MemoError) -> [AbandonedDraft] {
    let entries = try MemoError.rethrowing(files.list(folder)).filter { $0.kind == .regular }
    var found: [AbandonedDraft] = []
    for entry in entries {
      let place = Paths.parent(of: entry.path)
      guard place != folder, place != "\(folder)/\(name)",
        !FileLock.isHeld("\(files.path)/\(place)\(Self.lockEnding)")
      else { continue }
      do throws(FileError) {
        // Skips unknown formats, which a newer version of memo will read.
        guard let bytes = try files.content(entry.path),
          let draft = Draft(bytes, named: Paths.name(of: entry.path))
        else { continue }
        found.append(AbandonedDraft(draft: draft, file: entry.path))
      } catch {
        tell(MemoError(error))
      }
    }
    return found.sorted {
      ($1.draft.time.secondsSince1970, $0.file) < ($0.draft.time.secondsSince1970, $1.file)
    }
  }

  /// Deletes an abandoned draft.
  ///
  /// - Throws: ``MemoError`` if the file can't be deleted.
  public func discard(_ abandoned: AbandonedDraft) throws(MemoError) {
    try remove(abandoned.file)
    if let edited = abandoned.draft.editedFile, Paths.relative(edited, to: files.path) != nil {
      // The user discards this text, and nothing names a file that stays.
      try? WorkTree.removeFile(edited)
    }
    let lock = "\(Paths.parent(of: abandoned.file))\(Self.lockEnding)"
    // The empty lock file of a killed process does no harm if it stays.
    try? files.remove(lock, expecting: [])
  }

  private func remove(_ path: String) throws(MemoError) {
    guard let bytes = try MemoError.rethrowing(files.content(path)) else { return }
    try MemoError.rethrowing(files.remove(path, expecting: bytes))
  }
}

/// A draft of an ended process.
public struct AbandonedDraft: Hashable, Sendable {
  public var draft: Draft
  /// Relative to the `.git` folder.
  let file: String
}
