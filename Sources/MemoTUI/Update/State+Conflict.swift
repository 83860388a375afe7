internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

extension BoardState {
  /// The answers to a conflict, below both versions.
  func choices(_ clash: Clash, _ form: TaskForm) -> Choices {
    var rows = clash.answers.enumerated().map { index, answer in
      Choices.Row(
        text: words.name(of: answer, to: clash), detail: "\(index + 1)",
        step: .answer(clash, answer))
    }
    guard let theirs = clash.theirs else {
      rows.append(
        Choices.Row(text: words.leaveDeleted, detail: "\(rows.count + 1)", step: .discardForm))
      var choices = Choices(words.title(clash), rows)
      choices.takeLetters()
      return choices
    }
    var choices = Choices(words.title(clash), rows)
    let other = TaskFields(theirs)
    let name = words.theirs(words.who(clash), words.moment(clash.time, on: page))
    let disputed = form.edit.disputed(clash)
    choices.above = both(disputed, form.fields, other, name)
    let all = Choices.Row(
      text: words.readBoth, detail: "v",
      step: .read(TextPane(words.title(clash), whole(disputed, form.fields, other, name))))
    // If both versions don't fit above, the row that shows them comes first.
    choices.rows.append(all)
    if PaneDrawing.ChoiceLayout(choices, size).isCut {
      choices.rows.insert(choices.rows.removeLast(), at: 0)
    }
    choices.takeLetters()
    return choices
  }

  /// All lines of both versions of each disputed field.
  private func whole(
    _ disputed: [TaskFields.Field], _ mine: TaskFields, _ theirs: TaskFields, _ who: String
  ) -> [TextPane.Line] {
    disputed.flatMap { field in
      func lines(_ fields: TaskFields, _ role: Role) -> [TextPane.Line] {
        let text = field == .body ? fields.body.sanitizedLines.trimmedEnd : shown(fields, field)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { TextPane.Line(text: "  \($0)", role: role) }
      }
      let name = words.name(of: field)
      return [TextPane.Line(text: "\(name), \(words.mine):", role: .dim)] + lines(mine, .text)
        + [TextPane.Line(text: "\(name), \(who):", role: .dim)] + lines(theirs, .soon)
    }
  }

  /// A summary of both versions of each disputed field.
  private func both(
    _ disputed: [TaskFields.Field], _ mine: TaskFields, _ theirs: TaskFields, _ who: String
  ) -> [TextPane.Line] {
    disputed.flatMap { field in
      let (ours, other) =
        field == .body
        ? (lines(of: mine.body, notIn: theirs.body), lines(of: theirs.body, notIn: mine.body))
        : (shown(mine, field), shown(theirs, field))
      return [
        TextPane.Line(text: words.name(of: field), role: .dim),
        TextPane.Line(text: "  \(words.mine): \(ours)"),
        TextPane.Line(text: "  \(who): \(other)", role: .soon),
      ]
    }
  }

  private func shown(_ fields: TaskFields, _ field: TaskFields.Field) -> String {
    switch field {
    case .status: return words.name(of: fields.status)
    case .priority: return words.name(of: fields.priority)
    case .title, .deadline, .tags, .body:
      let text = fields[field].sanitized
      return text.isEmpty ? words.empty : text
    }
  }

  /// The first line that the other text lacks, and the number of further ones.
  private func lines(of text: String, notIn other: String) -> String {
    let others = Set(other.split(whereSeparator: \.isNewline))
    let own = text.split(whereSeparator: \.isNewline).filter {
      !others.contains($0) && !$0.allSatisfy(\.isWhitespace)
    }
    guard let first = own.first else { return words.empty }
    return String(first).sanitized
      + (own.count > 1 ? " (\(words.moreLines(own.count - 1)))" : "")
  }

  /// Applies an answer and saves the sheet below.
  mutating func resolve(_ clash: Clash, _ answer: Clash.Answer) -> [Effect] {
    guard var form = panes.last?.form else { return [] }
    form.edit.answer(answer, to: clash)
    guard form.edit.isChanged else {
      message = Message(kind: .news, text: words.keptTheirs)
      return closePane()
    }
    form.focus(on: form.focus)
    return save(form)
  }
}

extension Choices {
  /// Makes the letters at the right end of rows choose them.
  mutating func takeLetters() {
    isNarrowed = false
    let letters = rows.compactMap { row in
      // Enter belongs to the selected row.
      KeyStroke(row.detail).flatMap { key in
        key == KeyStroke(.enter) ? nil : row.step.map { (key, $0) }
      }
    }
    for index in rows.indices {
      rows[index].keys = Dictionary(letters) { first, _ in first }
    }
  }
}
