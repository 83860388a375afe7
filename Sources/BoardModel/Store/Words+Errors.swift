internal import MemoCLI
package import MemoKit
package import Words

/// Error messages of commands and filters in the reader's language.
extension Words {
  /// A failure in the reader's language.
  package struct Reason: Hashable, Sendable {
    package var message: String
    package var details: [String] = []
    package var hints: [String] = []
    /// The command's own lines, if ``message`` only names the kind of failure.
    package var english: [String] = []

    /// In one line, without hints.
    package var line: String { message + (english.first.map { " (\($0))" } ?? "") }
  }

  package func reason(of failure: MemoError) -> Reason {
    guard let errors else {
      return Reason(message: failure.message, details: failure.details, hints: failure.hints)
    }
    let english = [failure.message] + failure.details + failure.hints
    if let value = failure.invalidValue { return reason(of: value, errors, english) }
    return switch failure.kind {
    case .noRemote: Reason(message: errors.noRemote)
    // The sentence says what the details and hints say, too.
    case .remote: Reason(message: errors.remote, english: [failure.message])
    case .unrelated, .otherCommits: Reason(message: errors.remote, english: english)
    case .busy: Reason(message: errors.isBusy, english: english)
    case .raced: Reason(message: errors.isRaced, english: english)
    case .interrupted: Reason(message: errors.isInterrupted, english: english)
    case .unreadable: Reason(message: errors.isUnreadable, english: english)
    default: Reason(message: errors.other, english: english)
    }
  }

  private func reason(
    of value: InvalidValue, _ errors: Errors, _ english: [String]
  ) -> Reason {
    switch value {
    case .date(let text, let isPast):
      Reason(
        message: invalidDate(text), hints: [isPast ? errors.pastDateForms : errors.dateForms])
    case .word(let text, let allowed):
      Reason(message: errors.invalidWord(text, allowed.joined(separator: ", ")))
    case .incompleteFilter: Reason(message: errors.isIncomplete, hints: [errors.filterForms])
    case .unknownFilter(let name): Reason(message: errors.unknownFilter(name))
    case .filter: Reason(message: errors.filter, hints: [errors.filterForms])
    // Only the command's own lines say where a filter of the settings stands.
    case .filterOfSettings: Reason(message: errors.filter, english: english)
    }
  }

  /// What is wrong with a file, without its path and line.
  package func reason(of problem: StoreProblem) -> Reason {
    let hints = problem.hint.map { [$0] } ?? []
    guard let errors else { return Reason(message: problem.message, hints: hints) }
    return Reason(
      message: problem.place?.field.map { errors.invalidValue(label($0)) } ?? errors.invalidFile,
      english: [problem.message] + hints)
  }

  /// What is wrong with a file, behind its path and line.
  package func placedReason(of problem: StoreProblem) -> Reason {
    var reason = reason(of: problem)
    reason.message =
      errors == nil
      ? problem.line
      : "\(problem.path)\(problem.place.map { ":\($0.line)" } ?? ""): \(reason.message)"
    return reason
  }
}
