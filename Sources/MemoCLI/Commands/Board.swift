internal import MemoKit
internal import Terminal

struct Board: Command {
  static let grammar = Grammar(
    "board", "Show the tasks in three columns, or edit them there",
    """
    On a terminal, it opens a board: ? lists the keys, q leaves. In a pipe, with --print, --all \
    or --json, and with MEMO_PLAIN=1 or TERM=dumb, it prints the columns. Each action on the \
    board is a memo command, so 'memo log' lists it and 'memo undo' undoes it.

    A printed board shows as many tasks as fit into the window, and counts the rest; --all and a \
    pipe show all. The task that was finished last is the first in done. A filter that names \
    statuses chooses the columns.
    """,
    examples: """
      memo board
      memo board todo doing +home
      memo board --print --all
      memo board --at '3 days ago'
      memo board --view list --theme contrast
      memo board --plain
      """,
    options: [.noFilter, .past],
    excluding: ["--view --plain", "--theme --plain", "--no-mouse --plain", "--at --plain"])

  @Arguments(filter: "filter") var filter
  @Flag("--print", "Print the columns, also on a terminal") var print
  @Flag("-a --all", "All tasks, even if the window is too small") var all
  @Value(
    "--view", "view", "board (default), list or notes",
    words: BoardRequest.View.allCases.map(\.rawValue)) var view
  @Value(
    "--theme", "name",
    "Colors: terminal, paper, ink, contrast, print or the name of a theme of yours") var theme
  @Flag("--plain", "Lines and a prompt instead of a screen, for screen readers and braille")
  var plain
  @Flag("--no-mouse", "No mouse; the terminal selects text") var noMouse

  func run(in context: Context) throws -> Outcome {
    let options = context.options
    if !print, !all, options.remote == nil, !options.noFilter, options.form == .text {
      var request = BoardRequest(words: filter)
      request.view = view.flatMap(BoardRequest.View.init) ?? .board
      request.moment = options.at
      request.theme = theme
      request.usesMouse = !noMouse
      request.isPlain = plain
      let (terminal, variables) = (context.terminal, context.environment.variables)
      let canDraw = variables["TERM"] != "dumb" && variables["MEMO_PLAIN"] != "1"
      if terminal.input, terminal.output, canDraw || plain,
        let outcome = try context.showBoard?(request, context)
      {
        return outcome
      }
    }
    let (statuses, words) = Self.columns(in: filter)
    var listing = try Listing(
      words, ignoresContext: words.count < filter.count, in: context)
    let (now, page, filter) = (listing.now, listing.page, listing.filter)
    let matching = listing.snapshot.tasks.filter {
      statuses.contains($0.status) && filter.matches($0, at: now)
    }
    let tasks = SortOrder.standard.sorted(
      matching.filter { all || !filter.hides($0, at: now) }, at: now)
    if tasks.isEmpty { listing.explainEmptiness(self.filter, hiding: matching) }
    let columns = statuses.map { status in
      let column = tasks.filter { $0.status == status }
      guard status == .done else { return (status, column) }
      return (status, listing.store.lastDoneFirst(column, at: listing.past?.commit))
    }
    return context.outcome(
      text: text(columns, listing, context.terminal.width),
      document: listing.document(
        .board,
        [
          "columns": .list(columns) { status, tasks in
            ["status": .text(status.rawValue), "tasks": .list(tasks) { $0.json(page) }]
          }
        ]),
      notes: listing.notes)
  }

  /// - Parameter width: The width of the window, or a default in a pipe.
  private func text(
    _ columns: [(Status, [StoredTask])], _ listing: Listing, _ width: Int
  ) -> String {
    let page = listing.page
    let prefixes = listing.snapshot.shortestPrefixes()
    return Columns(
      columns.map { status, tasks in
        (
          heading: "\(status.rawValue) \(tasks.count.grouped)",
          items: tasks.map { $0.card(prefixes, page) }
        )
      }
    )
    .text(
      width: page.style.width ?? max(width, 80),
      height: all ? nil : listing.room, page.style
    ) {
      "… and \($0.grouped) more"
    }
  }

  /// The statuses among the words, and the other words.
  ///
  /// Words with `and`, `or`, `not` or parentheses are one filter.
  fileprivate static func columns(in words: [String]) -> ([Status], [String]) {
    let isJoined = words.contains {
      ["and", "or", "not"].contains($0.lowercased()) || "()".contains($0.prefix(1))
    }
    let named = words.compactMap { Status(rawValue: $0) }
    guard !isJoined, !named.isEmpty else { return (Status.allCases, words) }
    return (Status.allCases.filter(named.contains), words.filter { Status(rawValue: $0) == nil })
  }
}

extension BoardRequest {
  /// - Parameter words: Words that name a status choose the columns.
  package init(words: [String]) {
    let (columns, rest) = Board.columns(in: words)
    self.init()
    self.columns = columns
    filter = rest.map(\.quotedForShell).joined(separator: " ")
  }
}
