#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import BenchmarkSeed

/// How a repository grows with changes, and how long a command waits while git packs it.
struct Growth {
  let memo: String
  let root: String
  let changes: Int

  static let heading = Report.row(
    ["", "tasks", "median", "longest", "ratio", "above 2", "end MB", "most MB", "gc MB", "of gc"])

  /// Makes the changes twice: in a store that git packs automatically, and in one with `gc.auto` 0.
  ///
  /// The second one shows the longest command without packing.
  func measure(_ count: Int, notify: (String) -> Void) throws {
    for shape in Seed.Shape.allCases {
      for packs in [true, false] {
        let store = "\(root)/growth"
        let seed = Seed(count: count, shape: shape)
        try seed.make(at: store)
        try shell(
          """
          git -C '\(store)' config gc.auto \(packs ? 6700 : 0)
          '\(memo)' init '\(store)' >/dev/null; '\(memo)' -C '\(store)' list >/dev/null
          sleep 3.1; '\(memo)' -C '\(store)' status >/dev/null
          """)
        notify(try change(seed, store, "\(shape)\(packs ? "" : ", not packed")"))
        try shell("rm -rf '\(store)'")
      }
    }
  }

  private func change(_ seed: Seed, _ store: String, _ name: String) throws -> String {
    var costs: [Cost] = []
    var most = 0.0
    for number in 1...changes {
      let task = seed.id(seed.open.lowerBound + number * 7 % seed.open.count)
      costs.append(
        try run([
          memo, "-C", store, "set", task, "deadline=2027-02-\(10 + number % 18)", "n=\(number)",
        ]))
      if number % 10 == 0 { most = max(most, size(store)) }
    }
    let end = size(store)
    // While git packs, it may keep the old packs beside the new one.
    try shell(
      """
      cd '\(store)'; for i in 1 2 3 4 5 6 7 8 9 10; do
        ls .git/objects/pack/tmp_pack_* >/dev/null 2>&1 || break; sleep 3
      done
      git gc -q
      """)
    let collected = size(store)
    let (median, longest) = (costs.median(\.wall), costs.map(\.wall).max() ?? 0)
    return Report.row([
      name, "\(seed.count)", Report.milliseconds(median), Report.milliseconds(longest),
      (longest / median).text(2), "\(costs.count { $0.wall > 2 * median })", end.text(1),
      max(most, end).text(1), collected.text(1),
      (end / collected).text(2),
    ])
  }

  /// The size of git's folder on the disk, in megabytes.
  private func size(_ store: String) -> Double {
    guard let pipe = popen("du -sk '\(store)/.git' 2>/dev/null", "r") else { return 0 }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return 0 }
    return Double(strtol(line, nil, 10)) * 1024 / 1e6
  }
}
