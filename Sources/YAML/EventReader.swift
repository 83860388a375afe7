internal import CLibYAML
internal import StreamSafe

/// Reads the events of a text with libyaml.
///
/// All pointers of libyaml stay in this file. An event has values only.
@safe struct EventReader: ~Copyable {
  struct Event {
    enum Kind {
      case streamStart, streamEnd, documentStart, documentEnd, sequenceEnd, mappingEnd
      case alias(String)
      case scalar(String, Node.ScalarStyle)
      case sequenceStart(Node.CollectionStyle)
      case mappingStart(Node.CollectionStyle)
    }

    var kind: Kind
    var anchor: String?
    var tag: String?
    var start: Mark
    var end: Mark

    /// Checks parsed text, since escapes can add the combining marks that make comparisons slow.
    func checkMarks() throws(ParseError) {
      let isSafe = if case .scalar(let text, _) = kind { text.isStreamSafe } else { true }
      guard isSafe, tag?.isStreamSafe ?? true else { throw ParseError(.tooManyMarks, at: start) }
    }
  }

  /// On the heap, since libyaml keeps pointers into it.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let offsets: ByteOffsets
  /// The positions of brackets and braces that are not closed yet.
  private var open: [Mark] = []

  /// - Parameter text: Must outlive the reader.
  /// - Throws: ``ParseError`` if memory runs out.
  init(_ text: UnsafeBufferPointer<UInt8>) throws(ParseError) {
    unsafe offsets = ByteOffsets(text)
    unsafe parser = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw ParseError(.syntax("no memory is left"), at: Mark(line: 1, column: 1, offset: 0))
    }
    // Otherwise a byte order mark would choose another encoding.
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// - Throws: ``ParseError``. Afterwards no event follows.
  mutating func next() throws(ParseError) -> Event {
    var raw = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&raw) }
    var event = unsafe Event(
      kind: .streamEnd, start: mark(raw.start_mark), end: mark(raw.end_mark))
    switch unsafe raw.type {
    case YAML_STREAM_START_EVENT: event.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: event.kind = .documentEnd
    case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
    case YAML_ALIAS_EVENT:
      unsafe event.kind = .alias(Self.text(raw.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe raw.data.scalar
      unsafe event.kind = .scalar(
        String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self),
        Self.style(scalar.style))
      unsafe event.anchor = Self.text(scalar.anchor)
      unsafe event.tag = Self.text(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe raw.data.sequence_start
      unsafe event.kind = .sequenceStart(
        sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block)
      unsafe event.anchor = Self.text(sequence.anchor)
      unsafe event.tag = Self.text(sequence.tag)
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe raw.data.mapping_start
      unsafe event.kind = .mappingStart(mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block)
      unsafe event.anchor = Self.text(mapping.anchor)
      unsafe event.tag = Self.text(mapping.tag)
    default: break
    }
    try event.checkMarks()
    switch event.kind {
    case .sequenceStart(.flow), .mappingStart(.flow): open.append(event.start)
    case .sequenceEnd, .mappingEnd: _ = open.popLast()
    default: break
    }
    return event
  }

  private func failure() -> ParseError {
    let words = unsafe Self.text(UnsafeRawPointer(parser.pointee.problem)) ?? "it can't be read"
    switch unsafe parser.pointee.error {
    case YAML_READER_ERROR:
      // libyaml has not counted characters here. Only the byte is known.
      return ParseError(
        .syntax(words), at: offsets.mark(offset: unsafe Int(parser.pointee.problem_offset)))
    default:
      let place = unsafe mark(parser.pointee.problem_mark)
      var begin = open.last
      if unsafe Self.text(UnsafeRawPointer(parser.pointee.context))
        == "while scanning a quoted scalar"
      {
        begin = unsafe mark(parser.pointee.context_mark)
      }
      // libyaml notices an unclosed bracket on a later line, which has no mistake itself.
      if let begin, begin.line < place.line { return ParseError(.syntax(words), at: begin) }
      return ParseError(.syntax(words), at: place)
    }
  }

  private func mark(_ raw: yaml_mark_t) -> Mark {
    Mark(
      line: Int(raw.line) + 1, column: Int(raw.column) + 1,
      offset: offsets.offset(scalar: Int(raw.index)))
  }

  private static func style(_ raw: yaml_scalar_style_t) -> Node.ScalarStyle {
    switch raw {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private static func text(_ raw: UnsafeRawPointer?) -> String? {
    unsafe raw.map { unsafe String(cString: $0.assumingMemoryBound(to: UInt8.self)) }
  }
}

/// Converts positions, since libyaml counts Unicode scalars and files have bytes.
struct ByteOffsets {
  /// The offset of each scalar; nil if each has one byte.
  private let starts: [Int]?
  private let text: [UInt8]

  init(_ text: UnsafeBufferPointer<UInt8>) {
    let bytes = unsafe Array(text)
    self.text = bytes
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      starts = nil
      return
    }
    starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
  }

  func offset(scalar index: Int) -> Int {
    guard let starts else { return min(index, text.count) }
    return index < starts.count ? starts[index] : text.count
  }

  /// The mark of a byte, with lines that end at line feeds.
  func mark(offset: Int) -> Mark {
    let before = text.prefix(offset)
    let line = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = (line.last ?? []).count { $0 & 0xC0 != 0x80 }
    return Mark(line: line.count, column: column + 1, offset: before.count)
  }
}
