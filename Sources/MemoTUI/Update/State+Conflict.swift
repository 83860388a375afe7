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
      return Choices(byLetter: words.title(clash), rows)
    }
    let name = words.theirs(words.who(clash), words.moment(clash.time, on: page))
    let above = versions(form.edit.disputed(clash), form.fields, TaskFields(theirs), name)
    // First, since they may not fit above.
    rows.insert(
      Choices.Row(
        text: words.readBoth, detail: "v",
        step: .open(.text(TextPane(words.title(clash), above)))),
      at: 0)
    return Choices(byLetter: words.title(clash), rows, above: above)
  }

  /// Both versions of each disputed field.
  private func versions(
    _ disputed: [TaskFields.Field], _ mine: TaskFields, _ theirs: TaskFields, _ who: String
  ) -> [Run] {
    func lines(_ name: String, _ text: String, _ role: Role = .text) -> [Run] {
      "  \(name): \(text)".split(separator: "\n", omittingEmptySubsequences: false)
        .map { Run(text: String($0), role: role) }
    }
    return disputed.flatMap { field in
      [Run(text: words.name(of: field), role: .dim)]
        + lines(words.mine, shown(mine, field, notIn: theirs))
        + lines(who, shown(theirs, field, notIn: mine), .soon)
    }
  }

  /// A field's value; of a text, the lines that the other version lacks.
  private func shown(
    _ fields: TaskFields, _ field: TaskFields.Field, notIn other: TaskFields
  ) -> String {
    let text: String
    switch field {
    case .status: return words.name(of: fields.status)
    case .priority: return words.name(of: fields.priority)
    case .title, .deadline, .tags: text = fields[field].sanitized
    case .body:
      let others = Set(other.body.split(whereSeparator: \.isNewline))
      let own = fields.body.split(whereSeparator: \.isNewline).filter {
        !others.contains($0) && !$0.allSatisfy(\.isWhitespace)
      }
      text = (own.isEmpty ? fields.body : own.joined(separator: "\n")).sanitizedLines.trimmedEnd
    }
    return text.isEmpty ? words.empty : text
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
