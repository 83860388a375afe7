internal import Git
internal import Recording
internal import StoreFiles

/// How long a sync goes on where others are quicker, or a git holds a lock there.
///
/// As long as the remote's branch moves, somebody gets on, and it is this clone's turn sooner or
/// later. Where it stands still and can't be moved all the same, a lock was left behind.
struct SyncRace {
  private let link: SyncLink
  private let longestStandstill: Double
  private let start = ContinuousClock.now
  private var tries = 0
  /// Where the remote's branch was last, and since when.
  private var tip: ObjectID?
  private var lastMove = ContinuousClock.now

  /// - Parameter patience: For a lock, as for those of this store.
  init(_ link: SyncLink, _ patience: LockTimeout) {
    self.link = link
    longestStandstill = patience.seconds
  }

  /// In seconds.
  private static let longestRace = 300.0
  /// In milliseconds; the first pause is between none and the first of these, and every other
  /// one up to twice as long.
  private static let (firstPause, longestPause) = (50, 1600)

  /// Takes one more try that was in vain.
  ///
  /// - Parameter tip: Where the remote's branch was then, as last seen.
  /// - Returns: For how many milliseconds to wait at most before the next one.
  /// - Throws: ``MemoError`` of kind `remote` when it has taken too long.
  mutating func lost(_ error: MemoError, at tip: ObjectID?) throws(MemoError) -> Int {
    tries += 1
    let now = ContinuousClock.now
    if tip != self.tip || tries == 1 { (self.tip, lastMove) = (tip, now) }
    let (standstill, race) = ((now - lastMove) / .seconds(1), (now - start) / .seconds(1))
    guard standstill < longestStandstill, race < Self.longestRace else {
      throw MemoError(
        .remote,
        "\(tries) tries in \(Int(race)) seconds to sync with \(link.shortName) failed: others kept pushing",
        details: [error.message] + error.details, hints: ["try again in a moment"])
    }
    return min(Self.firstPause << min(tries - 1, 10), Self.longestPause)
  }
}

extension StoreGit {
  /// For how many milliseconds at most a sync waits before it begins.
  ///
  /// Where many sync at once, whoever has just sent something has nothing to merge, and would be
  /// quicker than all others again and again.
  ///
  /// - Parameter now: In seconds since 1970.
  func courtesy(at now: Int64) -> Int {
    guard let race = WorkTree.status(at: "\(repository.gitDirectory)/\(Self.raceFile)") else {
      return 0
    }
    return abs(now - Int64(race.modified.seconds)) <= 10 ? 3000 : 0
  }

  /// Remembers that somebody else was quicker just now; to forget it costs nothing but time.
  func noteRace() {
    try? WorkTree.write(
      "\(ContinuousClock.now)\n".utf8, to: "\(repository.gitDirectory)/\(Self.raceFile)")
  }

  private static let raceFile = "memo/last-race"
}
