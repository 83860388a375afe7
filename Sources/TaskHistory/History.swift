internal import Git
package import StoreFiles
internal import TaskFile

/// All commits up to one, and which tasks each changed.
package final class History {
  let git: StoreGit
  /// What is known; only nodes with ``isIn`` belong to this history.
  package let index: HistoryIndex
  /// By position: whether the node is the last commit or lies in its history.
  private(set) lazy var isIn =
    other.map { zip(index.history(of: last), index.history(of: $0)).map { $0 || $1 } }
    ?? index.history(of: last)
  /// The last commit's position.
  package let last: Int
  /// The last commit of another line that belongs to it.
  let other: Int?
  private var foundIdentities: TaskIdentities?
  /// Of a few tasks, as long as nobody has asked for all.
  private var partialIdentities: [TaskID: (identities: TaskIdentities, places: Set<Place>)] = [:]
  /// What ``living()`` found.
  var foundLiving: LivingFiles?
  let lookup: DeltaLookup
  /// Of commits that were asked.
  var marks: [ObjectID: CommitMarks] = [:]
  /// The same; nil for what words mean now.
  var words: [ObjectID: RecordedWords?] = [:]

  /// - Parameters:
  ///   - lookup: What was found of the same index, or its beginning, before.
  ///   - other: The last commit of another line that belongs to it.
  package init(
    _ git: StoreGit, _ index: HistoryIndex, last: Int, and other: Int? = nil,
    _ lookup: DeltaLookup = DeltaLookup()
  ) {
    self.git = git
    self.index = index
    self.last = last
    self.other = other
    self.lookup = lookup
  }

  /// The repository with the store where it was in a commit.
  func git(at node: Int) -> StoreGit { index.nodes[node].prefix.map { git.at($0) } ?? git }

  /// Whether the history was cut off at a commit: what it did nobody knows.
  package func isCutOff(_ node: Int) -> Bool {
    isShallow && git.isCutOff(index.nodes[node].commit)
  }

  /// Asked once for thousands of commits: it takes a look at git's folder.
  private lazy var isShallow = git.repository.isShallow

  /// A delta, by the commit's position and its number in that commit.
  package struct Place: Hashable {
    package var node: Int
    package var delta: Int
  }

  package subscript(place: Place) -> TaskDelta { index.nodes[place.node].delta(place.delta) }

  /// Which file is which task.
  package func identities() throws(MemoError) -> TaskIdentities {
    if let foundIdentities { return foundIdentities }
    let own = isIn.indices.filter { isIn[$0] }
    let identities = try TaskIdentities(self, among: inOrder(own).flatMap { index.places(in: $0) })
    foundIdentities = identities
    return identities
  }

  /// Which file is which task, as far as it has to do with an id: as in ``identities()``, but for
  /// the numbers.
  ///
  /// - Returns: Nil where that is nearly as much as all.
  func identities(relatedTo id: TaskID) throws(MemoError) -> TaskIdentities? {
    if let foundIdentities { return foundIdentities }
    if let known = partialIdentities[id] { return known.identities }
    guard let places = places(relatedTo: id) else { return nil }
    let identities = try TaskIdentities(self, among: places)
    partialIdentities[id] = (identities, Set(places))
    return identities
  }

  /// The same history, of which only what has to do with an id can be asked.
  ///
  /// - Returns: Nil where that is nearly as much as all.
  func narrowed(to id: TaskID) throws(MemoError) -> History? {
    guard let identities = try identities(relatedTo: id) else { return nil }
    return part(of: identities)
  }

  /// The same history, of which only what these know can be asked.
  func part(of identities: TaskIdentities) -> History {
    let part = History(git, index, last: last, and: other, lookup)
    (part.isIn, part.foundIdentities) = (isIn, identities)
    return part
  }

  /// Which file is which task, as far as it has to do with whatever a delta has to do with.
  func identities(around place: Place) throws(MemoError) -> TaskIdentities {
    if foundIdentities == nil,
      let known = partialIdentities.values.first(where: { $0.places.contains(place) })
    {
      return known.identities
    }
    return try identities()
  }

  /// The deltas of files with an id, and of all that these were before or after under other ids,
  /// parents before their children; nil for very many.
  private func places(relatedTo id: TaskID) -> [Place]? {
    var (ids, names): (Set<TaskID>, Set<FileState.Name>) = ([id], [])
    var found: Set<Place> = []
    var count = -1
    while count < found.count {
      count = found.count
      let marks = index.stored?.marks(ids, names)
      for (node, isIn) in isIn.enumerated() where isIn {
        for number in index.nodes[node].numbers(marks) {
          let delta = index.nodes[node].delta(number)
          let isRelated = delta.hasState { state in
            state.id.map { ids.contains($0) } ?? false
              || !names.isEmpty && names.contains(state.name)
          }
          guard isRelated, found.insert(Place(node: node, delta: number)).inserted else { continue }
          for state in delta.states {
            names.insert(state.name)
            if let id = state.id { ids.insert(id) }
          }
        }
      }
      if found.count > Self.mostRelated { return nil }
    }
    return found.sorted(by: precedes)
  }

  private static let mostRelated = 2000

  /// Whether a commit is another, or lies in its history.
  func isAncestor(_ node: Int, of child: Int) -> Bool {
    lookup.isAncestor(node, of: child, index)
  }

  /// An order of commits in which everybody who has two of them agrees: none comes before one
  /// that it builds upon, then the committer's clock counts, then the name.
  func precedes(_ a: Int, _ b: Int) -> Bool {
    let (one, other) = (index.nodes[a], index.nodes[b])
    return (index.generations[a], one.time, one.commit)
      < (index.generations[b], other.time, other.commit)
  }

  /// The same of what they did.
  func precedes(_ a: Place, _ b: Place) -> Bool {
    a.node == b.node ? a.delta < b.delta : precedes(a.node, b.node)
  }

  /// Commits in that order, whichever the index met first.
  func inOrder(_ nodes: [Int]) -> [Int] {
    let isInOrder = zip(nodes, nodes.dropFirst()).allSatisfy { precedes($0, $1) }
    return isInOrder ? nodes : nodes.sorted(by: precedes)
  }

  /// Goes through commits in the journal's order, the newest first.
  package func walk(_ body: (Int) throws(MemoError) -> Bool) throws(MemoError) {
    var order = DateOrder<Int>()
    var children = Array(repeating: 0, count: index.nodes.count)
    for place in isIn.indices where isIn[place] {
      for parent in index.nodes[place].parents { children[parent] += 1 }
    }
    for (place, count) in children.enumerated() where count > 1 { order.expect(count, of: place) }
    var next: Int? = last
    while let place = next ?? order.pop() {
      next = nil
      guard try body(place) else { return }
      let parents = index.nodes[place].parents
      // Along a line there is nothing to be put in order.
      if parents.count == 1, order.isEmpty, children[parents[0]] == 1 {
        next = parents[0]
        continue
      }
      for parent in parents {
        order.push(parent, time: index.nodes[parent].time)
      }
    }
  }
}

extension StoreGit {
  /// Whether the history was cut off at a commit: what it did nobody knows.
  func isCutOff(_ commit: ObjectID) -> Bool {
    repository.isShallow && repository.shallowBoundary.contains(commit)
  }
}

/// What a commit's trailers say of operations.
struct CommitMarks {
  /// The one that it is part of.
  let operation: TaskID?
  let undo: UndoMark?
}
