internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Takes the arguments of `memo find TEXT… [-- FILTER…]`.
struct Find: Command {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Search titles, tags and texts of all tasks",
    discussion: """
      Every TEXT must occur somewhere in a task, done ones included. Small letters find capital \
      ones too; a TEXT with a capital letter is found as it is. Behind -- stands a filter, as in \
      'memo list'.

      EXAMPLES:
        memo find milk
        memo find "blue one" fridge
        memo find -e 'ten|twenty pages' -- todo +work
        memo find secret --history
      """, aliases: ["grep"])

  @Argument(help: ArgumentHelp("What to look for", valueName: "text")) var words: [String] = []
  @Option(
    name: [.customShort("e"), .customLong("regexp")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A regular expression, for one line at a time", valueName: "pattern"))
  var patterns: [String] = []
  @Flag(name: .shortAndLong, help: "Whatever the case") var ignoreCase = false
  @Flag(name: .shortAndLong, help: "Exactly this case") var sensitive = false
  @Flag(name: .shortAndLong, help: "Only the tasks, without the lines") var list = false
  @Flag(help: "Also what was once written and is gone") var history = false
  @OptionGroup var lines: LineOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, lines, quiet) } }

  func validate() throws {
    if ignoreCase, sensitive {
      throw ValidationError("--ignore-case and --sensitive exclude each other")
    }
    if list, history { throw ValidationError("--list and --history exclude each other") }
  }

  func run(in context: Context) throws -> FindOutput {
    var words = DashWords.decoded(words)[...]
    // The first word being `--`, it ends the options, as elsewhere; then a second one is meant.
    if words.first == "--", patterns.isEmpty { words = words.dropFirst() }
    let separator = words.dropFirst(patterns.isEmpty ? 1 : 0).firstIndex(of: "--")
    let texts = Array(words[..<(separator ?? words.endIndex)])
    let filterWords = separator.map { words[$0...].dropFirst() } ?? []
    let query = try query(texts)
    let store = try context.store()
    let now = context.now
    let snapshot = try store.read()
    let filter = try Selection.filter(Array(filterWords), store, at: now, among: snapshot.tasks)
    let isMeant = { (task: StoredTask) in filter.matches(task, at: now) }
    let matches = snapshot.find(query, where: isMeant)
    let order = SortOrder.standard.indices(matches.map(\.task), at: now).map { matches[$0] }
    let sorted =
      order.filter { $0.task.status != .done } + order.filter { $0.task.status == .done }
    return FindOutput(
      read: snapshot.tasks, matches: sorted,
      gone: history ? try store.lostLines(query, snapshot, where: isMeant) : nil,
      isCutOff: try history && store.isHistoryCutOff(),
      prefixes: snapshot.shortestPrefixes(of: sorted.map(\.task)), query: query, list: list,
      understood: try Selection.understood(
        Array(filterWords), store, at: now, among: snapshot.tasks),
      strangers: Strangers(in: filter, of: snapshot.tasks),
      checkout: store.checkoutNotice(snapshot))
  }

  private func query(_ texts: [String]) throws -> TextQuery {
    guard !(texts + patterns).isEmpty, !(texts + patterns).contains("") else {
      throw Failure(.usage, "say what to look for", hints: ["memo find milk"])
    }
    do throws(TextQuery.PatternError) {
      return try TextQuery(
        texts, patterns: patterns, isCaseSensitive: ignoreCase ? false : sensitive ? true : nil)
    } catch {
      throw Failure(
        .usage, "not a regular expression: \(error.message)",
        details: Failure.pointer(at: error.range, in: error.pattern),
        hints: ["without -e the text is taken as it is"])
    }
  }
}
