internal import Markdown
internal import MemoCLI
package import MemoKit
internal import Terminal

extension StoredTask {
  /// The most characters that a card shows.
  private static let lineLength = 96

  /// The first line of the body as plain text, without Markdown.
  ///
  /// Skips blank lines, checklist items, and a line that equals the title.
  package var firstLine: String? {
    var items = Set(document.checklistItems.map(\.line))
    // Cards mark conflict notes with their own sign.
    if conflictNotes > 0 {
      for note in document.conflictNotes { items.formUnion(note.lines) }
    }
    let lines = document.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().lazy.compactMap { index, line -> String? in
      guard !items.contains(index), !line.allSatisfy(\.isWhitespace) else { return nil }
      let text = MarkdownTree(String(line))?.blocks.first?.plainText ?? String(line)
      return text.allSatisfy(\.isWhitespace) || text == title ? nil : text
    }.first.map { line in
      let text = line.onOneLine.sanitized
      return text.count > Self.lineLength ? "\(text.prefix(Self.lineLength))…" : text
    }
  }
}
