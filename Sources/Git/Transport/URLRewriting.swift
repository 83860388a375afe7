internal import CGit2

/// `url.BASE.insteadOf` and `url.BASE.pushInsteadOf`.
struct URLRewriting {
  private struct Rule {
    var base: String
    var prefix: String
  }

  private var rules: [Rule] = []
  private var pushRules: [Rule] = []

  init(_ config: Configuration) throws(GitError) {
    for entry in try config.entries(of: "url", [".insteadof", ".pushinsteadof"]) {
      let name = entry.name.dropFirst("url.".count)
      if name.hasSuffix(".pushinsteadof") {
        pushRules.append(
          Rule(base: String(name.dropLast(".pushinsteadof".count)), prefix: entry.value ?? ""))
      } else {
        rules.append(
          Rule(base: String(name.dropLast(".insteadof".count)), prefix: entry.value ?? ""))
      }
    }
  }

  /// The address that is really meant.
  func rewritten(_ url: String) -> String { Self.rewritten(url, rules) ?? url }

  /// The address that is meant for a push, when no address is set for pushes.
  func rewrittenForPush(_ url: String) -> String {
    Self.rewritten(url, pushRules) ?? rewritten(url)
  }

  /// The rule with the longest beginning wins.
  private static func rewritten(_ url: String, _ rules: [Rule]) -> String? {
    let best = rules.filter { url.hasPrefix($0.prefix) }
      .max { $0.prefix.utf8.count < $1.prefix.utf8.count }
    return best.map { $0.base + url.dropFirst($0.prefix.count) }
  }
}

/// Where a remote is.
public struct RemoteInfo: Hashable, Sendable {
  public var name: String
  /// Where to fetch from, after `url.*.insteadOf`.
  public var url: String
  /// Where to push to, each of them, after `pushInsteadOf` and `remote.NAME.pushurl`.
  public var pushURLs: [String]
  /// `remote.NAME.push`: which of its references is to become which there, as
  /// `refs/heads/*:refs/heads/kim/*`.
  public var pushRefspecs: [String]
  /// `remote.NAME.fetch`: which of its branches are noted here, and where.
  public var fetchRefspecs: FetchRefspecs
  /// `remote.NAME.tagOpt`: which of its tags a fetch brings along.
  let tags: git_remote_autotag_option_t
  /// Whether anything says where it is, or what goes between it and here.
  let isThere: Bool

  init(_ name: String, _ config: Configuration) throws(GitError) {
    let isNameless = RemoteAddress.isNameless(name)
    let urls = isNameless ? [name] : try config.values("remote.\(name).url")
    let pushURLs = try config.values("remote.\(name).pushurl")
    let rewriting = try URLRewriting(config)
    self.name = name
    pushRefspecs = try config.values("remote.\(name).push")
    fetchRefspecs = FetchRefspecs(try Self.fetchTexts(name, config))
    url = (urls.first ?? pushURLs.first).map(rewriting.rewritten) ?? ""
    self.pushURLs =
      pushURLs.isEmpty
      ? urls.map(rewriting.rewrittenForPush) : pushURLs.map(rewriting.rewritten)
    isThere =
      !self.pushURLs.isEmpty || !pushRefspecs.isEmpty || !fetchRefspecs.texts.isEmpty
    tags =
      switch isNameless ? "--no-tags" : try config.values("remote.\(name).tagopt").last {
      case "--no-tags": GIT_REMOTE_DOWNLOAD_TAGS_NONE
      case "--tags": GIT_REMOTE_DOWNLOAD_TAGS_ALL
      default: GIT_REMOTE_DOWNLOAD_TAGS_AUTO
      }
  }

  /// A remote without a name has no settings that say what to fetch, and to where.
  static func fetchTexts(_ name: String, _ config: Configuration) throws(GitError) -> [String] {
    guard !RemoteAddress.isNameless(name) else {
      return ["+refs/heads/*:\(RemoteAddress.trackingFolder(of: name))/*"]
    }
    return try config.values("remote.\(name).fetch")
  }
}
