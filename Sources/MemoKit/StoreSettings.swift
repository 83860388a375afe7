internal import TaskFile

/// What `.memo/config.yml` says about a store.
public struct StoreSettings: Hashable, Sendable {
  /// The version of the store's format.
  public var version: Int
  /// The filters that `@NAME` means.
  public var filters: NamedFilters

  /// The newest format that this program may write.
  public static let newestVersion = 1

  /// The text of a new store's `.memo/config.yml`.
  static let initialText = "version: \(newestVersion)\n"

  /// - Throws: ``MemoError`` of kind `noStore` when the file has no usable version.
  init(_ bytes: [UInt8]) throws(MemoError) {
    let document = TaskDocument(yaml: bytes)
    guard case .text(let text)? = document.value(of: "version"), let version = Int(text),
      version > 0
    else {
      let problem = document.item(fileName: "config").problems.first
      throw MemoError(
        .noStore, "\(Store.marker) doesn't say which version of the format the store has",
        details: problem.map { ["\(Store.marker):\($0.line - 1):\($0.column): \($0.message)"] }
          ?? [],
        hints: ["it should hold the line 'version: \(Self.newestVersion)'"])
    }
    self.version = version
    filters = NamedFilters(document)
  }

  /// Says so when the store was made by a newer memo, whose rules this one doesn't know.
  func checkWritable() throws(MemoError) {
    guard version > Self.newestVersion else { return }
    throw MemoError(
      .refused,
      "the store has format version \(version), and this memo writes version "
        + "\(Self.newestVersion) at most; it can only read it",
      hints: ["install a newer memo"])
  }
}

/// What the user's own `~/.config/memo/config.yml` says.
struct UserSettings {
  /// The store to use where there is none around.
  var store: String?

  init(_ bytes: [UInt8]) {
    if case .text(let path)? = TaskDocument(yaml: bytes).value(of: "store") { store = path }
  }
}

extension TaskDocument {
  /// A whole file of YAML, read with the rules of a front matter.
  init(yaml bytes: [UInt8]) {
    self.init(Array("---\n".utf8) + bytes + Array("\n---\n".utf8))
  }
}
