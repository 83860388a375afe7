/// Turns the bytes that a terminal sends into keys, pastes, mouse events and replies.
///
/// Sequences are those of ECMA-48 and xterm's documentation; one that nobody knows is swallowed
/// whole. Bytes may come in any pieces.
public struct InputParser: Sendable {
  private var pending: [UInt8] = []
  /// What was pasted so far; nil outside of a paste.
  private var paste: [UInt8]?
  /// Whether nothing of an open paste came for a while.
  private var isStalled = false
  /// How often the rest of a sequence was waited for.
  private var waits = 0

  public init() {}

  /// Seconds after which ``flush()`` says what came, unless more follows; nil where nothing is open.
  public var timeout: Double? {
    if paste != nil { return isStalled ? nil : Self.pasteDelay }
    return pending.isEmpty ? nil : Self.escapeDelay
  }

  /// How long a lone escape is waited for.
  private static let escapeDelay = 0.025
  /// No line is so slow that nothing of a paste comes for so long.
  private static let pasteDelay = 2.0

  public mutating func take(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    let bytes = Array(bytes)
    if isStalled, bytes.allSatisfy({ $0 == Self.controlC }) { return endPaste() }
    // What goes on being pasted comes in more than a key has.
    if bytes.count > Self.mostOfAKey { isStalled = false }
    pending += bytes
    waits = 0
    return events(isEnd: false)
  }

  private static let controlC: UInt8 = 0x03
  /// Bytes of the longest sequences that keys send, and some.
  private static let mostOfAKey = 16

  /// Nothing follows at all: what came of an open paste.
  public mutating func end() -> [InputEvent] { paste == nil ? [] : endPaste() }

  /// What came of a paste whose end was lost.
  private mutating func endPaste() -> [InputEvent] {
    let bytes = (paste ?? []) + pending
    let text = String(decoding: bytes.filter { $0 != Self.controlC }, as: UTF8.self)
    (pending, paste, isStalled) = ([], nil, false)
    return [.paste(text)]
  }

  /// Nothing follows for now: an escape alone is the key.
  ///
  /// A longer sequence is nobody's typing, so its rest is still on the way, as over a slow line; at
  /// last it is dropped whole. A paste is never taken for keys: that its end is missing is said, and
  /// Ctrl-C alone is that end from then on.
  public mutating func flush() -> [InputEvent] {
    guard paste == nil else {
      isStalled = true
      return [.pasteStalled]
    }
    if isInSequence {
      waits += 1
      if waits > Self.mostWaits { pending = [] }
      return []
    }
    return events(isEnd: true)
  }

  /// With 25 ms each this is a second.
  private static let mostWaits = 40

  /// Whether what is open is more than two keys that somebody may hit at once, as Alt and `[`.
  private var isInSequence: Bool {
    pending.count > 2 && pending[0] == 0x1B && "[]PX^_".utf8.contains(pending[1])
  }

  private mutating func events(isEnd: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = pending[...]
    while !rest.isEmpty {
      if paste != nil {
        guard let event = pasted(&rest) else { break }
        events.append(event)
        continue
      }
      guard let (event, length) = Self.next(in: rest, isEnd: isEnd) else { break }
      rest = rest.dropFirst(length)
      switch event {
      case .pasteBegins: paste = []
      case .events(let found): events += found
      }
    }
    pending = Array(rest)
    return events
  }

  /// Collects what is pasted up to its end; nil while that has not come.
  private mutating func pasted(_ rest: inout ArraySlice<UInt8>) -> InputEvent? {
    let end = Array("\u{1B}[201~".utf8)
    guard let place = rest.firstRange(of: end) else {
      // The end may have come in part.
      let kept = (1..<end.count).reversed().first { rest.suffix($0).elementsEqual(end.prefix($0)) }
      paste? += rest.dropLast(kept ?? 0)
      rest = rest.suffix(kept ?? 0)
      return nil
    }
    let text = String(decoding: (paste ?? []) + rest[..<place.lowerBound], as: UTF8.self)
    rest = rest[place.upperBound...]
    (paste, isStalled) = (nil, false)
    return .paste(text)
  }
}

extension InputParser {
  enum Found {
    case pasteBegins
    case events([InputEvent])

    static let nothing = Found.events([])
    static func key(_ key: Key, _ modifiers: Modifiers = []) -> Found {
      .events([.key(key, modifiers)])
    }
  }

  /// - Returns: What the bytes begin with, and how many those are; nil while that is open.
  private static func next(
    in bytes: ArraySlice<UInt8>, isEnd: Bool
  ) -> (found: Found, length: Int)? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1B else { return text(bytes, isEnd: isEnd) }
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return isEnd ? (.key(.escape), 1) : nil }
    switch second {
    case UInt8(ascii: "["):
      return control(rest.dropFirst(), isEnd) ?? (isEnd ? alt(rest, isEnd: true) : nil)
    case UInt8(ascii: "O"):
      guard let third = rest.dropFirst().first else { return isEnd ? alt(rest, isEnd: true) : nil }
      return (ControlSequence.key(ofFinal: third).map { .key($0) } ?? .nothing, 3)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return string(bytes, isOperatingSystem: second == UInt8(ascii: "]"))
        ?? (isEnd ? alt(rest, isEnd: true) : nil)
    // Two of them: the first is the key, the second may begin something.
    case 0x1B: return (.key(.escape), 1)
    default: return alt(rest, isEnd: isEnd)
    }
  }

  /// A key behind an escape is that key with Alt.
  private static func alt(_ rest: ArraySlice<UInt8>, isEnd: Bool) -> (Found, Int)? {
    guard let (found, length) = text(rest, isEnd: isEnd) else {
      return isEnd ? (.key(.escape), 1) : nil
    }
    guard case .events(let events) = found, case .key(let key, let modifiers)? = events.first else {
      return (.nothing, length + 1)
    }
    return (.events([.key(key, modifiers.union(.alt))] + events.dropFirst()), length + 1)
  }

  /// What follows `ESC [`.
  private static func control(_ bytes: ArraySlice<UInt8>, _ isEnd: Bool) -> (Found, Int)? {
    // The Linux console's function keys: `ESC [ [ A`.
    if bytes.first == UInt8(ascii: "[") {
      guard let letter = bytes.dropFirst().first else { return nil }
      let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
      return ((1...5).contains(number) ? .key(.function(number)) : .nothing, 4)
    }
    guard let end = bytes.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
    let length = end - bytes.startIndex + 3
    // What is no final byte breaks it off, and begins something else.
    guard (0x40...0x7E).contains(bytes[end]) else { return (.nothing, length - 1) }
    let sequence = ControlSequence(
      parameters: String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self),
      final: bytes[end])
    if sequence.isOldMouse {
      return bytes.count < 4 ? nil : (.nothing, 6)
    }
    return (sequence.found, length)
  }

  /// A string for the terminal, from its beginning to `BEL` or `ESC \`.
  private static func string(
    _ bytes: ArraySlice<UInt8>, isOperatingSystem: Bool
  ) -> (Found, Int)? {
    let content = bytes.dropFirst(2)
    for index in content.indices {
      let isBell = content[index] == 0x07
      guard isBell || content[index] == 0x1B else { continue }
      if !isBell, index + 1 == content.endIndex { return nil }
      let isEnd = isBell || content[index + 1] == UInt8(ascii: "\\")
      let text = String(decoding: content[..<index], as: UTF8.self)
      let reply = isOperatingSystem ? TerminalReply(operatingSystemCommand: text) : .other
      return (
        isEnd ? .events([.reply(reply)]) : .nothing,
        index - bytes.startIndex + (isBell ? 1 : isEnd ? 2 : 0)
      )
    }
    return nil
  }

  /// What is no sequence: a control character, or text up to the next one.
  private static func text(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> (Found, Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x20 || first == 0x7F { return (.key(first), 1) }
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    var complete = run
    if run.endIndex == bytes.endIndex, !isEnd { complete = run.dropLast(run.unfinished) }
    guard !complete.isEmpty else { return nil }
    let characters = String(decoding: complete, as: UTF8.self).filter { $0 != "\u{FFFD}" }
    return (.events(characters.map { .key(.character($0)) }), complete.count)
  }
}

extension InputParser.Found {
  /// A control character as the key that sends it.
  static func key(_ byte: UInt8) -> InputParser.Found {
    switch byte {
    case 0x00: .key(.character(" "), .control)
    case 0x08, 0x7F: .key(.backspace)
    case 0x09: .key(.tab)
    case 0x0A, 0x0D: .key(.enter)
    case 0x01...0x1A: .key(.character(Character(UnicodeScalar(byte + 0x60))), .control)
    default: .key(.character(Character(UnicodeScalar(byte + 0x40))), .control)
    }
  }
}

extension ArraySlice<UInt8> {
  /// How many bytes at the end begin a character of UTF-8 that is not complete.
  fileprivate var unfinished: Int {
    for back in 1...4 where back <= count {
      let byte = self[endIndex - back]
      if byte < 0x80 { return 0 }
      if byte >= 0xC0 {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        return length > back ? back : 0
      }
    }
    return 0
  }
}
