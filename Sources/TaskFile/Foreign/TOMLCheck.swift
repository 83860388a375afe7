/// Where a TOML document stops being one, as its other readers see it.
///
/// Hugo and Zola read nothing of a file that has a mistake, so whoever wrote it has to hear of it.
struct TOMLCheck {
  private var reader: TOMLReader
  /// The names of all values and tables so far, as they stand in the whole document.
  private var names: Set<[[UInt8]]> = []
  private var table: [[UInt8]] = []
  /// How many tables of lists there were: each has values of its own.
  private var count = 0
  /// In what is no name of a value; no text has it.
  private static let mark: [UInt8] = [0]

  /// - Returns: The place of the first mistake; nil where there is none.
  static func flaw(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var check = TOMLCheck(reader: TOMLReader(bytes, at: range))
    return check.isRead() ? nil : min(check.reader.index, range.upperBound)
  }

  private init(reader: TOMLReader) { self.reader = reader }

  private mutating func isRead() -> Bool {
    while true {
      reader.skipSpace()
      guard reader.next != nil else { return true }
      guard reader.next == .openBracket ? readTable() : readPair(), endLine() else { return false }
    }
  }

  private mutating func skipBlanks() { while reader.next?.isBlank == true { reader.index += 1 } }

  private mutating func endLine() -> Bool {
    skipBlanks()
    return reader.next.map { $0.isLineEnd || $0 == .hash } ?? true
  }

  private mutating func readTable() -> Bool {
    let start = reader.index
    guard reader.take(.openBracket) else { return false }
    let isOfList = reader.take(.openBracket)
    guard let name = name(), reader.take(.closeBracket), !isOfList || reader.take(.closeBracket)
    else { return false }
    if isOfList {
      count += 1
      table = name + [Self.mark, Array("\(count)".utf8)]
      return true
    }
    // Below the last of a list, a table is that one's.
    if count > 0 { count += 1 }
    table = count > 0 ? name + [Self.mark, Array("\(count)".utf8)] : name
    guard names.insert(table + [Self.mark]).inserted else {
      reader.index = start
      return false
    }
    return true
  }

  /// A key with dots in it, blanks around included.
  private mutating func name() -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    repeat {
      skipBlanks()
      guard let part = reader.simpleKeyBytes() else { return nil }
      parts.append(part)
      skipBlanks()
    } while reader.take(.dot)
    return parts
  }

  private mutating func readPair() -> Bool {
    let start = reader.index
    guard let name = name(), reader.take(.equals) else { return false }
    guard names.insert(table + name).inserted else {
      reader.index = start
      return false
    }
    skipBlanks()
    return readValue()
  }

  /// Without calling itself, so that nothing that is nested takes the stack.
  private mutating func readValue() -> Bool {
    var open: [UInt8] = []
    while true {
      // Before a value.
      if !open.isEmpty { reader.skipSpace() }
      if let last = open.last, reader.take(last) {
        open.removeLast()
      } else {
        if open.last == .closeBrace {
          guard name() != nil, reader.take(.equals) else { return false }
          skipBlanks()
        }
        if reader.take(.openBracket) {
          open.append(.closeBracket)
          continue
        }
        if reader.take(.openBrace) {
          open.append(.closeBrace)
          continue
        }
        guard readWord() else { return false }
      }
      // Behind one.
      while let last = open.last {
        reader.skipSpace()
        if reader.take(.comma) { break }
        guard reader.take(last) else { return false }
        open.removeLast()
      }
      if open.isEmpty { return true }
    }
  }

  private mutating func readWord() -> Bool {
    let start = reader.index
    if reader.next == .quote || reader.next == .apostrophe {
      if reader.stringBytes() != nil { return true }
      reader.index = start
      return false
    }
    while let byte = reader.next, byte != .hash, byte != .comma, !byte.isLineEnd,
      byte != .closeBracket, byte != .closeBrace
    { reader.index += 1 }
    let word = String(decoding: reader.bytes[start..<reader.index].trimmingBlanks, as: UTF8.self)
    if Self.isValue(word) { return true }
    reader.index = start
    return false
  }

  /// Whether a word is a boolean, a number, a date or a time.
  ///
  /// Of a date only the signs are looked at: whether there is such a day is another question.
  static func isValue(_ word: String) -> Bool {
    if word == "true" || word == "false" { return true }
    let signs = word.utf8
    let plain =
      signs.first.map { $0 == .plus || $0 == .dash } == true ? signs.dropFirst() : signs[...]
    guard let first = plain.first else { return false }
    if ["inf", "nan"].contains(String(plain)) { return true }
    guard first.isDigit else { return false }
    let text = word.lowercased()
    for (prefix, digits) in [("0x", "0123456789abcdef_"), ("0o", "01234567_"), ("0b", "01_")]
    where text.hasPrefix(prefix) {
      return text.count > 2 && text.dropFirst(2).allSatisfy { digits.contains($0) }
    }
    let isDate =
      plain.count >= 5 && (plain.dropFirst(4).first == .dash || plain.dropFirst(2).first == .colon)
    return text.utf8.allSatisfy { byte in
      byte.isDigit || "+-.".utf8.contains(byte)
        || (isDate ? "t:z ".utf8.contains(byte) : "e_".utf8.contains(byte))
    }
  }
}
