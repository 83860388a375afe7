internal import CGit2
internal import Platform

/// The certificates that servers are measured by.
///
/// libgit2 has one answer for the whole process, and some of its TLS libraries free the last
/// one while other connections still look at it; so it only changes when there are none.
final class Trust: @unchecked Sendable {
  /// Where the certificates are.
  struct Places: Hashable, Sendable {
    var file: String?
    var folder: String?
  }

  private static let shared = Trust()

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var places: Places?
  private var users = 0

  private init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  /// Sees to it that these certificates count; each call that returns is ended by ``end()``.
  ///
  /// Waits while connections of the process use others.
  static func begin(_ places: Places) throws(GitError) { try shared.begin(places) }

  static func end() { shared.end() }

  private func begin(_ wanted: Places) throws(GitError) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while places != wanted, users > 0 { pthread_cond_wait(changed, lock) }
    if places != wanted {
      try check("git_libgit2_opts", memo_git2_set_certificates(wanted.file, wanted.folder))
      places = wanted
    }
    users += 1
  }

  private func end() {
    pthread_mutex_lock(lock)
    users -= 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}
