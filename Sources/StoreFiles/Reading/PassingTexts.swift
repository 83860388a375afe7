internal import Synchronization

/// Looks at texts on their way: of a folder of thousands that is taken in, nobody keeps them all.
///
/// A store that has one reads every file, and of each keeps what lists sort by; a text that is
/// asked for later is read again.
package final class PassingTexts: Sendable {
  let note: @Sendable (StoredTask) -> (any Sendable)?
  private let found = Mutex<[Int: [any Sendable]]>([:])

  /// - Parameter note: Gets each task with its text, on any thread; nil for nothing to note.
  package init(_ note: @escaping @Sendable (StoredTask) -> (any Sendable)? = { _ in nil }) {
    self.note = note
  }

  /// What was noted when the files were read last, in the order of their paths.
  package var notes: [any Sendable] {
    found.withLock { found in found.keys.sorted().flatMap { found[$0] ?? [] } }
  }

  func begin() { found.withLock { $0 = [:] } }

  func add(_ notes: [any Sendable], at place: Int) { found.withLock { $0[place] = notes } }

  enum Key: StoreKey {
    static var initialValue: PassingTexts? { nil }
  }
}

extension Store {
  /// Who looks at the texts that are read, and has none of them kept; nil where they are.
  package var passingTexts: PassingTexts? {
    get { self[PassingTexts.Key.self] }
    set { self[PassingTexts.Key.self] = newValue }
  }
}
