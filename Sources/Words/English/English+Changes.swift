extension English {
  public var wasAdded: String { "added" }
  public var wasMoved: String { "moved" }
  public var wasEdited: String { "edited" }
  public var wasDeleted: String { "deleted" }
  public var wasRestored: String { "restored" }
  public var wasMerged: String { "merged" }
  public var wasTakenBack: String { "taken back" }
  public var wasMadeAgain: String { "made again" }
  public var clockWasBehind: String { "clock behind" }

  public var conflictWasNoted: String { "conflict noted" }
  public var conflictIsSettled: String { "conflict resolved" }
  public func tookPrecedence(_ taken: String, over left: String) -> String {
    "\(taken) over \(left)"
  }

  public var isUpToDate: String { "nothing new here, and nothing there" }
  public func cameIn(_ number: Int) -> String { "\(count(number, "change")) came in" }
  public func wentOut(_ number: Int) -> String { "\(count(number, "change")) sent" }
  public func wereMerged(_ number: Int) -> String {
    "\(count(number, "task")) merged, which both sides had changed"
  }

  public var standsNow: String { "stands now" }
  public var gaveWay: String { "gave way" }
}
