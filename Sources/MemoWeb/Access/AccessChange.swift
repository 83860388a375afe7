package import MemoKit

/// A request about authorizations, for the owner of the register.
package enum AccessChange: Hashable, Sendable {
  case look
  /// Revokes the browser with this name.
  case revoke(String)
  /// Gives the calendar a new key, and so a new address.
  case newCalendar
  case noCalendar
}

/// The authorized browsers and the calendar.
package struct AccessState: Sendable {
  package var guests: [BrowserRegistry.AuthorizedBrowser] = []
  package var hasCalendar = false
  /// The calendar's key if it was just made; it is not stored.
  package var calendarKey: String?
  /// Why the register can't be written.
  package var error: String?

  package init() {}
}
