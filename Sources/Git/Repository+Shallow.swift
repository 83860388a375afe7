internal import CGit2

/// Histories of shallow clones, which end before their beginning.
///
/// libgit2 knows them from version 1.7 on only; before, it looks for the commits that are not
/// there. They are short, so here they are read whole.
extension Repository {
  /// Whether the history was cut off when it was cloned.
  public var isShallow: Bool { git_repository_is_shallow(pointer) == 1 }

  /// The commits whose parents are not here.
  func readShallowBoundary() -> Set<ObjectID> {
    let text = WorkTree.content(at: "\(commonDirectory)/shallow") ?? []
    return Set(
      String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
        ObjectID(hex: String($0))
      })
  }

  /// Every commit that some lead to, themselves included.
  private func reachable(from starts: [ObjectID]) throws(GitError) -> [ObjectID: Commit] {
    var found: [ObjectID: Commit] = [:]
    var waiting = starts
    while let id = waiting.popLast() {
      guard found[id] == nil else { continue }
      let commit = try commit(id)
      found[id] = commit
      waiting += commit.parents
    }
    return found
  }

  /// Children before their parents, the newest first, without those in `hidden`.
  func shallowWalk(
    from starts: [ObjectID], hiding hidden: [ObjectID],
    _ body: (Commit) throws(GitError) -> Bool
  ) throws(GitError) {
    let left = try reachable(from: hidden)
    let commits = try reachable(from: starts).filter { left[$0.key] == nil }
    var children: [ObjectID: Int] = [:]
    for parent in commits.values.flatMap(\.parents) { children[parent, default: 0] += 1 }
    var ready = commits.values.filter { children[$0.id] == nil }.sorted(by: Self.isOlder)
    while let commit = ready.popLast() {
      guard try body(commit) else { return }
      for id in commit.parents {
        guard let parent = commits[id], let count = children[id] else { continue }
        children[id] = count - 1
        if count == 1 {
          let place = ready.firstIndex { Self.isOlder(parent, $0) } ?? ready.endIndex
          ready.insert(parent, at: place)
        }
      }
    }
  }

  private static func isOlder(_ a: Commit, _ b: Commit) -> Bool {
    (a.committer.seconds, a.id.hex) < (b.committer.seconds, b.id.hex)
  }

  func shallowMergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
    let theirs = try reachable(from: [b])
    var bases: [ObjectID] = []
    var covered: Set<ObjectID> = []
    try shallowWalk(from: [a], hiding: []) { commit throws(GitError) in
      if covered.contains(commit.id) {
        covered.formUnion(commit.parents)
      } else if theirs[commit.id] != nil {
        bases.append(commit.id)
        covered.formUnion(commit.parents)
      }
      return true
    }
    return bases.sorted()
  }

  func shallowAheadBehind(
    _ ours: ObjectID, _ theirs: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let (here, there) = (try reachable(from: [ours]), try reachable(from: [theirs]))
    return (
      here.keys.filter { there[$0] == nil }.count, there.keys.filter { here[$0] == nil }.count
    )
  }

  func shallowIsAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    try reachable(from: [commit])[ancestor] != nil
  }
}
