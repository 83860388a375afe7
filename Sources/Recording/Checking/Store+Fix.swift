internal import Git
public import StoreFiles
public import TaskFile
public import TaskHistory

/// What was put right in a store, and what is left.
public struct FixReport: Sendable {
  /// Hand edits that were recorded first, each as its own commit.
  public var recorded: [TaskChange]
  /// What memo put right, by path; in files that nobody has touched since they were recorded,
  /// all of it is one commit.
  public var fixes: [Fix]
  /// The tasks afterwards, with the problems that are left for a person.
  public var snapshot: Snapshot
}

extension Store {
  /// Puts right what can be put right without guessing what somebody meant.
  ///
  /// That is what recording a hand edit mends as well: ids that are missing or shared, and
  /// statuses on which text and folder disagree; and values are put in quotes that keep a front
  /// matter from being YAML. Nothing else in a file is touched.
  /// - Parameters:
  ///   - isTrial: Only finds out what it would be; writes nothing.
  ///   - toYAML: Turns front matters of TOML and JSON into YAML as well, where it can say all that
  ///     is in them.
  /// - Throws: ``MemoError``
  public func fix(
    isTrial: Bool = false, toYAML: Bool = false, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> FixReport {
    let options: NormalizationOptions =
      toYAML ? [.undone, .repairs, .conversion] : [.undone, .repairs]
    let snapshot = try read()
    if let proposal = aliasProposal(for: snapshot), try !settings(with: proposal).lines.isEmpty {
      // As they were found, so that an undo of the fix leaves them where they are.
      let recorded = try isTrial ? [] : write(patience) { session in session.recorded }
      let (store, lines) = try isTrial ? withAliases(proposal) : writingAliases(proposal)
      var report: FixReport
      do throws(MemoError) {
        report = try store.fix(isTrial: isTrial, toYAML: toYAML, patience)
      } catch {
        var error = error
        error.details += recorded.recordedLines("recorded")
        throw error
      }
      report.recorded = recorded + report.recorded
      report.fixes = lines.map { Fix(path: Self.marker, kind: .alias($0)) } + report.fixes
      return report
    }
    if settings.lacksVersion {
      let fix = Fix(path: Self.marker, kind: .version(StoreSettings.newestVersion))
      var report = try withVersion(isTrial: isTrial)
        .fix(isTrial: isTrial, toYAML: toYAML, patience)
      report.fixes.insert(fix, at: 0)
      return report
    }
    guard !isTrial else { return try triedFix(options) }
    var found = HandEdits()
    try write(patience, recording: false) { session throws(MemoError) in
      found = try session.recordHandEdits(options)
    }
    return FixReport(found, isTrial: false, try check())
  }

  /// The store with the line in its settings that says its version, a hand edit like any other.
  private func withVersion(isTrial: Bool) throws(MemoError) -> Store {
    let bytes = try MemoError.rethrowing(files.read(Self.marker).bytes)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark : []
    let text = start + Array(StoreSettings.initialText.utf8) + bytes.dropFirst(start.count)
    guard !isTrial else { return try with(settings: text) }
    try MemoError.rethrowing(files.replace(Self.marker, with: text, expecting: bytes))
    let store = try Store.open(root, environment: environment)
    store.recording = recording
    return store
  }

  /// The store as it would be with other settings.
  private func with(settings text: [UInt8]) throws(MemoError) -> Store {
    let store = try Store(root: root, settings: StoreSettings(text), environment: environment)
    store.recording = recording
    return store
  }

  /// What words mean that files have which came from other programs since the store began; nil
  /// where there is none.
  func aliasProposal(for snapshot: Snapshot) -> AliasProposal? {
    guard
      snapshot.tasks.contains(where: {
        $0.unusable("status") != nil || $0.unusable("priority") != nil
      })
    else { return nil }
    let proposal = AliasProposal(
      for: snapshot.tasks.compactMap {
        AliasProposal.Words(of: $0, besides: settings.aliasedKeys)
      }, besides: settings.aliasedKeys)
    // Keys of other names alone may be anybody's.
    return proposal.hasWords ? proposal : nil
  }

  /// The store as it is with more words in its settings, and the lines that have them.
  private func withAliases(
    _ proposal: AliasProposal
  ) throws(MemoError) -> (store: Store, lines: [String]) {
    let (text, lines) = try settings(with: proposal)
    return (try with(settings: text), lines)
  }

  /// The same, with the settings written: a hand edit like any other.
  func writingAliases(
    _ proposal: AliasProposal
  ) throws(MemoError) -> (store: Store, lines: [String]) {
    try settings.checkWritable()
    let bytes = try MemoError.rethrowing(files.read(Self.marker).bytes)
    let (text, lines) = proposal.settings(beside: bytes)
    try MemoError.rethrowing(files.replace(Self.marker, with: text, expecting: bytes))
    let store = try Store.open(root, environment: environment)
    store.recording = recording
    return (store, lines)
  }

  private func settings(
    with proposal: AliasProposal
  ) throws(MemoError) -> (text: [UInt8], lines: [String]) {
    proposal.settings(beside: try MemoError.rethrowing(files.read(Self.marker).bytes))
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
    // As a check would find them afterwards.
    markAll(&snapshot)
    try snapshot.markNotNormalized(in: git) { _ in true }
    return FixReport(found, isTrial: true, snapshot)
  }
}

extension FixReport {
  fileprivate init(_ found: HandEdits, isTrial: Bool, _ snapshot: Snapshot) {
    recorded = found.edits.map(\.change)
    fixes = found.changedFiles.flatMap { Fix.all(from: $0.before, to: $0.after, isTrial: isTrial) }
    fixes.sort { $0.path.precedes(path: $1.path) }
    self.snapshot = snapshot
  }
}

extension HandEdits {
  /// The files on the disk, and what they are to become.
  fileprivate var changedFiles: [VersionPair] {
    tasks.flatMap(\.files) + restored
  }
}

extension Snapshot {
  /// Takes away what was said of the tasks among others.
  fileprivate mutating func forgetProblems() {
    tasks = tasks.map { task in
      // What could not be read can't be looked at again.
      guard task.file != nil else { return task }
      var copy = StoredTask(
        path: task.path, bytes: task.document.bytes, file: task.file, task.document.aliases)
      copy?.status = task.status
      return copy ?? task
    }
  }
}

/// One thing that ``Store/fix(isTrial:toYAML:_:)`` puts right in a file.
public struct Fix: Hashable, Sendable {
  /// What was wrong, and what it is now.
  public enum Kind: Hashable, Sendable {
    /// There was no front matter.
    case frontMatter
    /// The front matter had something above it.
    case place
    /// Values stood without the quotes that YAML needs.
    case quotes
    /// The front matter was in another language.
    case format(FrontMatterFormat)
    /// There was no id; nil in a trial, as it is made by chance.
    case missingID(TaskID?)
    /// Another task has that id, too; nil in a trial as well.
    case sharedID(TaskID, now: TaskID?)
    /// The text said another status than the folder, which is right.
    case status(Status, now: Status)
    /// The folder was not that of the text's status, which is right.
    case folder(now: String)
    /// The store's settings didn't say the version of its format.
    case version(Int)
    /// A line of the store's settings that says what words mean which files have.
    case alias(String)
  }

  /// Where the file was, relative to the store.
  public var path: String
  public var kind: Kind
}

extension Fix {
  /// What memo changed in a file that it found on the disk.
  static func all(from old: TaskVersion?, to new: TaskVersion?, isTrial: Bool) -> [Fix] {
    guard let old, let new else { return [] }
    var kinds: [Kind] = []
    if old.document.withFrontMatterFirst() != nil {
      kinds.append(.place)
    } else if !old.document.hasFrontMatter, new.document.hasFrontMatter {
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
