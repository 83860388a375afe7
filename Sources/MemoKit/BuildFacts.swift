internal import Git

/// How this program was built.
package enum BuildFacts {
  /// The version of libgit2 at build time.
  ///
  /// memo runs with any patch release of it.
  package static var libgit2: String { GitBuild.libgit2 }
  /// The commit that was built; nil if the build didn't set it.
  package static var commit: String? { GitBuild.commit }
}
