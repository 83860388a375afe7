/// How big things may be that memo looks into.
///
/// Far above what anybody writes, and low enough that no file and no history of somebody else's
/// can make a command take minutes or all memory. What is bigger is still a file: it is listed,
/// moved, recorded and deleted as it is.
public enum Limits {
  /// Of a task's file, in bytes.
  public static let taskBytes = 8 * 1024 * 1024
  /// Of a front matter, in bytes.
  public static let headerBytes = 256 * 1024
  /// Keys of a front matter.
  public static let headerKeys = 10_000
  /// Conditions of a filter, those of the filters that it names included.
  public static let filterConditions = 10_000
  /// How deep a front matter may be nested.
  public static let headerDepth = 100
  /// Files and folders of a commit, or changed by it, each as often as it is there.
  public static let treeEntries = 500_000
  /// Folders in folders, in a commit.
  public static let folderDepth = 200
  /// Folders in folders in which tasks are looked for, fewer, so that what is found can be
  /// recorded wherever in a repository the store lies.
  public static let listDepth = 100
  /// Of any other file that a sync brings, in bytes.
  public static let fileBytes = 512 * 1024 * 1024
}
