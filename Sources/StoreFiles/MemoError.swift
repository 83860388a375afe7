internal import Git
public import TaskFile

/// Why something could not be done with tasks, in words for a person.
public struct MemoError: Error, Hashable, Sendable {
  /// What kind of obstacle it is; the command line turns it into an exit code.
  public enum Kind: Hashable, Sendable {
    /// There is no store, or it can't be read.
    case noStore
    /// No task has that name.
    case notFound
    /// Several tasks have that name.
    case ambiguous
    /// It can't be done as asked.
    case refused
    /// Many tasks were deleted by hand, and somebody has to say that it was meant.
    case unconfirmed
    /// The remote's history began elsewhere, and somebody has to say that the two belong together.
    case unrelated
    /// The branch has commits of other files, as of a project's code, and somebody has to say that
    /// they may be pushed.
    case otherCommits
    /// A task file has to be mended by hand first.
    case unreadable
    /// The remote was not reached or said no; everything is kept locally.
    case remote
    /// Another process holds the store's lock.
    case busy
    /// The person stopped it; nothing is half done.
    case interrupted
    /// A file or reference changed under our hands; doing it all again may work.
    case raced
  }

  public var kind: Kind
  private var sentence: String
  private var moreWords: [String]
  private var advice: [String]
  /// What stands in a file, where that is why.
  package var problem: StoreProblem?

  public init(_ kind: Kind, _ message: String, details: [String] = [], hints: [String] = []) {
    self.kind = kind
    sentence = message.hidingUserInfo
    moreWords = details.map(\.hidingUserInfo)
    advice = hints.map(\.hidingUserInfo)
  }

  /// What happened and why, as a sentence without a full stop.
  ///
  /// Whatever is put into an error, the addresses in it lose the names and passwords before their
  /// hosts, since errors are shown, logged and sent on.
  public var message: String {
    get { sentence }
    set { sentence = newValue.hidingUserInfo }
  }
  /// More lines about it: the candidates, the files, the server's words.
  public var details: [String] {
    get { moreWords }
    set { moreWords = newValue.map(\.hidingUserInfo) }
  }
  /// What to try, most likely first.
  public var hints: [String] {
    get { advice }
    set { advice = newValue.map(\.hidingUserInfo) }
  }
}

/// Something wrong with a file of the store.
public struct StoreProblem: Hashable, Sendable {
  /// Relative to the store.
  public var path: String
  /// Where in the file, when it is about a place in it.
  public var place: Problem?
  public var message: String
  public var hint: String?

  public init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }

  package init(path: String, _ problem: Problem) {
    self.path = path
    self.place = problem
    self.message = problem.message
    self.hint = problem.hint
  }
}
