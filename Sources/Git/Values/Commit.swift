internal import CGit2
internal import Platform
internal import StreamSafe

public struct Commit: Hashable, Sendable {
  public var id: ObjectID
  public var tree: ObjectID
  public var parents: [ObjectID]
  public var author: Signature
  public var committer: Signature
  /// In UTF-8, converted from the commit's encoding where possible.
  public var message: String

  public var subject: String {
    message.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  init(_ raw: OpaquePointer) {
    id = ObjectID(git_commit_id(raw).pointee)
    tree = ObjectID(git_commit_tree_id(raw).pointee)
    parents = (0..<git_commit_parentcount(raw)).compactMap {
      git_commit_parent_id(raw, $0).map { ObjectID($0.pointee) }
    }
    let encoding = git_commit_message_encoding(raw).map { String(cString: $0) }
    author = Signature(git_commit_author(raw), in: encoding)
    committer = Signature(git_commit_committer(raw), in: encoding)
    message = git_commit_message(raw).map { String($0, in: encoding) } ?? ""
  }
}

/// The branch or commit that HEAD points to.
public enum Head: Hashable, Sendable {
  /// On a branch, named without `refs/heads/`.
  case branch(String, ObjectID)
  /// On a branch without commits.
  case unborn(String)
  case detached(ObjectID)

  public var commit: ObjectID? {
    switch self {
    case .branch(_, let id), .detached(let id): id
    case .unborn: nil
    }
  }
}

extension Head {
  /// The branch's full name, as `refs/heads/main`; nil for a detached HEAD.
  public var reference: String? {
    switch self {
    case .branch(let name, _), .unborn(let name): "refs/heads/\(name)"
    case .detached: nil
    }
  }
}

extension String {
  /// Text of git's in an encoding; nil means UTF-8.
  ///
  /// Makes the text stream-safe, because it may come from anyone.
  init(_ text: UnsafePointer<CChar>, in encoding: String?) {
    guard let encoding else {
      self = String(cString: text).streamSafe
      return
    }
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    self.init(streamSafe: (bytes.inUTF8(from: encoding) ?? bytes)[...])
  }
}

extension [UInt8] {
  /// Nil for an encoding that the system's `iconv` doesn't know.
  fileprivate func inUTF8(from encoding: String) -> [UInt8]? {
    let converter = iconv_open("UTF-8", encoding)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = map { CChar(bitPattern: $0) }
    // In the encodings that git supports, one byte becomes at most six.
    var output = [CChar](repeating: 0, count: count * 6 + 16)
    let (size, capacity) = (input.count, output.count)
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (fromLeft, toLeft) = (size, capacity)
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != -1, fromLeft == 0,
          iconv(converter, nil, nil, &to, &toLeft) != -1
        else { return nil }
        return toLeft
      }
    }
    return left.map { output.prefix(capacity - $0).map { UInt8(bitPattern: $0) } }
  }
}
