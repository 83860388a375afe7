package import MemoKit

/// Identifies a task: by its id, or by its path if it has no unique id.
///
/// The id survives moves. Commands accept the key as the task's name.
package struct TaskKey: Hashable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }

  /// - Parameter doubles: Ids that several files share; their tasks use the path.
  package init(_ task: StoredTask, doubles: Set<TaskID> = []) {
    name = task.id.flatMap { doubles.contains($0) ? nil : $0.text } ?? task.path
  }

  /// The keys that a task can have, in a store with or without other files with its id.
  static func possible(of task: StoredTask) -> [TaskKey] {
    [task.id.map { TaskKey(name: $0.text) }, TaskKey(name: task.path)].compactMap(\.self)
  }

  /// Compares bytes, since `String` treats canonically equivalent paths as equal.
  package static func == (a: TaskKey, b: TaskKey) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8)
  }
}
