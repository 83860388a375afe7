/// What one browser has chosen for itself; it keeps that in cookies, so it works without a script.
struct DeviceChoices: Hashable, Sendable {
  /// A theme's name; empty for the system's light or dark; nil for the store's theme.
  var theme: String?
  /// Whether single letters are keys (WCAG 2.2, 2.1.4).
  var hasLetterKeys = true
  /// Whether a page that is used with a mouse has less space between what it shows.
  var isCompact = false

  init() {}

  init(_ cookies: [String: String]) {
    theme = cookies["memo-theme"].map { FormFields.decoded($0.dropFirst()) }
    hasLetterKeys = cookies["memo-keys"] != "off"
    isCompact = cookies["memo-density"] == "compact"
  }

  /// The header `Set-Cookie` that chooses a theme.
  static func cookie(theme: String?, _ prefix: String) -> WebRequest.Header {
    // A cookie may not be empty, and so begins with a letter that is none of the name's.
    cookie("memo-theme", theme.map { "x" + FormFields.encoded($0) }, prefix)
  }

  static func cookie(hasLetterKeys: Bool, _ prefix: String) -> WebRequest.Header {
    cookie("memo-keys", hasLetterKeys ? nil : "off", prefix)
  }

  static func cookie(isCompact: Bool, _ prefix: String) -> WebRequest.Header {
    cookie("memo-density", isCompact ? "compact" : nil, prefix)
  }

  private static func cookie(
    _ name: String, _ value: String?, _ prefix: String
  ) -> WebRequest.Header {
    let age = value == nil ? 0 : 31_536_000
    return .init(
      "Set-Cookie",
      "\(name)=\(value ?? ""); Path=\(prefix); HttpOnly; SameSite=Strict; Max-Age=\(age)")
  }
}
