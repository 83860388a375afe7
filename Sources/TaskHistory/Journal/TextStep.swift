internal import TaskFile

/// What was done to a text, where it is one of the steps that everybody takes all day: a paragraph
/// at its end, ticks, an item more.
///
/// It is told from the texts, so that it is the same in the journal, in what a command echoes and in
/// a commit's subject, and whoever wrote it with whatever.
package struct TextStep: Hashable {
  package enum Kind: String { case note, tick, untick, item }

  package let kind: Kind
  /// One line: the paragraph's first, or the items.
  package let detail: String
  /// Whether a note has more lines than the one that is told.
  private var goesOn = false

  /// - Returns: Nil for everything else.
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
      // Where lines repeat, it can't be told which of them is new; the words are the same.
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

  /// As a part of what was done to a task, as `note The shop was closed`.
  package var words: String { "\(kind.rawValue) \(shown)" }

  /// One line, and a mark where there is more.
  package var line: String { goesOn ? "\(detail) …" : detail }

  /// As much of what was written as a line has room for.
  package var shown: String {
    let line = line.journalText
    return line.count > Self.width ? line.prefix(Self.width - 1) + "…" : line
  }

  private static let width = 60

  /// Without the blank ones at the end.
  private static func lines(_ text: String) -> [String] {
    var lines = text.linesOfText.map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    while lines.last.map(isBlank) == true { lines.removeLast() }
    return lines
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  /// The items that were ticked, if nothing else is different.
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
  /// What was done to the text, where there is a word for it.
  package var textStep: TextStep? {
    guard part == .body else { return nil }
    return TextStep(from: from ?? "", to: to ?? "")
  }
}

extension TaskChange.Field {
  /// Of a note or an item that is gone, and nothing else, that it is: `note removed: bla`.
  package var removedText: String? {
    guard part == .body, let step = TextStep(from: to ?? "", to: from ?? ""),
      [.note, .item].contains(step.kind)
    else { return nil }
    return "\(step.kind.rawValue) removed: \(step.shown)"
  }
}

extension TaskChange {
  /// The same, if that is all that happened to the task, and is called by a word of its own.
  package var textStep: TextStep? {
    guard kind == .edit, fields.count == 1, let step = fields[0].textStep, step.kind != .item else {
      return nil
    }
    return step
  }
}
