internal import CGit2
internal import CGit2Lazy
internal import Synchronization

/// Process-wide libgit2 state, started on first use and never shut down.
///
/// Loading and starting it cost milliseconds, so nothing that only reads files may come here.
enum Runtime {
  static let started: Void = {
    memo_git2_load()
    let count = memo_git2_start()
    precondition(count > 0, "libgit2 could not start")
    // A commit that was made is on the disk, as the file that it records is.
    memo_git2_set_durable(1)
    // Each object that is read would be hashed again, which takes longer than all the rest. As
    // git, which doesn't either: what is damaged is seen by the checksum of its compression, and
    // what a server sends is hashed as it comes in.
    memo_git2_set_hash_verification(0)
    memo_git2_set_extensions()
    // A bulk change reads a task's text several times, and decompressing takes longest.
    memo_git2_keep_small(GIT_OBJECT_BLOB, 4096)
  }()

  fileprivate static let durability = Atomic(true)

  /// Whether what is written by other means than libgit2's is forced to the disk as well.
  static var isDurable: Bool { durability.load(ordering: .relaxed) }
}

/// Points libgit2 at an empty folder in place of the user's and the system's settings.
package func isolateFromUserSettings(emptyFolder: String) {
  Runtime.started
  for level in [
    GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    GIT_CONFIG_LEVEL_PROGRAMDATA,
  ] {
    memo_git2_set_search_path(level.rawValue, emptyFolder)
  }
}

/// Whether objects and references are forced to the disk; tests do without, for speed.
package func setDurable(_ isDurable: Bool) {
  Runtime.started
  memo_git2_set_durable(isDurable ? 1 : 0)
  Runtime.durability.store(isDurable, ordering: .relaxed)
}

/// How this program was built, as `MemoKit` has it for programs.
package enum GitBuild {
  /// The version of libgit2 at build time.
  ///
  /// memo runs with any patch release of it.
  package static var libgit2: String { String(cString: memo_git2_built_with()) }
  /// Nil where nobody said it.
  package static var commit: String? {
    let text = String(cString: memo_commit())
    return text.isEmpty ? nil : text
  }
}
