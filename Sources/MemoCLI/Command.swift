internal import ArgumentParser
internal import MemoKit
internal import Terminal

/// A subcommand: arguments in, a report out.
///
/// It prints nothing itself.
protocol Command: ParsableCommand {
  associatedtype Output: Report
  var output: OutputOptions { get }
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
  /// What belongs on standard error beside it: hints, warnings, what was recorded.
  func notes(_ page: Page) -> [String]
  var status: ExitStatus { get }
  /// What "today" and "overdue" are measured by in it; nil for now.
  var moment: LocalTime? { get }
}

extension Report {
  func bytes(_ page: Page) -> [UInt8]? { nil }
  func notes(_ page: Page) -> [String] { [] }
  var status: ExitStatus { .done }
  var moment: LocalTime? { nil }
}

/// The options of every command that reports.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document")
  var json = false

  @Option(help: ArgumentHelp("When to use color: auto, always or never", valueName: "when"))
  var color = ColorMode.auto
}

/// How output looks, decided once for a run.
struct Page {
  /// For standard output.
  var style: Style
  /// For standard error.
  var errorStyle: Style
  /// Lines that may be seen at once; nil in a pipe.
  var height: Int?
  /// What "today" and "overdue" are measured by.
  var now: LocalTime
  /// The user's own way to write dates; ISO in pipes.
  var dates: DateStyle
  /// Whether characters beyond ASCII can be drawn with.
  var isUnicode: Bool

  init(_ context: Context, _ mode: ColorMode) {
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
  }
}

extension Command {
  func outcome(in context: Context) throws -> Outcome { try reported(in: context) }

  func reported(in context: Context) throws -> Outcome {
    try run(in: context).outcome(Page(context, output.color), isJSON: output.json)
  }
}

extension Report {
  /// What is printed, as text or as JSON.
  func outcome(_ page: Page, isJSON: Bool) -> Outcome {
    var page = page
    if let moment { page.now = moment }
    let text = isJSON ? json(page).text : text(page)
    // What notes say, JSON says in its own members.
    let notes = isJSON ? "" : notes(page).map { $0 + "\n" }.joined()
    var outcome = Outcome(output: text, error: notes, status: status)
    if !isJSON { outcome.bytes = bytes(page) }
    return outcome
  }
}
