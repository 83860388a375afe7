internal import Git
public import StoreFiles
public import TaskFile
public import TaskHistory

public struct FixReport: Sendable {
  /// Hand edits that were committed first, each in its own commit.
  public var recorded: [TaskChange]
  /// The repairs, by path; those of unchanged files are in one commit.
  public var fixes: [Fix]
  public var snapshot: Snapshot
}

extension Store {
  /// Repairs everything that can be repaired without guessing.
  ///
  /// These are missing and duplicate ids, statuses that differ from the folder, and missing quotes
  /// in front matter. Nothing else changes.
  ///
  /// - Parameters:
  ///   - isTrial: Whether to write nothing.
  ///   - toYAML: Whether to convert front matter in TOML and JSON if nothing is lost.
  public func fix(isTrial: Bool = false, toYAML: Bool = false) throws(MemoError) -> FixReport {
    let options = NormalizationOptions(undone: true, isFix: true, conversion: toYAML)
    guard !isTrial else { return try triedFix(options) }
    var found = RecordingPlan()
    try write(recording: false) { session throws(MemoError) in
      found = try session.fix(options)
    }
    return FixReport(found, isTrial: false, try check())
  }

  private func triedFix(_ options: NormalizationOptions) throws(MemoError) -> FixReport {
    try settings.checkWritable()
    let git = try git()
    let head = try git.readyHead()
    var snapshot = try read()
    let found = try findHandEdits(snapshot, git, since: head.commit, options)
    snapshot.replaceTasks(found.changedFiles)
    snapshot.forgetProblems()
    snapshot.markDoubles()
    // The problems that a check would find afterwards.
    markAll(&snapshot)
    try snapshot.markNotNormalized(in: git) { _ in true }
    return FixReport(found, isTrial: true, snapshot)
  }
}

extension WriteSession {
  /// Commits hand edits, and then memo's repairs as the requested change.
  fileprivate mutating func fix(
    _ options: NormalizationOptions
  ) throws(MemoError) -> RecordingPlan {
    var found = try findHandEdits(options)
    var edits = found
    edits.tasks = found.edits
    try record(edits)
    // An undo of the settings also undoes the repairs that they cause.
    try commit(
      found.normalizations, as: .fix, within: found.hasSettings ? recordedOperation : nil)
    guard !edits.tasks.isEmpty else { return found }
    // Edited files that share an id still share it after their first commit.
    let rest = try store.findHandEdits(snapshot, git, since: head.commit, options)
    try commit(rest.tasks, as: .fix)
    found.tasks += rest.tasks
    found.restored += rest.restored
    return found
  }
}

extension FixReport {
  fileprivate init(_ found: RecordingPlan, isTrial: Bool, _ snapshot: Snapshot) {
    recorded = found.edits.map(\.change)
    fixes = found.changedFiles.flatMap { Fix.all(from: $0.before, to: $0.after, isTrial: isTrial) }
    fixes.sort { $0.path.precedes(path: $1.path) }
    self.snapshot = snapshot
  }
}

extension RecordingPlan {
  fileprivate var changedFiles: [VersionPair] {
    tasks.flatMap(\.files) + restored
  }
}

extension Snapshot {
  fileprivate mutating func forgetProblems() {
    tasks = tasks.map { task in
      // An unreadable file can't be checked again.
      guard task.file != nil else { return task }
      var copy = StoredTask(TaskVersion(task), file: task.file)
      copy?.status = task.status
      return copy ?? task
    }
  }
}

public struct Fix: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There was no front matter.
    case frontMatter
    /// Values lacked the quotes that YAML needs.
    case quotes
    /// The front matter was in another format.
    case format(FrontMatterFormat)
    /// There was no id; nil in a trial, since ids are random.
    case missingID(TaskID?)
    /// Another task had the same id; nil in a trial.
    case sharedID(TaskID, now: TaskID?)
    /// The status in the text differed from the folder, which was right.
    case status(Status, now: Status)
    /// The folder differed from the status in the text, which was right.
    case folder(now: String)
  }

  /// The file's path before the repair, relative to the store.
  public var path: String
  public var kind: Kind
}

extension Fix {
  static func all(from old: TaskVersion?, to new: TaskVersion?, isTrial: Bool) -> [Fix] {
    guard let old, let new else { return [] }
    var kinds: [Kind] = []
    if !old.document.hasFrontMatter, new.document.hasFrontMatter {
      kinds.append(.frontMatter)
    }
    if let format = old.document.format, old.document.isForeign, !new.document.isForeign {
      kinds.append(.format(format))
    } else if old.document.hasFrontMatter, !old.isUnderstood, new.isUnderstood {
      kinds.append(.quotes)
    }
    if old.id != new.id {
      let id = isTrial ? nil : new.id
      kinds.append(old.id.map { .sharedID($0, now: id) } ?? .missingID(id))
    }
    if let before = old.item.status, let after = new.item.status, before != after {
      kinds.append(.status(before, now: after))
    }
    if !old.path.isSamePath(as: new.path) { kinds.append(.folder(now: new.path)) }
    return kinds.map { Fix(path: old.path, kind: $0) }
  }
}
