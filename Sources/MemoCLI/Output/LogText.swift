package import MemoKit
internal import Terminal

/// Prints the history as lines, with columns aligned as far as possible.
struct LogText {
  let page: Page
  /// Whether to print changed lines of the text, and not only their number.
  var showsLines: Bool
  /// At least that of the entries before.
  private var authorWidth = 0

  init(_ page: Page, showsLines: Bool) {
    self.page = page
    self.showsLines = showsLines
  }

  /// The lines of the next entries.
  mutating func lines(_ entries: [LogEntry]) -> String {
    let widths = entries.map { $0.author.sanitized.terminalWidth }
    authorWidth = min(max(authorWidth, widths.max() ?? 0), Self.widestAuthor)
    var text = ""
    for entry in entries {
      text += page.style.paint(entry.commit.shortCommit, .yellow)
      text += "  " + page.moment(entry.time).padded(to: Self.momentWidth)
      text += "  " + entry.author.sanitized.padded(to: authorWidth)
      text += "  \(page.style.paint("\(entry.word):", entry.kind.paints)) "
      text += entry.title.sanitized + entry.detailsInParentheses(page) + "\n"
      guard showsLines else { continue }
      for line in entry.lines.lines.drop(while: { $0.text.isEmpty }) {
        let sign = line.isAdded ? "+" : "-"
        let shown = line.text.isEmpty ? sign : "\(sign) \(line.text.sanitizedLines)"
        text += "    \(page.style.paint(shown, line.isAdded ? .green : .red))\n"
      }
    }
    return text
  }

  private static let widestAuthor = 20
  private static let momentWidth = "yesterday 15:04".count
}

extension LogEntry.Kind {
  fileprivate var paints: [Style.Paint] {
    switch self {
    case .add, .restore: [.green]
    case .move: [.blue]
    case .delete: [.red]
    case .merge: [.magenta]
    case .edit: []
    }
  }
}

extension LogEntry {
  /// For example, `edit: Buy milk (deadline 2026-12-01 → 2026-12-05, body +1 -1)`.
  package func words(_ page: Page) -> String {
    "\(word): \(title.sanitized)\(detailsInParentheses(page))"
  }

  /// The word in the subject of memo's commits.
  fileprivate var word: String {
    if kind == .merge { return Kind.merge.rawValue }
    return step?.kind.rawValue ?? (shelf == nil ? kind.rawValue : "archive")
  }

  /// The change, if the only change is one of the text and has its own word.
  private var step: TextStep? { kind == .edit ? changes.textStep : nil }

  /// The folder, if archiving is the only change.
  private var shelf: String? {
    guard kind == .edit, changes.count == 1, let change = changes.first, change.part == .path,
      let from = change.from, let to = change.to
    else { return nil }
    let done = "\(Status.done.rawValue)/"
    guard from.hasPrefix(done), to.hasPrefix(done) else { return nil }
    let (old, new) = (from.dropFirst(done.count), to.dropFirst(done.count))
    let isNew =
      ArchiveFolder.removed(from: String(old)) == old
      && ArchiveFolder.removed(from: String(new)) != new
    return isNew ? to.split(separator: "/").dropLast().joined(separator: "/") : nil
  }

  fileprivate func detailsInParentheses(_ page: Page) -> String {
    let notes = [
      cause.map { "by \($0.rawValue)" }, client.map { "via \($0.sanitized)" },
      clockBehind.map { "clock \(DurationText.text($0)) behind" },
    ]
    let details =
      (step.map { [$0.shown] } ?? shelf.map { [$0] } ?? details(page)).map(\.sanitized)
      + notes.compactMap(\.self)
    return details.isEmpty
      ? "" : " (\(details.joined(separator: kind == .merge ? "; " : ", ")))"
  }

  private func details(_ page: Page) -> [String] {
    (isCopy ? ["a copy, \(path)"] : [])
      + decisions.map { $0.words(value: page.logged) }
      + changes.told(kind, isCopy: isCopy).flatMap { words($0, page) }
  }

  private func words(_ field: TaskChange.Field, _ page: Page) -> [String] {
    switch field.part {
    case .body, .text, .layout:
      if let step = field.textStep { return [step.words] }
      let isCounted = !lines.lines.isEmpty && field.part != .layout
      let label = field.part.label
      return [isCounted ? "\(label) +\(lines.added) -\(lines.removed)" : label]
    case .conflicts:
      let (old, new) = (
        ConflictNote.firstLines(of: field.from ?? ""), ConflictNote.firstLines(of: field.to ?? "")
      )
      let (before, after) = (Set(old), Set(new))
      return new.filter { !before.contains($0) }.map { "conflict noted: \($0)" }
        + old.filter { !after.contains($0) }.map { "conflict resolved: \($0)" }
    case .field("status") where kind == .move:
      return ["\(field.from ?? "none") → \(field.to ?? "none")"]
    default: return [field.words(value: page.logged)]
    }
  }
}

extension LogEntry {
  var json: JSON {
    [
      "commit": .text(commit), "time": .text(time.description),
      "author": .text(author), "kind": .text(kind.rawValue),
      "cause": .text(cause?.rawValue),
      "id": .text(id), "title": .text(title),
      "path": .text(path), "edits": .list(changes.map(\.json)),
      "decisions": .list(decisions.map(\.json)),
      "client": client.map { .text($0) }, "clockBehind": clockBehind.map { .number(Int($0)) },
    ]
  }
}

extension MergeDecision {
  var json: JSON {
    func side(_ side: Side) -> JSON {
      [
        "value": .text(side.value), "author": .text(side.change?.author),
        "time": .text(side.change?.time.description), "commit": .text(side.change?.commit),
      ]
    }
    return [
      "field": .text(part.label), "taken": side(taken), "left": side(left),
      "reason": .text(reason?.rawValue),
    ]
  }
}
