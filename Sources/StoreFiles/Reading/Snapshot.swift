package import Git
public import TaskFile

/// All tasks of a store at one moment.
public struct Snapshot: Sendable {
  /// The store's folder.
  let root: String
  /// When the reading began.
  let began: FileStatus.Time
  /// The number of files that were not in the cache.
  var news = 0
  /// Sorted by path.
  public package(set) var tasks: [StoredTask]
  /// Files in the task folders that look like tasks, but aren't.
  public package(set) var strays: [StoreProblem]

  /// Other files of the store, such as images, by path.
  package var others: [String] = []
  /// The folders, with those of the statuses.
  package var folders: Set<PathKey> = []
  /// Folders that are too deep to be read.
  var unlisted: Set<PathKey> = []
  /// Ignored files, which are no tasks.
  package var ignored: Set<PathKey> = []
  /// Copies by sync services, which are no tasks, by path.
  public package(set) var copies: [SyncCopy] = []
  /// Hidden temporary files of killed processes.
  package var hidden: [String] = []
  /// The commit of the tasks if a change is unfinished; nil for HEAD.
  package var commit: ObjectID?

  package init(
    root: String, began: FileStatus.Time, tasks: [StoredTask], strays: [StoreProblem] = []
  ) {
    self.root = root
    self.began = began
    self.tasks = tasks
    self.strays = strays
  }

  /// All problems in the store, by path.
  public var problems: [StoreProblem] {
    (tasks.flatMap(\.problems) + strays).sorted { $0.path.precedes(path: $1.path) }
  }

  /// The number of ``problems``.
  public var problemCount: Int { tasks.reduce(strays.count) { $0 + $1.problems.count } }
}

extension Snapshot {
  /// Whether a file may be at a path though none was listed.
  package func isUnlisted(_ path: String) -> Bool {
    guard !unlisted.isEmpty else { return false }
    let parts = path.split(separator: "/", maxSplits: Limits.listDepth + 1)
    return unlisted.contains(PathKey(parts.prefix(Limits.listDepth + 1).joined(separator: "/")))
  }

  /// Removes everything at other paths.
  public mutating func keepOnly(where isWanted: (String) -> Bool) {
    tasks = tasks.filter { isWanted($0.path) }
    strays = strays.filter { isWanted($0.path) }
  }

  /// How many letters distinguish each id from all others in the store.
  ///
  /// - Parameter shown: The tasks to answer for; nil for all.
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

  /// Marks the tasks whose id another file has, except copies of sync services.
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
        // A thousand copies need not name all others.
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

extension Snapshot {
  /// The tasks at some paths, each once, in the order of paths.
  package func tasks(at paths: some Sequence<String>) -> [StoredTask] {
    var seen: Set<Int> = []
    return paths.compactMap(tasks.index).filter { seen.insert($0).inserted }.map { tasks[$0] }
  }

  /// Replaces the tasks at these paths.
  package mutating func replaceTasks(at paths: [String], with new: [StoredTask]) {
    let gone = Set(paths.compactMap(tasks.index)).sorted()
    var all: [StoredTask] = []
    all.reserveCapacity(tasks.count + new.count)
    let steps =
      gone.map { (place: $0, task: StoredTask?.none) }
      + new.map { (tasks.place(of: $0.path), $0) }
    var done = 0
    for step in steps.sorted(by: { Self.isBefore($0, $1) }) {
      all += tasks[done..<step.place]
      done = step.task == nil ? step.place + 1 : step.place
      if let task = step.task { all.append(task) }
    }
    all += tasks[done...]
    tasks = all
  }

  /// For one position, removals come before insertions.
  private static func isBefore(
    _ a: (place: Int, task: StoredTask?), _ b: (place: Int, task: StoredTask?)
  ) -> Bool {
    guard a.place == b.place, let one = a.task else { return a.place < b.place }
    return b.task.map { one.precedes($0) } ?? true
  }

  /// Whether a task is in or below a folder.
  package func hasTask(below folder: String) -> Bool {
    let place = tasks.place(of: "\(folder)/")
    return place < tasks.count && tasks[place].path.hasPrefix("\(folder)/")
  }
}

extension [StoredTask] {
  /// The index of the task at a path.
  func index(of path: String) -> Int? {
    let place = place(of: path)
    return place < count && self[place].isAt(path) ? place : nil
  }

  /// The first index that doesn't come before a path.
  func place(of path: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The meaning of several words, each of which may be a name or a word of one title.
package enum WordsMeaning {
  /// Each is a name.
  case each
  /// Each is a name, but some only as part of a title, which may be a coincidence.
  case parts([StoredTask])
  /// Together they are words of one title.
  case title(StoredTask)
  /// Together they could mean any of these.
  case unclear([StoredTask])
}

extension Snapshot {
  /// Whether a word may be one of several of a title.
  ///
  /// An id, a path and a quoted text are names.
  package static func mayBeOfTitle(_ word: String) -> Bool {
    TaskID(word) == nil && !word.contains("/") && !word.hasSuffix(StoredTask.ending)
      && !word.contains(where: \.isWhitespace)
  }

  /// The meaning of several words, which may be one title without quotes.
  ///
  /// - Parameters:
  ///   - words: The typed words.
  ///   - directory: The folder for relative paths, relative to the store.
  ///   - use: How much of a title is needed.
  package func meaning(
    of words: [String], from directory: String? = nil, for use: NameUse = .reading
  ) -> WordsMeaning {
    let bare = words.filter(Self.mayBeOfTitle)
    guard words.count > 1, !bare.isEmpty else { return .each }
    let isNamed = bare.allSatisfy { word in
      !named(word, from: directory).isEmpty
        || TitleWords(word).map { title in tasks.contains { title.isWhole($0.title) } } ?? false
    }
    let title = bare.count == words.count ? TitleWords(words.joined(separator: " ")) : nil
    let together = title?.best(of: tasks, for: use) ?? []
    // The meaning of each word counts, unless all are a complete title as well.
    if isNamed, !together.contains(where: { title?.isWhole($0.title) ?? false }) { return .each }
    let each = words.map { candidates(named: $0, from: directory, for: use) }
    let apart = each.allSatisfy { $0.count == 1 } ? Self.once(each.joined()) : []
    let isOther = isNamed || !together.allSatisfy { $0.isMeant(before: use.status) }
    switch together.count {
    case 0: return apart.count > 1 ? .parts(apart) : .each
    // Tasks that the command can change come first.
    case 1
    where isOther
      && apart.contains { !$0.isAt(together[0].path) && $0.isMeant(before: use.status) }:
      return .unclear(Self.once(together + apart))
    case 1: return .title(together[0])
    default: return .unclear(together)
    }
  }

  private static func once(_ tasks: some Sequence<StoredTask>) -> [StoredTask] {
    var seen: Set<PathKey> = []
    return tasks.filter { seen.insert(PathKey($0.path)).inserted }
  }

  /// A unique name of this task: its id, or the path of one without an id or with a duplicate one.
  package func ownName(of task: StoredTask) -> String {
    guard let id = task.id, tasks.count(where: { $0.id == id }) == 1 else { return task.path }
    return id.text
  }
}
