internal import CGit2

extension Repository {
  /// - Throws: ``GitError`` with code `lostBranch` when the branch is missing, but its reflog names
  ///   a commit.
  public func head() throws(GitError) -> Head {
    let reference = try Handle("git_reference_lookup", git_reference_free, in: self) {
      git_reference_lookup(&$0, pointer, "HEAD")
    }
    let target = reference.use { git_reference_symbolic_target($0).map { String(cString: $0) } }
    guard let target else {
      guard let commit = try commitID(of: "HEAD") else {
        throw GitError(code: .notFound, operation: "head", message: "HEAD points to nothing")
      }
      return .detached(commit)
    }
    let prefix = "refs/heads/"
    let name = target.hasPrefix(prefix) ? String(target.dropFirst(prefix.count)) : target
    if let commit = try commitID(of: target) { return .branch(name, commit) }
    // git deletes a branch with its reflog, so a reflog without a branch means damage. Ignore a
    // reflog of one entry: libgit2 writes it before the branch, and may have been killed in
    // between.
    let log = WorkTree.content(at: "\(commonDirectory)/logs/\(target)") ?? []
    let entries = log.split(separator: UInt8(ascii: "\n"))
    let words = entries.last?.split(separator: UInt8(ascii: " ")) ?? []
    guard entries.count > 1, words.count > 1 else { return .unborn(name) }
    throw GitError(
      code: .lostBranch, operation: "head",
      message: "branch \(name) has lost its commit, though its log names one",
      details: ["git update-ref refs/heads/\(name) \(String(decoding: words[1], as: UTF8.self))"])
  }

  /// - Parameter reference: A full name, as `refs/heads/main` or `HEAD`.
  public func commitID(of reference: String) throws(GitError) -> ObjectID? {
    var raw = git_oid()
    let status = git_reference_name_to_id(&raw, pointer, reference)
    return try checkFound("git_reference_name_to_id", status) ? ObjectID(raw) : nil
  }

  /// The commit that a revision names (`HEAD~3`, `main@{yesterday}`, an id prefix), or nil.
  public func resolve(revision: String) throws(GitError) -> ObjectID? {
    var raw: OpaquePointer?
    guard try checkFound("git_revparse_single", git_revparse_single(&raw, pointer, revision))
    else { return nil }
    defer { git_object_free(raw) }
    var commit: OpaquePointer?
    guard git_object_peel(&commit, raw, GIT_OBJECT_COMMIT) == 0, let commit else {
      git_error_clear()
      return nil
    }
    defer { git_object_free(commit) }
    return git_object_id(commit).map { ObjectID($0.pointee) }
  }

  /// Moves a reference and records the move in the reflog.
  ///
  /// - Parameters:
  ///   - old: The required current value; nil if the reference must not exist.
  ///   - message: The reflog message.
  ///   - signature: The person and time in the reflog.
  /// - Throws: ``GitError`` with code `modified` when another process moved the reference. Ignores
  ///   errors after the move: git writes a reference before flushing it, and some disks can't
  ///   flush.
  public func move(
    _ reference: String, to new: ObjectID, from old: ObjectID?, message: String,
    by signature: Signature
  ) throws(GitError) {
    do throws(GitError) {
      try moveOnce(reference, to: new, from: old, message, signature)
    } catch {
      var error = error
      if error.code == .unsynchronized {
        removeLeftoverLock(of: reference, to: new)
        do throws(GitError) {
          // A new instance: libgit2 still tries to flush files that the old one has open.
          return try Repository.open(at: gitDirectory).moveOnce(
            reference, to: new, from: commitID(of: reference), message, signature)
        } catch let second {
          error = second
        }
      }
      if error.code != .modified, hasReached(reference, new) { return }
      // libgit2 leaves its lock file when it can't write the reflog.
      if error.code != .locked { removeLeftoverLock(of: reference, to: new) }
      throw error
    }
  }

  /// Whether a branch is certainly at a commit or a descendant of it.
  private func hasReached(_ reference: String, _ commit: ObjectID) -> Bool {
    (try? commitID(of: reference).map { tip throws(GitError) in
      try isAncestor(commit, of: tip)
    }) ?? false
  }

  /// Uses a transaction, because other libgit2 calls set the reflog's time themselves.
  private func moveOnce(
    _ reference: String, to new: ObjectID, from old: ObjectID?, _ message: String,
    _ signature: Signature
  ) throws(GitError) {
    let transaction = try Handle("git_transaction_new", git_transaction_free, in: self) {
      git_transaction_new(&$0, pointer)
    }
    try transaction.use { (transaction) throws(GitError) in
      try check("git_transaction_lock_ref", git_transaction_lock_ref(transaction, reference))
      guard try commitID(of: reference) == old else {
        throw GitError(
          code: .modified, operation: "git_transaction", message: "\(reference) was moved")
      }
      var target = new.raw
      try signature.use { (signature) throws(GitError) in
        try check(
          "git_transaction_set_target",
          git_transaction_set_target(transaction, reference, &target, signature, message))
      }
      try check("git_transaction_commit", git_transaction_commit(transaction))
    }
  }

  /// The remote branch that a branch pulls from and pushes to.
  public struct Upstream: Hashable, Sendable {
    public var remote: String
    /// The name on the remote, as `main`.
    public var branch: String
  }

  /// Nil when unset, or in the same repository.
  public func upstream(ofBranch branch: String) throws(GitError) -> Upstream? {
    let prefix = "refs/heads/"
    guard let remote = try string("branch.\(branch).remote"),
      let merge = try string("branch.\(branch).merge"), merge.hasPrefix(prefix), remote != "."
    else { return nil }
    return Upstream(remote: remote, branch: String(merge.dropFirst(prefix.count)))
  }

  public func setUpstream(
    ofBranch branch: String, remote: String, remoteBranch: String
  ) throws(GitError) {
    try set("branch.\(branch).remote", to: remote)
    try set("branch.\(branch).merge", to: "refs/heads/\(remoteBranch)")
  }

  /// Renames the branch that HEAD is on to a free name, and sets that branch of `remote` as
  /// upstream.
  public func renameBranch(_ old: String, to new: String, on remote: String) throws(GitError) {
    for key in ["remote", "merge"] { try unset("branch.\(old).\(key)") }
    if try commitID(of: "refs/heads/\(old)") == nil {
      try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(new)"))
    } else {
      let branch = try Handle("git_reference_lookup", git_reference_free, in: self) {
        git_reference_lookup(&$0, pointer, "refs/heads/\(old)")
      }
      try branch.use { (branch) throws(GitError) in
        var renamed: OpaquePointer?
        try check(
          "git_reference_rename",
          git_reference_rename(&renamed, branch, "refs/heads/\(new)", 0, "memo: rename \(old)"))
        git_reference_free(renamed)
      }
    }
    try setUpstream(ofBranch: new, remote: remote, remoteBranch: new)
  }

  /// The local branches, sorted, without `refs/heads/`.
  public func branches() throws(GitError) -> [String] { try references(in: "refs/heads/") }

  /// Local branches, remote-tracking branches and tags, by short name.
  public func branchTips() throws(GitError) -> [(name: String, commit: ObjectID)] {
    var tips: [(name: String, commit: ObjectID)] = []
    for folder in ["refs/heads/", "refs/remotes/", "refs/tags/"] {
      for name in try references(in: folder) {
        if let commit = try resolve(revision: folder + name) { tips.append((name, commit)) }
      }
    }
    return tips
  }

  /// The branches of a remote as last fetched, without the remote's name, sorted.
  public func branches(ofRemote remote: String) throws(GitError) -> [String] {
    try references(in: "refs/remotes/\(remote)/").filter { $0 != "HEAD" }
  }

  /// The names of the references in a folder such as `refs/heads/`, without the folder, sorted.
  private func references(in folder: String) throws(GitError) -> [String] {
    var array = git_strarray()
    try check("git_reference_list", git_reference_list(&array, pointer))
    defer { git_strarray_dispose(&array) }
    return (0..<array.count).compactMap { array.strings?[$0].map { String(cString: $0) } }
      .filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
  }
}

/// One change of a reference, from the local reflog.
public struct ReflogEntry: Hashable, Sendable {
  /// Nil when this change created the reference.
  public var old: ObjectID?
  /// Nil when this change deleted the reference.
  public var new: ObjectID?
  /// The action, as `commit: …`.
  public var message: String
  public var signature: Signature
}

extension Repository {
  /// Newest first; empty when git keeps no reflog.
  ///
  /// - Parameter reference: A full name, as `refs/heads/main` or `HEAD`.
  public func reflog(_ reference: String) throws(GitError) -> [ReflogEntry] {
    let log = try Handle("git_reflog_read", git_reflog_free, in: self) {
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
  /// Nil for the null id of forty zeros.
  fileprivate var ifAny: ObjectID? { hex.allSatisfy { $0 == "0" } ? nil : self }
}
