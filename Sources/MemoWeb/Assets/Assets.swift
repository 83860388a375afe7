internal import MemoKit

/// The pages' static files: a style, scripts, icons and theme colors.
///
/// Their folder's name changes with their content, so browsers may cache them forever.
enum Assets {
  /// The name of the folder.
  static let version = Fingerprint.text(of: files.flatMap(\.bytes) + Array(Theme.ownCSS.utf8))

  private typealias File = (name: String, type: String, bytes: [UInt8])

  private static let sources: [File] = [
    ("style.css", "text/css; charset=utf-8", PackageResources.style_css),
    ("board.js", "text/javascript; charset=utf-8", PackageResources.board_js),
    ("columns.js", "text/javascript; charset=utf-8", PackageResources.columns_js),
    ("forms.js", "text/javascript; charset=utf-8", PackageResources.forms_js),
    ("hands.js", "text/javascript; charset=utf-8", PackageResources.hands_js),
    ("left.js", "text/javascript; charset=utf-8", PackageResources.left_js),
    ("live.js", "text/javascript; charset=utf-8", PackageResources.live_js),
    ("notes.js", "text/javascript; charset=utf-8", PackageResources.notes_js),
    ("page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
    ("row.js", "text/javascript; charset=utf-8", PackageResources.row_js),
    ("sheet.js", "text/javascript; charset=utf-8", PackageResources.sheet_js),
    ("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ("icon-180.png", "image/png", PackageResources.icon_180_png),
    ("icon-192.png", "image/png", PackageResources.icon_192_png),
    ("icon-512.png", "image/png", PackageResources.icon_512_png),
  ]

  private static let files: [File] = sources.map { file in
    (file.name, file.type, file.name.hasSuffix(".js") ? withoutComments(file.bytes) : file.bytes)
  }

  /// Removes comment lines, which browsers don't need.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    let code = lines.filter { line in
      let start = line.drop { $0 == UInt8(ascii: " ") }
      return !["//", "/*", "* ", "*/"].contains { start.starts(with: $0.utf8) } && start != [0x2A]
    }
    return Array(code.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The modules that `board.js` imports; pages preload them all at once.
  static let modules = files.map(\.name).filter { $0.hasSuffix(".js") && $0 != "board.js" }

  /// - Parameter path: The version and a file name.
  /// - Returns: Nil for an unknown name.
  static func response(_ path: [String]) -> WebResponse? {
    guard path.count == 2, path[0] == version else { return nil }
    if let file = files.first(where: { $0.name == path[1] }) {
      return WebResponse(file.type, file.bytes)
    }
    let css = path[1] == "theme-own.css" ? Theme.ownCSS : Theme(assetName: path[1])?.css
    return css.map { WebResponse("text/css; charset=utf-8", Array($0.utf8)) }
  }

  /// The service worker, which shows the board while the server is unreachable.
  ///
  /// It is not an asset, since its address must be above all pages. Each version is a new worker,
  /// which stores the assets anew.
  static var worker: WebResponse {
    WebResponse(
      "text/javascript; charset=utf-8",
      withoutComments(PackageResources.worker_js) + Array("\n// \(version)\n".utf8))
  }

  /// The style for unauthorized browsers, which can't load assets.
  static var styleOfEntrance: WebResponse {
    WebResponse(
      "text/css; charset=utf-8", Array(Theme.ownCSS.utf8) + PackageResources.style_css)
  }

  /// - Parameter theme: Nil for the system's light or dark.
  static func name(of theme: Theme?) -> String {
    guard let theme else { return "theme-own.css" }
    let colors = Theme.Role.allCases.map { String(theme[$0].description.dropFirst()) }
    return "theme-\(theme.scheme.rawValue)-\(colors.joined(separator: "-")).css"
  }
}

/// A non-cryptographic hash; a collision would help no attacker.
enum Fingerprint {
  /// FNV-1a, 64 bits, in base 36.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}

extension Theme {
  /// Parses a file name, which encodes the whole theme, so the server stores none.
  fileprivate init?(assetName name: String) {
    guard name.hasSuffix(".css") else { return nil }
    let parts = name.dropLast(4).split(separator: "-").map(String.init)
    let roles = Role.allCases
    guard parts.first == "theme", parts.count == roles.count + 2,
      let scheme = Scheme(rawValue: parts[1])
    else { return nil }
    self.init("", scheme)
    for (role, digits) in zip(roles, parts.dropFirst(2)) {
      guard let color = Color("#\(digits)") else { return nil }
      self[role] = color
    }
  }

  fileprivate static let ownCSS = """
    :root{\(paper.variables)}
    @media (prefers-color-scheme:dark){:root{\(ink.variables)}}
    @media (prefers-contrast:more){:root{\(contrast.variables)}}
    @media print{:root{\(print.variables)}}

    """

  /// The colors; printing always uses white paper.
  fileprivate var css: String {
    ":root{\(variables)}\n@media print{:root{\(Theme.print.variables)}}\n"
  }

  private var variables: String {
    "color-scheme:\(scheme.rawValue);"
      + Role.allCases.map { "--\($0.token):\(self[$0])" }.joined(separator: ";")
  }
}

extension Theme.Role {
  /// The name of the CSS variable, by its purpose in a page.
  fileprivate var token: String {
    switch self {
    case .canvas: "surface"
    case .card: "raised"
    case .dim: "muted"
    case .late: "danger"
    case .soon: "warning"
    case .good: "success"
    case .text, .line, .accent, .conflict, .todo, .doing, .done: rawValue
    }
  }
}
