package import Git
internal import TaskFile

extension TreeBudget {
  package static let ofStores = TreeBudget(entries: Limits.treeEntries, depth: Limits.folderDepth)
}

extension Repository {
  /// What a task's file says in a commit, to be looked at and never to be written; of one that
  /// is larger than a task only which it is, as fields that memo reads and never writes.
  package func taskText(_ blob: ObjectID) throws(GitError) -> [UInt8] {
    try self.blob(blob, atMost: Limits.taskBytes)
      ?? Array("+++\nsize = \"over \(Limits.taskSize)\"\nblob = \"\(blob.short)\"\n+++\n".utf8)
  }
}

extension Limits {
  /// The size of a task, in words.
  package static let taskSize = "\(taskBytes >> 20) MB"
}
