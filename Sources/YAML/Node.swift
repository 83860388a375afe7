/// A value of a YAML document, with its position and style.
///
/// An alias is a copy of its anchor's node, at the alias's position.
public struct Node: Sendable {
  public enum Content: Sendable {
    /// The parsed text: unquoted, unescaped, folded.
    case scalar(String, ScalarStyle)
    case sequence([Node], CollectionStyle)
    /// Pairs in the order of the text.
    case mapping([(key: Node, value: Node)], CollectionStyle)
  }

  public enum ScalarStyle: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }
  public enum CollectionStyle: Sendable { case block, flow }

  public var content: Content
  /// An explicit tag, such as `!!str`.
  public var tag: String?
  public var start: Mark
  /// After the last character; for a block collection, the beginning of the next token.
  public var end: Mark

  /// The text of a scalar; nil for other nodes.
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

/// An error in a YAML text, or a limit that it exceeds.
public struct ParseError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// Invalid YAML, with libyaml's message.
    case syntax(String)
    /// A mapping has a key twice.
    case duplicateKey(String)
    /// Nesting, with aliases expanded, is deeper than allowed.
    case tooDeep
    /// The aliases expand to too many values.
    case tooManyAliases
    /// A letter has more combining marks than Unicode's stream-safe format allows.
    case tooManyMarks
  }

  public var reason: Reason
  public var mark: Mark

  public init(_ reason: Reason, at mark: Mark) {
    self.reason = reason
    self.mark = mark
  }
}

/// Parses one YAML 1.1 document with libyaml.
///
/// All aliases may expand to 10,000 values, since a few lines could expand to billions. So callers
/// need no limit of their own.
///
/// - Parameters:
///   - text: UTF-8.
///   - mostDepth: How deep collections may be nested, with aliases expanded.
/// - Returns: The node is nil without a document, for example for comments only. The duplicate is
///   the error for the first duplicate key, whose mapping has all values.
/// - Throws: ``ParseError``
public func compose(
  _ text: [UInt8], mostDepth: Int
) throws(ParseError) -> (node: Node?, duplicate: ParseError?) {
  let result = unsafe text.withUnsafeBufferPointer { buffer in
    Result { () throws(ParseError) in
      var composer = Composer(reader: unsafe try EventReader(buffer), mostDepth: mostDepth)
      return (try composer.document(), composer.duplicate)
    }
  }
  return try result.get()
}

private struct Composer: ~Copyable {
  var reader: EventReader
  let mostDepth: Int
  private(set) var duplicate: ParseError?
  private var anchors: [String: (node: Node, extent: Extent)] = [:]
  /// The number of values to which all aliases so far expand.
  private var aliased = 0
  private static let mostAliased = 10_000

  /// The extent of a value, with aliases expanded.
  private struct Extent {
    /// The number of nested collections, with this one; 0 for a scalar.
    var depth = 0
    /// The number of values.
    var size = 1

    mutating func add(_ part: Extent) {
      depth = max(depth, part.depth + 1)
      size += part.size
    }
  }

  init(reader: consuming EventReader, mostDepth: Int) {
    self.reader = reader
    self.mostDepth = mostDepth
  }

  mutating func document() throws(ParseError) -> Node? {
    _ = try reader.next()
    guard case .documentStart = try reader.next().kind else { return nil }
    let node = try node(reader.next(), depth: 0).node
    _ = try reader.next()
    let end = try reader.next()
    guard case .streamEnd = end.kind else {
      throw ParseError(.syntax("but found another document"), at: end.start)
    }
    return node
  }

  private mutating func node(
    _ event: EventReader.Event, depth: Int
  ) throws(ParseError) -> (node: Node, extent: Extent) {
    let made: (node: Node, extent: Extent)
    switch event.kind {
    case .alias(let name):
      guard var found = anchors[name] else {
        throw ParseError(.syntax("found undefined alias"), at: event.start)
      }
      try check(depth + found.extent.depth, event)
      aliased += found.extent.size
      guard aliased <= Self.mostAliased else { throw ParseError(.tooManyAliases, at: event.start) }
      (found.node.start, found.node.end) = (event.start, event.end)
      return found
    case .scalar(let text, let style):
      made = (
        Node(content: .scalar(text, style), tag: event.tag, start: event.start, end: event.end),
        Extent()
      )
    case .sequenceStart(let style):
      try check(depth + 1, event)
      made = try sequence(event, style, depth: depth + 1)
    case .mappingStart(let style):
      try check(depth + 1, event)
      made = try mapping(event, style, depth: depth + 1)
    default: throw ParseError(.syntax("did not find expected node content"), at: event.start)
    }
    if let anchor = event.anchor { anchors[anchor] = made }
    return made
  }

  private func check(_ depth: Int, _ event: EventReader.Event) throws(ParseError) {
    guard depth <= mostDepth else { throw ParseError(.tooDeep, at: event.start) }
  }

  private mutating func sequence(
    _ first: EventReader.Event, _ style: Node.CollectionStyle, depth: Int
  ) throws(ParseError) -> (node: Node, extent: Extent) {
    var items: [Node] = []
    var extent = Extent(depth: 1)
    var event = try reader.next()
    while true {
      if case .sequenceEnd = event.kind { break }
      let item = try node(event, depth: depth)
      items.append(item.node)
      extent.add(item.extent)
      event = try reader.next()
    }
    return (
      Node(content: .sequence(items, style), tag: first.tag, start: first.start, end: event.end),
      extent
    )
  }

  private mutating func mapping(
    _ first: EventReader.Event, _ style: Node.CollectionStyle, depth: Int
  ) throws(ParseError) -> (node: Node, extent: Extent) {
    var pairs: [(key: Node, value: Node)] = []
    var extent = Extent(depth: 1)
    // Only texts are compared. memo has no use for other keys.
    var keys: Set<String> = []
    var event = try reader.next()
    while true {
      if case .mappingEnd = event.kind { break }
      let key = try node(event, depth: depth)
      let value = try node(reader.next(), depth: depth)
      if let text = key.node.text, !keys.insert(text).inserted {
        duplicate = duplicate ?? ParseError(.duplicateKey(text), at: key.node.start)
      }
      pairs.append((key.node, value.node))
      extent.add(key.extent)
      extent.add(value.extent)
      event = try reader.next()
    }
    return (
      Node(content: .mapping(pairs, style), tag: first.tag, start: first.start, end: event.end),
      extent
    )
  }
}
