internal import Git
public import StoreFiles

/// How quick a watch is; all in seconds.
public struct WatchPace: Hashable, Sendable {
  /// Without another save, before saves are recorded.
  public var quiet = 2.0
  /// After the first save they are recorded although more go on.
  public var longestBurst = 20.0
  /// From a sync to the next one.
  public var interval = 300.0
  /// From a commit to the sync that sends it.
  public var soon = 5.0
  /// How long a file that isn't finished is left alone.
  public var unfinished = 300.0
  /// After the first failure, if the interval isn't shorter; every other one in a row doubles it.
  public var firstRetry = 10.0
  /// After however many failures.
  public var longestRetry = 300.0
  /// From one look at the files to the next one, where the system doesn't tell of changes.
  public var polling = 5.0

  public init() {}

  /// The intervals that make sense: from a second to a day.
  private static let intervals = 1.0...86_400

  /// An interval as people write it: `90s`, `5m`, `1h`.
  ///
  /// - Returns: Seconds; nil for what isn't one, is shorter than a second or longer than a day.
  public static func interval(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }) else { return nil }
    let digits = text.dropLast()
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Double(digits),
      intervals.contains(number * unit)
    else { return nil }
    return number * unit
  }
}

extension Store {
  /// The interval that git's configuration sets with `memo.watchInterval`; nil when unset.
  ///
  /// - Throws: ``MemoError`` when that can't be understood.
  public func configuredWatchInterval() throws(MemoError) -> Double? {
    let text = try git().run("read memo.watchInterval") { repository throws(GitError) in
      try repository.string("memo.watchInterval")
    }
    guard let text else { return nil }
    guard let seconds = WatchPace.interval(text) else {
      throw MemoError(
        .refused, "memo.watchInterval holds '\(text)', which is no interval",
        hints: ["git config memo.watchInterval 5m; from 1s to 24h"])
    }
    return seconds
  }
}
