/// A limit on the files that memo reads from one commit.
///
/// Protects against a malicious commit: a few nested, repeated trees expand to more files than a
/// disk holds.
public struct TreeBudget: Hashable, Sendable {
  /// The number of files and folders, counted at each place where they occur.
  public var entries: Int
  /// The nesting depth of folders.
  public var depth: Int

  public init(entries: Int, depth: Int) {
    self.entries = entries
    self.depth = depth
  }

  public static let endless = TreeBudget(entries: .max, depth: .max)
}

struct TreeCount {
  let budget: TreeBudget
  private var entries = 0

  init(_ budget: TreeBudget) { self.budget = budget }

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
  func named(_ commit: ObjectID?) -> GitError {
    guard code == .tooLarge, let commit else { return self }
    var error = self
    error.message = "the commit \(commit.short) has \(message)"
    return error
  }
}
