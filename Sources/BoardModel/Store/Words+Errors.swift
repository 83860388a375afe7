package import MemoCLI
package import Words

/// What commands and filters say in English, with the reader's own words before it.
extension Words {
  /// Why something was not done.
  package func reason(of failure: Failure) -> String {
    guard let errors else { return failure.message }
    let sentence =
      switch failure.status {
      case .remote: errors.remote
      case .busy: errors.isBusy
      default: errors.other
      }
    return "\(sentence) (\(failure.message))"
  }

  package func reason(of error: Narrowing.Misunderstanding) -> String {
    errors.map { "\($0.filter) (\(error.message))" } ?? error.message
  }
}
