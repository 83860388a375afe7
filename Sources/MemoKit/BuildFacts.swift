internal import Git

package enum BuildFacts {
  /// The version of libgit2 at build time; memo runs with any of its patch releases.
  package static var libgit2: String { GitBuild.libgit2 }
  /// The built commit; nil if the build didn't set it.
  package static var commit: String? { GitBuild.commit }
}
