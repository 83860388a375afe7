internal import Git
internal import StoreFiles
internal import TaskFile

/// Which files have an id in one commit after another.
struct IDHolders {
  private var files: [TaskID: Files] = [:]
  private var line = 0
  /// Takes in what a commit did.
  mutating func advance(by places: ArraySlice<History.Place>, _ history: History) {
    for place in places {
      line = history.index.lines[place.node]
      for state in history[place].befores { note(state, isThere: false) }
    }
    for place in places { note(history[place].after, isThere: true) }
  }

  private mutating func note(_ state: FileState?, isThere: Bool) {
    guard let state, let id = state.id else { return }
    files[id, default: Files(line: line)].note(PathKey(state.path), isThere: isThere, line)
  }

  /// Whether a commit, the one that was advanced to, has another file of an id.
  mutating func hasOther(
    _ id: TaskID, besides path: String?, at node: Int, _ history: History
  ) throws(MemoError) -> Bool {
    guard let known = try known(id, at: node, history) else { return false }
    let isOwnThere = path.map { known.paths[PathKey($0)] == true } ?? false
    return known.count > (isOwnThere ? 1 : 0)
  }

  /// Where those lie.
  mutating func others(
    _ id: TaskID, besides path: String?, at node: Int, _ history: History
  ) throws(MemoError) -> [String] {
    let own = path.map { PathKey($0) }
    return try known(id, at: node, history)?.paths.filter { $0.value && $0.key != own }
      .map(\.key.path) ?? []
  }

  /// Where files of an id are, as of a commit.
  private mutating func known(
    _ id: TaskID, at node: Int, _ history: History
  ) throws(MemoError) -> Files? {
    guard var known = files[id], known.line != line else { return files[id] }
    let (git, commit) = (history.git(at: node), history.index.nodes[node].commit)
    for key in known.paths.keys {
      known.set(key, isThere: try git.state(at: key.path, in: commit)?.id == id)
    }
    known.line = line
    files[id] = known
    return known
  }
}

/// Where files of an id have ever been.
private struct Files {
  /// The line of commits without branches along which it is known which of them are there.
  var line: Int
  /// Whether one is there.
  private(set) var paths: [PathKey: Bool] = [:]
  /// How many are there.
  private(set) var count = 0

  init(line: Int) { self.line = line }

  mutating func note(_ path: PathKey, isThere: Bool, _ line: Int) {
    if line == self.line {
      set(path, isThere: isThere)
    } else if paths[path] == nil {
      paths[path] = false
    }
  }

  mutating func set(_ path: PathKey, isThere: Bool) {
    let before = paths.updateValue(isThere, forKey: path) ?? false
    count += (isThere ? 1 : 0) - (before ? 1 : 0)
  }
}
