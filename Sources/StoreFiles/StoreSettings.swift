public import TaskFile

/// The contents of `.memo/config.yml`.
public struct StoreSettings: Hashable, Sendable {
  /// The version of the store's format.
  public var version: Int
  /// The named filters.
  public var filters: NamedFilters
  /// The weights of urgency.
  public var urgency = UrgencyWeights()
  /// The aliases; nil for none.
  public private(set) var aliases: FieldAliases?
  /// The keys with aliases in the file, valid or not; all of them if the file can't be read.
  package private(set) var aliasedKeys = Self.aliasKeys
  /// The store's theme, for users who chose none; nil for the usual one.
  public private(set) var theme: String?
  /// The names of the store's themes in order.
  ///
  /// Others come after them.
  public private(set) var themes: [String] = []
  /// Why only the version could be read; nil if everything could.
  public var problem: StoreProblem?
  /// Why the version is unknown, so that memo changes nothing; nil if it is known.
  public private(set) var versionProblem: StoreProblem?
  /// Whether the version is missing, so that it only has to be added.
  package private(set) var lacksVersion = false
  /// Unknown and invalid values.
  public private(set) var problems: [StoreProblem] = []

  /// The known keys.
  package static let keys = aliasKeys.union(["version", "filters", "urgency", "theme", "themes"])

  /// The newest format that this program can write.
  public static let newestVersion = 1

  /// The text of a new store's `.memo/config.yml`.
  package static let initialText = "version: \(newestVersion)\n"

  /// The beginning of a comment with a value that a merge discarded.
  package static let conflictMark = "# [!CONFLICT] "

  /// The comments with discarded values.
  private static func conflicts(in bytes: [UInt8]) -> [StoreProblem] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return zip(1..., lines).compactMap { number, line in
      let comment = line.drop { $0 == " " }
      guard comment.hasPrefix(conflictMark) else { return nil }
      return StoreProblem(
        path: Store.marker,
        Problem(
          line: number, column: line.count - comment.count + 1,
          message: "two sides had changed \(comment.dropFirst(conflictMark.count))",
          hint: "set what is right, and delete this line"))
    }
  }

  /// Invalid parts are ignored, and become problems.
  package init(_ bytes: [UInt8]) {
    let document = TaskDocument(yaml: bytes)
    guard document.item(fileName: "config").isUsable || document.value(of: "version") != nil else {
      problem = document.problemOfFile.map { StoreProblem(path: Store.marker, $0) }
      // Somebody is editing the file. Tasks still work.
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
      lacksVersion = line == nil
      versionProblem = Self.versionProblem(line)
    }
    // A newer store may have more keys.
    let strangers = version > Self.newestVersion ? [] : Self.strangers(in: document)
    problems =
      [versionProblem].compactMap { $0 } + strangers + Self.conflicts(in: bytes)
      + (urgency.problems + aliasProblems).map { StoreProblem(path: Store.marker, $0) }
  }

  private static func versionProblem(_ line: Int?) -> StoreProblem {
    let right = "'version: \(newestVersion)'"
    return StoreProblem(
      path: Store.marker,
      Problem(
        // The fence is not a line of the file.
        line: line.map { $0 - 1 } ?? 1, column: 1,
        message: line == nil
          ? "the line \(right) is missing" : "invalid version of the store's format",
        hint: line == nil ? "'memo check --fix' adds it" : "write \(right)"))
  }

  /// Unknown keys, each with the known key that was probably meant.
  private static func strangers(in document: TaskDocument) -> [StoreProblem] {
    document.lines.filter { !keys.contains($0.key) }.map { key, line in
      StoreProblem(
        path: Store.marker,
        Problem(
          // The fence is not a line of the file.
          line: line - 1, column: 1, message: "memo knows no setting '\(key)'",
          hint: keys.hint(for: key)))
    }
  }

  /// The version in a line `version: 1`, if the rest is not valid YAML.
  private static func versionLine(_ bytes: [UInt8]) -> Int? {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let found = lines.filter { $0.hasPrefix("version:") }
    guard found.count == 1 else { return nil }
    return Int(String(found[0].dropFirst("version:".count)).trimmingSpaces).flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  /// Whether the merged content of a store's file is valid.
  package static func areReadable(_ bytes: [UInt8], at path: String?) -> Bool {
    guard path == Store.marker else { return true }
    let settings = StoreSettings(bytes)
    return settings.problem == nil && settings.versionProblem == nil
  }

  /// Throws if the store's format is newer than this memo, or unknown.
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
  /// A complete YAML file, parsed as front matter.
  package init(yaml bytes: [UInt8]) {
    // A byte order mark is at the very beginning, or is none.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    self.init(Array("---\n".utf8) + text + Array("\n---\n".utf8))
  }

  /// The text of a complete YAML file that was parsed as front matter.
  package var yaml: [UInt8] { Array(bytes.dropFirst(4).dropLast(5)) }

  /// The first problem in a complete YAML file, with its position there; nil if it is valid.
  var problemOfFile: Problem? {
    guard var problem = item(fileName: "").problems.first else { return nil }
    // The fence is not a line of the file.
    problem.line = max(problem.line - 1, 1)
    problem.message.replace("the front matter", with: "the file")
    problem.hint?.replace("title: Buy milk", with: "KEY: VALUE")
    return problem
  }
}

extension StoreSettings {
  /// The keys of the settings that contain aliases.
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
        // The fence is not a line of the file.
        problems.append(Problem(line: line - 1, column: 1, message: message, hint: hint))
      }
      guard let own = FieldAliases.words[key] else {
        let isNested = !document.entries(below: key).isEmpty
        keys[key] = isNested ? nil : document.value(of: key).flatMap(\.items)
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
        if entry.key == FieldAliases.nameKey, let names = entry.value?.items {
          keys[key] = names
          continue
        }
        guard own.contains(entry.key), let items = entry.value?.items else {
          complain(
            "invalid \(key) '\(entry.key)' with aliases",
            "write \(own.joined(separator: ", ")): \(key): {\(own[0]): [other]}", at: entry.line)
          continue
        }
        words[key, default: [:]][entry.key] = items
      }
    }
    let aliases = FieldAliases(keys: keys, words: words)
    problems += (aliases?.clashes ?? []).compactMap { problem(of: $0, document) }
    return (aliases, problems)
  }

  /// The problem of an alias that already means something else.
  private static func problem(
    of clash: FieldAliases.Clash, _ document: TaskDocument
  ) -> Problem? {
    let hasWords = FieldAliases.words[clash.key] != nil
    let isOwn = clash.meaning == clash.text.lowercased()
    let what = clash.own == nil ? "key" : clash.key
    var problem = document.problem(
      atItem: clash.index, of: clash.own ?? (hasWords ? FieldAliases.nameKey : clash.key),
      below: hasWords ? clash.key : nil,
      isOwn
        ? "'\(clash.text)' is memo's own \(what), and can't mean \(clash.own ?? clash.key)"
        : "'\(clash.text)' means \(clash.meaning) already, and can't mean "
          + "\(clash.own ?? clash.key), too",
      hint: isOwn
        ? "take it out; it means what it says" : "take it out in one of the two places")
    // The fence is not a line of the file.
    problem?.line -= 1
    return problem
  }

  /// Adds aliases to the text of settings.
  ///
  /// - Parameters:
  ///   - words: By memo's key and value.
  ///   - text: Settings with aliases of these keys; other keys are not added.
  /// - Returns: The new text, and a line for each of memo's keys.
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
  /// One text, or several.
  fileprivate var items: [String]? {
    switch self {
    case .text(let text): text.isEmpty ? nil : [text]
    case .list(let items): items
    }
  }
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

  /// No names.
  public init() {}

  /// - Parameter document: The store's settings.
  init(_ document: TaskDocument) {
    for entry in document.entries(below: "filters") {
      names.append(entry.key)
      let text: String? = if case .text(let text)? = entry.value { text } else { nil }
      // The fence is not a line of the file.
      entries[entry.key] = Entry(text: text, line: entry.line - 1)
    }
  }

  package subscript(_ name: String) -> Entry? { entries[name] }
}
