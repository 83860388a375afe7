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
