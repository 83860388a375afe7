internal import Git
public import Query
public import StoreFiles
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
  /// The task's own, also where the version had none yet, or that of the task it was copied from;
  /// nil for a task that never had one, or whose id is another's by now.
  public var id: String?
  public var line: TextLine
}

extension Store {
  /// What was once written in tasks and is gone, also with a whole task, newest first.
  ///
  /// All versions that HEAD leads to are searched, each once for each task and place that had it. All
  /// of the query must occur in a version; each of its lines is told once.
  /// - Parameters:
  ///   - snapshot: The tasks as they are now; what they have is not gone.
  ///   - isMeant: Which versions are looked at.
  /// - Throws: ``MemoError``
  public func lostLines(
    _ query: TextQuery, _ snapshot: Snapshot, where isMeant: (StoredTask) -> Bool = { _ in true }
  ) throws(MemoError) -> [LostLine] {
    guard let history = try history(git()) else { return [] }
    let identities = try history.identities()
    var search = LostLineSearch(TextMatcher(query))
    let present = PresentFiles(history, comparing: snapshot)
    for task in snapshot.tasks {
      guard let number = try present.task(of: task) else { continue }
      search.add(current: task, number)
    }
    var seen: Set<SeenVersion> = []
    try history.walk { node throws(MemoError) in
      for (number, delta) in history.index.nodes[node].deltas.enumerated() where delta.isOwn {
        let number = identities.task(at: History.Place(node: node, delta: number))
        guard let state = delta.after,
          seen.insert(SeenVersion(task: number, path: state.path, blob: state.blob)).inserted,
          let task = StoredTask(
            path: state.path, bytes: try history.git.version(of: state).bytes, file: nil,
            settings.aliases),
          isMeant(task)
        else { continue }
        let lines = search.news(in: task, number)
        guard !lines.isEmpty else { continue }
        let commit = try history.git.commit(history.index.nodes[node].commit)
        var id = number.flatMap { identities.ownID(of: $0, holding: task.id) }
        // A copy may have it since.
        if let known = id, try history.holder(of: known) != number { id = nil }
        search.found += lines.map { LostLine($0, of: task, id, in: commit) }
      }
      return true
    }
    return search.found
  }
}

extension LostLine {
  fileprivate init(_ line: TextLine, of task: StoredTask, _ id: TaskID?, in commit: Commit) {
    self.init(
      commit: commit.id.hex,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      author: commit.author.name, path: task.path, title: task.title, id: id?.text,
      line: line)
  }
}

/// A text that a task had at a path; two tasks may have had the same.
private struct SeenVersion: Hashable {
  var task: Int?
  var path: String
  var blob: ObjectID
}

/// Goes through versions from the newest to the oldest.
private struct LostLineSearch {
  var found: [LostLine] = []
  private let matcher: TextMatcher
  /// What has been told of each task, and what it has now; by the task's number.
  private var known: [Int: Set<String>] = [:]
  private var current: [Int: [StoredTask]] = [:]

  init(_ matcher: TextMatcher) { self.matcher = matcher }

  mutating func add(current task: StoredTask, _ number: Int) {
    current[number, default: []].append(task)
  }

  /// The lines that match, and that no newer version has.
  mutating func news(in task: StoredTask, _ number: Int?) -> [TextLine] {
    guard let number, let lines = matcher.lines(in: task.document, task.item) else { return [] }
    var known =
      known[number]
      ?? Set(
        (current[number] ?? []).flatMap { TextLine.all(of: $0.document, $0.item) }.map(Self.mark))
    let news = lines.filter { known.insert(Self.mark($0)).inserted }
    self.known[number] = known
    return news
  }

  /// The same text is the same line wherever it stands in a body.
  private static func mark(_ line: TextLine) -> String { "\(line.part.rawValue) \(line.text)" }
}
