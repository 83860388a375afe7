internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The bottom line: questions, results and key hints.
extension BoardState {
  func drawMessage(_ canvas: inout Canvas, _ layout: BoardLayout) {
    guard let pane = panes.last else { return drawNews(&canvas, layout.message) }
    drawOutcome(above: pane, &canvas, layout.rule)
    switch pane {
    case .prompt(let prompt): draw(prompt, &canvas, layout.message)
    case .choices(let choices): hint(hints(of: choices), &canvas, layout.message)
    case .text(let pane):
      hint(pane.hints + [KeyHint("Esc", words.goesBack)], &canvas, layout.message)
    case .form(let form):
      hint(PaneDrawing.hints(of: form, words, isReadOnly: obstacle != nil), &canvas, layout.message)
    case .theme(let form): hint(PaneDrawing.hints(of: form, words), &canvas, layout.message)
    }
  }

  private func draw(_ prompt: Prompt, _ canvas: inout Canvas, _ row: Int) {
    let width = size.columns
    let column = canvas.write(prompt.label, row, 0, .accent, bold: true, limit: width)
    if prompt.field.isEmpty, !prompt.hint.isEmpty {
      canvas.write(prompt.hint, row, column + 1, .dim, limit: width - column - 1)
      canvas.screen.cursor = Screen.Position(row: row, column: column)
    } else {
      prompt.field.draw(&canvas.screen, row: row, columns: column..<width, look.style(.text))
    }
    if prompt.action == .filter, let error = filterError, width > column + 40 {
      canvas.write(" \(words.reason(of: error).line.sanitized)", row, endingAt: width, .late)
    }
  }

  /// Shows an error, or the result of a key in an open list, above the last line.
  private func drawOutcome(above pane: Pane, _ canvas: inout Canvas, _ row: Int) {
    guard let message else { return }
    if message.kind != .error {
      // The keys of a question have other meanings now.
      guard case .choices(let choices) = pane, choices.source != nil, message.kind != .question
      else { return }
    }
    let end = draw(message, &canvas, row)
    canvas.write(" ", row, end)
  }

  /// The key for undo or redo, and its name.
  private func offer(of message: Message) -> String {
    guard obstacle == nil, case .result(let operation, let isUndo) = message.kind else { return "" }
    guard isUndo || operation != nil else { return "" }
    let key = bindings.text(isUndo ? .redo : .undo)
    // The user may have rebound the key.
    return key.isEmpty ? "" : "   \(key) \(isUndo ? words.redoes : words.undoes)"
  }

  private func hints(of choices: Choices) -> [KeyHint] {
    var hints = choices.hints ?? [KeyHint("Enter", words.chooses), KeyHint("Esc", words.goesBack)]
    // The first Esc only clears the filter.
    if !choices.narrowing.isEmpty { hints[hints.count - 1] = KeyHint("Esc", words.showsAllRows) }
    return hints
  }

  private func hint(_ hints: [KeyHint], _ canvas: inout Canvas, _ row: Int) {
    canvas.write(" \(hints.shown(within: size.columns - 1))", row, 0, .dim, limit: size.columns)
  }

  private func drawNews(_ canvas: inout Canvas, _ row: Int) {
    guard let message = message ?? trouble else { return hint(keyHints, &canvas, row) }
    let end = draw(message, &canvas, row)
    let help = keyHints.last?.shown ?? ""
    if size.columns - end > help.terminalWidth + 2 {
      canvas.write(help, row, endingAt: size.columns - 1, .dim)
    }
  }

  /// Draws a message with its last line on a row; an error or a question in full if there is room.
  ///
  /// - Returns: The column after it.
  private func draw(_ message: Message, _ canvas: inout Canvas, _ last: Int) -> Int {
    let width = size.columns
    let role: Role
    switch message.kind {
    case .error: role = .late
    case .question: role = .soon
    case .result, .news:
      // The offered key is never cut.
      let offer = message.tail + offer(of: message)
      let end = canvas.write(
        " \(message.text.sanitized)", last, 0, message.kind == .news ? .dim : .text,
        limit: width - offer.terminalWidth)
      return canvas.write(offer, last, end, .accent, limit: width - end)
    }
    let most = message.kind == .question ? size.rows - 1 : size.rows / 4
    let lines = message.withHint.sanitized.wrapped(to: width - 2, atMost: most)
    let first = last - lines.count + 1
    drawRule(&canvas, first - 1)
    // It covers the last cards until a key is pressed.
    var end = width
    for (row, line) in zip(first...last, lines) {
      canvas.fill(row, 0..<width)
      end = canvas.write(" \(line)", row, 0, role, limit: width)
    }
    return lines.count > 1 ? width : end
  }

  private var keyHints: [KeyHint] {
    var hints: [(Action, String)] = [(.filter, words.filter)]
    if obstacle == nil {
      hints =
        [
          (.add, words.add), (.title, words.edit.lowercased()), (.start, words.starts),
          (.finish, words.done),
          (.delete, words.delete.lowercased()), (.undo, words.undo),
        ] + hints + [(.sync, words.syncs)]
    } else if past != nil {
      hints = [(.escape, words.goesBack)] + hints
    }
    return (hints + [(.help, words.allKeys)]).map { KeyHint(bindings.text($0), $1) }
  }
}
