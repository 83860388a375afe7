package import MemoKit
package import Terminal

/// A command reads arguments and returns an outcome.
protocol Command: TypedCommand {
  func run(in context: Context) throws -> Outcome
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
    func style(_ isTerminal: Bool) -> Style {
      Style(
        color: mode.isOn(environment: environment, isTerminal: isTerminal),
        width: isTerminal ? facts.width : nil)
    }
    (self.style, errorStyle) = (style(facts.output), style(facts.error))
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
    return try command.run(in: context)
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

extension Context {
  /// The outcome of a command in the form that was asked for; the other forms are not made.
  ///
  /// - Parameters:
  ///   - text: The result for a person.
  ///   - bytes: The result if the command prints bytes instead of text.
  ///   - document: The result as JSON. `--ndjson` prints the items of its first list.
  ///   - notes: Lines for standard error: hints, warnings, committed hand edits.
  ///   - ids: The ids of the tasks in the result, or the paths of tasks without an id.
  func outcome(
    _ status: ExitStatus = .done,
    text: @autoclosure @escaping () -> String = "",
    bytes: @autoclosure @escaping () -> [UInt8]? = nil,
    document: @autoclosure @escaping () -> JSON,
    notes: @autoclosure @escaping () -> [String] = [],
    ids: @autoclosure @escaping () -> [String] = []
  ) -> Outcome {
    // To free thousands of tasks takes as long as to print them.
    if endsProcess { ThisProcess.keep(Kept(result: (text, bytes, document, notes, ids))) }
    var outcome = Outcome(status: status)
    switch options.form {
    case .text:
      let page = Page(self)
      outcome.output = text()
      outcome.error = notes().map { page.note($0) + "\n" }.joined()
      outcome.bytes = bytes()
    // JSON has separate members for the notes, and `-q` prints only ids.
    case .ids: outcome.output = ids().map { $0.sanitized + "\n" }.joined()
    case .document:
      let document = document()
      outcome.output = document.text
      outcome.document = document
    case .lines: outcome.output = document().firstList.map(\.line).joined()
    }
    return outcome
  }
}

private final class Kept {
  let result: Any
  init(result: Any) { self.result = result }
}

extension JSON {
  /// The items of the first list in an object.
  fileprivate var firstList: [JSON] {
    guard case .map(let members) = self else { return [] }
    for case .list(let items) in members.map(\.value) { return items }
    return []
  }
}
