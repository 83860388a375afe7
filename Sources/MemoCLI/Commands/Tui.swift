internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo tui [FILTER…]`.
struct Tui: Command {
  static let configuration = CommandConfiguration(
    commandName: "tui",
    abstract: "Work in the board on a terminal",
    discussion: """
      The same as 'memo board' on a terminal. ? lists the keys, and is the menu; q leaves. What is \
      done there are memo's own commands, so 'memo log' tells it and 'memo undo' takes it back. \
      Where there is no terminal, the columns are printed.

      EXAMPLES:
        memo tui
        memo tui +home --view list
        memo tui --at yesterday
        memo tui --theme contrast --no-mouse
        memo tui --plain
      """)

  @Argument(help: "Words that narrow the board, as in 'memo list'") var filter: [String] = []
  @Option(help: ArgumentHelp("board, if nothing is said, list or notes", valueName: "view"))
  var view: BoardRequest.View?
  @Option(
    help: ArgumentHelp(
      "Colors: terminal, paper, ink, contrast, print or one of the store's own", valueName: "name"))
  var theme: String?
  @Flag(help: "Lines of text and a prompt in place of a screen, for screen readers and braille")
  var plain = false
  @Flag(help: "Leave the mouse to the terminal") var noMouse = false
  @OptionGroup var past: PastOption
  @OptionGroup var output: OutputOptions

  func outcome(in context: Context) throws -> Outcome {
    guard case .text = try form, past.remote == nil else { return try reported(in: context) }
    var request = BoardRequest(words: filter)
    if plain {
      for (option, isGiven) in [
        ("--view", view != nil), ("--theme", theme != nil), ("--no-mouse", noMouse),
      ] where isGiven {
        throw Failure(
          .usage, "\(option) is about what is drawn, and --plain draws nothing",
          hints: ["leave one of the two out"])
      }
    }
    request.view = view ?? .board
    request.moment = past.at
    request.theme = theme
    request.usesMouse = !noMouse
    request.isPlain = plain
    if let outcome = try context.openBoard(request) { return outcome }
    return try reported(in: context)
  }

  func run(in context: Context) throws -> BoardOutput {
    try Board.columns(filter, at: past, in: context)
  }
}

extension Context {
  /// Shows the board to work in; nil where that is not to be, or can't.
  func openBoard(_ request: BoardRequest) throws -> Outcome? {
    let variables = environment.variables
    let canDraw = variables["TERM"] != "dumb" && variables["MEMO_PLAIN"] != "1"
    guard terminal.input, terminal.output, canDraw || request.isPlain else { return nil }
    return try showBoard?(request, self)
  }
}
