internal import TaskFile

/// A common change of a text: an added paragraph at the end, or ticked or added items.
///
/// It is computed from the texts, so that the log, the output of commands and commit subjects
/// agree.
package struct TextStep: Hashable {
  package enum Kind: String { case note, tick, untick, item }

  package let kind: Kind
  /// The first line of the paragraph, or the items on one line.
  package let detail: String
  private var goesOn = false

  /// - Returns: Nil for any other change.
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
      // With repeated lines, it is unclear which one is new, but the result is the same.
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

  /// For a longer list of changes: `note The shop was closed`.
  package var words: String { "\(kind.rawValue) \(shown)" }

  /// ``detail``, with a mark if a note has more lines.
  package var line: String { goesOn ? "\(detail) …" : detail }

  /// ``line``, shortened.
  package var shown: String {
    let line = line.journalText
    return line.count > Self.width ? line.prefix(Self.width - 1) + "…" : line
  }

  private static let width = 60

  private static func lines(_ text: String) -> [String] {
    var lines = text.linesOfText.map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    while lines.last.map(isBlank) == true { lines.removeLast() }
    return lines
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  /// The ticked or unticked items; nil if anything else changed.
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
  /// The common change; nil for any other change.
  package var textStep: TextStep? {
    guard part == .body else { return nil }
    return TextStep(from: from ?? "", to: to ?? "")
  }

  /// A removed note or item in words: `note removed: bla`; nil for any other change.
  package var removedText: String? {
    guard part == .body, let step = TextStep(from: to ?? "", to: from ?? ""),
      [.note, .item].contains(step.kind)
    else { return nil }
    return "\(step.kind.rawValue) removed: \(step.shown)"
  }
}

extension [TaskChange.Field] {
  /// The common change that has its own word in the log; nil if there are other changes.
  package var textStep: TextStep? {
    count == 1 ? self[0].textStep.flatMap { $0.kind == .item ? nil : $0 } : nil
  }
}

extension TaskChange {
  package var textStep: TextStep? { kind == .edit ? fields.textStep : nil }
}
