internal import CGit2

/// One step of a reference, as git remembers it on this machine.
public struct ReflogEntry: Hashable, Sendable {
  /// Where the reference was; nil when this step made it.
  public var old: ObjectID?
  /// Where it went; nil when this step deleted it.
  public var new: ObjectID?
  /// What was done, as `commit: …`.
  public var message: String
  /// When and by whom.
  public var signature: Signature
}

extension Repository {
  /// The steps of a reference, newest first; none where git was told to keep no reflog.
  ///
  /// - Parameter reference: A full name, as `refs/heads/main` or `HEAD`.
  public func reflog(_ reference: String) throws(GitError) -> [ReflogEntry] {
    let log = try Handle<ReflogKind>("git_reflog_read", in: self) {
      git_reflog_read(&$0, pointer, reference)
    }
    return log.use { log in
      (0..<git_reflog_entrycount(log)).compactMap { index -> ReflogEntry? in
        guard let entry = git_reflog_entry_byindex(log, index),
          let old = git_reflog_entry_id_old(entry), let new = git_reflog_entry_id_new(entry),
          let signature = git_reflog_entry_committer(entry)
        else { return nil }
        return ReflogEntry(
          old: ObjectID(old.pointee).ifAny, new: ObjectID(new.pointee).ifAny,
          message: git_reflog_entry_message(entry).map { String(cString: $0) } ?? "",
          signature: Signature(signature))
      }
    }
  }
}

extension ObjectID {
  /// Nil for the id of nothing, forty zeros.
  fileprivate var ifAny: ObjectID? { hex.allSatisfy { $0 == "0" } ? nil : self }
}
