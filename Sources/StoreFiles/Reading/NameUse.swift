public import TaskFile

/// What a task is named for, which decides how much of its title has to be said.
///
/// To read a task, any words of its title will do. To change one, each has to be the beginning of
/// a word there, and one of them has to be a whole word or three letters long, and neither a
/// number nor a word that says something else in a command line, as `all` or `low`: what a slip
/// or a script's variable leaves must not be taken for a task.
public struct NameUse: Hashable, Sendable {
  /// Whether the task is to be changed.
  public let isChange: Bool
  /// The status whose tasks a title means before those of others.
  public let status: Status

  public static let reading = NameUse(isChange: false, status: .todo)
  public static let changing = NameUse(isChange: true, status: .todo)
  /// What is opened again was done.
  public static let reopening = NameUse(isChange: true, status: .done)
}
