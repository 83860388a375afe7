/// Limits on the size of input.
///
/// They are far above real use, but a malicious file or history can't take minutes or all memory.
/// Larger files are listed, moved, committed and deleted unchanged.
public enum Limits {
  /// A task's file, in bytes.
  public static let taskBytes = 8 * 1024 * 1024
  /// Front matter, in bytes.
  public static let headerBytes = 256 * 1024
  /// Keys of a front matter.
  public static let headerKeys = 10_000
  /// A filter, in bytes; the text of a named filter counts at each use.
  public static let filterBytes = 100_000
  /// The depth of nesting in a front matter.
  public static let headerDepth = 100
  /// Files and folders in a commit, or changed by it.
  public static let treeEntries = 500_000
  /// The depth of folders in a commit.
  public static let folderDepth = 200
  /// The depth of folders with tasks.
  ///
  /// It is smaller than ``folderDepth``, so that tasks can be committed wherever the store is in a
  /// repository.
  public static let listDepth = 100
  /// A file without a task that a sync pulls, in bytes.
  public static let fileBytes = 512 * 1024 * 1024
}
