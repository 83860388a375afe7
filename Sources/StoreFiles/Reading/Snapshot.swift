package import Git
public import TaskFile

/// All tasks of a store at a moment.
public struct Snapshot: Sendable {
  let root: String
  package let began: FileStatus.Time
  /// The number of files that had to be opened.
  var news = 0
  /// Sorted by path.
  public package(set) var tasks: [StoredTask]
  /// Entries in the status folders that look like tasks but aren't.
  public package(set) var strays: [StoreProblem]

  /// The paths of other files of the store, such as images.
  package var others: [String] = []
  /// The folders that may contain tasks, including the status folders.
  package var folders: Set<PathKey> = []
  /// Folders that memo doesn't list, such as those that are too deep.
  var unlisted: Set<PathKey> = []
  /// Files with a task's name that git ignores.
  package var ignored: Set<PathKey> = []
  /// Copies made by sync services, by path; they are not tasks.
  public package(set) var copies: [SyncCopy] = []
  /// Hidden temporary files of killed processes.
  package var hidden: [String] = []
  /// The commit that the tasks belong to while a change is unfinished; nil for HEAD.
  package var commit: ObjectID?

  package init(
    root: String, began: FileStatus.Time, tasks: [StoredTask], strays: [StoreProblem] = []
  ) {
    self.root = root
    self.began = began
    self.tasks = tasks
    self.strays = strays
  }

  public var problems: [StoreProblem] {
    (tasks.flatMap(\.problems) + strays).sorted { $0.path.precedes(path: $1.path) }
  }

  public var problemCount: Int { tasks.reduce(strays.count) { $0 + $1.problems.count } }
}

extension Snapshot {
  /// Whether a path is below a folder that memo doesn't list, so that a file may exist there.
  package func isUnlisted(_ path: String) -> Bool {
    guard !unlisted.isEmpty else { return false }
    let parts = path.split(separator: "/", maxSplits: Limits.listDepth + 1)
    return unlisted.contains(PathKey(parts.prefix(Limits.listDepth + 1).joined(separator: "/")))
  }

  /// Removes tasks and strays at other paths.
  public mutating func keepOnly(where isWanted: (String) -> Bool) {
    tasks = tasks.filter { isWanted($0.path) }
    strays = strays.filter { isWanted($0.path) }
  }

  /// The number of characters that distinguish each id from all others in the store.
  ///
  /// - Parameter shown: The tasks of interest; nil for all.
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

  package var doubleIDs: Set<TaskID> { ids.repeated }

  /// Adds a problem to tasks with the same id, except copies by sync services.
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
        // Name only some of the others: there may be thousands.
        let others = indices.prefix(Self.mostNames + 1).filter { $0 != index }
          .prefix(Self.mostNames).map { tasks[$0].path }
        let more = indices.count - 1 - others.count
        let names = others.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let have = indices.count == 2 ? "has" : "have"
        tasks[index].complain(
          about: tasks[index].document.idKey, "\(names) \(have) the same id, \(id)",
          hint: tasks[index].document.isForeign
            ? "write another one into one of them"
            : "'memo check --fix' gives the copy a new one")
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

  package mutating func replaceTasks(at paths: [String] = [], with new: [StoredTask]) {
    defer {
      if paths.contains(where: SyncCopy.isMarked) { setCopiesAside(among: doubleIDs) }
    }
    let gone = Set(paths.compactMap(tasks.index))
    if !gone.isEmpty { tasks = tasks.indices.filter { !gone.contains($0) }.map { tasks[$0] } }
    guard !new.isEmpty else { return }
    var all: [StoredTask] = []
    all.reserveCapacity(tasks.count + new.count)
    var done = 0
    for task in new.sorted(by: { $0.precedes($1) }) {
      let place = tasks.place(of: task.path, from: done)
      all += tasks[done..<place]
      all.append(task)
      done = place
    }
    all += tasks[done...]
    tasks = all
  }
}

extension [StoredTask] {
  func index(of path: String) -> Int? {
    let place = place(of: path)
    return place < count && self[place].isAt(path) ? place : nil
  }

  /// The first index, from a given one on, whose path doesn't precede a path.
  func place(of path: String, from start: Int = 0) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The meaning of several words that may be names or one title.
package enum WordsMeaning {
  /// Each word is a name.
  case each
  /// Each word is a name, but some only by words of a title, perhaps by coincidence.
  case parts([StoredTask])
  /// Together they are words of one title.
  case title(StoredTask)
  /// Together they may mean any of these tasks.
  case unclear([StoredTask])
}

extension Snapshot {
  /// Whether a word may be one of several words of a title.
  ///
  /// An id, a path or a quoted text is a name.
  package static func mayBeOfTitle(_ word: String) -> Bool {
    TaskID(word) == nil && !word.contains("/") && !word.hasSuffix(StoredTask.ending)
      && !word.contains(where: \.isWhitespace)
  }

  /// Interprets several words, which may be one unquoted title.
  ///
  /// - Parameters:
  ///   - directory: The folder for relative paths, relative to the store.
  ///   - use: The purpose, which decides how much of a title is needed.
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
    // Names of each word precede a title of all words, unless that title is complete.
    if isNamed, !together.contains(where: { title?.isWhole($0.title) ?? false }) { return .each }
    let each = words.map { candidates(named: $0, from: directory, for: use) }
    let apart = each.allSatisfy { $0.count == 1 } ? Self.once(each.joined()) : []
    let isOther = isNamed || !together.allSatisfy { $0.isMeant(before: use.status) }
    switch together.count {
    case 0: return apart.count > 1 ? .parts(apart) : .each
    // Tasks that the command can change are preferred.
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

  /// A unique name: the task's id, or its path if the id is missing or duplicate.
  package func ownName(of task: StoredTask) -> String {
    guard let id = task.id, tasks.count(where: { $0.id == id }) == 1 else { return task.path }
    return id.text
  }
}
