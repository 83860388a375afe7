public import TaskFile

/// The contents of `.memo/config.yml`.
public struct StoreSettings: Hashable, Sendable {
  public var version: Int
  public var filters: NamedFilters
  public var urgency = UrgencyWeights()
  public private(set) var aliases: FieldAliases?
  /// The keys with valid or invalid aliases; all possible keys if the file is invalid.
  package private(set) var aliasedKeys = Self.aliasKeys
  /// The store's theme for users without their own; nil for the default.
  public private(set) var theme: String?
  /// The order of the store's themes.
  ///
  /// Unlisted themes follow.
  public private(set) var themes: [String] = []
  /// The reason why only the version was read; nil if the file is valid.
  public var problem: StoreProblem?
  /// Why the version is unknown; nil if it is known.
  ///
  /// memo doesn't write to a store of unknown version.
  public private(set) var versionProblem: StoreProblem?
  /// Unknown and invalid values.
  public private(set) var problems: [StoreProblem] = []

  package static let keys = aliasKeys.union(["version", "filters", "urgency", "theme", "themes"])

  /// The newest format version that this program can write.
  public static let newestVersion = 1

  /// The text of a new store's `.memo/config.yml`.
  package static let initialText = "version: \(newestVersion)\n"

  /// Parses the settings.
  ///
  /// Invalid parts become problems and otherwise have no effect.
  package init(_ bytes: [UInt8]) {
    let document = TaskDocument(yaml: bytes)
    guard document.item(fileName: "config").isUsable || document.value(of: "version") != nil else {
      problem = document.problemOfFile.map { StoreProblem(path: Store.marker, $0) }
      // The user may be editing the file, so tasks still work.
      version = Self.versionLine(bytes) ?? Self.newestVersion
      filters = NamedFilters()
      if Self.versionLine(bytes) == nil { versionProblem = self.problem }
      return
    }
    filters = NamedFilters(document)
    if case .text(let name)? = document.value(of: "theme") { theme = name }
    if case .list(let names)? = document.value(of: "themes") { themes = names }
    urgency = UrgencyWeights(document)
    let (aliases, aliasProblems) = Self.aliases(document)
    self.aliases = aliases
    aliasedKeys.formIntersection(document.keys)
    if case .text(let text)? = document.value(of: "version"), let version = Int(text), version > 0 {
      self.version = version
    } else {
      version = Self.newestVersion
      let line = document.lines.first { $0.key == "version" }?.line
      let right = "'version: \(Self.newestVersion)'"
      versionProblem = StoreProblem(
        path: Store.marker,
        Problem(
          yamlLine: line ?? 1,
          line == nil ? "the line \(right) is missing" : "invalid version of the store's format",
          "write \(right)"))
    }
    // Settings of a newer version may have unknown keys.
    var found: [Problem] = []
    for (key, line) in document.lines where version <= Self.newestVersion {
      guard !Self.keys.contains(key) else { continue }
      found.append(
        Problem(yamlLine: line, "memo knows no setting '\(key)'", Self.keys.hint(for: key)))
    }
    problems =
      [versionProblem].compactMap { $0 }
      + (found + urgency.problems + aliasProblems).map { StoreProblem(path: Store.marker, $0) }
  }

  /// The version, if the YAML is invalid but has one line `version: 1`.
  private static func versionLine(_ bytes: [UInt8]) -> Int? {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let found = lines.filter { $0.hasPrefix("version:") }
    guard found.count == 1 else { return nil }
    return Int(String(found[0].dropFirst("version:".count)).trimmingSpaces).flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  /// Whether merged settings are valid; true for other files.
  package static func areReadable(_ bytes: [UInt8], at path: String?) -> Bool {
    guard path == Store.marker else { return true }
    let settings = StoreSettings(bytes)
    return settings.problem == nil && settings.versionProblem == nil
  }

  /// - Throws: ``MemoError`` if the store's format version is newer than this memo or unknown.
  package func checkWritable() throws(MemoError) {
    if let problem = versionProblem {
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      throw MemoError(
        .refused,
        "\(Store.marker) doesn't say which version of the format the store has, so nothing is "
          + "written to it",
        details: ["\(problem.path)\(place): \(problem.message)"],
        hints: [
          problem.hint ?? "fix that file; it needs the line 'version: \(Self.newestVersion)'"
        ])
    }
    guard version > Self.newestVersion else { return }
    throw MemoError(
      .refused,
      "the store has format version \(version), and this memo writes version "
        + "\(Self.newestVersion) at most; it can only read it",
      hints: ["install a newer memo"])
  }
}

extension TaskDocument {
  /// Parses a complete YAML file as front matter.
  package init(yaml bytes: [UInt8]) {
    // Only a byte order mark at the start of the file may be dropped.
    self.init(Array("---\n".utf8) + bytes.withoutByteOrderMark + Array("\n---\n".utf8))
  }

  /// The bytes of the complete YAML file, without the added fences.
  package var yaml: [UInt8] { Array(bytes.dropFirst(4).dropLast(5)) }

  /// The first problem of a complete YAML file, with its position in that file; nil if valid.
  var problemOfFile: Problem? {
    guard var problem = item(fileName: "").problems.first else { return nil }
    // Line 1 is the added `---`.
    problem.line = max(problem.line - 1, 1)
    problem.message.replace("the front matter", with: "the file")
    problem.hint?.replace("title: Buy milk", with: "KEY: VALUE")
    return problem
  }
}

extension Problem {
  /// A problem in a line of ``TaskDocument/init(yaml:)``, whose first line is the added `---`.
  init(yamlLine line: Int, _ message: String, _ hint: String) {
    self.init(line: max(line - 1, 1), column: 1, message: message, hint: hint)
  }
}

extension [UInt8] {
  /// Without the mark that editors on Windows write.
  var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}

extension StoreSettings {
  package static let aliasKeys = FieldAliases.fields

  /// The aliases in the settings.
  ///
  /// ```yaml
  /// status: {doing: [In Progress], done: [Done, closed]}
  /// deadline: [due_date]
  /// priority: {key: [Priority], high: [High]}
  /// ```
  static func aliases(_ document: TaskDocument) -> (aliases: FieldAliases?, problems: [Problem]) {
    var problems: [Problem] = []
    var keys: [String: [String]] = [:]
    var words: [String: [String: [String]]] = [:]
    for (key, line) in document.lines where aliasKeys.contains(key) {
      func complain(_ message: String, _ hint: String, at line: Int = line) {
        problems.append(Problem(yamlLine: line, message, hint))
      }
      guard let own = FieldAliases.words[key] else {
        let isNested = !document.entries(below: key).isEmpty
        keys[key] = isNested ? nil : document.value(of: key).flatMap(\.aliases)
        if keys[key] == nil {
          complain("'\(key)' has no aliases", "write them in brackets: \(key): [other]")
        }
        continue
      }
      let entries = document.entries(below: key)
      if entries.isEmpty {
        complain(
          "'\(key)' has no aliases", "write them for each word: \(key): {\(own[0]): [other]}")
      }
      for entry in entries {
        if entry.key == FieldAliases.nameKey, let names = entry.value?.aliases {
          keys[key] = names
          continue
        }
        guard own.contains(entry.key), let items = entry.value?.aliases else {
          complain(
            "invalid \(key) '\(entry.key)' with aliases",
            "write \(own.joined(separator: ", ")): \(key): {\(own[0]): [other]}", at: entry.line)
          continue
        }
        words[key, default: [:]][entry.key] = items
      }
    }
    let aliases = FieldAliases(keys: keys, words: words)
    problems += (aliases?.clashes ?? []).map { problem(of: $0, document) }
    return (aliases, problems)
  }

  private static func problem(
    of clash: FieldAliases.Clash, _ document: TaskDocument
  ) -> Problem {
    let isOwn = clash.meaning == clash.text.lowercased()
    let what = clash.own == nil ? "key" : clash.key
    let name = clash.own ?? FieldAliases.nameKey
    let line =
      document.entries(below: clash.key).first { $0.key == name }?.line
      ?? document.lines.first { $0.key == clash.key }?.line ?? 1
    return Problem(
      yamlLine: line,
      isOwn
        ? "'\(clash.text)' is memo's own \(what), and can't mean \(clash.own ?? clash.key)"
        : "'\(clash.text)' means \(clash.meaning) already, and can't mean "
          + "\(clash.own ?? clash.key), too",
      isOwn
        ? "take it out; it means what it says" : "take it out in one of the two places")
  }

  /// Adds aliases to the text of the settings.
  ///
  /// - Parameters:
  ///   - words: New aliases by memo's key and value, such as `status` and `done`.
  ///   - text: The settings file.
  /// - Returns: The new text, and one settings line for each changed key.
  package static func adding(
    _ words: [String: [String: [String]]], to text: [UInt8]
  ) -> (text: [UInt8], lines: [String]) {
    let start = TaskDocument(yaml: text)
    var document = start
    var said: [String: [String: [String]]] = [:]
    for (key, all) in words.sorted(by: { $0.key < $1.key }) {
      for own in FieldAliases.words[key] ?? [] {
        guard let new = all[own] else { continue }
        let entry = document.entries(below: key).first { $0.key == own }
        let old = entry?.value?.items ?? []
        let known = Set(old.map { $0.lowercased() })
        let added = new.filter { !known.contains($0.lowercased()) && (old.isEmpty || $0 != own) }
        guard !added.isEmpty,
          let changed = document.setting(own, to: old + added, below: key)
        else { continue }
        document = changed
        said[key, default: [:]][own] = old + added
      }
    }
    guard !said.isEmpty else { return (text, []) }
    let mark = text.count - start.yaml.count
    return (text.prefix(mark) + document.yaml, FieldAliases.settings(keys: [:], words: said))
  }
}

extension FieldValue {
  /// The aliases in a value; nil for an empty text.
  fileprivate var aliases: [String]? { self == .text("") ? nil : items }
}

/// The named filters in a store's settings, for `@NAME`.
///
/// ```yaml
/// filters:
///   today: due<=today or overdue
/// ```
public struct NamedFilters: Hashable, Sendable {
  package struct Entry: Hashable {
    /// Nil if the value is not text.
    package var text: String?
    /// The line of the settings file, from 1.
    package var line: Int
  }

  /// In the order of the file.
  package private(set) var names: [String] = []
  private var entries: [String: Entry] = [:]

  public init() {}

  init(_ document: TaskDocument) {
    for entry in document.entries(below: "filters") {
      names.append(entry.key)
      let text: String? = if case .text(let text)? = entry.value { text } else { nil }
      // Line 1 is the added `---`.
      entries[entry.key] = Entry(text: text, line: entry.line - 1)
    }
  }

  package subscript(_ name: String) -> Entry? { entries[name] }
}
