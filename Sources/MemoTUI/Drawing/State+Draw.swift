internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
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
    switch panes.last(where: \.isWhole) {
    case .text(let pane)?: PaneDrawing.draw(pane, self, on: &canvas)
    case .form(let form)?: PaneDrawing.draw(form, self, on: &canvas)
    case .theme(let form)?: PaneDrawing.draw(form, self, on: &canvas)
    default: drawLanes(&canvas, layout)
    }
    if case .choices(let choices)? = panes.last { PaneDrawing.draw(choices, self, on: &canvas) }
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
        words.asOfReadOnly(words.moment(moment.time, on: page))
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
      signs.append((words.asOfMoment(words.moment(moment.time, on: page)), .soon))
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
    guard let failedSync, failedSync.last == present?.status.lastSync else { return present?.sync }
    return present?.sync?.after(failure: failedSync.isOffline)
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
      PaneDrawing.draw(TaskForm(reading: task, key), self, on: &canvas, columns: detail)
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
    var column = canvas.write(
      "\(isTarget ? "→" : " ")\(lane.title(words))", 1, columns.lowerBound,
      isBold ? .accent : lane.hue, bold: isBold, limit: columns.count)
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

extension Pane {
  /// Whether the pane replaces the board.
  var isWhole: Bool {
    switch self {
    case .text, .form, .theme: true
    case .prompt, .choices: false
    }
  }
}
