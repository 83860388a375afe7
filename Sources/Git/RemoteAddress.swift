/// Where a remote is: a URL, `host:path` as ssh has it, or a path.
public struct RemoteAddress: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  /// Whether git takes it for a path: no scheme, and no colon before the first slash.
  public var isPath: Bool {
    guard !text.contains("://") else { return false }
    guard let colon = text.firstIndex(of: ":") else { return true }
    return text[..<colon].contains("/")
  }

  /// The same place for somebody in another folder: a relative path made absolute.
  func seen(from folder: String) -> RemoteAddress {
    guard isPath, !text.hasPrefix("/") else { return self }
    return RemoteAddress("\(folder)/\(text)")
  }

  /// libgit2 takes a path on which there is nothing for a URL of a strange kind.
  ///
  /// - Throws: ``GitError`` with code `notFound`.
  func checkThere() throws(GitError) {
    guard isPath, WorkTree.resolved(text) == nil else { return }
    throw GitError(code: .notFound, operation: "git_remote", message: "there is no such folder")
  }
}
