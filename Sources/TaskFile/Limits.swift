/// Limits on what memo parses.
///
/// They are far above real use, and low enough that a malicious file or history can't use minutes
/// or all memory. A larger file is listed, moved, committed and deleted unchanged.
public enum Limits {
  /// A task's file, in bytes.
  public static let taskBytes = 8 * 1024 * 1024
  /// Front matter, in bytes.
  public static let headerBytes = 256 * 1024
  /// Keys of a front matter.
  public static let headerKeys = 10_000
  /// Conditions of a filter, with those of named filters in it.
  public static let filterConditions = 10_000
  /// The depth of nesting in a front matter.
  public static let headerDepth = 100
  /// Files and folders of a commit, or changed by it.
  public static let treeEntries = 500_000
  /// The depth of folders in a commit.
  public static let folderDepth = 200
  /// The depth of folders in which tasks are searched.
  ///
  /// It is smaller, so that tasks can be committed wherever the store is in a repository.
  public static let listDepth = 100
  /// Another file that a sync brings, in bytes.
  public static let fileBytes = 512 * 1024 * 1024
}
