package import MemoKit

/// The result of parsing a typed filter.
package struct FilterInput: Sendable {
  package var text: String
  package var result: Result<Understood, Misunderstanding>

  package init(text: String, result: Result<Understood, Misunderstanding>) {
    self.text = text
    self.result = result
  }

  package struct Understood: Hashable, Sendable {
    package var filter: Filter
    /// The filter of the clone or the context, which applies without being typed.
    package var defaultFilter: String?

    package init(filter: Filter, defaultFilter: String? = nil) {
      self.filter = filter
      self.defaultFilter = defaultFilter
    }
  }

  package struct Misunderstanding: Error, Hashable {
    package var failure: MemoError
    /// The meaning without the last word, which may be incomplete.
    package var meanwhile: Understood?

    package init(_ failure: MemoError) { self.failure = failure }
  }
}
