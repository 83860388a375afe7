/// A browser's own settings, in cookies, so that they work without scripts.
struct DeviceChoices: Hashable, Sendable {
  /// A theme's name; empty for the system's light or dark; nil for the store's theme.
  var theme: String?
  /// Whether single letters are shortcuts (WCAG 2.2, 2.1.4).
  var hasLetterKeys = true
  /// Whether pages for a mouse use less space.
  var isCompact = false

  init(_ cookies: [String: String]) {
    theme = cookies["memo-theme"].map { FormFields.decoded($0.dropFirst()) }
    hasLetterKeys = cookies["memo-keys"] != "off"
    isCompact = cookies["memo-density"] == "compact"
  }

  /// The `Set-Cookie` header that chooses a theme; nil for the store's.
  static func cookie(theme: String?, _ prefix: String) -> WebRequest.Header {
    // A cookie must not be empty, so its value begins with an extra letter.
    cookie("theme", theme.map { "x" + FormFields.encoded($0) }, prefix)
  }

  /// - Parameter value: Nil for the default.
  static func cookie(_ name: String, _ value: String?, _ prefix: String) -> WebRequest.Header {
    let age = value == nil ? 0 : 31_536_000
    return .init(
      "Set-Cookie",
      "memo-\(name)=\(value ?? ""); Path=\(prefix); HttpOnly; SameSite=Strict; Max-Age=\(age)")
  }
}
