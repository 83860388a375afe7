internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal

extension BoardState {
  /// The longest time between the clicks of a double click, in seconds.
  private static let doubleClick = 0.4

  /// Clicks select, double clicks open, drags to another column move, the right button opens a
  /// menu.
  mutating func take(_ event: MouseEvent) -> [Effect] {
    switch event.action {
    case .wheelUp, .wheelDown: return wheel(event)
    case .press: return press(event)
    case .release: return release(event)
    case .drag:
      mouse.target = target(event).map(\.lane)
      return []
    }
  }

  /// The lane and status that the dragged card would move to.
  private func target(_ event: MouseEvent) -> (lane: Int, status: Status)? {
    guard panes.isEmpty, let key = mouse.pressed, let (index, _) = place(event),
      let target = lanes[index].status, let status = status(of: key), target != status
    else { return nil }
    return (index, target)
  }

  private mutating func wheel(_ event: MouseEvent) -> [Effect] {
    let steps = event.action == .wheelUp ? -1 : 1
    guard panes.isEmpty else {
      return take(.key(steps < 0 ? .up : .down))
    }
    if let (index, _) = place(event) { lane = index }
    lanes[lane].move(by: steps)
    return []
  }

  private mutating func press(_ event: MouseEvent) -> [Effect] {
    guard panes.isEmpty else { return pressInPane(event) }
    guard let (index, key) = place(event) else { return [] }
    lane = index
    guard let key else { return [] }
    lanes[index].selected = key
    mouse.pressed = key
    if event.button == .right { return perform(.menu) }
    let isDouble =
      mouse.lastClick == key && seconds - mouse.lastClickTime < Self.doubleClick
    mouse.lastClick = isDouble ? nil : key
    mouse.lastClickTime = seconds
    return isDouble ? perform(.open) : []
  }

  private mutating func release(_ event: MouseEvent) -> [Effect] {
    defer { (mouse.pressed, mouse.target) = (nil, nil) }
    guard let key = mouse.pressed, let target = target(event)?.status else { return [] }
    if refusesChanges() { return [] }
    let effects = run(.move([key], to: target))
    select(key)
    return effects
  }

  /// Chooses the clicked row; a click outside closes the pane.
  private mutating func pressInPane(_ event: MouseEvent) -> [Effect] {
    guard case .choices(var choices)? = panes.last else { return [] }
    // The second click of a double click was not meant for the question that the first one opened.
    let isDouble = seconds - mouse.lastClickTime < Self.doubleClick
    (mouse.lastClick, mouse.lastClickTime) = (nil, seconds)
    guard !isDouble || !choices.isYesNo else { return [] }
    let layout = PaneDrawing.ChoiceLayout(choices, size)
    guard layout.rows.contains(event.row), layout.columns.contains(event.column) else {
      return closePane()
    }
    guard let row = layout.choice(at: event.row) else { return [] }
    guard !choices.shown[row].isHeading else { return [] }
    choices.selected = row
    panes[panes.count - 1] = .choices(choices)
    return take(.key(.enter))
  }

  /// The lane and card at a screen position.
  private func place(_ event: MouseEvent) -> (lane: Int, key: TaskKey?)? {
    let layout = BoardLayout(self)
    guard event.row < layout.rule,
      let found = layout.lanes.first(where: { $0.columns.contains(event.column) })
    else { return nil }
    let lane = lanes[found.index]
    var row = layout.cards.lowerBound
    for key in lane.keys.dropFirst(lane.top) {
      let height = cardLines(key, width: found.columns.count).count
      if (row..<(row + height)).contains(event.row) { return (found.index, key) }
      row += height
      if row >= layout.cards.upperBound { break }
    }
    return (found.index, nil)
  }
}
