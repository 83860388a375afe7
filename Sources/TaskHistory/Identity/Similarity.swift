internal import StoreFiles
internal import TaskFile

/// How much of two tasks' titles and texts is the same, line by line.
///
/// The other fields are no evidence: many tasks have the same deadline, tag or priority. Nor
/// is a line that many have.
struct Similarity {
  /// Two texts of which at least half is the same are alike, as git finds renames.
  static let least = 0.5
  /// The best must be better than the next by so much.
  static let margin = 0.1
  /// A line in more texts than this tells none of them from the others.
  private static let mostTexts = 50

  private struct Text {
    var lines: [String: Int] = [:]
    var size = 0

    init(_ version: TaskVersion) {
      let body = version.isUnderstood ? version.document.body : version.text
      for line in [version.item.title] + body.split(whereSeparator: \.isNewline).map(String.init) {
        let words = line.trimmingSpaces
        guard !words.isEmpty else { continue }
        lines[words, default: 0] += 1
        size += words.utf8.count
      }
    }

    func similarity(_ other: Text) -> Double {
      guard size + other.size > 0 else { return 0 }
      var shared = 0
      for (line, count) in lines {
        shared += line.utf8.count * min(count, other.lines[line] ?? 0)
      }
      return Double(2 * shared) / Double(size + other.size)
    }
  }

  /// From 0 for nothing to 1 for all.
  static func between(_ one: TaskVersion, _ other: TaskVersion) -> Double {
    Text(one).similarity(Text(other))
  }

  /// The pairs that are clearly alike, and clearly the best for both.
  ///
  /// - Parameter canPair: Whether two may be one task at all.
  static func pairs(
    _ before: [TaskVersion], _ after: [TaskVersion],
    where canPair: (TaskVersion, TaskVersion) -> Bool
  ) -> [(before: Int, after: Int)] {
    // Where thousands of files are new, or gone, there is nothing to compare them with.
    guard !before.isEmpty, !after.isEmpty else { return [] }
    let (olds, news) = (before.map(Text.init), after.map(Text.init))
    var holders: [String: [Int]] = [:]
    for (index, text) in olds.enumerated() {
      for line in text.lines.keys { holders[line, default: []].append(index) }
    }
    var scores: [(before: Int, after: Int, score: Double)] = []
    for (index, text) in news.enumerated() {
      let candidates = text.lines.keys.compactMap { holders[$0] }
        .filter { $0.count <= mostTexts }.reduce(into: Set()) { $0.formUnion($1) }
      for candidate in candidates where canPair(before[candidate], after[index]) {
        let score = olds[candidate].similarity(text)
        if score > least - margin { scores.append((candidate, index, score)) }
      }
    }
    return scores.filter { pair in
      pair.score >= least
        && scores.allSatisfy { other in
          (other.before == pair.before) == (other.after == pair.after)
            || other.score <= pair.score - margin
        }
    }.map { ($0.before, $0.after) }.sorted { $0.1 < $1.1 }
  }
}
