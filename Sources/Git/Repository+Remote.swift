internal import CGit2

/// The settings of a remote.
public struct RemoteInfo: Hashable, Sendable {
  public var name: String
  /// The address in the settings, before `url.*.insteadOf`.
  public var url: String
  /// The number of places a push goes to.
  public var pushCount: Int
  /// The first push address, for messages.
  public var pushURL: String
  /// The refspecs in `remote.NAME.push`, as `refs/heads/*:refs/heads/kim/*`.
  public var pushRefspecs: [String]
  /// The refspecs in `remote.NAME.fetch`.
  public var fetchRefspecs: FetchRefspecs
}

public enum PushResult: Hashable, Sendable {
  /// The remote's branch is at the commit.
  case accepted
  /// Another client moved the remote's branch; the value is git's reason.
  case raced(String)
  /// The remote rejected the commit, or can't move its branch now: git doesn't distinguish these.
  case refused(String, said: [String])
}

extension Repository {
  /// The remote-tracking reference of a branch, by `remote.NAME.fetch`.
  ///
  /// - Returns: Nil without a matching refspec, or for an unknown remote.
  public func trackingReference(
    of branch: String, on remote: String
  ) throws(GitError) -> String? {
    guard try remotes().contains(remote) else { return nil }
    return try self.remote(named: remote).fetchRefspecs.tracking(branch)
  }

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

  /// - Throws: ``GitError`` with code `notFound` if no setting mentions the remote.
  public func remote(named name: String) throws(GitError) -> RemoteInfo {
    let settings = try configuration
    let urls = settings.values("remote.\(name).url")
    let pushURLs = settings.values("remote.\(name).pushurl")
    let pushRefspecs = settings.values("remote.\(name).push")
    let fetchRefspecs = settings.values("remote.\(name).fetch")
    let targets = pushURLs.isEmpty ? urls : pushURLs
    guard !(targets + pushRefspecs + fetchRefspecs).isEmpty else {
      throw GitError(
        code: .notFound, operation: "git remote",
        message: "there is no remote '\(RemoteAddress(name))'")
    }
    return RemoteInfo(
      name: name, url: urls.first ?? pushURLs.first ?? "", pushCount: targets.count,
      pushURL: targets.first ?? "", pushRefspecs: pushRefspecs,
      fetchRefspecs: FetchRefspecs(fetchRefspecs))
  }

  public func addRemote(_ name: String, url: String) throws(GitError) {
    try set("remote.\(name).url", to: url)
    try set("remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
  }
}

extension Repository {
  /// Fetches from a remote, and prunes remote-tracking branches that it no longer has.
  public func fetch(
    _ name: String, _ environment: ProgramEnvironment = ProgramEnvironment()
  ) throws(GitError) {
    var words = [
      "fetch", "--progress", "--prune", "--no-auto-maintenance", "--no-recurse-submodules",
      // Keep the user's FETCH_HEAD.
      "--no-write-fetch-head",
    ]
    // memo merges fetched commits, and libgit2 can't fetch missing objects.
    if isPartialClone { words.append("--no-filter") }
    try git(environment, name).run(words + ["--", name])
  }

  /// Pushes a commit to a branch, at every push address of a remote.
  ///
  /// The argument is a commit id, because the local branch may move meanwhile.
  /// - Throws: ``GitError`` when the remote can't be reached or refuses access, unless all push
  ///   addresses have the commit anyway.
  public func push(
    _ commit: ObjectID, to branch: String, of name: String,
    _ environment: ProgramEnvironment = ProgramEnvironment()
  ) throws(GitError) -> PushResult {
    let target = "refs/heads/\(branch)"
    let git = try git(environment, name)
    var result: PushResult?
    let failure: GitError
    do throws(GitError) {
      let answer = try git.finish([
        "push", "--porcelain", "--progress", "--no-follow-tags", "--", name,
        "\(commit.hex):\(target)",
      ])
      result = answer.isSuccess ? .accepted : Self.result(of: answer, for: target)
      failure = GitProgram.failure(answer)
    } catch {
      guard error.code == .timedOut else { throw error }
      failure = error
    }
    switch result {
    case .accepted, .raced: break
    case .refused, nil:
      // The connection may have broken after the server moved its branch. If it can't be asked
      // either, the push has failed.
      guard let tips = try? tips(of: target, at: name, git) else { break }
      if tips.allSatisfy({ $0 == commit }) {
        result = .accepted
      } else if case .refused(let reason, _) = result,
        tips.contains(where: { isNews($0, to: commit) })
      {
        result = .raced(reason)
      }
    }
    guard let result else { throw failure }
    return result
  }

  /// Parses `git push --porcelain`: `!`, both references, and `[rejected] (fetch first)`, separated
  /// by tabs.
  private static func result(
    of answer: HelperProgram.Answer, for target: String
  ) -> PushResult? {
    for line in answer.output.split(separator: "\n") {
      let columns = line.split(separator: "\t", maxSplits: 2)
      guard columns.count == 3, columns[0] == "!", columns[1].hasSuffix(":\(target)") else {
        continue
      }
      let reason = columns[2].firstIndex(of: "(").map { columns[2][$0...].dropFirst() }
      let words = reason.map { String($0.last == ")" ? $0.dropLast() : $0) } ?? ""
      if columns[2].hasPrefix("[rejected]") { return .raced(words) }
      if columns[2].hasPrefix("[remote rejected]") { return .refused(words, said: answer.words) }
    }
    return nil
  }

  /// The commits of a reference at each push address of a remote; nil where it doesn't exist.
  private func tips(
    of reference: String, at remote: String, _ git: GitProgram
  ) throws(GitError) -> [ObjectID?] {
    let urls = try git.run(["remote", "get-url", "--push", "--all", "--", remote]).output
      .split(separator: "\n").map(String.init)
    return try urls.map { url throws(GitError) in
      let lines = try git.run(["ls-remote", "--", url, reference]).output.split(separator: "\n")
      let line = lines.first { $0.hasSuffix("\t\(reference)") }
      return line.flatMap { ObjectID(hex: String($0.prefix { $0 != "\t" })) }
    }
  }

  /// Whether a remote branch may have commits outside the history of `commit`.
  private func isNews(_ tip: ObjectID?, to commit: ObjectID) -> Bool {
    guard let tip, tip != commit else { return false }
    return (try? contains(tip) && isAncestor(tip, of: commit)) != true
  }

  /// - Throws: ``GitError`` with code `notFound` for an unknown remote.
  private func git(_ environment: ProgramEnvironment, _ name: String) throws(GitError)
    -> GitProgram
  {
    _ = try remote(named: name)
    return GitProgram(
      environment: environment, repository: self,
      secrets: try Secrets(configuration, and: name))
  }
}

/// The refspecs in `remote.NAME.fetch`.
public struct FetchRefspecs: Hashable, Sendable {
  let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  /// The remote-tracking reference of a branch; nil if no refspec matches.
  public func tracking(_ branch: String) -> String? {
    let source = "refs/heads/\(branch)"
    guard exclusion(of: branch) == nil else { return nil }
    return texts.lazy.filter { !$0.hasPrefix("^") }.compactMap {
      Self.target(of: source, by: $0)
    }.first
  }

  /// The negative refspec that excludes a branch, as `^refs/heads/main`, or nil.
  public func exclusion(of branch: String) -> String? {
    texts.first {
      $0.hasPrefix("^")
        && Self.target(of: "refs/heads/\(branch)", by: $0.dropFirst() + ":x") != nil
    }
  }

  /// The destination of a reference by a refspec; nil if the refspec doesn't match.
  public static func target(of name: String, by refspec: String) -> String? {
    let sides = refspec.drop { $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty else { return nil }
    let (from, to) = (sides[0], sides[1])
    guard let star = from.firstIndex(of: "*") else {
      return name == from || name == "refs/heads/\(from)" ? whole(String(to)) : nil
    }
    let (before, behind) = (from[..<star], from[star...].dropFirst())
    guard name.hasPrefix(before), name.hasSuffix(behind),
      name.count >= before.count + behind.count
    else { return nil }
    let middle = name.dropFirst(before.count).dropLast(behind.count)
    return whole(String(to).replacing("*", with: String(middle), maxReplacements: 1))
  }

  /// git resolves a short name among branches.
  private static func whole(_ name: String) -> String {
    name.hasPrefix("refs/") ? name : "refs/heads/\(name)"
  }
}

extension Repository {
  /// Clones a repository and checks out its files.
  ///
  /// - Parameters:
  ///   - path: A missing or empty folder; git refuses others.
  ///   - budget: The limit on files to check out.
  /// - Throws: ``GitError``. git removes a folder that it created, if it fails.
  public static func clone(
    _ url: String, to path: String, _ environment: ProgramEnvironment = ProgramEnvironment(),
    budget: TreeBudget = .endless
  ) throws(GitError) -> Repository {
    let settings = try Configuration.userAndSystem()
    // The branch of an empty repository, if the server doesn't report one.
    let branch = settings.string("init.defaultBranch") ?? "main"
    let git = GitProgram(
      environment: environment, repository: nil, secrets: Secrets(settings, and: url))
    // `--no-local`: git also clones a path through a server program, which checks the owner.
    // `--no-checkout`: memo checks the number of files first.
    try git.run([
      "-c", "init.defaultBranch=\(branch)", "clone", "--progress", "--no-local", "--no-checkout",
      "--origin", "origin", "--", url, path,
    ])
    let clone: Repository
    do throws(GitError) {
      clone = try open(at: path)
    } catch {
      try checkFormat(of: path)
      throw error
    }
    try clone.takeBranch(of: "origin")
    try clone.checkOutFirst(budget)
    clone.share(since: .distantPast)
    return clone
  }

  /// Creates a branch for HEAD if the remote's HEAD names a missing branch.
  ///
  /// This happens for a bare repository with another default branch. Takes the remote's only
  /// branch, or else `main` or `master`.
  private func takeBranch(of remote: String) throws(GitError) {
    guard try head().commit == nil else { return }
    let branches = try branches(ofRemote: remote)
    let usual = ["main", "master"].first(where: branches.contains)
    guard let name = branches.count == 1 ? branches[0] : usual,
      let commit = try commitID(of: "refs/remotes/\(remote)/\(name)")
    else { return }
    var target = commit.raw
    _ = try Handle("git_reference_create", git_reference_free, in: self) {
      git_reference_create(
        &$0, pointer, "refs/heads/\(name)", &target, 0, "clone: the branch that \(remote) has")
    }
    try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(name)"))
    try setUpstream(ofBranch: name, remote: remote, remoteBranch: name)
  }

  private func checkOutFirst(_ budget: TreeBudget) throws(GitError) {
    guard let commit = try head().commit else { return }
    treeBudget = budget
    if let file = try files(in: commit).first(where: { !$0.path.isCheckoutPath }) {
      throw GitError(
        code: .forbiddenPath, operation: "git_checkout_head",
        message: "invalid path '\(file.path)'")
    }
    var options = git_checkout_options()
    git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION))
    options.checkout_strategy = GIT_CHECKOUT_SAFE.rawValue
    try check("git_checkout_head", git_checkout_head(pointer, &options))
  }
}
