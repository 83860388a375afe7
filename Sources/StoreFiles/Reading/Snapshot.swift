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
  /// What lies in the task folders and is not a task, though it looks like one.
  public package(set) var strays: [StoreProblem]

  /// What lies beside the tasks and belongs to the store, as images, by path.
  package var others: [String] = []
  /// The folders among the tasks, those of the statuses included.
  package var folders: Set<String> = []
  /// Folders that lie so deep that they were not looked into.
  var unlisted: Set<PathKey> = []
  /// The files that git ignores, which are no tasks.
  package var ignored: Set<PathKey> = []
  /// What sync services put beside tasks, which is not a task, by path.
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

extension Snapshot {
  /// The tasks at some paths, each once, in the order of the paths.
  package func tasks(at paths: some Sequence<String>) -> [StoredTask] {
    var seen: Set<Int> = []
    return paths.compactMap(tasks.index).filter { seen.insert($0).inserted }.map { tasks[$0] }
  }

  /// Puts tasks in the place of those that have these paths.
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

  /// What comes to lie before a place is taken before what goes there.
  private static func isBefore(
    _ a: (place: Int, task: StoredTask?), _ b: (place: Int, task: StoredTask?)
  ) -> Bool {
    guard a.place == b.place, let one = a.task else { return a.place < b.place }
    return b.task.map { one.precedes($0) } ?? true
  }

  /// Whether a task lies in a folder, or below it.
  package func hasTask(below folder: String) -> Bool {
    let place = tasks.place(of: "\(folder)/")
    return place < tasks.count && tasks[place].path.hasPrefix("\(folder)/")
  }
}

extension [StoredTask] {
  /// Where the task of a path is, where they are sorted by path.
  func index(of path: String) -> Int? {
    let place = place(of: path)
    return place < count && self[place].isAt(path) ? place : nil
  }

  /// The first that doesn't come before a path.
  func place(of path: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// What several words mean where each may be a name, and all may be words of one title.
package enum WordsMeaning {
  /// Each is a name of its own.
  case each
  /// Each is a name of its own, but some only as a part of a title, which may be chance.
  case parts([StoredTask])
  /// Together they are words of one title.
  case title(StoredTask)
  /// Together they could mean any of these.
  case unclear([StoredTask])
}

extension Snapshot {
  /// Whether a word may be meant as one of several of a title, and not as a name by itself: an id
  /// is written out, a path has a slash or an ending, and quotes keep other words together.
  package static func mayBeOfTitle(_ word: String) -> Bool {
    TaskID(word) == nil && !word.contains("/") && !word.hasSuffix(StoredTask.ending)
      && !word.contains(where: \.isWhitespace)
  }

  /// What somebody means who names tasks with several words, and may have left out the quotes
  /// around those of one title.
  ///
  /// - Parameters:
  ///   - words: As they were typed.
  ///   - directory: The folder a relative path starts from, relative to the store.
  ///   - use: How much of a title has to be said.
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
    // What each word is by itself counts, unless all are a whole title as well.
    if isNamed, !together.contains(where: { title?.isWhole($0.title) ?? false }) { return .each }
    let each = words.map { candidates(named: $0, from: directory, for: use) }
    let apart = each.allSatisfy { $0.count == 1 } ? Self.once(each.joined()) : []
    let isOther = isNamed || !together.allSatisfy { $0.isMeant(before: use.status) }
    switch together.count {
    case 0: return apart.count > 1 ? .parts(apart) : .each
    // One that the command doesn't mean stands back behind those that it does.
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

  /// What names this task and no other: its id, or the path of one without, or whose id another
  /// has as well.
  package func ownName(of task: StoredTask) -> String {
    guard let id = task.id, tasks.count(where: { $0.id == id }) == 1 else { return task.path }
    return id.text
  }
}
