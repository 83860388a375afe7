package import Git
package import TaskFile

/// Which commits changed which tasks, as it was found by comparing every commit with its
/// parents.
///
/// It lies in git's folder so that a history is compared once for each clone and not once for
/// each question. Commits never change, so what is known of one stays true; a commit that is
/// known has all its ancestors known as well. The file may be deleted at any time, and one
/// that is cut short, damaged or of another version is no index at all.
package struct HistoryIndex {
  package struct Node {
    package var commit: ObjectID
    /// The committer's clock, in seconds since 1970.
    var time: Int64
    /// When the author made it, on the author's clock.
    package var authored: Timestamp
    /// Where the parents are; always before this one.
    var parents: [Int]
    private var content: Content
    /// Where the store was in the repository, "" or with a `/` behind; nil for where it is now.
    var prefix: String?

    /// What the commit did, as it was found, or where that can be read.
    enum Content {
      case found([TaskDelta])
      case stored(StoredDeltas, Int)
    }

    package var deltas: [TaskDelta] {
      get {
        switch content {
        case .found(let deltas): deltas
        case .stored(let stored, let number): stored.deltas(of: number)
        }
      }
      set { content = .found(newValue) }
    }

    /// Whether what it did was found by comparing, and not read from the file.
    var isFound: Bool {
      if case .found = content { true } else { false }
    }

    /// One of the deltas.
    func delta(_ number: Int) -> TaskDelta {
      switch content {
      case .found(let deltas): deltas[number]
      case .stored(let stored, let commit): stored.delta(number, of: commit)
      }
    }

    /// What it did, by the numbers of files as they were; nil where it was not read from there.
    func changes(in stored: StoredDeltas) -> [StoredDeltas.Change]? {
      guard case .stored(let own, let commit) = content, own === stored else { return nil }
      return stored.changes(of: commit)
    }

    /// The numbers of the deltas that may have to do with a file that is marked.
    func numbers(_ marks: StoredDeltas.Marks?) -> [Int] {
      switch content {
      case .stored(let stored, let commit):
        marks.map { stored.numbers($0, in: commit) } ?? Array(deltas.indices)
      case .found(let deltas): Array(deltas.indices)
      }
    }

    init(
      commit: ObjectID, time: Int64, authored: Timestamp, parents: [Int], _ content: Content,
      prefix: String? = nil
    ) {
      (self.commit, self.time, self.authored) = (commit, time, authored)
      (self.parents, self.content, self.prefix) = (parents, content, prefix)
    }
  }

  /// What the commits did that were read from the file.
  var stored: StoredDeltas?

  /// Parents before their children.
  package private(set) var nodes: [Node] = []
  /// By position: how many commits lie on the longest way to a first one; git's generation
  /// numbers.
  private(set) var generations: [Int] = []
  /// By position: where the line of commits without branches begins that the node is in.
  private(set) var lines: [Int] = []

  package init() {}

  package mutating func append(_ node: Node) {
    // Done for each of thousands, so no list is made for it.
    let position = nodes.count
    var generation = 0
    for parent in node.parents { generation = max(generation, generations[parent] + 1) }
    generations.append(generation)
    let goesOn = node.parents.count == 1 && node.parents[0] == position - 1
    lines.append(goesOn ? lines[position - 1] : position)
    nodes.append(node)
  }

  /// For a node that was put in before it was known what it changed.
  mutating func set(_ deltas: [TaskDelta], of position: Int) { nodes[position].deltas = deltas }

  /// What a commit did.
  func places(in node: Int) -> [History.Place] {
    nodes[node].deltas.indices.map { History.Place(node: node, delta: $0) }
  }

  /// Where a commit is; nil when it is not known.
  func position(of commit: ObjectID) -> Int? { nodes.lastIndex { $0.commit == commit } }

  /// Which nodes are a commit or lie in its history, by their positions.
  func history(of position: Int) -> [Bool] {
    ancestors(of: position) + Array(repeating: false, count: nodes.count - position - 1)
  }

  /// The same, as far as the node itself.
  func ancestors(of position: Int) -> [Bool] {
    var isIn = Array(repeating: false, count: position + 1)
    isIn[position] = true
    for place in stride(from: position, through: 0, by: -1) where isIn[place] {
      for parent in nodes[place].parents { isIn[parent] = true }
    }
    return isIn
  }

  /// Only these nodes; their parents must be among them.
  func keeping(_ isKept: [Bool]) -> HistoryIndex {
    var kept = HistoryIndex()
    kept.stored = stored
    var places = Array(repeating: 0, count: nodes.count)
    for (place, var node) in nodes.enumerated() where isKept[place] {
      places[place] = kept.nodes.count
      node.parents = node.parents.map { places[$0] }
      kept.append(node)
    }
    return kept
  }
}

extension HistoryIndex.Node {
  package init(_ commit: Commit, parents: [Int], deltas: [TaskDelta], prefix: String? = nil) {
    self.init(
      commit: commit.id, time: commit.committer.seconds,
      authored: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      parents: parents, .found(deltas), prefix: prefix)
  }
}

extension HistoryIndex.Node: Equatable {
  /// Wherever it is read from.
  package static func == (a: Self, b: Self) -> Bool {
    a.commit == b.commit && a.time == b.time && a.authored == b.authored
      && a.parents == b.parents && a.prefix == b.prefix && a.deltas == b.deltas
  }
}
