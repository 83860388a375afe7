internal import MemoKit
internal import Synchronization
internal import Terminal

/// Assignees as initials that fit into a list: `@AL`.
package final class Initials: Sendable {
  private let store: @Sendable () throws -> Store
  private let ownNames = Mutex<Set<String>?>(nil)

  /// - Parameter store: Called for the user's name when a task first has an assignee.
  init(_ store: @escaping @Sendable () throws -> Store) { self.store = store }

  /// All assignees except the user.
  ///
  /// - Parameter item: The task's parsed item, if the caller has it.
  func others(of task: StoredTask, _ item: TaskItem? = nil) -> [String] {
    // Most tasks have no other fields.
    guard task.hasOtherFields || !task.problems.isEmpty else { return [] }
    let people = task.values(of: KnownField.assignee.rawValue, in: item)
    guard !people.isEmpty else { return [] }
    let own = names()
    return people.filter { !own.contains($0.lowercased()) }.map(\.sanitized)
  }

  /// `@AL @BK`.
  package static func text(of people: [String]) -> String {
    people.map { "@\(initials(of: $0))" }.joined(separator: " ")
  }

  /// If git doesn't know the user's name, every assignee counts as somebody else.
  private func names() -> Set<String> {
    ownNames.withLock { known in
      if let known { return known }
      let found = Set(((try? store().userNames()) ?? []).map { $0.lowercased() } + ["me"])
      known = found
      return found
    }
  }

  /// `AL` of Ann Lee, `An` of ann, `AL` of `Ann Lee <al@example.org>` and of `ann.lee@x.org`.
  package static func initials(of name: String) -> String {
    // Other tools write names as `@ann`.
    let name = String(name.drop { $0 == "@" })
    let plain = name.prefix { $0 != "<" }
    let text = plain.contains { !$0.isWhitespace } ? plain : name[...]
    let words = text.prefix { $0 != "@" }
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }
    guard let first = words.first, let last = words.last else { return name }
    guard words.count > 1 else { return first.prefix(1).uppercased() + first.dropFirst().prefix(1) }
    return first.prefix(1).uppercased() + last.prefix(1).uppercased()
  }
}
