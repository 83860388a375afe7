public import StoreFiles

/// What a ``StoreFeed`` has to say.
public enum FeedNews: Sendable {
  /// Something is other than it was; the first one is what is there at the beginning.
  case update(FeedUpdate)
  /// The store can't be read any more, as where its folder is gone; an update tells when it can.
  ///
  /// It is told once for each reason.
  case lost(MemoError)
}

/// A store as it is now, and what that changes.
public struct FeedUpdate: Sendable {
  public var snapshot: Snapshot
  /// Since the last update, sorted by path; at the first one, nothing.
  public var changes: [SnapshotChange]
  /// The commit of HEAD, in hexadecimal digits; nil for a branch without one.
  public var head: String?
  public var standing: StoreStanding
  /// What `.memo/config.yml` says.
  public var settings: StoreSettings
  /// When it was read: what is overdue, or waits, is so at this moment.
  public var now: LocalTime
  /// Until when, in seconds since 1970, that stays true of these files: something becomes overdue
  /// then, or has waited long enough, or a day begins.
  public var nextMoment: Int64
}

/// How quick a ``StoreFeed`` is; all in seconds.
public struct FeedPace: Hashable, Sendable {
  /// Without another change, before the store is read again.
  public var quiet = 0.08
  /// After the first change it is read although more go on.
  public var longestBurst = 0.25
  /// From one look at the files to the next one, where the system doesn't tell of changes.
  public var polling = 2.0
  /// From one look for a store that can't be read to the next one.
  public var retry = 1.0
  /// Whether the system is not even asked for news, as in a test of what is done where it has none.
  var alwaysPolls = false

  public init() {}
}
