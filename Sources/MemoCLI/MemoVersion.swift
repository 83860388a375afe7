internal import MemoKit

package enum MemoVersion {
  package static let number = "1.0.0"
  /// The date of the manual pages.
  static let date = "November 28, 2026"

  /// For example, `memo 1.0.0 (commit 9de42606, libgit2 1.9.1)`.
  package static func text(of program: String) -> String {
    let commit = BuildFacts.commit.map { "commit \($0), " } ?? ""
    return "\(program) \(number) (\(commit)libgit2 \(BuildFacts.libgit2))"
  }

  /// The output of `--version`, or of `--version --json`.
  package static func output(of program: String, isJSON: Bool) -> String {
    isJSON ? (["version": .text(number)] as JSON).line : text(of: program) + "\n"
  }
}
