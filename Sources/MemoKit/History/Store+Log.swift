internal import Git
public import TaskFile

/// One commit of a store's history.
public struct LogEntry: Hashable, Sendable {
  /// The commit's full name, in hexadecimal digits.
  public var commit: String
  public var time: Timestamp
  public var author: String
  /// The journal's line: what happened.
  public var subject: String
  /// The tasks that it is about; several for a change in bulk.
  public var tasks: [Subject]

  /// A task that a commit is about.
  public struct Subject: Hashable, Sendable {
    public var kind: TaskChange.Kind
    /// Nil for a file that had none.
    public var id: String?
    public var title: String
  }
}

extension Store {
  /// The journal, newest first.
  ///
  /// Commits that memo made name their tasks; of others the files are compared.
  /// - Parameters:
  ///   - ids: Only what is about these tasks; all for none.
  ///   - body: Gets one entry after another until it returns false.
  /// - Throws: ``MemoError``
  public func log(
    of ids: Set<TaskID> = [], _ body: (LogEntry) -> Bool
  ) throws(MemoError) {
    let git = try git()
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let start = head.commit else { return }
    var failure: MemoError?
    let wanted = Set(ids.map(\.text))
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [start]) { commit throws(GitError) in
        do throws(MemoError) {
          guard let entry = try git.entry(for: commit, wanted) else { return true }
          return body(entry)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }
}

extension StoreGit {
  /// A commit as a line of the journal; nil when it is not about the wanted tasks.
  fileprivate func entry(for commit: Commit, _ wanted: Set<String>) throws(MemoError) -> LogEntry? {
    var tasks = JournalEntry.tasks(in: commit.message)
    if tasks.isEmpty {
      // A merge brings what its other parents' own entries tell.
      guard commit.parents.count < 2 else {
        return wanted.isEmpty ? LogEntry(commit, tasks: []) : nil
      }
      tasks = try changes(from: commit.parents.first, to: commit.id)
        .filter { storePath($0.path).flatMap(StoredTask.folderStatus) != nil }
        .map { LogEntry.Subject(kind: $0.change.kind, id: $0.change.id, title: $0.change.title) }
      let isBirth = commit.subject.hasPrefix("init: ")
      guard !tasks.isEmpty || (isBirth && wanted.isEmpty) else { return nil }
    }
    guard wanted.isEmpty || tasks.contains(where: { $0.id.map(wanted.contains) ?? false }) else {
      return nil
    }
    return LogEntry(commit, tasks: tasks)
  }
}

extension LogEntry {
  fileprivate init(_ commit: Commit, tasks: [Subject]) {
    self.init(
      commit: commit.id.hex,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      author: commit.author.name, subject: commit.subject, tasks: tasks)
  }
}

extension JournalEntry {
  /// The tasks that a message of memo's own names; none for any other message.
  static func tasks(in message: String) -> [LogEntry.Subject] {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let ids = lines.filter { $0.hasPrefix("\(trailer): ") }
      .map { String($0.dropFirst(trailer.count + 2)) }
    guard !ids.isEmpty, let subject = lines.first, let colon = subject.firstIndex(of: ":"),
      let kind = TaskChange.Kind(rawValue: String(subject[..<colon]))
    else { return [] }
    guard ids.count > 1 else {
      let rest = String(subject[subject.index(after: colon)...]).trimmingSpaces
      return [.init(kind: kind, id: ids[0], title: title(in: rest, of: kind))]
    }
    let titles = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    return ids.enumerated().map { index, id in
      let text = index < titles.count ? titles[index] : ""
      return .init(kind: kind, id: id, title: title(in: text, of: kind))
    }
  }

  /// A title without the parenthesis behind it that tells what changed.
  private static func title(in text: String, of kind: TaskChange.Kind) -> String {
    guard kind == .move || kind == .edit, text.hasSuffix(")"),
      let open = text.range(of: " (", searchingFromEnd: true)
    else { return text }
    return String(text[..<open])
  }
}

extension String {
  /// Where the last occurrence of a short text begins.
  fileprivate func range(of text: String, searchingFromEnd: Bool) -> Index? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(text) { return index }
    }
    return nil
  }
}
