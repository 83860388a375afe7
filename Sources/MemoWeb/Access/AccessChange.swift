package import MemoKit

/// Something about who may see the pages, which only who has the register can do.
package enum AccessChange: Hashable, Sendable {
  case look
  /// Revokes the browser with this name.
  case revoke(String)
  /// The calendar gets a new key, and with it a new address.
  case newCalendar
  case noCalendar
}

/// Who may see the pages.
package struct AccessState: Sendable {
  package var guests: [WebRegister.Guest] = []
  package var hasCalendar = false
  /// The calendar's key, where it was made just now; it is kept nowhere.
  package var calendarKey: String?
  /// Why a change can't be written down.
  package var error: String?

  package init() {}
}
