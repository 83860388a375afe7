package import MemoKit
package import Terminal

/// A command reads arguments and returns a report.
///
/// It doesn't print.
protocol Command: TypedCommand {
  /// - Returns: A report, or the outcome of a command that has printed its result.
  func run(in context: Context) throws -> any Report
}

/// The result of a command as data, which is rendered as text or as JSON.
protocol Report {
  /// The text for a person.
  func text(_ page: Page) -> String
  /// The bytes for standard output, if the command prints bytes instead of text.
  func bytes(_ page: Page) -> [UInt8]?
  func json(_ page: Page) -> JSON
  /// The results as JSON lines, if there can be many.
  func lines(_ page: Page) -> [JSON]
  /// The ids of the tasks in the report, or the paths of tasks without an id.
  var ids: [String] { get }
  /// Lines for standard error: hints, warnings, committed hand edits.
  func notes(_ page: Page) -> [String]
  var status: ExitStatus { get }
  /// Nil if nothing was committed.
  var operation: String? { get }
  /// See ``Outcome/changes``.
  var changes: [TaskChange]? { get }
  func outcome(_ page: Page, _ form: OutputForm) -> Outcome
}

extension Report {
  func bytes(_ page: Page) -> [UInt8]? { nil }
  func lines(_ page: Page) -> [JSON] { [] }
  var ids: [String] { [] }
  func notes(_ page: Page) -> [String] { [] }
  var status: ExitStatus { .done }
  var operation: String? { nil }
  var changes: [TaskChange]? { nil }
}

/// The result of a command that has printed it while it ran.
extension Outcome: Report {
  func text(_ page: Page) -> String { output }
  func json(_ page: Page) -> JSON { document ?? .null }
  func outcome(_ page: Page, _ form: OutputForm) -> Outcome { self }
}

/// A report whose parts are made when they are printed.
struct Printout: Report {
  private let parts:
    (
      text: () -> String, bytes: () -> [UInt8]?, document: () -> JSON, lines: () -> [JSON],
      notes: () -> [String], ids: () -> [String]
    )

  init(
    text: @autoclosure @escaping () -> String = "",
    bytes: @autoclosure @escaping () -> [UInt8]? = nil,
    document: @autoclosure @escaping () -> JSON,
    lines: @autoclosure @escaping () -> [JSON] = [],
    notes: @autoclosure @escaping () -> [String] = [],
    ids: @autoclosure @escaping () -> [String] = []
  ) {
    parts = (text, bytes, document, lines, notes, ids)
  }

  func text(_ page: Page) -> String { parts.text() }
  func bytes(_ page: Page) -> [UInt8]? { parts.bytes() }
  func json(_ page: Page) -> JSON { parts.document() }
  func lines(_ page: Page) -> [JSON] { parts.lines() }
  func notes(_ page: Page) -> [String] { parts.notes() }
  var ids: [String] { parts.ids() }
}

/// The options that many commands have, as they were given.
package struct CommonOptions: Sendable {
  /// The values by the long names of the options; a flag's value is empty.
  var given: [String: String] = [:]
  /// Words such as `-home`: tags if a task has the tag, and unknown options otherwise.
  var doubtful: Set<String> = []

  package var form: OutputForm {
    if given["--json"] != nil { return .document }
    if given["--ndjson"] != nil { return .lines }
    return given["--quiet"] != nil ? .ids : .text
  }
  /// Whether to print long lists in full.
  var verbose: Bool { given["--verbose"] != nil }
  /// Whether to ask no questions.
  var yes: Bool { given["--yes"] != nil }
  /// Whether to change all tasks or none.
  var strict: Bool { given["--strict"] != nil }
  /// Whether to ignore the context and the clone's default filter.
  var noFilter: Bool { given["--no-filter"] != nil }
  /// A past moment in words; nil for the present.
  var at: String? { given["--at"] }
  /// The remote whose state to read; nil for this clone's.
  var remote: String? { given["--as"] }
}

/// The form of a command's output.
package enum OutputForm: Sendable {
  case text
  /// Ids only, one per line.
  case ids
  case document
  /// JSON, one line for each result.
  case lines
}

extension [Usage.Option] {
  /// The options of every command, which the grammar adds.
  static var output: Self {
    [
      Element("--json", "Print one JSON document"),
      // Read before the line is parsed, because errors are colored, too.
      Element(
        "--color", value: "when", "Color: auto, always or never",
        words: ColorMode.allCases.map(\.rawValue)),
    ]
  }

  /// For commands whose result may be long.
  static var ndjson: Self { [Element("--ndjson", "Print JSON, one line for each result")] }

  /// For commands that can print the ids of their tasks.
  static var quiet: Self { [Element("-q --quiet", "Print only ids, one per line")] }

  /// For commands that shorten long lists.
  static var verbose: Self { [Element("-v --verbose", "Print long lists in full")] }

  /// For commands that write; most ask no other question.
  static func yes(_ help: String = "Commit many files deleted by hand, without asking") -> Self {
    [Element("-y --yes", help)]
  }

  /// For commands that write.
  static var writing: Self { .yes() + .quiet }

  /// For commands that list tasks.
  static var listing: Self { .ndjson + .quiet }

  static func strict(_ help: String = "Change no task if one of them can't be changed") -> Self {
    [Element("--strict", help)]
  }

  /// For commands that change many tasks.
  static var bulk: Self { .yes("Change many tasks without asking") + .strict() + .quiet }

  /// For commands that apply the context and the clone's default filter.
  static var noFilter: Self {
    [Element("--no-filter", "Ignore the context and git config memo.filter")]
  }

  /// For commands that can read a past state.
  static var past: Self {
    [
      Element("--at", value: "when", "A past moment: a date, '3 days ago', or a git revision"),
      Element(
        "--as", value: "remote", "The state of a remote at the last fetch, instead of this clone's"),
    ]
  }
}

/// The appearance of output, decided once for a run.
package struct Page: Sendable {
  /// For standard output.
  package var style: Style
  /// For standard error.
  package var errorStyle: Style
  /// The number of lines in the window; nil in a pipe.
  package var height: Int?
  /// The time for "today" and "overdue".
  package var now: LocalTime
  /// The user's date format; ISO in pipes.
  package var dates: DateStyle
  /// Whether the terminal can show characters beyond ASCII.
  package var isUnicode: Bool
  package let initials: Initials
  /// Whether to print long lists in full.
  let isVerbose: Bool
  /// Output of other programs, for JSON documents.
  package var details: [String]

  /// - Parameters:
  ///   - mode: Nil for the mode of the command line.
  ///   - moment: The time for "today" and "overdue"; nil for now.
  package init(_ context: Context, _ mode: ColorMode? = nil, at moment: LocalTime? = nil) {
    let mode = mode ?? context.color
    let environment = context.environment.variables
    let facts = context.terminal
    style = Style(
      color: mode.isOn(environment: environment, isTerminal: facts.output),
      width: facts.output ? facts.width : nil)
    errorStyle = Style(
      color: mode.isOn(environment: environment, isTerminal: facts.error),
      width: facts.error ? facts.width : nil)
    height = facts.output ? facts.height : nil
    now = moment ?? context.now
    dates = facts.output ? context.environment.dates : .iso
    isUnicode = CharacterSet.isUTF8(environment: environment)
    details = context.messages?.lines ?? []
    isVerbose = context.options.verbose
    initials = Initials { try context.store() }
  }

  /// The number of lines of a list that is shortened to so many.
  func most(_ count: Int) -> Int { isVerbose ? .max : count }

  /// A line for standard error.
  package func note(_ text: String) -> String { errorStyle.paint(text.sanitized, .dim) }
}

extension Command {
  /// Runs the command of a line that begins with its name, and renders its report.
  static func run(_ line: [String], in context: Context) throws -> Outcome {
    let command = Self()
    var context = context
    context.options = CommonOptions()
    switch try command.read(line, &context.options) {
    case .help?: return Outcome(output: HelpText(width: context.terminal.width).text(of: usage))
    case .version?:
      return Outcome(output: MemoVersion.output(of: "memo", isJSON: context.messages != nil))
    case nil: break
    }
    let report = try command.run(in: context)
    // To free thousands of tasks takes as long as to print them.
    if context.endsProcess { ThisProcess.keep(Kept(report: report)) }
    return report.outcome(Page(context), context.options.form)
  }

  /// Whether a line that begins with the command's name can be parsed.
  static func understands(_ line: [String]) -> Bool {
    var options = CommonOptions()
    do { return try Self().read(line, &options) == nil } catch { return false }
  }

  /// The error for arguments that don't go with each other.
  static func misuse(_ message: String) -> MemoError {
    MemoError(.usage, message, hints: [usage.optionsHint])
  }
}

private final class Kept {
  let report: any Report
  init(report: any Report) { self.report = report }
}

extension Report {
  func outcome(_ page: Page, _ form: OutputForm) -> Outcome {
    var outcome = Outcome(status: status)
    outcome.operation = operation
    outcome.changes = changes
    switch form {
    case .text:
      outcome.output = text(page)
      outcome.error = notes(page).map { page.note($0) + "\n" }.joined()
      outcome.bytes = bytes(page)
    // JSON has separate members for the notes, and `-q` prints only ids.
    case .ids: outcome.output = ids.map { $0.sanitized + "\n" }.joined()
    case .document:
      let document = json(page)
      outcome.output = document.text
      outcome.document = document
    case .lines: outcome.output = lines(page).map(\.line).joined()
    }
    return outcome
  }
}
