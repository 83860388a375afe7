public import TaskFile

/// What somebody wants to see of the board to work in.
public struct BoardRequest: Hashable, Sendable {
  public enum View: String, CaseIterable, Hashable, Sendable { case board, list, notes }

  /// The words of a filter, as they would be typed there.
  public var filter = ""
  /// The columns, in the order of the board.
  public var columns = Status.allCases
  public var view = View.board
  /// A moment of the past, in words; nil for the present.
  public var moment: String?
  /// A theme's name; nil for the person's own.
  public var theme: String?
  public var usesMouse = true
  /// Lines of text in place of a screen, for screen readers.
  public var isPlain = false

  public init() {}
}
