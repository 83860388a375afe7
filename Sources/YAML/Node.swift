/// A value of a YAML document, where it stands, and how it is written.
///
/// An alias is the node that its anchor names, at the alias's own place.
public struct Node: Sendable {
  public enum Content: Sendable {
    /// The text as YAML means it: unquoted, unescaped, folded.
    case scalar(String, ScalarStyle)
    case sequence([Node], CollectionStyle)
    /// Keys and values in the order of the text; no key is there twice.
    case mapping([(key: Node, value: Node)], CollectionStyle)
  }

  public enum ScalarStyle: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }
  public enum CollectionStyle: Sendable { case block, flow }

  public var content: Content
  /// Written out, as `!!str`; nil when the text leaves it to the reader.
  public var tag: String?
  public var start: Mark
  /// Behind the node's last character; for a block collection where the next token begins.
  public var end: Mark

  /// The text, if it is a scalar.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }
}

/// A place in a YAML text.
public struct Mark: Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
  /// From 0, in bytes of UTF-8.
  public var offset: Int

  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// Why a text is not a YAML document, or not one that will be read.
public struct ParseError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// It breaks the rules of YAML; in libyaml's words.
    case syntax(String)
    /// A mapping has a key twice.
    case duplicateKey(String)
    /// It is nested deeper than asked for, aliases followed.
    case tooDeep
    /// Its aliases stand for more values than anybody writes.
    case tooManyAliases
    /// A letter has more marks than the stream-safe format of Unicode allows.
    case tooManyMarks
    /// There was no memory.
    case outOfMemory
  }

  public var reason: Reason
  public var mark: Mark

  public init(_ reason: Reason, at mark: Mark) {
    self.reason = reason
    self.mark = mark
  }
}
