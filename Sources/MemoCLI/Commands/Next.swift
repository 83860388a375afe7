internal import MemoKit
internal import Terminal

struct Next: Command {
  static let grammar = Grammar(
    "next", "List tasks that are ready, the most urgent first",
    """
    Leaves out waiting tasks, and those that come after an open task. A task is more urgent if \
    it is in doing, overdue, due soon, of high priority, old, or if others come after it. --why \
    prints the sum; 'urgency:' in .memo/config.yml changes the weights.
    """,
    examples: """
      memo next
      memo next +work -n 3
      memo next --why
      """,
    options: [.noFilter, .listing])

  @Arguments(filter: "filter") var filter
  @Number("-n --number", "At most this many tasks (default on a terminal: as many as fit)")
  var number
  @Flag("--why", "Print how urgent each task is, and why") var why

  func run(in context: Context) throws -> Outcome {
    var listing = try Listing(filter, in: context)
    let (snapshot, now) = (listing.snapshot, listing.now)
    let matching = snapshot.tasks.filter { listing.filter.matches($0, at: now) }
    let (links, weights) = (TaskLinks(snapshot.tasks), listing.store.settings.urgency)
    let ranked = Urgency.order(matching, links, weights, at: now)
    if ranked.isEmpty { listing.explainEmptiness(filter, hiding: matching) }
    let tasks = number.map { Array(ranked.prefix($0)) } ?? ranked
    let urgency = { Urgency(of: $0, links, weights, at: now) }
    return context.outcome(
      text: text(tasks, listing, urgency),
      document: listing.document(
        .next,
        [
          "tasks": .list(tasks) {
            $0.json(listing.page) + ["urgency": Self.json(urgency($0))]
          }
        ]),
      notes: listing.notes, ids: tasks.map(\.distinctID))
  }

  /// - Parameter urgency: Computes the urgency of the shown tasks only.
  private func text(
    _ tasks: [StoredTask], _ listing: Listing, _ urgency: (StoredTask) -> Urgency
  ) -> String {
    let page = listing.page
    let prefixes = listing.snapshot.shortestPrefixes(of: tasks)
    var shown = tasks[...]
    // Without a number, the list is shortened to the window.
    if number == nil, let room = listing.room {
      // Each task takes at least one line.
      let first = TaskTable(Array(tasks.prefix(max(1, room))), prefixes, page)
      let linesEach = (why ? 1 : 0) + first.mostLines
      if tasks.count * linesEach > room { shown = shown.prefix(max(1, (room - 1) / linesEach)) }
    }
    let table = TaskTable(Array(shown), prefixes, page)
    let left = tasks.count - shown.count
    let rest = left > 0 ? page.style.paint("… and \(left.grouped) more", .dim) + "\n" : ""
    guard why else { return table.text + rest }
    return zip(table.lines, shown).map { lines, task in
      let reasons = Self.reasons(of: urgency(task))
      let cut = page.style.width.map { reasons.truncated(to: $0) } ?? reasons
      return "\(lines.joined(separator: "\n"))\n\(page.style.paint(cut, .dim))\n"
    }.joined() + rest
  }

  /// For example, `18.5 = overdue 12 + priority 6 + age 0.5`.
  private static func reasons(of urgency: Urgency) -> String {
    let parts = urgency.parts.map { "\($0.reason.rawValue) \(rounded($0.points))" }
    return "    \(rounded(urgency.points)) = "
      + (parts.isEmpty ? "no reason" : parts.joined(separator: " + "))
  }

  private static func rounded(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return sign + (tenth == 0 ? "\(whole)" : "\(whole).\(tenth)")
  }

  /// In hundredths, as whole numbers.
  private static func json(_ urgency: Urgency) -> JSON {
    func hundredths(_ points: Double) -> JSON { .number(Int((points * 100).rounded())) }
    return [
      "hundredths": hundredths(urgency.points),
      "reasons": .list(urgency.parts) {
        [
          "reason": .text($0.reason.rawValue), "hundredths": hundredths($0.points),
        ]
      },
    ]
  }
}
