internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension BoardState {
  func screen() -> Screen {
    var canvas = Canvas(size, look, isUnicode: page.isUnicode)
    let layout = BoardLayout(self)
    guard !layout.isTooSmall else {
      let lines = words.windowIsTooSmall.wrapped(to: max(size.columns, 1))
      for (row, line) in lines.prefix(size.rows).enumerated() {
        canvas.write(line, row, 0, limit: size.columns)
      }
      return canvas.screen
    }
    drawFrame(&canvas, layout)
    let whole = panes.last { pane in
      switch pane {
      case .text, .form, .theme: true
      case .prompt, .choices: false
      }
    }
    switch whole {
    case .text(let pane)?: draw(pane, on: &canvas)
    case .form(let form)?: draw(form, on: &canvas)
    case .theme(let form)?: draw(form, on: &canvas)
    default: drawLanes(&canvas, layout)
    }
    if case .choices(let choices)? = panes.last { draw(choices, on: &canvas) }
    drawMessage(&canvas, layout)
    return canvas.screen
  }

  private func drawFrame(_ canvas: inout Canvas, _ layout: BoardLayout) {
    let width = size.columns
    let storeState = storeState
    let look = look
    let emoji = look.emoji.isEmpty || !page.isUnicode ? "" : "\(look.emoji) "
    var column = canvas.write(
      " \(emoji)\((storeState?.name ?? "memo").sanitized)", 0, 0, .accent, bold: true, limit: width)
    if let branch = storeState?.branch {
      column = canvas.write("  \(branch.sanitized)", 0, column, .dim, limit: width - column)
    }
    var end = width - 1
    for (text, role) in signs where end - text.terminalWidth > column + 1 {
      end = canvas.write(text, 0, endingAt: end, role) - 2
    }
    let narrowing = (filterText.isEmpty ? defaultFilter ?? "" : filterText).sanitized
    if !narrowing.isEmpty, end - column > 12 {
      let text = words.filtered(narrowing).truncated(to: end - column - 2)
      canvas.write(text, 0, endingAt: end, filterError == nil ? .accent : .late)
    }
    drawRule(&canvas, layout.rule)
  }

  /// The line above the messages; it also shows why the board is read-only.
  func drawRule(_ canvas: inout Canvas, _ row: Int) {
    let width = size.columns
    canvas.line(row, 0..<width, obstacle == nil ? .line : .soon)
    let text =
      if let moment = past?.moment {
        words.asOfReadOnly(words.moment(moment, on: page))
      } else { present?.status.obstacle.map { words.readOnlyBecause($0.message.sanitized) } }
    guard let text else { return }
    canvas.write(" \(text.truncated(to: width - 6)) ", row, 2, .soon, limit: width - 4)
  }

  /// The signs at the right end of the frame, the most important first.
  private var signs: [(String, Role)] {
    guard let storeState else { return [(words.reading, .dim)] }
    var signs: [(String, Role)] = []
    if storeState.status.obstacle != nil { signs.append((words.readOnly, .late)) }
    if trouble != nil { signs.append((words.cantBeRead, .late)) }
    if let moment = past?.moment {
      signs.append((words.asOfMoment(words.moment(moment, on: page)), .soon))
    }
    if past == nil, let sync, sync != .unsynced { signs.append(sign(of: sync)) }
    if past == nil, storeState.sync != nil, storeState.status.unrecorded > 0 {
      signs.append((words.handEdits(storeState.status.unrecorded), .dim))
    }
    let conflicts = storeState.conflicts
    if conflicts > 0 {
      signs.append((page.isUnicode ? "⚑ \(conflicts)" : words.conflicts(conflicts), .conflict))
    }
    let problems = storeState.problems
    if problems > 0 { signs.append((words.problems(problems), .late)) }
    if !marked.isEmpty { signs.append((words.marked(marked.count), .accent)) }
    return signs
  }

  /// The sync state, including failed syncs of this board, which the store doesn't know.
  private var sync: StoreState.Sync? {
    guard !works.contains(where: { $0.job.kind == .sync }) else { return .syncing }
    guard let failedSync else { return present?.sync }
    return present?.sync?.after(failure: failedSync)
  }

  /// The text for a sync state, with a sign if the terminal can show it.
  private func sign(of sync: StoreState.Sync) -> (String, Role) {
    func signed(_ sign: String, _ text: String) -> String {
      page.isUnicode ? "\(sign) \(text)" : text
    }
    switch sync {
    case .syncing: return (words.syncing, .good)
    case .offline(let count): return (signed("⚠", words.offline(count)), .late)
    case .failed(let count): return (signed("⚠", words.syncFailed(count)), .late)
    case .toSend(let count): return (words.toSend(count), .good)
    case .unsynced: return (words.syncNow, .good)
    case .synced(let last):
      let (date, time) = last.local(now)
      let clock = date == now.date ? time.map { String("\($0)".prefix(5)) } : nil
      return (signed("✓", words.synced(clock ?? now.dates.text(date))), .good)
    }
  }

  private func drawLanes(_ canvas: inout Canvas, _ layout: BoardLayout) {
    for (index, columns) in layout.lanes {
      drawLane(index, columns, &canvas, layout)
      if columns.upperBound < size.columns {
        for row in 1..<layout.rule { canvas.write("│", row, columns.upperBound, .line) }
      }
    }
    if let detail = layout.detail, let key = selected, let task = task(key) {
      draw(TaskForm(reading: task, key), on: &canvas, columns: detail)
    }
  }

  private func drawLane(
    _ index: Int, _ columns: Range<Int>, _ canvas: inout Canvas, _ layout: BoardLayout
  ) {
    let lane = lanes[index]
    let isCurrent = index == self.lane
    var row = layout.cards.lowerBound
    var last = lane.top
    for key in lane.keys.dropFirst(lane.top) {
      let lines = cardLines(key, width: columns.count)
      guard row + lines.count <= layout.cards.upperBound || last == lane.top else { break }
      let isSelected = key == lane.selected && isCurrent
      for line in lines where row < layout.cards.upperBound {
        if isSelected { canvas.fill(row, columns, .card) }
        mark(key, isSelected, row, columns, &canvas)
        let runs = isSelected ? line.map(\.selected) : line
        canvas.write(
          runs, row, columns.lowerBound + 1, limit: columns.count - 1, isOnCard: isSelected)
        row += 1
      }
      last += 1
    }
    drawHeading(index, last, columns, &canvas)
    guard lane.keys.isEmpty else { return }
    let text = emptiness(of: lane)
    for (offset, part) in text.wrapped(to: max(columns.count - 2, 1)).prefix(3).enumerated() {
      canvas.write(
        part, layout.cards.lowerBound + offset, columns.lowerBound + 1, .dim,
        limit: columns.count - 1)
    }
  }

  private func mark(
    _ key: TaskKey, _ isSelected: Bool, _ row: Int, _ columns: Range<Int>, _ canvas: inout Canvas
  ) {
    let sign =
      marked.contains(key) ? "*" : isSelected ? "▌" : fresh[key] != nil ? "•" : nil
    guard let sign else { return }
    canvas.write(sign, row, columns.lowerBound, .accent, bold: true, isOnCard: isSelected)
  }

  /// Draws name and count, and which cards are visible if not all are.
  private func drawHeading(
    _ index: Int, _ last: Int, _ columns: Range<Int>, _ canvas: inout Canvas
  ) {
    let (lane, isTarget) = (lanes[index], mouse.target == index)
    let isBold = isTarget || index == self.lane
    let hue = lane.status.flatMap { Role(rawValue: $0.rawValue) } ?? .text
    var column = canvas.write(
      "\(isTarget ? "→" : " ")\(lane.title(words))", 1, columns.lowerBound,
      isBold ? .accent : hue, bold: isBold, limit: columns.count)
    let room = columns.upperBound - column
    column = canvas.write(" \(lane.keys.count.grouped)", 1, column, .dim, limit: room)
    if lane.top > 0 || last < lane.keys.count {
      let text = "  ▾ \((lane.top + 1).grouped)–\(last.grouped)"
      if columns.upperBound - column >= text.terminalWidth {
        column = canvas.write(text, 1, column, .dim)
      }
    }
    if lanes.count > 1, BoardLayout(self).lanes.count == 1 {
      let others = lanes.filter { $0.status != lane.status }
        .map { "\($0.status.map { words.name(of: $0) } ?? "") \($0.keys.count.grouped)" }.joined(
          separator: "  ")
      if size.columns - column > others.terminalWidth + 2 {
        canvas.write(others, 1, endingAt: size.columns - 1, .dim)
      }
    }
  }

  /// The reason for an empty column.
  private func emptiness(of lane: Lane) -> String {
    guard let storeState else { return words.reading }
    if let filterError { return words.reason(of: filterError).line.sanitized }
    if !filterText.isEmpty {
      return words.nothingMatches(filterText.sanitized, bindings.text(.escape))
    }
    if obstacle != nil { return words.nothingHere }
    if storeState.keys.isEmpty, lane.status != .done, lane.status != .doing {
      return words.noTasksYet(bindings.text(.add))
    }
    return lane.status == .doing
      ? words.nothingInDoing(bindings.text(.start)) : words.nothingHere
  }
}

extension Run {
  /// On the selected card, unstyled text is bold.
  fileprivate var selected: Run {
    var run = self
    if role == .text { run.isBold = true }
    return run
  }
}

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
    case .form(let form): hint(hints(of: form), &canvas, layout.message)
    case .theme(let form): hint(hints(of: form), &canvas, layout.message)
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
    if message.kind != .error { canvas.write(" ", row, end, .accent) }
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
    let text = ([message.text] + message.hints.prefix(1)).joined(separator: " — ")
    let lines = text.sanitized.wrapped(to: width - 2, atMost: most)
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
