internal import TaskFile

/// What `.memo/config.yml` says about a store.
public struct StoreSettings: Hashable, Sendable {
  /// The version of the store's format.
  public var version: Int
  /// The filters that `@NAME` means.
  public var filters: NamedFilters
  /// How much each reason makes a task urgent.
  public var urgency = UrgencyWeights()
  /// Why only the version could be understood; nil where all could.
  public var problem: StoreProblem?
  /// What is in the file and means nothing, or can't be used.
  public private(set) var problems: [StoreProblem] = []

  /// The keys that mean something.
  package static let keys: Set<String> = ["version", "filters", "urgency"]

  /// The newest format that this program may write.
  public static let newestVersion = 1

  /// The text of a new store's `.memo/config.yml`.
  package static let initialText = "version: \(newestVersion)\n"

  /// - Throws: ``MemoError`` of kind `noStore` when the file has no usable version.
  package init(_ bytes: [UInt8]) throws(MemoError) {
    let document = TaskDocument(yaml: bytes)
    if case .text(let text)? = document.value(of: "version"), let version = Int(text), version > 0 {
      self.version = version
      filters = NamedFilters(document)
      urgency = UrgencyWeights(document)
      // A newer store may have more.
      let strangers = version > Self.newestVersion ? [] : Self.strangers(in: document)
      problems =
        strangers + urgency.problems.map { StoreProblem(path: Store.marker, $0) }
      return
    }
    var problem = document.item(fileName: "config").problems.first
    // The fence above is no line of the file.
    problem?.line -= 1
    guard let problem, let version = Self.versionLine(bytes) else {
      throw MemoError(
        .noStore, "\(Store.marker) doesn't say which version of the format the store has",
        details: problem.map { ["\(Store.marker):\($0.line):\($0.column): \($0.message)"] } ?? [],
        hints: ["it should hold the line 'version: \(Self.newestVersion)'"])
    }
    // Somebody is at work on it; the tasks go on.
    self.version = version
    filters = NamedFilters()
    self.problem = StoreProblem(path: Store.marker, problem)
  }

  /// Keys that are none of memo's, each with the one that it probably was.
  private static func strangers(in document: TaskDocument) -> [StoreProblem] {
    document.lines.filter { !keys.contains($0.key) }.map { key, line in
      let near = key.nearest(of: keys)
      return StoreProblem(
        path: Store.marker,
        Problem(
          // The fence above is no line of the file.
          line: line - 1, column: 1, message: "memo knows no setting '\(key)'",
          hint: near.map { "did you mean '\($0)'?" }
            ?? "there are \(keys.sorted().joined(separator: ", "))"))
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
    return (try? StoreSettings(bytes)).map { $0.problem == nil } ?? false
  }

  /// Says so when the store was made by a newer memo, whose rules this one doesn't know.
  package func checkWritable() throws(MemoError) {
    guard version > Self.newestVersion else { return }
    throw MemoError(
      .refused,
      "the store has format version \(version), and this memo writes version "
        + "\(Self.newestVersion) at most; it can only read it",
      hints: ["install a newer memo"])
  }
}

/// What the user's own `~/.config/memo/config.yml` says.
package struct UserSettings {
  /// The store to use where there is none around.
  package var store: String?

  package init(_ bytes: [UInt8]) {
    if case .text(let path)? = TaskDocument(yaml: bytes).value(of: "store") { store = path }
  }
}

extension TaskDocument {
  /// A whole file of YAML, read with the rules of a front matter.
  package init(yaml bytes: [UInt8]) {
    self.init(Array("---\n".utf8) + bytes + Array("\n---\n".utf8))
  }
}
