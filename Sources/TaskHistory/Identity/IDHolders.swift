internal import Git
internal import StoreFiles
internal import TaskFile

/// Which files have an id in one commit after another.
struct IDHolders {
  /// Where files of an id have ever been.
  private var paths: [TaskID: Set<PathKey>] = [:]
  /// Known only along a line of commits without branches.
  private var living: [TaskID: (line: Int, paths: Set<PathKey>)] = [:]
  private var line = 0
  /// Whether commits are left out, so that files may be where none of these has brought them.
  private let isPart: Bool

  init(isPart: Bool) { self.isPart = isPart }

  /// Takes in what a commit did.
  mutating func advance(by places: ArraySlice<History.Place>, _ history: History) {
    if isPart { return }
    for place in places {
      line = history.index.lines[place.node]
      for state in history[place].befores { note(state, isThere: false) }
    }
    for place in places { note(history[place].after, isThere: true) }
  }

  private mutating func note(_ state: FileState?, isThere: Bool) {
    guard let state, let id = state.id else { return }
    let isNew = paths[id] == nil
    paths[id, default: []].insert(PathKey(state.path))
    if isNew { living[id] = (line, []) }
    guard living[id]?.line == line else { return }
    if isThere {
      living[id]?.paths.insert(PathKey(state.path))
    } else {
      living[id]?.paths.remove(PathKey(state.path))
    }
  }

  /// Whether a commit, the one that was advanced to, has another file of an id.
  mutating func hasOther(
    _ id: TaskID, besides path: String?, at node: Int, _ history: History
  ) throws(MemoError) -> Bool {
    try !others(id, besides: path, at: node, history).isEmpty
  }

  /// Where those lie.
  mutating func others(
    _ id: TaskID, besides path: String?, at node: Int, _ history: History
  ) throws(MemoError) -> [String] {
    if isPart {
      return try history.paths(of: id, in: node).filter { other in
        path.map { !other.isSamePath(as: $0) } ?? true
      }
    }
    if living[id]?.line != line {
      var found: Set<PathKey> = []
      let (git, commit) = (history.git(at: node), history.index.nodes[node].commit)
      for key in paths[id] ?? [] where try git.state(at: key.path, in: commit)?.id == id {
        found.insert(key)
      }
      living[id] = (line, found)
    }
    let own = path.map { PathKey($0) }
    return (living[id]?.paths ?? []).filter { $0 != own }.map(\.path)
  }
}
