package import MemoKit
package import Terminal

/// A subcommand: arguments in, a report out.
///
/// It prints nothing itself.
protocol Command: SendableMetatype {
  associatedtype Output: Report
  /// What can be typed for it.
  static var grammar: Grammar<Self> { get }
  var output: OutputOptions { get set }
  init()
  /// Refuses what can't be asked for together.
  func validate() throws(Failure)
  func run(in context: Context) throws -> Output
  /// Runs the command and renders what it reports; ``reported(in:)`` unless it goes on for long.
  func outcome(in context: Context) throws -> Outcome
}

/// What a command found or did, as data; rendered as text or as JSON.
protocol Report {
  /// For a person.
  func text(_ page: Page) -> String
  /// For standard output byte for byte, where that is asked for in place of the text.
  func bytes(_ page: Page) -> [UInt8]?
  /// For a program.
  func json(_ page: Page) -> JSON
  /// The same as a line each, where there may be many.
  func lines(_ page: Page) -> [JSON]
  /// The ids of the tasks that it is about; the path of one that has none.
  var ids: [String] { get }
  /// What belongs on standard error beside it: hints, warnings, what was recorded.
  func notes(_ page: Page) -> [String]
  var status: ExitStatus { get }
  /// The operation that it reports; nil where nothing was recorded.
  var operation: String? { get }
  /// What ``Outcome/changes`` is to hold.
  var changes: [TaskChange]? { get }
  /// What ``Outcome/read`` is to hold.
  var read: [StoredTask] { get }
  /// What "today" and "overdue" are measured by in it; nil for now.
  var moment: LocalTime? { get }
}

extension Report {
  func bytes(_ page: Page) -> [UInt8]? { nil }
  func lines(_ page: Page) -> [JSON] { [] }
  var ids: [String] { [] }
  func notes(_ page: Page) -> [String] { [] }
  var status: ExitStatus { .done }
  var operation: String? { nil }
  var changes: [TaskChange]? { nil }
  var read: [StoredTask] { [] }
  var moment: LocalTime? { nil }
}

/// What a command prints, and how.
struct OutputOptions {
  /// One JSON document.
  var json = false
  /// JSON, a line for each.
  var ndjson = false
  /// Nothing but ids.
  var quiet = false
  var color = ColorMode.auto
}

/// What a command prints of its report.
enum OutputForm {
  case text
  /// Ids alone, one a line.
  case ids
  /// One JSON document.
  case document
  /// JSON, a line for each.
  case lines

  /// - Throws: ``Failure`` where two are asked for.
  init(_ output: OutputOptions) throws(Failure) {
    let wanted: [(OutputForm, String)] = [
      (.document, output.json ? "--json" : ""), (.lines, output.ndjson ? "--ndjson" : ""),
      (.ids, output.quiet ? "--quiet" : ""),
    ].filter { !$1.isEmpty }
    guard wanted.count < 2 else {
      throw Failure(.usage, "\(wanted[0].1) and \(wanted[1].1) exclude each other")
    }
    self = wanted.first?.0 ?? .text
  }
}

extension GrammarOption where Target: Command {
  /// The options that every command has.
  static var output: Self {
    .group([
      .flag("--json", "Print one JSON document") { $0.output.json = true },
      .value(
        "--color", "when", "Color: auto, always or never",
        words: ColorMode.allCases.map(\.rawValue)
      ) { $0.output.color = ColorMode(rawValue: $1) ?? .auto },
    ])
  }

  /// Of commands whose result may be long.
  static var ndjson: Self {
    .flag("--ndjson", "Print JSON, one line for each result") { $0.output.ndjson = true }
  }

  /// Of commands that can name the tasks that they are about.
  static var quiet: Self {
    .flag("-q --quiet", "Print only ids, one per line") { $0.output.quiet = true }
  }

  /// Of commands that count what they could list.
  static func verbose(_ take: @escaping @Sendable (inout Target) -> Void) -> Self {
    .flag("-v --verbose", "Print long lists in full", take)
  }

  /// Of commands that write and ask nothing else.
  static func yes(_ take: @escaping @Sendable (inout Target) -> Void) -> Self {
    .flag("-y --yes", "Commit many deletions by hand without asking", take)
  }

  /// Of commands that are about what the clone's own filter lets through.
  static func noFilter(_ take: @escaping @Sendable (inout Target) -> Void) -> Self {
    .flag("--no-filter", "Ignore the context and git config memo.filter", take)
  }

  static func strict(_ take: @escaping @Sendable (inout Target) -> Void) -> Self {
    .flag("--strict", "Change no task if one of them can't be changed", take)
  }
}

/// How output looks, decided once for a run.
package struct Page: Sendable {
  /// For standard output.
  package var style: Style
  /// For standard error.
  package var errorStyle: Style
  /// Lines that may be seen at once; nil in a pipe.
  package var height: Int?
  /// What "today" and "overdue" are measured by.
  package var now: LocalTime
  /// The user's own way to write dates; ISO in pipes.
  package var dates: DateStyle
  /// Whether characters beyond ASCII can be drawn with.
  package var isUnicode: Bool
  /// Whose tasks are.
  package let initials: Initials
  /// What other programs said, where a document tells it.
  package var details: [String]

  package init(_ context: Context, _ mode: ColorMode) {
    let environment = context.environment.variables
    let facts = context.terminal
    style = Style(
      color: mode.isOn(environment: environment, isTerminal: facts.output),
      width: facts.output ? facts.width : nil)
    errorStyle = Style(
      color: mode.isOn(environment: environment, isTerminal: facts.error),
      width: facts.error ? facts.width : nil)
    height = facts.output ? facts.height : nil
    now = context.now
    dates = facts.output ? context.environment.dates : .iso
    isUnicode = CharacterSet.isUTF8(environment: environment)
    details = context.overheard?.lines ?? []
    initials = Initials { try context.store() }
  }
}

extension Command {
  /// What is printed.
  var form: OutputForm { get throws { try OutputForm(output) } }

  func validate() throws(Failure) {}

  func outcome(in context: Context) throws -> Outcome { try reported(in: context) }

  func reported(in context: Context) throws -> Outcome {
    let form = try form
    return try run(in: context).outcome(Page(context, output.color), form)
  }
}

extension Report {
  /// What is printed.
  func outcome(_ page: Page, _ form: OutputForm) -> Outcome {
    var outcome = rendered(page, form)
    outcome.operation = operation
    outcome.changes = changes
    outcome.read = read
    return outcome
  }

  private func rendered(_ page: Page, _ form: OutputForm) -> Outcome {
    var page = page
    if let moment { page.now = moment }
    switch form {
    case .text:
      var outcome = Outcome(
        output: text(page), error: notes(page).map { $0 + "\n" }.joined(), status: status)
      outcome.bytes = bytes(page)
      return outcome
    // What notes say, JSON says in its own members, and who asks for ids doesn't want to hear.
    case .ids: return Outcome(output: ids.map { $0.sanitized + "\n" }.joined(), status: status)
    case .document:
      let document = json(page)
      var outcome = Outcome(output: document.text, status: status)
      outcome.document = document
      return outcome
    case .lines: return Outcome(output: lines(page).map(\.line).joined(), status: status)
    }
  }
}
