package import MemoKit
internal import TaskFile
internal import Terminal

/// An error for a person: what is wrong, why, and what to try.
package struct Failure: Error, Hashable {
  /// What failed, for messages in other languages.
  package enum Cause: Hashable {
    case filter(FilterError)
    case value(InvalidValue)
    case error(MemoError.Kind)
  }

  package var status: ExitStatus
  /// Nil for errors in a command line other than its filter.
  package var cause: Cause?
  /// The message: a sentence without a full stop.
  package var message: String
  /// Details, one per line.
  package var details: [String] = []
  /// Hints, the most likely one first.
  package var hints: [String] = []
  /// Whether the user canceled, so that it is not an error.
  package var isGivenUp = false

  package init(
    _ status: ExitStatus, _ message: String, details: [String] = [], hints: [String] = []
  ) {
    self.status = status
    self.message = message
    self.details = details
    self.hints = hints
  }

  /// The error for a command that the user canceled.
  ///
  /// - Parameter what: What stays as it was.
  static func givenUp(_ what: String) -> Failure {
    var failure = Failure(.refused, "canceled; \(what)")
    failure.isGivenUp = true
    return failure
  }

  package init(_ error: MemoError) {
    self.init(
      ExitStatus(error.kind), error.message, details: error.details, hints: error.hints)
    cause = error.invalidValue.map { .value($0) } ?? .error(error.kind)
  }

  private init(_ error: FieldError) {
    self.init(
      error.isRefusal ? .refused : .usage, error.message, details: error.details,
      hints: error.hints)
    cause = error.invalidValue.map { .value($0) }
  }

  /// The failure for any error; an unexpected one is a bug.
  init(of error: any Error) {
    self =
      switch error {
      case let failure as Failure: failure
      case let error as MemoError: Failure(error)
      case let error as FieldError: Failure(error)
      default:
        Failure(.bug, "\(error)", hints: ["this is a bug in memo; please report it"])
      }
  }
}

extension Failure {
  /// `MemoError` removes user names and passwords from URLs, also typed ones.
  private var words: MemoError { MemoError(.refused, message, details: details, hints: hints) }

  /// The failure without user names and passwords in URLs.
  var redacted: Failure {
    var failure = self
    let words = words
    (failure.message, failure.details, failure.hints) = (words.message, words.details, words.hints)
    return failure
  }

  /// Message, details and hints as lines, for output without a terminal.
  package var plainText: String {
    let words = words
    return ([words.message] + words.details + words.hints.map { "hint: \($0)" })
      .joined(separator: "\n")
  }

  func text(_ style: Style) -> String {
    let (message, details, hints) = (words.message, words.details, words.hints)
    let start = isGivenUp ? "" : style.paint("error:", .red, .bold) + " "
    var lines = [start + message.sanitized]
    for detail in details.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      lines.append("  \(String(detail).sanitizedLines)")
    }
    lines += hints.map { "\(style.paint("hint:", .cyan)) \($0.sanitized)" }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    let words = words
    return .document(
      .error,
      [
        (.message, .text(words.message)),
        (.details, .list(words.details.map { .text($0) })),
        (.hints, .list(words.hints.map { .text($0) })),
        (.exitCode, .number(Int(status.rawValue))),
      ])
  }
}
