internal import CGit2
internal import CGit2Lazy
internal import Synchronization

/// Process-wide libgit2 state, started on first use and never shut down.
///
/// Loading and starting libgit2 takes milliseconds, so code that only reads task files must avoid
/// it.
enum Runtime {
  static let started: Void = {
    memo_git2_load()
    let count = memo_git2_start()
    precondition(count > 0, "libgit2 could not start")
    // A commit must survive a power cut, as the task files it records do.
    memo_git2_set_durable(1)
    // Hashing each object again on read would dominate the run time. Like git, rely on zlib's
    // checksum; git hashes received objects during a fetch.
    memo_git2_set_hash_verification(0)
    memo_git2_set_extensions()
    // A bulk change reads a task's text several times; decompression takes most of the time.
    memo_git2_keep_small(GIT_OBJECT_BLOB, 4096)
  }()

  fileprivate static let durability = Atomic(true)

  /// Whether memo's own writes are also flushed to disk.
  static var isDurable: Bool { durability.load(ordering: .relaxed) }
}

/// Replaces the folders of the user's and the system's settings in libgit2 with an empty folder.
package func isolateFromUserSettings(emptyFolder: String) {
  Runtime.started
  for level in [
    GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
    GIT_CONFIG_LEVEL_PROGRAMDATA,
  ] {
    memo_git2_set_search_path(level.rawValue, emptyFolder)
  }
}

/// Sets whether objects and references are flushed to disk; tests turn it off for speed.
package func setDurable(_ isDurable: Bool) {
  Runtime.started
  memo_git2_set_durable(isDurable ? 1 : 0)
  Runtime.durability.store(isDurable, ordering: .relaxed)
}

/// Build information of this program.
package enum GitBuild {
  /// The libgit2 version at build time; memo runs with any patch release of it.
  package static var libgit2: String { String(cString: memo_git2_built_with()) }
  /// Nil if the build didn't set it.
  package static var commit: String? {
    let text = String(cString: memo_commit())
    return text.isEmpty ? nil : text
  }
}
