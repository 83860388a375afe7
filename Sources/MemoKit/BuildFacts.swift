internal import Git

/// How this program was built.
package enum BuildFacts {
  /// The version of libgit2; one of the same major and minor version runs.
  package static var libgit2: String { GitBuild.libgit2 }
  /// The commit; nil where nobody said it.
  package static var commit: String? { GitBuild.commit }
}
