package import MemoCLI
package import Words

/// English messages of commands and filters, introduced in the reader's language.
extension Words {
  /// The words before an English error message; nil if the reader's language is English.
  package func lead(of failure: Failure) -> String? {
    errors.map { errors in
      switch failure.status {
      case .remote: errors.remote
      case .busy: errors.isBusy
      default: errors.other
      }
    }
  }

  package func reason(of failure: Failure) -> String {
    lead(of: failure).map { "\($0) (\(failure.message))" } ?? failure.message
  }

  package func reason(of error: FilterInput.Misunderstanding) -> String {
    errors.map { "\($0.filter) (\(error.message))" } ?? error.message
  }
}
