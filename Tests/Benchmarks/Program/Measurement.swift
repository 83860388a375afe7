import BenchmarkSeed

/// The results for one operation at one size.
struct Measurement {
  var operation: String
  var shape: Seed.Shape
  var tasks: Int
  var ours: [Cost] = []
  var theirs: [Cost] = []
  var peers: [(name: String, costs: [Cost])] = []
  var goal: Double?

  var wallRatio: Double { ours.median(\.wall) / max(theirs.median(\.wall), 1e-6) }
  var cpuRatio: Double { ours.median(\.cpu) / max(theirs.median(\.cpu), 1e-6) }
}

extension [Cost] {
  func median<Value: Comparable>(_ value: (Cost) -> Value) -> Value {
    map(value).sorted()[count / 2]
  }
}

/// Makes stores and measures in them.
struct Laboratory {
  let memo: String
  let root: String
  let rounds: Int

  /// Measures all operations at one size, and reports each at once.
  func measure(
    _ count: Int, only names: [String], notify: (Measurement) -> Void
  ) throws {
    for shape in Seed.Shape.allCases {
      let wanted = Operation.all.filter {
        $0.shape == shape && (names.isEmpty || names.contains(where: $0.name.hasPrefix))
      }
      guard !wanted.isEmpty else { continue }
      let seed = Seed(count: count, shape: shape)
      let place = Operation.Place(seed: seed, memo: memo, root: "\(root)/\(shape)-\(count)")
      try prepare(
        place, withRemotes: wanted.contains { $0.name.hasPrefix("sync") || $0.name == "clone" })
      let peers = shape == .flat ? try fillPeers(seed, place.root) : []
      for operation in wanted {
        notify(try measure(operation, place, peers))
      }
      try shell("rm -rf '\(place.root)'")
    }
  }

  private func prepare(_ place: Operation.Place, withRemotes: Bool) throws {
    try shell("mkdir -p '\(place.root)'")
    try place.seed.make(at: place.ours)
    try shell("cp -Rp '\(place.ours)' '\(place.theirs)'")
    if withRemotes {
      for side in ["memo", "git"] {
        try shell(
          """
          cd '\(place.root)'
          git clone -q --bare \(side) hub-\(side).git
          git clone -q hub-\(side).git other-\(side)
          git -C \(side) remote add origin "$PWD/hub-\(side).git"
          git -C \(side) fetch -q; git -C \(side) branch -q -u origin/main
          """)
      }
    }
    // The copied files are new to both programs, which each have to cache them once. memo doesn't
    // cache files younger than two seconds, since they may change again unnoticed.
    try shell(
      """
      git -C '\(place.theirs)' status -s >/dev/null; git -C '\(place.ours)' status -s >/dev/null
      '\(place.memo)' init '\(place.ours)' >/dev/null; '\(place.memo)' -C '\(place.ours)' list >/dev/null
      '\(place.memo)' -C '\(place.ours)' set \(place.seed.id(place.task(0))) warm=yes >/dev/null
      sleep 3.1; '\(place.memo)' -C '\(place.ours)' status >/dev/null
      git -C '\(place.theirs)' status -s >/dev/null
      """)
  }

  private func fillPeers(_ seed: Seed, _ root: String) throws -> [(Peer, String)] {
    try Peer.all.filter { isInstalled($0.program) }.map { peer in
      let folder = "\(root)/\(peer.program)"
      try shell("mkdir -p '\(folder)'\n" + peer.fill(seed, folder))
      return (peer, folder)
    }
  }

  /// Alternates both programs, after an unmeasured round of each.
  private func measure(
    _ operation: Operation, _ place: Operation.Place, _ peers: [(Peer, String)]
  ) throws -> Measurement {
    var found = Measurement(
      operation: operation.name, shape: operation.shape, tasks: place.seed.count,
      goal: operation.goals[place.seed.count])
    let peers = peers.compactMap { peer, folder in
      peer.commands[operation.name].map { (peer.name, folder, $0) }
    }
    found.peers = peers.map { ($0.0, []) }
    // A few rounds of a large store take minutes, and are as accurate as many of a small one.
    let most = place.seed.count < 100_000 ? rounds : min(rounds, 3)
    for round in 0...min(most, operation.mostRounds) {
      let script = operation.prepare(place, round)
      if !script.isEmpty { try shell(script) }
      let ours = try operation.ours(place, round).map { try run($0) }.reduce(Cost(), +)
      let theirs = try operation.theirs(place, round).map { try run($0) }.reduce(Cost(), +)
      let others = try peers.map { try run($0.2(place.seed, $0.1, round), mayFail: true) }
      guard round > 0 else { continue }
      found.ours.append(ours)
      found.theirs.append(theirs)
      for (index, cost) in others.enumerated() { found.peers[index].costs.append(cost) }
    }
    return found
  }
}
