internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The bottom line: questions, results and key hints.
extension BoardState {
  func drawMessage(_ canvas: inout Canvas, _ layout: BoardLayout) {
    let row = layout.message
    let width = size.columns
    switch panes.last {
    case .prompt(let prompt)?:
      let column = canvas.write(prompt.label, row, 0, .accent, bold: true, limit: width)
      if prompt.field.isEmpty, !prompt.hint.isEmpty {
        canvas.write(prompt.hint, row, column + 1, .dim, limit: width - column - 1)
        canvas.screen.cursor = Screen.Position(row: row, column: column)
      } else {
        prompt.field.draw(
          &canvas.screen, row: row, columns: column..<width, look.style(.text))
      }
      drawError(above: &canvas, layout)
      if prompt.action == .filter, let error = filterError, width > column + 40 {
        canvas.write(
          " \(words.reason(of: error).line.sanitized)", row,
          endingAt: width, .late)
      }
      return
    case .choices(let choices)?:
      drawOutcome(above: choices, &canvas, layout)
      return hint(hints(of: choices), &canvas, row)
    case .text(let pane)?:
      drawError(above: &canvas, layout)
      return hint(pane.hints + [KeyHint("Esc", words.goesBack)], &canvas, row)
    case .form(let form)?:
      drawError(above: &canvas, layout)
      return hint(
        PaneDrawing.hints(of: form, words, isReadOnly: obstacle != nil), &canvas, row)
    case .theme(let form)?:
      drawError(above: &canvas, layout)
      return hint(PaneDrawing.hints(of: form, words), &canvas, row)
    case nil: break
    }
    drawNews(&canvas, row)
  }

  private func drawError(above canvas: inout Canvas, _ layout: BoardLayout) {
    guard let message, message.kind == .error else { return }
    draw(errorLines(message.withHint), .late, &canvas, layout.rule)
  }

  /// Shows the result of a key in an open list, above the key hints.
  private func drawOutcome(
    above choices: Choices, _ canvas: inout Canvas, _ layout: BoardLayout
  ) {
    guard let message else { return }
    if message.kind == .error {
      return draw(errorLines(message.withHint), .late, &canvas, layout.rule)
    }
    guard choices.source != nil else { return }
    let offer = message.tail + offer(of: message)
    let end = canvas.write(
      " \(message.text.sanitized)", layout.rule, 0, message.kind == .news ? .dim : .text,
      limit: size.columns - offer.terminalWidth)
    canvas.write("\(offer) ", layout.rule, end, .accent, limit: size.columns - end)
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
    let width = size.columns
    guard let message = message ?? trouble else { return hint(keyHints, &canvas, row) }
    var text = message.text
    // The offered key is never cut.
    let offer = message.tail + self.offer(of: message)
    var role = Role.text
    switch message.kind {
    case .error:
      role = .late
      let lines = errorLines(message.withHint)
      text = lines[0]
      if lines.count > 1 { return draw(lines, .late, &canvas, row) }
    case .result: break
    case .news: role = .dim
    case .question:
      role = .soon
      let lines = text.sanitized.wrapped(to: width - 2, atMost: size.rows - 1)
      if lines.count > 1 { return draw(lines, role, &canvas, row) }
    }
    let room = width - offer.terminalWidth
    var end = canvas.write(" \(text.sanitized)", row, 0, role, limit: room)
    end = canvas.write(offer, row, end, .accent, limit: width - end)
    let help = keyHints.last?.shown ?? ""
    if width - end > help.terminalWidth + 2 {
      canvas.write(help, row, endingAt: width - 1, .dim)
    }
  }

  /// The lines of an error, in full if the window has room.
  private func errorLines(_ error: String) -> [String] {
    error.sanitized.wrapped(to: size.columns - 2, atMost: size.rows / 4)
  }

  /// Covers the last cards until a key is pressed.
  private func draw(_ lines: [String], _ role: Role, _ canvas: inout Canvas, _ last: Int) {
    let first = last - lines.count + 1
    drawRule(&canvas, first - 1)
    for (row, line) in zip(first...last, lines) {
      canvas.fill(row, 0..<size.columns)
      canvas.write(" \(line)", row, 0, role, limit: size.columns)
    }
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
