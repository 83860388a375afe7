internal import Git
public import TaskFile

/// A line that a task had once and has no more.
public struct LostLine: Hashable, Sendable {
  /// The newest commit that wrote a version of the task with the line: its full name.
  public var commit: String
  public var time: Timestamp
  public var author: String
  /// Where the task was then, relative to the store.
  public var path: String
  /// The title then.
  public var title: String
  /// Nil for a file that had none.
  public var id: String?
  public var line: TextLine
}

extension Store {
  /// What was once written in tasks and is gone, also with a whole task, newest first.
  ///
  /// All versions that HEAD leads to are searched, each once. All of the query must occur in a
  /// version; each of its lines is told once.
  /// - Parameters:
  ///   - snapshot: The tasks as they are now; what they have is not gone.
  ///   - isMeant: Which versions are looked at.
  /// - Throws: ``MemoError``
  public func lostLines(
    _ query: TextQuery, _ snapshot: Snapshot, where isMeant: (StoredTask) -> Bool = { _ in true }
  ) throws(MemoError) -> [LostLine] {
    let git = try git()
    var search = LostLineSearch(TextMatcher(query), snapshot)
    try git.run("read the history") { repository throws(GitError) in
      guard let start = try repository.head().commit else { return }
      try repository.walk(from: [start]) { commit throws(GitError) in
        for entry in try repository.newFiles(of: commit, under: git.taskFolders) {
          guard search.isNew(entry.id), let path = git.storePath(entry.path),
            StoredTask.isTaskName(path),
            let task = StoredTask(path: path, bytes: try repository.taskText(entry.id), file: nil),
            isMeant(task)
          else { continue }
          search.look(at: task, of: commit)
        }
        return true
      }
    }
    return search.found
  }
}

extension Repository {
  /// The files that a commit wrote: not as they were in any of its parents.
  fileprivate func newFiles(
    of commit: Commit, under folders: [String]
  ) throws(GitError) -> [TreeEntry] {
    var files = try changedFiles(from: commit.parents.first, to: commit.id, under: folders)
      .compactMap(\.after)
    for parent in commit.parents.dropFirst() where !files.isEmpty {
      let changed = try changedFiles(from: parent, to: commit.id, under: folders)
      let written = Set(changed.compactMap(\.after))
      files.removeAll { !written.contains($0) }
    }
    return files.filter { $0.mode == .regular || $0.mode == .executable }
  }
}

/// Goes through versions from the newest to the oldest.
private struct LostLineSearch {
  private let matcher: TextMatcher
  private(set) var found: [LostLine] = []
  private var blobs: Set<ObjectID> = []
  /// What has been told of each task, and what it has now.
  private var known: [String: Set<String>] = [:]
  private var current: [String: [StoredTask]] = [:]
  /// Whose file a path was: one may have been recorded before it was given an id.
  private var owners: [String: String] = [:]

  init(_ matcher: TextMatcher, _ snapshot: Snapshot) {
    self.matcher = matcher
    for task in snapshot.tasks { current[key(of: task), default: []].append(task) }
  }

  mutating func isNew(_ blob: ObjectID) -> Bool { blobs.insert(blob).inserted }

  private mutating func key(of task: StoredTask) -> String {
    if let id = task.id?.text { owners[task.path] = id }
    return owners[task.path] ?? task.path
  }

  mutating func look(at task: StoredTask, of commit: Commit) {
    let key = key(of: task)
    guard let lines = matcher.lines(in: task.document, task.item) else { return }
    var known =
      known[key]
      ?? Set((current[key] ?? []).flatMap { TextLine.all(of: $0.document, $0.item) }.map(Self.mark))
    for line in lines where known.insert(Self.mark(line)).inserted {
      found.append(
        LostLine(
          commit: commit.id.hex,
          time: Timestamp(
            secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
          author: commit.author.name, path: task.path, title: task.title, id: task.id?.text,
          line: line))
    }
    self.known[key] = known
  }

  /// The same text is the same line wherever it stands in a body.
  private static func mark(_ line: TextLine) -> String { "\(line.part.rawValue) \(line.text)" }
}
