internal import MemoCLI
internal import Terminal

/// The positions of the board's parts on the screen.
struct BoardLayout {
  /// The minimum width of a lane; narrower ones would only break words.
  static let narrowestLane = 18
  /// The minimum window width for a list beside a task.
  static let notesWidth = 80
  static let smallest = ScreenTerminal.Size(rows: 8, columns: 30)

  /// The visible lanes, by index, and their columns.
  let lanes: [(index: Int, columns: Range<Int>)]
  /// The columns of the selected task's details beside the list.
  let detail: Range<Int>?
  let size: ScreenTerminal.Size

  init(_ state: BoardState) {
    size = state.size
    let width = size.columns
    if state.view == .notes, width >= Self.notesWidth {
      let list = width * 2 / 5
      lanes = [(0, 0..<list)]
      detail = (list + 1)..<width
      return
    }
    detail = nil
    let count = state.lanes.count
    guard count > 1, width >= count * Self.narrowestLane else {
      lanes = [(state.lane, 0..<width)]
      return
    }
    // One column separates two lanes.
    let room = width - (count - 1)
    lanes = (0..<count).map { index in
      let start = room * index / count + index
      return (index, start..<(room * (index + 1) / count + index))
    }
  }

  var isTooSmall: Bool {
    size.rows < Self.smallest.rows || size.columns < Self.smallest.columns
  }

  var cards: Range<Int> { 2..<max(size.rows - 2, 2) }
  var rule: Int { size.rows - 2 }
  var message: Int { size.rows - 1 }

  /// Scrolls a lane just far enough to show its selected card.
  func reveal(_ lane: inout Lane, _ state: BoardState) {
    guard let selected = lane.selectedIndex, !cards.isEmpty else {
      lane.top = 0
      return
    }
    let columns = lanes.first { state.lanes[$0.index].status == lane.status }?.columns
    let width = columns?.count ?? size.columns
    func height(_ index: Int) -> Int { state.cardLines(lane.keys[index], width: width).count }
    // Don't leave rows free at the end that cards could fill.
    var (last, free) = (lane.keys.count - 1, cards.count)
    while last >= 0, last >= lane.top - cards.count, height(last) <= free {
      free -= height(last)
      last -= 1
    }
    lane.top = max(0, min(lane.top, last + 1, selected))
    var (first, room) = (selected, cards.count - height(selected))
    while first > lane.top, height(first - 1) <= room {
      room -= height(first - 1)
      first -= 1
    }
    lane.top = max(lane.top, first)
  }
}
