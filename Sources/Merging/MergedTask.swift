public import TaskFile
public import TaskHistory

/// A task that both sides had changed.
public struct MergedTask: Hashable, Sendable {
  /// As it is now.
  public var title: String
  public var id: String?
  /// What gave way, and is noted in the task.
  public var notes: [ConflictNote]
  /// Something that a person should know.
  public var notice: String?
  /// Where both sides had changed a field, whose stands over whose.
  public var decisions: [MergeDecision] = []
  /// What stays as others have it, where a change was taken back.
  public var kept: [KeptChange] = []
}

/// A part of a task that somebody set since, and that therefore can't be taken back.
public struct KeptChange: Hashable, Sendable {
  /// A key of the front matter; `status`; `body`; `conflicts`, for notes of merges; or `task`, where it
  /// is there, or gone.
  public var field: String
  /// As it is now; nil for nothing, and where it is no one value.
  public var value: String?
  /// Who set it.
  public var author: String
  /// When, on the author's clock.
  public var time: Timestamp
}
