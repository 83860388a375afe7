package import MemoKit
internal import Terminal

extension MemoError {
  /// The error for a command that the user canceled.
  ///
  /// - Parameter what: What stays as it was.
  static func givenUp(_ what: String) -> MemoError { MemoError(.givenUp, "canceled; \(what)") }

  /// The error for any error; an unexpected one is a bug.
  package init(of error: any Error) {
    self =
      error as? MemoError
      ?? MemoError(.bug, "\(error)", hints: ["this is a bug in memo; please report it"])
  }

  /// Message, details and hints as lines, for output without a terminal.
  package var plainText: String {
    ([message] + details + hints.map { "hint: \($0)" }).joined(separator: "\n")
  }

  func text(_ style: Style) -> String {
    let start = kind == .givenUp ? "" : style.paint("error:", .red, .bold) + " "
    var lines = [start + message.sanitized]
    for detail in details.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      lines.append("  \(String(detail).sanitizedLines)")
    }
    lines += hints.map { "\(style.paint("hint:", .cyan)) \($0.sanitized)" }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    .document(
      .error,
      [
        "message": .text(message), "details": .texts(details), "hints": .texts(hints),
        "exitCode": .number(Int(ExitStatus(kind).rawValue)),
      ])
  }
}
