package import MemoKit

/// What a filter's words mean.
package struct Narrowing: Sendable {
  /// As they were typed.
  package var text: String
  package var result: Result<Understood, Misunderstanding>

  package init(text: String, result: Result<Understood, Misunderstanding>) {
    self.text = text
    self.result = result
  }

  package struct Understood: Hashable, Sendable {
    package var filter: Filter
    /// That of the clone or the context, which narrows without being typed.
    package var standing: String?

    package init(filter: Filter, standing: String? = nil) {
      self.filter = filter
      self.standing = standing
    }
  }

  package struct Misunderstanding: Error, Hashable {
    package var message: String
    package var hint: String
    /// What the words before the last one mean, for as long as somebody types on.
    package var meanwhile: Understood?

    package init(message: String, hint: String) {
      self.message = message
      self.hint = hint
    }
  }
}
