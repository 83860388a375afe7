public import StoreFiles
internal import TaskFile

/// What a ``StoreKeeper`` tells, in the order in which it happened.
public enum KeeperEvent: Sendable {
  /// The store is another than it was; the first one is what is there at the beginning.
  case update(FeedUpdate)
  /// The store can't be read any more; an update tells when it can.
  case lost(MemoError)
  /// A change waits until another memo has finished with the store.
  ///
  /// - Parameter process: The number of its process, where that is known.
  case waiting(KeeperTicket, process: Int32?)
  /// What the watch does that the keeper runs as `memo.autosync` says.
  case watch(WatchEvent)
  /// All is done that was asked for; nothing more is told.
  case ended
}

/// Names something that a keeper was asked to do.
public struct KeeperTicket: Hashable, Sendable {
  let number: Int
}

/// How a ``StoreKeeper`` works.
public struct KeeperOptions: Sendable {
  public var feed = FeedPace()
  public var watch = WatchPace()
  /// Whether it does what `memo.autosync` of the clone says: watches the store, unless somebody
  /// does already.
  public var followsAutosync = true
  /// How long a change waits for another memo, in seconds.
  public var patience = 10.0
  /// Whether an update with the files alone comes first, for who wants to show something at once: it
  /// has no commit of HEAD, and an empty standing.
  public var tellsFilesFirst = false
  /// After so many seconds of waiting it is told.
  public var quietWait = 0.3

  public init() {}
}

extension Environment {
  /// Where a screen is drawn on the terminal nobody can be asked for a password there: whatever
  /// would ask fails.
  package var withoutQuestions: Environment {
    var environment = self
    environment.variables["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }

  /// The same for programs that would open the terminal by themselves, as ssh does.
  var withoutTerminal: Environment {
    var environment = withoutQuestions
    environment.variables["SSH_ASKPASS_REQUIRE"] = "force"
    if environment.variables["SSH_ASKPASS"]?.isEmpty ?? true {
      environment.variables["SSH_ASKPASS"] = "false"
    }
    environment.variables["GPG_TTY"] = nil
    return environment
  }
}
