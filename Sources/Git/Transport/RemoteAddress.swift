/// Where a remote is: a URL, `host:path` as ssh has it, or a path.
public struct RemoteAddress: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  /// How a remote is reached.
  public enum Method: Hashable, Sendable {
    /// Through the user's ssh program.
    case ssh
    /// On this machine, by a path or a `file://` URL.
    case local
    case http
    /// By git's own protocol, or by something nobody knows.
    case other
  }

  public var method: Method {
    if helper != nil { return .other }
    guard let scheme else { return isPath ? .local : .ssh }
    switch scheme {
    case "ssh", "git+ssh", "ssh+git": return .ssh
    case "file": return .local
    case "http", "https": return .http
    default: return .other
    }
  }

  /// The name of a program of git's that reaches it, as in `name::address`.
  var helper: Substring? {
    guard let colons = text.firstRange(of: "::") else { return nil }
    let name = text[..<colons.lowerBound]
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
      default: false
      }
    }
    return isName && !name.isEmpty ? name : nil
  }

  /// What stands before `://`, in small letters.
  var scheme: String? {
    text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
  }

  /// Whether git takes it for a path: no scheme, and no colon before the first slash.
  public var isPath: Bool {
    guard !text.contains("://") else { return false }
    guard let colon = text.firstIndex(of: ":") else { return true }
    return text[..<colon].contains("/")
  }

  /// Whether what stands in place of a remote's name, as in `branch.NAME.remote`, is no name but
  /// says itself where the remote is.
  public static func isNameless(_ remote: String) -> Bool {
    remote.contains(":") || ["/", "./", "../", "~"].contains { remote.hasPrefix($0) }
  }

  /// Where is noted what was last seen of a remote's branches.
  public static func trackingFolder(of remote: String) -> String {
    guard isNameless(remote) else { return "refs/remotes/\(remote)" }
    // An address is no name for a reference; its hash is, which libgit2 has for every text.
    let hash = (try? ObjectID.blob(Array(remote.utf8)))?.short ?? "nameless"
    return "refs/remotes/memo-\(hash)"
  }

  /// The path of a remote on this machine.
  var localPath: String {
    guard scheme == "file" else { return text }
    let rest = Self.decoded(String(text.dropFirst("file://".count)))
    // `file://localhost/path` is a form that libgit2 takes and people write.
    return rest.hasPrefix("localhost/") ? String(rest.dropFirst("localhost".count)) : rest
  }

  /// The same place for somebody in another folder: a relative path made absolute.
  func seen(from folder: String) -> RemoteAddress {
    guard isPath, !text.isEmpty, !text.hasPrefix("/") else { return self }
    return RemoteAddress("\(folder)/\(text)")
  }

  /// libgit2 takes a path on which there is nothing for a URL of a strange kind.
  ///
  /// - Throws: ``GitError`` with code `notFound`.
  func checkThere() throws(GitError) {
    guard isPath, text.isEmpty || WorkTree.resolved(text) == nil else { return }
    throw GitError(
      code: .notFound, operation: "git_remote",
      message: text.isEmpty ? "its address is empty" : "there is no such folder")
  }

  /// - Throws: ``GitError`` with code `unsupported` for an address that only git itself, with
  ///   programs of its own, may know what to do with.
  func checkKnown() throws(GitError) {
    guard method == .other, scheme != "git" || helper != nil else { return }
    throw GitError(
      code: .unsupported, operation: "git_remote",
      message: "it is reached by '\(helper.map(String.init) ?? scheme ?? "")', and git can't do it")
  }

  /// `%20` and the like as the characters they stand for.
  static func decoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
