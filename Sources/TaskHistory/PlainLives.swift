internal import Git
package import StoreFiles
package import TaskFile

/// The life of a task of which its id tells all: it came once, and each commit that changed it went on
/// from where the one before had left it.
package struct PlainLife {
  /// When it came into the store.
  package var added: Timestamp
  /// When it was first being done.
  package var started: Timestamp?
  /// When it came to be done, where it has been since.
  package var done: Timestamp?
  /// Whether it was done already when it came into the store.
  package var cameDone: Bool
}

extension History {
  /// The lives of tasks that are where the last commit has them, and whose lives are plain; by where
  /// they are in the snapshot.
  ///
  /// That is nearly all of them; to find out which file is which task then takes as long only for the
  /// others.
  /// - Returns: The history of the others as well, of which nothing else can be asked.
  package func plainLives(
    in snapshot: Snapshot
  ) throws(MemoError) -> (lives: [PlainLife?], others: History) {
    let none = (lives: [PlainLife?](repeating: nil, count: snapshot.tasks.count), others: self)
    guard let stored = index.stored, other == nil, !git.repository.isShallow else { return none }
    let nodes = isIn.indices.filter { isIn[$0] }
    // Where the store was elsewhere in the repository, nothing is as it looks.
    guard !nodes.contains(where: { index.nodes[$0].prefix != nil }) else { return none }
    var found = PlainLives(stored, index, nodes)
    if nodes.contains(where: { index.nodes[$0].parents.count > 1 }) {
      found.keepOnly(try names(of: last))
    }
    let lives = found.lives(of: snapshot)
    let places = found.areAll ? [] : inOrder(nodes).flatMap { found.others(in: $0) }
    return (lives, part(of: try TaskIdentities(self, among: places)))
  }

  /// The files of a commit as they are named in deltas.
  private func names(of node: Int) throws(MemoError) -> Set<FileState.Name> {
    let (git, commit) = (git(at: node), index.nodes[node].commit)
    let entries = try git.run(
      "read the files of \(commit.short)", git.repository.files(in: commit, under: git.taskFolders))
    return Set(
      entries.compactMap { entry in
        git.storePath(entry.path).map { FileState.Name(path: $0, blob: entry.id) }
      })
  }
}

/// Finds out which lives are plain, commit by commit.
private struct PlainLives {
  private let stored: StoredDeltas
  private let index: HistoryIndex
  private var lives: [Life] = []
  /// By a task's id: where its life is.
  private var places: [TaskID: Int] = [:]
  /// The same by the id's number in the file.
  private var numbered: [Int?]
  /// By the number of a file as it was: whether a commit made it so.
  ///
  /// Where each was made but once, whoever has one has what was before it.
  private var isMade: [Bool]
  /// Files that are not in the index's file yet; their numbers go on from its.
  private var news: [FileState] = []
  /// Whether there was nothing that belongs to no life.
  private var isPlain = true

  /// - Parameter nodes: All commits of a history, parents before their children.
  init(_ stored: StoredDeltas, _ index: HistoryIndex, _ nodes: [Int]) {
    (self.stored, self.index) = (stored, index)
    numbered = Array(repeating: nil, count: stored.textCount + 1)
    isMade = Array(repeating: false, count: stored.stateCount + 1)
    for (id, number) in stored.ids {
      numbered[number] = lives.count
      places[id] = lives.count
      lives.append(Life())
    }
    var found: [(delta: TaskDelta, node: Int)] = []
    for node in nodes {
      if let changes = index.nodes[node].changes(in: stored) {
        for change in changes { take(change, at: node) }
      } else {
        found += index.nodes[node].deltas.map { ($0, node) }
      }
    }
    guard !found.isEmpty else { return }
    var made = Set(stored.states(of: Set(found.compactMap { $0.delta.after?.name })).keys)
    for (delta, node) in found { take(delta, at: node, &made) }
  }

  private mutating func take(_ change: StoredDeltas.Change, at node: Int) {
    let life = place(of: change.after)
    guard let life, change.others.isEmpty, lives[life].file == change.before,
      !isMade[change.after], let status = stored.agreedStatus(of: change.after)
    else {
      // What nobody sees at a glance is left to those who look closely.
      isPlain = false
      for state in [change.before, change.after] + change.others {
        if let place = place(of: state) { lives[place].isPlain = false }
      }
      return
    }
    isMade[change.after] = true
    goOn(life, change.after, status, at: node)
  }

  /// Where the life of the task is that had a file.
  private func place(of state: Int) -> Int? { numbered[stored.idNumber(of: state)] }

  /// - Parameter made: What commits have made so far.
  private mutating func take(
    _ delta: TaskDelta, at node: Int, _ made: inout Set<FileState.Name>
  ) {
    let life = delta.after.flatMap { place(of: $0.id) }
    guard let life, let after = delta.after, [state(lives[life].file)] == delta.befores,
      made.insert(after.name).inserted, after.said == nil,
      let status = StoredTask.folderStatus(of: after.path)
    else {
      isPlain = false
      for state in delta.states {
        if let place = place(of: state.id) { lives[place].isPlain = false }
      }
      return
    }
    news.append(after)
    goOn(life, stored.stateCount + news.count, status, at: node)
  }

  private mutating func place(of id: TaskID?) -> Int? {
    guard let id else { return nil }
    if let place = places[id] { return place }
    places[id] = lives.count
    lives.append(Life())
    return lives.count - 1
  }

  private func state(_ number: Int) -> FileState? {
    number > stored.stateCount ? news[number - stored.stateCount - 1] : stored.state(number)
  }

  private mutating func goOn(_ place: Int, _ file: Int, _ status: Status, at node: Int) {
    var life = lives[place]
    if life.added == nil { (life.added, life.cameDone) = (node, status == .done) }
    if status == .doing, life.status != .doing, life.started.map({ isEarlier(node, $0) }) ?? true {
      life.started = node
    }
    if status == .done, life.status != .done {
      // Which of two times counts, other commits may have to say.
      if life.done != nil { life.isPlain = false }
      life.done = node
    }
    (life.file, life.status) = (file, status)
    lives[place] = life
  }

  private func isEarlier(_ node: Int, _ other: Int) -> Bool {
    index.nodes[node].authored.secondsSince1970 < index.nodes[other].authored.secondsSince1970
  }

  /// What the last commit doesn't have as its history leads to it, as after some merges, is not
  /// plain.
  mutating func keepOnly(_ names: Set<FileState.Name>) {
    for place in lives.indices where lives[place].isPlain {
      if let name = state(lives[place].file)?.name, names.contains(name) { continue }
      lives[place].isPlain = false
    }
  }

  /// Those of a snapshot's tasks.
  mutating func lives(of snapshot: Snapshot) -> [PlainLife?] {
    let index = index
    return snapshot.tasks.map { task in
      guard !task.sharesID, let place = task.id.flatMap({ places[$0] }), lives[place].isPlain,
        isFile(lives[place].file, at: task.path), let added = lives[place].added
      else { return nil }
      lives[place].isTaken = true
      let life = lives[place]
      let isDone = life.status == .done
      return PlainLife(
        added: index.nodes[added].authored,
        started: life.started.map { index.nodes[$0].authored },
        done: isDone ? life.done.map { index.nodes[$0].authored } : nil,
        cameDone: isDone && life.cameDone)
    }
  }

  private func isFile(_ number: Int, at path: String) -> Bool {
    number > stored.stateCount
      ? news[number - stored.stateCount - 1].path.isSamePath(as: path)
      : stored.isState(number, at: path)
  }

  /// Whether nothing was done to any but those.
  var areAll: Bool { isPlain && lives.allSatisfy { $0.isTaken || $0.file == 0 } }

  /// What a commit did to all but those.
  func others(in node: Int) -> [History.Place] {
    let lives =
      index.nodes[node].changes(in: stored)?.map { place(of: $0.after == 0 ? $0.before : $0.after) }
      ?? index.nodes[node].deltas.map { $0.states.first?.id.flatMap { places[$0] } }
    return lives.indices.filter { delta in !(lives[delta].map { self.lives[$0].isTaken } ?? false) }
      .map { History.Place(node: node, delta: $0) }
  }
}

/// A task's life, by the positions of commits.
private struct Life {
  var isPlain = true
  /// Whether it is one of those that were asked for.
  var isTaken = false
  /// How its file was when it was met last, by its number; 0 before it came.
  var file = 0
  var status: Status?
  var added: Int?
  var started: Int?
  var done: Int?
  var cameDone = false
}
