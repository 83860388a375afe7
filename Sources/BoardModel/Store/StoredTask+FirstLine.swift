internal import Markdown
internal import MemoCLI
package import MemoKit
internal import TaskFile
internal import Terminal

extension StoredTask {
  /// What a card has room for, in characters.
  private static let lineLength = 96

  /// The first line of its text that is neither its title again nor an item of its checklist, as it
  /// is read aloud.
  package var firstLine: String? {
    var items = Set(document.checklistItems.map(\.line))
    // The board shows the discarded values of a merge by a sign of their own.
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
