package import MemoKit

/// A task wherever it moves: its id, or the path of a file that has none of its own.
///
/// Commands take it as the name of the task.
package struct TaskKey: Hashable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }

  /// - Parameter doubles: Ids that several files have; they name none of them.
  package init(_ task: StoredTask, doubles: Set<TaskID> = []) {
    name = task.id.flatMap { doubles.contains($0) ? nil : $0.text } ?? task.path
  }

  /// By the bytes: two paths that only look alike are two.
  package static func == (a: TaskKey, b: TaskKey) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8)
  }
}
