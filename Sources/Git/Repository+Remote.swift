internal import CGit2

/// What the settings say of a remote.
public struct RemoteInfo: Hashable, Sendable {
  public var name: String
  /// Where it is, as the settings have it.
  public var url: String
  /// To how many places a push goes.
  public var pushCount: Int
  /// Where to push to, for messages.
  public var pushURL: String
  /// `remote.NAME.push`: which of its references is to become which there, as
  /// `refs/heads/*:refs/heads/kim/*`.
  public var pushRefspecs: [String]
  /// `remote.NAME.fetch`: which of its branches are noted here, and where.
  public var fetchRefspecs: FetchRefspecs
}

/// What became of a push.
public enum PushResult: Hashable, Sendable {
  /// The remote's branch is at the commit.
  case accepted
  /// Somebody else has moved the remote's branch.
  case raced(String)
  /// The remote doesn't want it, or can't move its branch just now: nobody can tell which.
  case refused(String, said: [String])
}

extension Repository {
  /// The reference that follows a remote's branch, as `remote.NAME.fetch` says.
  ///
  /// - Parameter remote: A name, or an address.
  /// - Returns: Nil where none does, or there is no such remote.
  public func trackingReference(
    of branch: String, on remote: String
  ) throws(GitError) -> String? {
    if !RemoteAddress.isNameless(remote) {
      guard try remotes().contains(remote) else { return nil }
    }
    return try self.remote(named: remote).fetchRefspecs.tracking(branch)
  }

  /// The names of the remotes.
  public func remotes() throws(GitError) -> [String] {
    let keys = [".url", ".pushurl"]
    let entries = try configuration.entries(of: "remote", keys)
    let names = entries.compactMap { entry -> String? in
      guard let key = keys.first(where: { entry.name.hasSuffix($0) }) else { return nil }
      let name = entry.name.dropFirst("remote.".count).dropLast(key.count)
      return name.isEmpty ? nil : String(name)
    }
    return Set(names).sorted()
  }

  /// - Parameter name: A name, or an address, of which no settings say what to fetch, and to where.
  /// - Throws: ``GitError`` with code `notFound` where nothing is said of it.
  public func remote(named name: String) throws(GitError) -> RemoteInfo {
    let isNameless = RemoteAddress.isNameless(name)
    let settings = try configuration
    let urls = isNameless ? [name] : try settings.values("remote.\(name).url")
    let pushURLs = try settings.values("remote.\(name).pushurl")
    let pushRefspecs = try settings.values("remote.\(name).push")
    let fetchRefspecs =
      isNameless
      ? ["+refs/heads/*:\(RemoteAddress.trackingFolder(of: name))/*"]
      : try settings.values("remote.\(name).fetch")
    let targets = pushURLs.isEmpty ? urls : pushURLs
    guard !(targets + pushRefspecs + fetchRefspecs).isEmpty else {
      throw GitError(
        code: .notFound, operation: "git remote", message: "there is no remote '\(name)'")
    }
    return RemoteInfo(
      name: name, url: urls.first ?? pushURLs.first ?? "", pushCount: targets.count,
      pushURL: targets.first ?? "", pushRefspecs: pushRefspecs,
      fetchRefspecs: FetchRefspecs(fetchRefspecs))
  }

  /// Adds a remote with git's usual refspec.
  public func addRemote(_ name: String, url: String) throws(GitError) {
    try set("remote.\(name).url", to: url)
    try set("remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
  }
}

/// Talking to remotes.
extension Repository {
  /// Downloads what the remote has and this repository lacks, and notes where its branches are.
  ///
  /// Branches that the remote no longer has are forgotten.
  public func fetch(
    _ name: String, _ surroundings: ProgramEnvironment = ProgramEnvironment()
  ) throws(GitError) {
    let info = try remote(named: name)
    var words = [
      "fetch", "--progress", "--prune", "--no-auto-maintenance", "--no-recurse-submodules",
      // Who looks into FETCH_HEAD wants to find what they have fetched.
      "--no-write-fetch-head",
    ]
    // What came in is to be merged, and libgit2 fetches nothing that is missing.
    if isPartialClone { words.append("--no-filter") }
    // By its name, git finds the rest in the settings.
    words +=
      RemoteAddress.isNameless(name)
      ? ["--no-tags", "--", name] + info.fetchRefspecs.texts : ["--", name]
    try git(surroundings, name).run(words)
  }

  /// Uploads a commit as a branch, to every place that the remote has for pushes.
  ///
  /// The commit is named, wherever others move the branch here meanwhile.
  ///
  /// - Throws: ``GitError`` when nobody was reached, or somebody doesn't want to be. What arrived
  ///   all the same is accepted.
  public func push(
    _ commit: ObjectID, to branch: String, of name: String,
    _ surroundings: ProgramEnvironment = ProgramEnvironment()
  ) throws(GitError) -> PushResult {
    let target = "refs/heads/\(branch)"
    let noted = try remote(named: name).fetchRefspecs.tracking(branch)
    let git = try git(surroundings, name)
    var result: PushResult?
    var failure: GitError?
    do throws(GitError) {
      let ending = try git.finish([
        "push", "--porcelain", "--progress", "--no-follow-tags", "--", name,
        "\(commit.hex):\(target)",
      ])
      result = ending.code == 0 ? .accepted : Self.result(of: ending, for: target)
      failure = GitProgram.failure(ending.code, ending.said)
    } catch {
      guard error.code == .timedOut else { throw error }
      failure = error
    }
    switch result {
    case .accepted, .raced: break
    case .refused, nil:
      // A server may have moved its branch all the same, and a way may break behind that.
      guard let tips = try? tips(of: target, at: name, git) else { break }
      if tips.allSatisfy({ $0 == commit }) {
        result = .accepted
      } else if case .refused(let reason, _) = result,
        tips.contains(where: { isNews($0, to: commit) })
      {
        result = .raced(reason)
      }
    }
    guard let result else { throw failure ?? GitProgram.failure(-1, []) }
    // git notes it for remotes with a name; what can't be noted, the next fetch notes.
    if result == .accepted, let noted, (try? commitID(of: noted)) != commit {
      try? note(commit, at: noted)
    }
    return result
  }

  /// What the columns of `git push --porcelain` say of a reference; nil where they say nothing.
  ///
  /// `!`, both references, and `[rejected] (fetch first)`, with tabs between them.
  private static func result(of ending: GitProgram.Ending, for target: String) -> PushResult? {
    for line in ending.output.split(separator: "\n") {
      let columns = line.split(separator: "\t", maxSplits: 2)
      guard columns.count == 3, columns[0] == "!", columns[1].hasSuffix(":\(target)") else {
        continue
      }
      let reason = columns[2].firstIndex(of: "(").map { columns[2][$0...].dropFirst() }
      let words = reason.map { String($0.last == ")" ? $0.dropLast() : $0) } ?? ""
      if columns[2].hasPrefix("[rejected]") { return .raced(words) }
      if columns[2].hasPrefix("[remote rejected]") { return .refused(words, said: ending.said) }
    }
    return nil
  }

  /// Where a reference is, at each place that a push to a remote goes to; nil where there is none.
  private func tips(
    of reference: String, at remote: String, _ git: GitProgram
  ) throws(GitError) -> [ObjectID?] {
    var urls = [remote]
    if !RemoteAddress.isNameless(remote) {
      urls = try git.run(["remote", "get-url", "--push", "--all", "--", remote]).output
        .split(separator: "\n").map(String.init)
    }
    var tips: [ObjectID?] = []
    for url in urls {
      let lines = try git.run(["ls-remote", "--", url, reference]).output.split(separator: "\n")
      let line = lines.first { $0.hasSuffix("\t\(reference)") }
      tips.append(line.flatMap { ObjectID(hex: String($0.prefix { $0 != "\t" })) })
    }
    return tips
  }

  /// Whether a branch that is here couldn't simply move on to a commit.
  private func isNews(_ tip: ObjectID?, to commit: ObjectID) -> Bool {
    guard let tip, tip != commit else { return false }
    return (try? contains(tip) && isAncestor(tip, of: commit)) != true
  }

  /// Notes what a push has brought there, as a fetch would.
  private func note(_ commit: ObjectID, at name: String) throws(GitError) {
    var (target, made) = (commit.raw, OpaquePointer?.none)
    let status = git_reference_create(&made, pointer, name, &target, 1, "update by push")
    git_reference_free(made)
    try check("git_reference_create", status)
  }

  private func git(_ surroundings: ProgramEnvironment, _ name: String) throws(GitError)
    -> GitProgram
  {
    GitProgram(surroundings, in: self, hiding: try Secrets(configuration, and: name))
  }
}
