/// How much of a commit's files is looked at, before it is taken for one that nobody made to
/// keep files in.
///
/// A few folders that hold one another many times come to more files than a disk has.
public struct TreeBudget: Hashable, Sendable {
  /// Files and folders, each as often as it is there.
  public var entries: Int
  /// Folders in folders.
  public var depth: Int

  public init(entries: Int, depth: Int) {
    self.entries = entries
    self.depth = depth
  }

  /// Whatever there is.
  public static let endless = TreeBudget(entries: .max, depth: .max)
}

/// What is left of a budget.
struct TreeCount {
  let budget: TreeBudget
  private var entries = 0

  init(_ budget: TreeBudget) { self.budget = budget }

  /// Counts what a folder holds.
  mutating func add(_ count: Int, depth: Int) throws(GitError) {
    entries += count
    guard entries <= budget.entries else {
      throw GitError(
        code: .tooLarge, operation: "git_tree_lookup",
        message: "more than \(budget.entries) files")
    }
    guard depth <= budget.depth else {
      throw GitError(
        code: .tooLarge, operation: "git_tree_lookup",
        message: "folders nested deeper than \(budget.depth) levels")
    }
  }
}

extension GitError {
  /// The same, and in which commit.
  func named(_ commit: ObjectID?) -> GitError {
    guard code == .tooLarge, let commit else { return self }
    var error = self
    error.message = "the commit \(commit.short) has \(message)"
    return error
  }
}
