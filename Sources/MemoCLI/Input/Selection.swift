internal import MemoKit
internal import TaskFile
internal import Terminal

/// The filter words and the order of a command line.
enum Selection {
  /// - Throws: ``Failure`` that points at the word that can't be understood.
  static func filter(_ words: [String], _ context: Context) throws -> Filter {
    let words = TagWords.decoded(words)
    do throws(FilterError) {
      return try Filter.parse(words, now: context.now)
    } catch {
      let before = words[..<min(error.index, words.count)].map { "\($0) ".sanitized.terminalWidth }
      let width = error.index < words.count ? words[error.index].sanitized.terminalWidth : 1
      let pointer =
        String(repeating: " ", count: before.reduce(0, +))
        + String(repeating: "^", count: max(width, 1))
      throw Failure(
        .usage, error.message, details: [words.joined(separator: " "), pointer],
        hints: [error.hint])
    }
  }

  static func order(_ text: String?) throws -> SortOrder {
    guard let text else { return .standard }
    guard let order = SortOrder(text) else {
      throw Failure(
        .usage, "'\(text)' is no order",
        hints: ["write deadline, priority, created, title, status, id or a key of your own"])
    }
    return order
  }
}
