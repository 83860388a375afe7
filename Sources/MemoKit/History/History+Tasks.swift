internal import Git
internal import TaskFile

extension History {
  /// A touch, by the commit's position and its number in that commit.
  struct Place: Hashable {
    var node: Int
    var touch: Int
  }

  /// Whether a task that a commit has and no parent has was there before: then it was
  /// deleted and is restored, or lives on and this is a copy of it.
  func birth(
    of touch: Touch, at place: Int
  ) throws(MemoError) -> (kind: LogEntry.Kind, isCopy: Bool) {
    guard let id = touch.after?.id, let first = places(of: id).first, first < place else {
      return (.add, false)
    }
    let isBefore = index.history(of: place)
    guard places(of: id).contains(where: { $0 < place && isBefore[$0] }) else {
      return (.add, false)
    }
    return try hasOther(id, besides: touch.after?.path, at: place)
      ? (.add, true) : (.restore, false)
  }

  /// Whether another file keeps the id of a task that a commit removes.
  func leavesCopy(_ touch: Touch, at place: Int) throws(MemoError) -> Bool {
    guard let id = touch.befores.lazy.compactMap({ $0?.id }).first else { return false }
    let births = places(of: id).reduce(0) { count, place in
      count + index.nodes[place].touches.filter { $0.isBirth && $0.after?.id == id }.count
    }
    return births > 1 ? try hasOther(id, besides: nil, at: place) : false
  }

  /// Whether a commit has another file of an id: looked for wherever one has ever been.
  private func hasOther(
    _ id: TaskID, besides path: String?, at place: Int
  ) throws(MemoError) -> Bool {
    var paths: Set<String> = []
    for place in places(of: id) {
      for state in index.nodes[place].touches.flatMap(\.states) where state.id == id {
        paths.insert(state.path)
      }
    }
    for other in paths where other != path {
      if try git.state(at: other, in: index.nodes[place].commit)?.id == id { return true }
    }
    return false
  }

  /// All touches of some tasks; while a file had no id, it is followed by its path and text.
  func touches(of targets: Set<LogQuery.Target>, _ head: ObjectID) throws(MemoError) -> Set<Place> {
    var found: Set<Place> = []
    var nameless: [FileState] = []
    func add(_ place: Place) {
      guard found.insert(place).inserted else { return }
      nameless += index.nodes[place.node].touches[place.touch].states.filter { $0.id == nil }
    }
    for target in targets {
      switch target {
      case .id(let id):
        for node in places(of: id) {
          for (number, touch) in index.nodes[node].touches.enumerated() where touch.mentions(id) {
            add(Place(node: node, touch: number))
          }
        }
      case .file(let path):
        if let state = try git.state(at: path, in: head) ?? lastState(ofNameless: path) {
          nameless.append(state)
        }
      }
    }
    var followed: Set<FileState> = []
    while let state = nameless.popLast() {
      guard followed.insert(state).inserted else { continue }
      for (node, isIn) in isIn.enumerated() where isIn {
        for (number, touch) in index.nodes[node].touches.enumerated()
        where touch.states.contains(state) { add(Place(node: node, touch: number)) }
      }
    }
    return found
  }
}

extension History {
  /// A file without an id as it was when it was last touched.
  private func lastState(ofNameless path: String) -> FileState? {
    for (node, isIn) in isIn.enumerated().reversed() where isIn {
      let states = index.nodes[node].touches.flatMap(\.states)
      if let state = states.last(where: { $0.id == nil && $0.path == path }) { return state }
    }
    return nil
  }
}

extension StoreGit {
  /// A file of a commit; nil when there is none.
  func state(at path: String, in commit: ObjectID) throws(MemoError) -> FileState? {
    let entry = try run("read \(path)") { repository throws(GitError) in
      try repository.entry(at: repositoryPath(path), in: commit)
    }
    guard let entry, entry.mode == .regular || entry.mode == .executable else { return nil }
    var state = FileState(path: path, blob: entry.id, mode: entry.mode, id: nil)
    state.id = try version(of: state).id
    return state
  }
}
