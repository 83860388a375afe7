internal import Git
package import TaskFile

extension StoredTask {
  /// What looks at many give, in their order; they are taken on all cores.
  package static func lookItems<Result: Sendable>(
    _ tasks: [StoredTask], _ look: @Sendable (StoredTask, TaskItem) -> Result
  ) -> [Result] {
    gatherItems(tasks, into: []) { $0.append(look($1, $2)) }.flatMap { $0 }
  }

  /// Adds up what looks at many give, in their order; they are taken on all cores.
  ///
  /// - Parameter empty: What each part of them is added to.
  /// - Returns: The parts, in their order.
  package static func gatherItems<Sum: Sendable>(
    _ tasks: [StoredTask], into empty: Sum,
    _ add: @Sendable (inout Sum, StoredTask, TaskItem) -> Void
  ) -> [Sum] {
    AllCores.parts(of: tasks.indices) { part in
      var sum = empty
      for task in tasks[part] { add(&sum, task, task.lentItem) }
      return sum
    }
  }
}
