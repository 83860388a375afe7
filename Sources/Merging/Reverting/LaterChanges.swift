internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What was done to tasks after a change that is to be taken back, as the journal tells it.
struct LaterChanges {
  /// What one commit did to a task; of merges nothing, since their sides tell it.
  struct Step {
    var author: String
    var time: Timestamp
    /// Whether somebody else did it.
    var isOther: Bool
    /// Whether it was done knowing the change; else histories met later.
    var isBehind: Bool
    var before: TaskVersion?
    /// Nil where it deleted the task.
    var after: TaskVersion?
  }

  /// By the task's id, the newest first.
  private var steps: [TaskID: [Step]] = [:]

  /// - Parameters:
  ///   - change: The commit in which the change ended.
  ///   - ids: The tasks that it is about.
  ///   - person: Whoever takes it back.
  ///   - history: The history up to HEAD; asked for only where others did anything since.
  init(
    _ git: StoreGit, since change: ObjectID, of ids: Set<TaskID>, by person: Signature,
    _ history: () throws(MemoError) -> History?
  ) throws(MemoError) {
    let head = try git.head()
    guard let tip = head.commit, tip != change else { return }
    var later: [ObjectID: Commit] = [:]
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [tip], hiding: [change]) { commit throws(GitError) in
        later[commit.id] = commit
        return true
      }
    }
    guard later.values.contains(where: { $0.author.email != person.email }),
      let history = try history()
    else { return }
    let targets = Set(ids.map { LogQuery.Target.id($0) })
    let places = try history.deltas(of: targets)
      .filter { later[history.index.nodes[$0.node].commit] != nil }
    let deltas = Dictionary(grouping: places, by: \.node)
    try history.walk { node throws(MemoError) in
      let id = history.index.nodes[node].commit
      guard let commit = later[id] else { return true }
      for place in deltas[node] ?? [] {
        try add(history.index.nodes[node].deltas[place.delta], commit, since: change, git, person)
      }
      return true
    }
  }

  private mutating func add(
    _ delta: TaskDelta, _ commit: Commit, since change: ObjectID, _ git: StoreGit,
    _ person: Signature
  ) throws(MemoError) {
    guard delta.befores.count < 2,
      let id = delta.after?.id ?? delta.befores.lazy.compactMap({ $0?.id }).first
    else { return }
    let isBehind = try git.run("read the history", git.repository.isAncestor(change, of: commit.id))
    var step = Step(
      author: commit.author.name,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      isOther: commit.author.email != person.email, isBehind: isBehind)
    if let before = delta.befores.first, let state = before {
      step.before = try git.version(of: state)
    }
    if let state = delta.after { step.after = try git.version(of: state) }
    steps[id, default: []].append(step)
  }

  /// The steps of a task, the newest first.
  func steps(of id: String?) -> [Step] { id.flatMap { TaskID($0) }.flatMap { steps[$0] } ?? [] }

  /// Whether somebody else touched the task.
  func hasOthers(_ id: String?) -> Bool { steps(of: id).contains(where: \.isOther) }
}

extension LaterChanges.Step {
  /// Whether it set a key, or took it away; `status` is where the task lies.
  func sets(_ key: String) -> Bool { after != nil && before?.state(key) != after?.state(key) }

  func rewrites() -> Bool {
    after != nil && before?.document.body != after?.document.body
  }

  /// Whether it put something into a list, or took it out; nil when it did neither.
  func puts(_ item: String, into key: String) -> Bool? {
    let isThere = after?.state(key).items.contains(item) ?? false
    return (before?.state(key).items.contains(item) ?? false) == isThere ? nil : isThere
  }
}

extension [LaterChanges.Step] {
  /// Who set a key last, of steps with the newest first.
  ///
  /// Of several in the same second on different devices it is the one whose value a merge took.
  func latest(setting key: String, now: FieldValue?) -> LaterChanges.Step? {
    let setting = filter { $0.sets(key) }
    guard let first = setting.first else { return nil }
    let tied = setting.prefix { $0.time.secondsSince1970 == first.time.secondsSince1970 }
    return tied.first { $0.after?.state(key) == now } ?? first
  }
}

extension TaskVersion {
  /// What it says about a key; where it lies is its status.
  func state(_ key: String) -> FieldValue? {
    guard key == "status", let status = folderStatus else { return document.value(of: key) }
    return .text(status.rawValue)
  }
}

extension FieldValue? {
  /// What is in it, as in a list.
  var items: [String] {
    switch self {
    case .list(let items): items
    case .text(let text): text.isEmpty ? [] : [text]
    case nil: []
    }
  }
}
