public import TaskFile

/// What `.memo/config.yml` says about a store.
public struct StoreSettings: Hashable, Sendable {
  /// The version of the store's format.
  public var version: Int
  /// The filters that `@NAME` means.
  public var filters: NamedFilters
  /// How much each reason makes a task urgent.
  public var urgency = UrgencyWeights()
  /// What other words mean in its files; nil for none.
  public private(set) var aliases: FieldAliases?
  /// The keys with other words that are in the file, usable or not; all where it can't be read.
  package private(set) var aliasedKeys = Self.aliasKeys
  /// The theme of who has chosen none; nil for the usual one.
  public private(set) var theme: String?
  /// The store's themes in their order, by name; those that aren't here come behind.
  public private(set) var themes: [String] = []
  /// Why only the version could be understood; nil where all could.
  public var problem: StoreProblem?
  /// Why the version is not known, and nothing is written; nil where it is.
  public private(set) var versionProblem: StoreProblem?
  /// Whether nothing is said of a version, so that it only has to be added.
  package private(set) var lacksVersion = false
  /// What is in the file and means nothing, or can't be used.
  public private(set) var problems: [StoreProblem] = []

  /// The keys that mean something.
  package static let keys = aliasKeys.union(["version", "filters", "urgency", "theme", "themes"])

  /// The newest format that this program may write.
  public static let newestVersion = 1

  /// The text of a new store's `.memo/config.yml`.
  package static let initialText = "version: \(newestVersion)\n"

  /// How a comment begins that tells which value gave way where two sides had changed one.
  package static let conflictMark = "# [!CONFLICT] "

  /// The values that gave way in merges, until somebody deletes their comments.
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

  /// What can't be understood is as if it weren't there, and is a problem.
  package init(_ bytes: [UInt8]) {
    let document = TaskDocument(yaml: bytes)
    guard document.item(fileName: "config").isUsable || document.value(of: "version") != nil else {
      problem = document.problemOfFile.map { StoreProblem(path: Store.marker, $0) }
      // Somebody is at work on it; the tasks go on.
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
    // A newer store may have more.
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
        // The fence above is no line of the file.
        line: line.map { $0 - 1 } ?? 1, column: 1,
        message: line == nil
          ? "the line \(right) is missing" : "this is no version of the store's format",
        hint: line == nil ? "'memo check --fix' adds it" : "write \(right)"))
  }

  /// Keys that are none of memo's, each with the one that it probably was.
  private static func strangers(in document: TaskDocument) -> [StoreProblem] {
    document.lines.filter { !keys.contains($0.key) }.map { key, line in
      StoreProblem(
        path: Store.marker,
        Problem(
          // The fence above is no line of the file.
          line: line - 1, column: 1, message: "memo knows no setting '\(key)'",
          hint: keys.hint(for: key)))
    }
  }

  /// What a line `version: 1` says, where the rest is no YAML.
  private static func versionLine(_ bytes: [UInt8]) -> Int? {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let found = lines.filter { $0.hasPrefix("version:") }
    guard found.count == 1 else { return nil }
    return Int(String(found[0].dropFirst("version:".count)).trimmingSpaces).flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  /// Whether what a merge made of a file of the store can be used as what it is.
  package static func areReadable(_ bytes: [UInt8], at path: String?) -> Bool {
    guard path == Store.marker else { return true }
    let settings = StoreSettings(bytes)
    return settings.problem == nil && settings.versionProblem == nil
  }

  /// Says so when the store was made by a newer memo, whose rules this one doesn't know, or
  /// nobody can tell.
  package func checkWritable() throws(MemoError) {
    if let problem = versionProblem {
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      throw MemoError(
        .refused,
        "\(Store.marker) doesn't say which version of the format the store has, so nothing is "
          + "written to it",
        details: ["\(problem.path)\(place): \(problem.message)"],
        hints: [
          problem.hint ?? "mend that file; it should have the line 'version: \(Self.newestVersion)'"
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
  /// A whole file of YAML, read with the rules of a front matter.
  package init(yaml bytes: [UInt8]) {
    // A byte order mark stands at the very beginning, or is none.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    self.init(Array("---\n".utf8) + text + Array("\n---\n".utf8))
  }

  /// A whole file of YAML that was read so, without what stands around it.
  package var yaml: [UInt8] { Array(bytes.dropFirst(4).dropLast(5)) }

  /// What is wrong first in a whole file of YAML, in the place and the words of who wrote no front
  /// matter; nil where it is understood.
  var problemOfFile: Problem? {
    guard var problem = item(fileName: "").problems.first else { return nil }
    // The fence above is no line of the file.
    problem.line = max(problem.line - 1, 1)
    problem.message.replace("the front matter", with: "the file")
    problem.hint?.replace("title: Buy milk", with: "KEY: VALUE")
    return problem
  }
}

extension StoreSettings {
  /// The keys of the settings under which aliases stand.
  package static let aliasKeys = FieldAliases.fields

  /// What other words mean in the store's files.
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
        // The front matter's fence is no line of the file.
        problems.append(Problem(line: line - 1, column: 1, message: message, hint: hint))
      }
      guard let own = FieldAliases.words[key] else {
        let isNested = !document.entries(below: key).isEmpty
        keys[key] = isNested ? nil : document.value(of: key).flatMap(\.items)
        if keys[key] == nil {
          complain("'\(key)' names no other keys", "write them in brackets: \(key): [other]")
        }
        continue
      }
      let entries = document.entries(below: key)
      if entries.isEmpty {
        complain(
          "'\(key)' says no other words", "write them by memo's own: \(key): {\(own[0]): [other]}")
      }
      for entry in entries {
        if entry.key == FieldAliases.nameKey, let names = entry.value?.items {
          keys[key] = names
          continue
        }
        guard own.contains(entry.key), let items = entry.value?.items else {
          complain(
            "invalid \(key) '\(entry.key)' with other words in brackets",
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

  /// Says of what means something else already that it is not read so, where it stands.
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
    // The front matter's fence is no line of the file.
    problem?.line -= 1
    return problem
  }

  /// Adds words to what a text of settings says of them, beside those that are there.
  ///
  /// - Parameters:
  ///   - words: By memo's key and memo's word.
  ///   - text: Of settings; what they say nothing of yet is not added here.
  /// - Returns: The text, and what it says of each of memo's words now, a line for a key.
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

/// The filters that a store's settings give names to; `@NAME` means them.
///
/// ```yaml
/// filters:
///   today: due<=today or overdue
/// ```
public struct NamedFilters: Hashable, Sendable {
  package struct Entry: Hashable {
    /// Nil for what is no text.
    package var text: String?
    /// The line of the settings' file, from 1.
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
      // The front matter's fence is no line of the file.
      entries[entry.key] = Entry(text: text, line: entry.line - 1)
    }
  }

  package subscript(_ name: String) -> Entry? { entries[name] }
}
