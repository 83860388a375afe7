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

/// What `remote.NAME.fetch` says: which of a remote's branches are noted here, and where.
public struct FetchRefspecs: Hashable, Sendable {
  /// As they are written in the settings.
  let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  /// The reference that follows a branch of the remote.
  ///
  /// - Returns: Nil where none does: the branch isn't fetched, or isn't noted anywhere.
  public func tracking(_ branch: String) -> String? {
    let source = "refs/heads/\(branch)"
    guard exclusion(of: branch) == nil else { return nil }
    return texts.lazy.filter { !$0.hasPrefix("^") }.compactMap {
      Self.target(of: source, by: Substring($0).drop { $0 == "+" })
    }.first
  }

  /// What leaves a branch of the remote out, as `^refs/heads/main`; nil where nothing does.
  public func exclusion(of branch: String) -> String? {
    texts.first {
      $0.hasPrefix("^")
        && Self.target(of: "refs/heads/\(branch)", by: Substring($0.dropFirst() + ":x")) != nil
    }
  }

  /// What a pair of patterns makes of a name; nil for another's, or for none.
  private static func target(of name: String, by refspec: Substring) -> String? {
    let sides = refspec.split(separator: ":", omittingEmptySubsequences: false)
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

  /// git looks for a short name among its branches.
  private static func whole(_ name: String) -> String {
    name.hasPrefix("refs/") ? name : "refs/heads/\(name)"
  }
}

extension Repository {
  /// Brings a whole repository and checks its files out.
  ///
  /// - Parameters:
  ///   - url: An address or a path.
  ///   - path: A folder that is missing or empty.
  ///   - budget: How many files may be checked out.
  /// - Throws: ``GitError``; where git failed, a folder that was made is gone again.
  public static func clone(
    _ url: String, to path: String, _ surroundings: ProgramEnvironment = ProgramEnvironment(),
    budget: TreeBudget = .endless
  ) throws(GitError) -> Repository {
    if let names = WorkTree.names(in: path), !names.isEmpty {
      throw GitError(
        code: .exists, operation: "git clone", message: "the folder \(path) is there and not empty")
    }
    let settings = try Configuration.outside()
    // What an empty repository's first branch is called, where the server doesn't tell.
    let branch = try settings.string("init.defaultBranch") ?? "main"
    let git = GitProgram(surroundings, in: nil, hiding: try Secrets(settings, and: url))
    // Also from a path through a server program, which knows whom to trust. No file is checked out
    // before it is known that there aren't too many.
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

  /// Puts HEAD on the branch that is meant where the remote's own HEAD names one that it hasn't,
  /// as of a bare repository whose default branch is called otherwise: the only one, or else
  /// `main` or `master`.
  private func takeBranch(of remote: String) throws(GitError) {
    guard try head().commit == nil else { return }
    let branches = try branches(ofRemote: remote)
    let usual = ["main", "master"].first(where: branches.contains)
    guard let name = branches.count == 1 ? branches[0] : usual,
      let commit = try commitID(of: "\(RemoteAddress.trackingFolder(of: remote))/\(name)")
    else { return }
    var target = commit.raw
    _ = try Handle<ReferenceKind>("git_reference_create", in: self) {
      git_reference_create(
        &$0, pointer, "refs/heads/\(name)", &target, 0, "clone: the branch that \(remote) has")
    }
    try check("git_repository_set_head", git_repository_set_head(pointer, "refs/heads/\(name)"))
    try setUpstream(ofBranch: name, remote: remote, remoteBranch: name)
  }

  /// Checks out the files of a clone that has none yet.
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
