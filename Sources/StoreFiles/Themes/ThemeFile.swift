internal import Git
internal import TaskFile

/// A theme file of a store or of a user.
///
/// ```yaml
/// name: Forest
/// emoji: 🌳
/// scheme: light
/// colors: {canvas: "#f3f6f1", text: "#1d241c"}
/// ```
public struct ThemeFile: Hashable, Sendable {
  /// Relative to the store, or absolute for a user's theme.
  public let path: String
  public private(set) var theme: Theme
  /// Invalid parts, and the reason if the theme isn't usable.
  public private(set) var problems: [StoreProblem] = []
  /// Whether the theme is the store's, not the user's.
  public let isStores: Bool
  package private(set) var bytes: [UInt8] = []

  /// Whether the theme is valid and has sufficient contrast.
  public var isUsable: Bool { isUnderstood && theme.misses.isEmpty }

  /// Whether the theme is valid, regardless of contrast.
  private var isUnderstood = false

  fileprivate init(unreadable error: MemoError, path: String, isStores: Bool) {
    self.path = path
    self.isStores = isStores
    theme = Theme(Self.stem(of: path), .light)
    problems = [StoreProblem(path: path, message: error.message, hint: error.hints.first)]
  }

  package init(_ bytes: [UInt8], path: String, isStores: Bool) {
    self.bytes = bytes
    self.path = path
    self.isStores = isStores
    theme = Theme(Self.stem(of: path), .light)
    let document = TaskDocument(yaml: bytes)
    var problems: [StoreProblem] = []
    defer { self.problems = problems }
    func complain(at line: Int, _ message: String, _ hint: String) {
      problems.append(StoreProblem(path: path, Problem(yamlLine: line, message, hint)))
    }
    func text(_ key: String) -> String? {
      if case .text(let text)? = document.value(of: key) { text } else { nil }
    }
    func line(_ key: String) -> Int { document.lines.first { $0.key == key }?.line ?? 2 }
    guard document.isUnderstood else {
      problems = document.problemOfFile.map { [StoreProblem(path: path, $0)] } ?? []
      return
    }
    let scheme = text("scheme").flatMap { Theme.Scheme(rawValue: $0) }
    if scheme == nil {
      complain(at: line("scheme"), "a theme is light or dark", "write 'scheme: light'")
    }
    let emoji = text("emoji") ?? ""
    if emoji.count > 1 {
      complain(at: line("emoji"), "the emoji is several characters", "write one, as 'emoji: 🌳'")
    }
    var isRight = problems.isEmpty
    var colors: [Theme.Role: Theme.Color] = [:]
    for entry in document.entries(below: "colors") {
      let roles = Theme.Role.allCases.map(\.rawValue)
      guard let role = Theme.Role(rawValue: entry.key) else {
        if let near = entry.key.nearest(of: roles) {
          complain(at: entry.line, "there is no color '\(entry.key)'", "did you mean '\(near)'?")
        }
        continue
      }
      guard case .text(let value)? = entry.value, let color = Theme.Color(value) else {
        complain(
          at: entry.line, "'\(entry.key)' is no color", "write one as '\(entry.key): \"#2b6a1e\"'")
        isRight = false
        continue
      }
      colors[role] = color
    }
    isUnderstood = isRight
    theme = Theme(
      text("name") ?? theme.name, emoji: String(emoji.prefix(1)), scheme ?? .light,
      colors)
    for miss in theme.misses {
      complain(at: line("colors"), miss.text, "make one of the two lighter or darker")
    }
  }

  private static func stem(of path: String) -> String {
    let name = Paths.name(of: path)
    return name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
  }

  /// The text of a theme's file.
  ///
  /// Other parts of an existing file stay.
  ///
  /// - Parameter former: The existing file; nil for a new one.
  package static func text(_ theme: Theme, over former: [UInt8]?) -> [UInt8] {
    var lines = YAMLLines(former ?? [])
    let known = theme.ownColors.map { "  \($0.role.rawValue): \"\($0.color)\"" }
    let colors = known + (former.map(others) ?? [])
    lines.put("name", ["name: \(quoted(theme.name))"])
    lines.put("emoji", theme.emoji.isEmpty ? [] : ["emoji: \(quoted(theme.emoji))"])
    lines.put("scheme", ["scheme: \(theme.scheme.rawValue)"])
    lines.put("colors", colors.isEmpty ? [] : ["colors:"] + colors)
    return lines.bytes
  }

  /// The lines of unknown keys among the colors.
  private static func others(in bytes: [UInt8]) -> [String] {
    TaskDocument(yaml: bytes).entries(below: "colors").compactMap { entry in
      guard Theme.Role(rawValue: entry.key) == nil, case .text(let text)? = entry.value else {
        return nil
      }
      return "  \(entry.key): \(quoted(text))"
    }
  }

  static func quoted(_ text: String) -> String {
    let isNumber = Int(text) != nil
    let isPlain =
      isNumber
      || text.allSatisfy { $0.isLetter || $0 == " " }
        && text.first?.isLetter == true && text.last?.isLetter == true
        && !["true", "false", "null", "yes", "no"].contains(text)
    guard !isPlain else { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension Store {
  package static let themesFolder = ".memo/themes"

  /// The store's themes, in the order of the settings, then by name, followed by the user's themes.
  ///
  /// Includes invalid themes with their problems.
  public func themes() -> [ThemeFile] {
    let own = Self.themeFiles(
      in: Paths.join(root, Self.themesFolder), named: Self.themesFolder, isStores: true)
    let personal = environment.settingsFolder.map { "\($0)/themes" }
    let others = personal.map { folder in
      Self.themeFiles(in: folder, named: folder, isStores: false)
    }
    let order = settings.themes
    let sorted = own.enumerated().sorted { a, b in
      let (x, y) = (
        order.firstIndex(of: a.element.theme.name), order.firstIndex(of: b.element.theme.name)
      )
      return (x ?? .max, a.offset) < (y ?? .max, b.offset)
    }.map(\.element)
    return sorted + (others ?? [])
  }

  private static func themeFiles(
    in folder: String, named place: String, isStores: Bool
  ) -> [ThemeFile] {
    let names: [String]
    do throws(FileError) {
      names = try WorkTree.knownNames(in: folder)
    } catch {
      if error.isMissing { return [] }
      return [ThemeFile(unreadable: MemoError(error), path: place, isStores: isStores)]
    }
    return names.filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.compactMap { name in
      let path = Paths.join(place, name)
      do throws(FileError) {
        return try WorkTree.knownContent(at: Paths.join(folder, name)).map {
          ThemeFile($0, path: path, isStores: isStores)
        }
      } catch {
        return ThemeFile(unreadable: MemoError(error), path: path, isStores: isStores)
      }
    }
  }
}

/// The lines of a YAML file, to edit a key and keep the rest of the file.
struct YAMLLines {
  private(set) var all: [String]

  init(_ bytes: [UInt8]) {
    all = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if all.last?.isEmpty == true { all.removeLast() }
  }

  var bytes: [UInt8] { Array(all.map { "\($0)\n" }.joined().utf8) }

  /// Replaces a top-level YAML key and its lines; without new lines, removes it.
  mutating func put(_ key: String, _ new: [String]) {
    guard let start = all.firstIndex(where: { $0.hasPrefix("\(key):") }) else {
      all += new
      return
    }
    var end = start + 1
    while end < all.count, all[end].first.map({ " \t-".contains($0) }) ?? false { end += 1 }
    all.replaceSubrange(start..<end, with: new)
  }
}

extension StoreSettings {
  /// The settings file with another order of the themes.
  package static func text(_ bytes: [UInt8], themes names: [String]) -> [UInt8] {
    let list = names.map(ThemeFile.quoted).joined(separator: ", ")
    return text(bytes, "themes", names.isEmpty ? nil : "[\(list)]")
  }

  /// The settings file after a theme is renamed, or removed if the new name is nil.
  package static func text(_ bytes: [UInt8], calling old: String, _ new: String?) -> [UInt8] {
    let document = TaskDocument(yaml: bytes)
    var bytes = bytes
    if case .list(let names)? = document.value(of: "themes"), names.contains(old) {
      bytes = text(bytes, themes: names.compactMap { $0 == old ? new : $0 })
    }
    guard case .text(old)? = document.value(of: "theme") else { return bytes }
    return text(bytes, "theme", new.map(ThemeFile.quoted))
  }

  /// - Parameter value: Nil to remove the key.
  private static func text(_ bytes: [UInt8], _ key: String, _ value: String?) -> [UInt8] {
    var lines = YAMLLines(bytes)
    lines.put(key, value.map { ["\(key): \($0)"] } ?? [])
    return lines.bytes
  }
}
