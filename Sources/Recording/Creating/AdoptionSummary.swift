internal import StoreFiles
internal import TaskFile

/// What of the files that are taken in isn't as memo would have it, in a few lines.
struct AdoptionSummary {
  /// How many are named where many are alike.
  private static let mostNamed = 3

  private(set) var lines: [String] = []

  /// - Parameters:
  ///   - snapshot: The files as they are after they were taken in.
  ///   - gaps: The statuses for which the files have no word, though they have for others.
  init(of snapshot: Snapshot, without gaps: [String] = []) {
    for word in gaps {
      lines.append(
        "the files have no word for \(word), so memo writes '\(word)'; name theirs in "
          + "\(Store.marker): status: {\(word): [WORD]}")
    }
    let broken = snapshot.tasks.filter { $0.isRead && !$0.item.isUsable }
    add(broken.map(\.path), "can't be understood, and has no id before it is mended")
    for key in ["title", "status", "deadline", "priority", "tags", "created"] {
      let tasks = snapshot.tasks.filter { $0.unusable(key) != nil }
      var seen: Set<String> = []
      let values = tasks.compactMap { $0.unusable(key) }.filter { seen.insert($0).inserted }
      add(
        tasks.map(\.path),
        "has a \(key) that memo can't use, which stays (\(Self.some(values.map { "'\($0)'" })))")
    }
    let foreign = snapshot.tasks.filter { $0.isRead && $0.document.isForeign }
    add(foreign.map(\.path), "has a front matter that is no YAML: it is read, and stays as it is")
    for (message, strays) in Dictionary(grouping: snapshot.strays, by: \.message).sorted(by: {
      $0.key < $1.key
    }) {
      lines.append("\(Self.some(strays.map(\.path))): \(message)")
    }
  }

  private mutating func add(_ paths: [String], _ what: String) {
    guard !paths.isEmpty else { return }
    lines.append(
      paths.count == 1
        ? "\(paths[0]) \(what)" : "\(paths.count) files: each \(what): \(Self.some(paths))")
  }

  private static func some(_ names: [String]) -> String {
    let more = names.count - mostNamed
    return names.prefix(mostNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
