internal import TaskFile

/// A common change of a text: a paragraph added at the end, items ticked or added.
///
/// Computed from the texts, so that the journal, the output of commands and commit subjects agree.
package struct TextStep: Hashable {
  package enum Kind: String { case note, tick, untick, item }

  package let kind: Kind
  /// One line: the first one of the paragraph, or the items.
  package let detail: String
  /// Whether a note has more lines.
  private var goesOn = false

  /// - Returns: Nil for every other change.
  package init?(from old: String, to new: String) {
    let (before, after) = (Self.lines(old), Self.lines(new))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let rest = before.count - start
    let end = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    if before.count == after.count {
      guard start < before.count,
        let (kind, items) = Self.ticks(before[start...], after[start...])
      else { return nil }
      (self.kind, detail) = (kind, items.count == 1 ? items[0] : "\(items.count) items")
    } else if after.count > before.count, end >= rest {
      // If lines repeat, it is unclear which one is new; the words are the same.
      let added = after[start..<(after.count - rest)]
      let said = added.drop { Self.isBlank($0) }
      guard let first = said.first else { return nil }
      let items = said.compactMap(TaskDocument.item).filter { !$0.isDone }
      if items.count == said.count {
        (kind, detail) = (.item, items.map(\.text).joined(separator: ", "))
      } else if rest == 0, before.isEmpty || said.startIndex > added.startIndex {
        (kind, detail) = (.note, first)
        goesOn = said.count { !Self.isBlank($0) } > 1
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// As part of a longer change: `note The shop was closed`.
  package var words: String { "\(kind.rawValue) \(shown)" }

  /// One line, with a mark if there are more.
  package var line: String { goesOn ? "\(detail) …" : detail }

  /// The text, shortened to a line.
  package var shown: String {
    let line = line.journalText
    return line.count > Self.width ? line.prefix(Self.width - 1) + "…" : line
  }

  private static let width = 60

  /// Without blank lines at the end.
  private static func lines(_ text: String) -> [String] {
    var lines = text.linesOfText.map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    while lines.last.map(isBlank) == true { lines.removeLast() }
    return lines
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  /// The ticked items, if nothing else changed.
  private static func ticks(
    _ before: ArraySlice<String>, _ after: ArraySlice<String>
  ) -> (Kind, [String])? {
    var kinds: Set<Kind> = []
    var items: [String] = []
    for (old, new) in zip(before, after) where old != new {
      guard let was = TaskDocument.item(in: old), let now = TaskDocument.item(in: new),
        was.text == now.text, was.isDone != now.isDone
      else { return nil }
      kinds.insert(now.isDone ? .tick : .untick)
      items.append(now.text)
    }
    return kinds.count == 1 ? kinds.first.map { ($0, items) } : nil
  }
}

extension TaskChange.Field {
  /// The step, if the text's change is one.
  package var textStep: TextStep? {
    guard part == .body else { return nil }
    return TextStep(from: from ?? "", to: to ?? "")
  }
}

extension TaskChange.Field {
  /// The words for a removed note or item, if nothing else changed: `note removed: bla`.
  package var removedText: String? {
    guard part == .body, let step = TextStep(from: to ?? "", to: from ?? ""),
      [.note, .item].contains(step.kind)
    else { return nil }
    return "\(step.kind.rawValue) removed: \(step.shown)"
  }
}

extension TaskChange {
  /// The step, if it is the whole change of the task.
  package var textStep: TextStep? {
    guard kind == .edit, fields.count == 1, let step = fields[0].textStep, step.kind != .item else {
      return nil
    }
    return step
  }
}
