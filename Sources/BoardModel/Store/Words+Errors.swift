package import MemoCLI
package import Words

/// What commands and filters say in English, with the reader's own words before it.
extension Words {
  /// What stands before the English reason why something was not done; nil in English.
  package func lead(of failure: Failure) -> String? {
    errors.map { errors in
      switch failure.status {
      case .remote: errors.remote
      case .busy: errors.isBusy
      default: errors.other
      }
    }
  }

  /// Why something was not done.
  package func reason(of failure: Failure) -> String {
    lead(of: failure).map { "\($0) (\(failure.message))" } ?? failure.message
  }

  package func reason(of error: Narrowing.Misunderstanding) -> String {
    errors.map { "\($0.filter) (\(error.message))" } ?? error.message
  }
}
