internal import Git
internal import Synchronization
package import TaskFile

extension StoredTask {
  /// Adds up what looks at many give, in their order; they are taken on all cores.
  ///
  /// - Parameter empty: What each part of them is added to.
  /// - Returns: The parts, in their order.
  package static func gatherItems<Sum: Sendable>(
    _ tasks: [StoredTask], into empty: Sum,
    _ add: @Sendable (inout Sum, StoredTask, TaskItem) -> Void
  ) -> [Sum] {
    AllCores.parts(of: tasks.indices) { part in
      let sum = Mutex(empty)
      _ = lookItems(Array(tasks[part])) { task, item in
        sum.withLock { add(&$0, task, item) }
      }
      return sum.withLock { $0 }
    }
  }
}
