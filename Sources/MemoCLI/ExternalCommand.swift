internal import ArgumentParser
internal import MemoKit

/// Commands that are other programs: git in the store, and `memo-NAME` from `PATH`.
enum ExternalCommand {
  /// `memo git …`: git, started in the store.
  static func git(_ arguments: [String], _ context: Context) throws(MemoError) -> Outcome {
    let store = try context.store()
    // From inside the store, paths mean what they mean to git there.
    let directory = context.folder(in: store) == nil ? store.root : context.directory
    return Outcome(handOver: Program("git", arguments, in: directory))
  }

  /// A program `memo-NAME` on the user's path, as git has them; nil when there is none.
  static func program(_ name: String, _ arguments: [String], _ context: Context) -> Program? {
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-") else { return nil }
    for folder in (context.world.environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/memo-\(name)"
      if Store.isProgram(path) { return Program(path, arguments, in: context.directory) }
    }
    return nil
  }

  /// The failure for a name that nobody knows, with what may have been meant.
  static func unknown(_ name: String) -> Failure {
    let names = MemoCommand.names
    let near = names.map { ($0, name.editDistance(to: $0)) }.filter { $0.1 <= 2 }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    let alike = near?.0 ?? names.first { name.count > 1 && $0.hasPrefix(name) }
    return Failure(
      .usage, "'\(name)' is not a memo command",
      hints: (alike.map { ["did you mean '\($0)'?"] } ?? []) + ["'memo --help' lists the commands"])
  }
}

extension String {
  /// How many letters must be typed, left out, changed or swapped with their neighbour to get
  /// from one word to the other (optimal string alignment).
  func editDistance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
