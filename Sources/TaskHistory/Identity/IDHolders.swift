internal import Git
internal import StoreFiles
internal import TaskFile

/// Which files have an id in one commit after another.
struct IDHolders {
  private var files: [TaskID: Files] = [:]
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
    files[id, default: Files(line: line)].note(PathKey(state.path), isThere: isThere, line)
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
    guard var known = files[id] else { return [] }
    if known.line != line {
      let (git, commit) = (history.git(at: node), history.index.nodes[node].commit)
      for key in known.paths.keys {
        known.paths[key] = try git.state(at: key.path, in: commit)?.id == id
      }
      known.line = line
      files[id] = known
    }
    let own = path.map { PathKey($0) }
    return known.paths.filter { $0.value && $0.key != own }.map(\.key.path)
  }
}

/// Where files of an id have ever been.
private struct Files {
  /// The line of commits without branches along which it is known which of them are there.
  var line: Int
  /// Whether one is there.
  var paths: [PathKey: Bool] = [:]

  init(line: Int) { self.line = line }

  mutating func note(_ path: PathKey, isThere: Bool, _ line: Int) {
    if line == self.line {
      paths[path] = isThere
    } else if paths[path] == nil {
      paths[path] = false
    }
  }
}
