// MARK: Themes, settings and devices

extension English {
  public var more: String { "more" }
  public var settings: String { "settings" }
  public var choose: String { "choose" }
  public var systemsColors: String { "light or dark, as the system is" }
  public var newThemeFromThis: String { "new from this" }
  public var up: String { "up" }
  public var down: String { "down" }
  public func contrast(_ ratio: String, atLeast needed: String) -> String {
    "\(ratio):1, at least \(needed)"
  }
  public var themeHasChanged: String { "somebody has changed this theme meanwhile; open it again" }
  public var thisBrowser: String { "this browser" }
  public var theStore: String { "the store" }
  public var singleLetterKeys: String { "single letters as keys" }
  public var on: String { "on" }
  public var off: String { "off" }
  public var turnOn: String { "turn on" }
  public var turnOff: String { "turn off" }
  public var syncByItself: String { "sync by itself" }
  public var calendar: String { "calendar" }
  public var calendarIsFor: String {
    "An address for a calendar to subscribe to: the deadlines of all open tasks. Whoever knows it "
      + "can read them."
  }
  public var calendarIsThere: String { "There is one; only its key's hash is kept." }
  public var calendarIsShownOnce: String { "This is its address. It is shown this once." }
  public var makeAddress: String { "make an address" }
  public var makeNewAddress: String { "make a new address" }
  public var takeAddressAway: String { "take it away" }
  public var devices: String { "devices" }
  public var device: String { "device" }
  public var thisMachine: String { "this machine" }
  public func since(_ day: String) -> String { "since \(day)" }
  public func seen(_ day: String) -> String { "seen \(day)" }
  public func changesAs(_ author: String) -> String { "changes as \(author)" }
  public var sendAway: String { "send away" }
  public var howToLetIn: String {
    "'memo web --share' in a terminal prints a code that lets another device in."
  }
  public var onlyThisMachine: String { "this is done on the machine that serves the store" }
  public var anybodyCanRead: String {
    "Whoever is on this network can read along: it is plain HTTP."
  }
  public var code: String { "code" }
  public var enter: String { "let me in" }
  public var wrongCode: String {
    "That is no code, or none any more. After five wrong ones a new one is needed."
  }
  public var howToGetCode: String {
    "'memo web --share' in a terminal prints a code for one device. It works for two minutes."
  }
  public var wasMade: String { "this was done already" }
}
