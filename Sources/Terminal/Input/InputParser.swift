/// Parses a terminal's bytes into keys, pastes, mouse events and replies.
///
/// The sequences are those of ECMA-48 and xterm. Unknown sequences are skipped. Bytes may arrive in
/// any pieces.
public struct InputParser: Sendable {
  private var pending: [UInt8] = []
  /// The bytes of the open paste; nil outside of a paste.
  private var paste: [UInt8]?

  public init() {}

  /// The seconds without input after which to call ``flush()``; nil if nothing is open.
  ///
  /// The rest of a paste and of a longer sequence is waited for, however long a slow line takes.
  public var timeout: Double? { pending.isEmpty || paste != nil || isInSequence ? nil : 0.025 }

  /// Ends the input; returns an open paste.
  public mutating func end() -> [InputEvent] {
    guard let text = paste else { return [] }
    defer { (pending, paste) = ([], nil) }
    return [Self.event(ofPaste: text + pending)]
  }

  /// Most terminals send the line ends of a paste as CR, like the Enter key.
  private static func event(ofPaste bytes: [UInt8]) -> InputEvent {
    .paste(
      String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        .replacing("\r", with: "\n"))
  }

  /// Reacts to a pause: a lone escape becomes the Escape key.
  public mutating func flush() -> [InputEvent] { timeout == nil ? [] : take([], isEnd: true) }

  /// Whether the open bytes are more than two keys pressed together, such as Alt and `[`.
  private var isInSequence: Bool {
    pending.count > 2 && pending[0] == 0x1B && "[]PX^_".utf8.contains(pending[1])
  }

  /// - Parameter isEnd: Whether an incomplete sequence counts as complete.
  public mutating func take(
    _ bytes: some Sequence<UInt8>, isEnd: Bool = false
  ) -> [InputEvent] {
    pending += bytes
    var found: [InputEvent] = []
    var rest = pending[...]
    while !rest.isEmpty {
      if paste != nil {
        guard let event = pasted(&rest) else { break }
        found.append(event)
        continue
      }
      guard let (events, length) = Self.next(in: rest, isEnd: isEnd) else { break }
      rest = rest.dropFirst(length)
      if let events { found += events } else { paste = [] }
    }
    pending = Array(rest)
    return found
  }

  /// Collects a paste; nil until its end arrives.
  private mutating func pasted(_ rest: inout ArraySlice<UInt8>) -> InputEvent? {
    let end = Array("\u{1B}[201~".utf8)
    guard let place = rest.firstRange(of: end) else {
      // The end may have arrived in part.
      let kept = (1..<end.count).reversed().first { rest.suffix($0).elementsEqual(end.prefix($0)) }
      paste? += rest.dropLast(kept ?? 0)
      rest = rest.suffix(kept ?? 0)
      return nil
    }
    let bytes = (paste ?? []) + rest[..<place.lowerBound]
    rest = rest[place.upperBound...]
    paste = nil
    return Self.event(ofPaste: bytes)
  }
}

extension InputParser {
  /// Events and their length in bytes; without events for the begin of a paste.
  private typealias Found = (events: [InputEvent]?, length: Int)

  /// - Returns: What comes first; nil if it is incomplete.
  private static func next(in bytes: ArraySlice<UInt8>, isEnd: Bool) -> Found? {
    guard bytes.first == 0x1B else { return text(bytes, isEnd: isEnd) }
    let rest = bytes.dropFirst()
    let sequence: Found?
    switch rest.first {
    case nil: return isEnd ? ([.key(.escape)], 1) : nil
    case UInt8(ascii: "["): sequence = control(rest.dropFirst())
    case UInt8(ascii: "O"):
      sequence = rest.dropFirst().first.map { third in
        (ControlSequence.key(ofFinal: third).map { [.key($0)] } ?? [], 3)
      }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      sequence = string(bytes)
    // Two escapes: the first is the key, the second may start a sequence.
    case 0x1B: return ([.key(.escape)], 1)
    default: return alt(rest, isEnd: isEnd)
    }
    return sequence ?? (isEnd ? alt(rest, isEnd: true) : nil)
  }

  /// A key after an escape is that key with Alt.
  private static func alt(_ rest: ArraySlice<UInt8>, isEnd: Bool) -> Found? {
    guard let (events, length) = text(rest, isEnd: isEnd) else {
      return isEnd ? ([.key(.escape)], 1) : nil
    }
    guard let events, case .key(let key, let modifiers)? = events.first else {
      return ([], length + 1)
    }
    return ([.key(key, modifiers.union(.alt))] + events.dropFirst(), length + 1)
  }

  /// Parses the bytes after `ESC [`.
  private static func control(_ bytes: ArraySlice<UInt8>) -> Found? {
    // The Linux console's function keys: `ESC [ [ A`.
    if bytes.first == UInt8(ascii: "[") {
      guard let letter = bytes.dropFirst().first else { return nil }
      let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
      return ((1...5).contains(number) ? [.key(.function(number))] : [], 4)
    }
    guard let end = bytes.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
    let length = end - bytes.startIndex + 3
    // An invalid byte ends the sequence and starts the next one.
    guard (0x40...0x7E).contains(bytes[end]) else { return ([], length - 1) }
    let sequence = ControlSequence(
      parameters: String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self),
      final: bytes[end])
    if sequence.isOldMouse { return bytes.count < 4 ? nil : ([], 6) }
    return (sequence.events, length)
  }

  /// Parses a control string, up to `BEL` or `ESC \`.
  ///
  /// Any other control character, such as Ctrl-C, ends it and is a key.
  private static func string(_ bytes: ArraySlice<UInt8>) -> Found? {
    let content = bytes.dropFirst(2)
    guard let index = content.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    let end = content[index...].prefix(2)
    if end.elementsEqual([0x1B]) { return nil }
    let isBell = content[index] == 0x07
    let isEnd = isBell || end.elementsEqual([0x1B, UInt8(ascii: "\\")])
    let isLight =
      isEnd && bytes.dropFirst().first == UInt8(ascii: "]")
      ? Self.isLight(reply: String(decoding: content[..<index], as: UTF8.self)) : nil
    return (
      isLight.map { [.background(isLight: $0)] } ?? [],
      index - bytes.startIndex + (isBell ? 1 : isEnd ? 2 : 0)
    )
  }

  /// Whether the background that the terminal replies to OSC 11 needs dark text.
  ///
  /// - Parameter text: Such as `11;rgb:ffff/ffff/ffff`.
  /// - Returns: Nil for other replies.
  private static func isLight(reply text: String) -> Bool? {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, parts[0] == "11", parts[1].hasPrefix("rgb:") else { return nil }
    let values = parts[1].dropFirst(4).split(separator: "/").compactMap { digits -> Double? in
      guard let value = Int(digits, radix: 16), (1...4).contains(digits.count) else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard values.count == 3 else { return nil }
    // The luma of ITU-R BT.709.
    return 0.2126 * values[0] + 0.7152 * values[1] + 0.0722 * values[2] > 0.5
  }

  /// Parses a control character, or text up to the next one.
  private static func text(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> Found? {
    guard let first = bytes.first else { return nil }
    if first < 0x20 || first == 0x7F { return ([.key(sentAs: first)], 1) }
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    var complete = run
    if run.endIndex == bytes.endIndex, !isEnd { complete = run.dropLast(run.unfinished) }
    guard !complete.isEmpty else { return nil }
    let characters = String(decoding: complete, as: UTF8.self).filter { $0 != "\u{FFFD}" }
    return (characters.map { .key(.character($0)) }, complete.count)
  }
}

extension InputEvent {
  /// The key that sends a control character.
  fileprivate static func key(sentAs byte: UInt8) -> InputEvent {
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
  /// The number of bytes at the end that form an incomplete UTF-8 character.
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
