/// Bars of a chart, in terminal cells.
public enum Bar {
  /// A bar whose length is proportional to its value.
  ///
  /// With Unicode, the length has a resolution of an eighth of a cell. A value above 0 is always
  /// visible.
  /// - Parameters:
  ///   - value: From 0 to `most`.
  ///   - most: The value that fills all cells.
  public static func text(_ value: Int, of most: Int, cells: Int, isUnicode: Bool) -> String {
    guard value > 0, most > 0, cells > 0 else { return "" }
    let eighths = max(1, min(value, most) * cells * 8 / most)
    guard isUnicode else { return String(repeating: "#", count: max(1, (eighths + 4) / 8)) }
    return String(repeating: "█", count: eighths / 8) + Self.parts[eighths % 8]
  }

  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}

/// The characters that a terminal can show.
public enum CharacterSet {
  /// Whether the locale's encoding is UTF-8; true if the environment sets no locale, as in a pipe.
  ///
  /// - Parameter environment: `LC_ALL`, `LC_CTYPE` and `LANG` decide, in this order.
  public static func isUTF8(environment: [String: String]) -> Bool {
    let value = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let value else { return true }
    let name = value.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
