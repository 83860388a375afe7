package import Git
public import TaskFile

/// All tasks of a store as their files are at one moment.
public struct Snapshot: Sendable {
  /// The store's folder.
  let root: String
  /// When the reading began.
  let began: FileStatus.Time
  /// How many files had to be opened because nothing, or something else, was remembered.
  var news = 0
  /// Sorted by path.
  public package(set) var tasks: [StoredTask]
  /// What lies in the task folders and is no task, though it looks like one.
  public package(set) var strays: [StoreProblem]

  /// What lies beside the tasks and belongs to the store, as images, by path.
  package var others: [String] = []
  /// The folders among the tasks, those of the statuses included.
  package var folders: Set<String> = []
  /// Folders that lie so deep that they were not looked into.
  var unlisted: Set<PathKey> = []
  /// The files that git ignores, which are no tasks.
  package var ignored: Set<PathKey> = []
  /// What sync services put beside tasks, which is no task, by path.
  public package(set) var copies: [SyncCopy] = []
  /// What changes that were killed left under hidden names.
  package var hidden: [String] = []
  /// The commit that the tasks are shown as of, where a change was begun that is not finished;
  /// nil for HEAD's, as nearly always.
  package var commit: ObjectID?

  package init(
    root: String, began: FileStatus.Time, tasks: [StoredTask], strays: [StoreProblem] = []
  ) {
    self.root = root
    self.began = began
    self.tasks = tasks
    self.strays = strays
  }

  /// Everything wrong in the store, by path.
  public var problems: [StoreProblem] {
    (tasks.flatMap(\.problems) + strays).sorted { $0.path.precedes(path: $1.path) }
  }

  /// How many ``problems`` there are.
  public var problemCount: Int { tasks.reduce(strays.count) { $0 + $1.problems.count } }
}

extension Snapshot {
  /// Whether a file may lie at a path all the same if none was found there.
  package func isUnlisted(_ path: String) -> Bool {
    guard !unlisted.isEmpty else { return false }
    let parts = path.split(separator: "/", maxSplits: Limits.listDepth + 1)
    return unlisted.contains(PathKey(parts.prefix(Limits.listDepth + 1).joined(separator: "/")))
  }

  /// Leaves out what is not at these paths.
  public mutating func keepOnly(where isWanted: (String) -> Bool) {
    tasks = tasks.filter { isWanted($0.path) }
    strays = strays.filter { isWanted($0.path) }
  }

  /// How many letters of each id tell it from all others in the store.
  ///
  /// - Parameter shown: The only tasks that are asked for; nil for all.
  public func shortestPrefixes(of shown: [StoredTask]? = nil) -> [TaskID: Int] {
    ids.shortestPrefixes(of: shown?.compactMap(\.id))
  }

  private var ids: [TaskID] {
    var ids: [TaskID] = []
    ids.reserveCapacity(tasks.count)
    for task in tasks { if let id = task.id { ids.append(id) } }
    return ids
  }

  private static let mostNames = 5

  /// The ids that several files have.
  package var doubleIDs: Set<TaskID> { ids.repeated }

  /// Marks the tasks whose id another file has as well, besides copies of sync services.
  package mutating func markDoubles() {
    var doubles = doubleIDs
    if setCopiesAside(among: doubles) { doubles = doubleIDs }
    guard !doubles.isEmpty else { return }
    var holders: [TaskID: [Int]] = [:]
    for (index, task) in tasks.enumerated() {
      if let id = task.id, doubles.contains(id) { holders[id, default: []].append(index) }
    }
    for (id, indices) in holders {
      for index in indices {
        tasks[index].sharesID = true
        // A few names say what is wrong; a thousand copies need not each name all others.
        let others = indices.prefix(Self.mostNames + 1).filter { $0 != index }
          .prefix(Self.mostNames).map { tasks[$0].path }
        let more = indices.count - 1 - others.count
        let names = others.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let have = indices.count == 2 ? "has" : "have"
        tasks[index].complain(
          about: tasks[index].document.idKey, "\(names) \(have) the same id, \(id)",
          hint: "'memo check --fix' gives the copy a new one")
      }
    }
  }
}
