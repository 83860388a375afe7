/// A front matter taken apart: its keys with their lines, and the lines between them.
struct HeaderParts {
  struct Item: Hashable {
    /// The key's name in the merge; nil for blank lines and comments.
    var key: String?
    var bytes: [UInt8]
  }

  /// The byte order mark, if there is one.
  let start: [UInt8]
  /// The fences, with their line ends; nil without front matter.
  let fences: (opening: [UInt8], closing: [UInt8])?
  private(set) var items: [Item] = []
  /// Whether the items are all there is.
  let isWhole: Bool
  /// The file up to its body.
  let front: TaskDocument
  private let bytes: [UInt8]
  /// By their names in the file.
  private let entries: [String: HeaderEntry]
  /// The names of the keys in the merge, in their order.
  let keys: [String]
  private let callsDueDeadline: Bool

  /// - Parameters:
  ///   - header: The document's; with nothing in it where it can't be understood.
  ///   - callsDueDeadline: The two are one key under two names.
  init(_ document: TaskDocument, _ header: Header, callsDueDeadline: Bool) {
    let bytes = document.bytes
    self.bytes = bytes
    front = document.front
    self.callsDueDeadline = callsDueDeadline
    let fences = document.fences
    entries = Dictionary(
      header.entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    keys = header.entries.map { callsDueDeadline && $0.key == "due" ? "deadline" : $0.key }
    start = Array(bytes[..<fences.start])
    guard let range = fences.header else {
      self.fences = nil
      isWhole = true
      return
    }
    self.fences = (
      Array(bytes[fences.start..<range.lowerBound]), Array(bytes[range.upperBound..<fences.body])
    )
    var place = range.lowerBound
    var isWhole = header.isBlock
    var items: [Item] = []
    func gap(to end: Int) {
      for line in bytes[place..<end].split(
        separator: UInt8.newline, omittingEmptySubsequences: false
      )
      .dropLast() {
        items.append(Item(key: nil, bytes: line + [.newline]))
      }
    }
    for entry in header.entries where isWhole {
      guard entry.start >= place, entry.end <= range.upperBound, entry.end > entry.start,
        bytes[entry.end - 1] == .newline
      else {
        isWhole = false
        break
      }
      gap(to: entry.start)
      let name = callsDueDeadline && entry.key == "due" ? "deadline" : entry.key
      items.append(Item(key: name, bytes: Array(bytes[entry.start..<entry.end])))
      place = entry.end
    }
    if isWhole { gap(to: range.upperBound) }
    self.isWhole = isWhole && Set(items.compactMap(\.key)).count == header.entries.count
    self.items = items
  }

  func entry(_ key: String) -> HeaderEntry? {
    entries[key] ?? (callsDueDeadline && key == "deadline" ? entries["due"] : nil)
  }

  func state(_ key: String) -> FieldState { FieldState(entry(key)) }

  /// The key's lines.
  func lines(_ key: String) -> [UInt8]? { entry(key).map { Array(bytes[$0.start..<$0.end]) } }

  /// How the items of a list are written.
  func itemTexts(_ key: String) -> ItemTexts {
    entry(key).map { TaskDocument(bytes).itemTexts($0) } ?? [:]
  }

  /// What stands around the value; nil where that can't be told.
  func layout(_ key: String) -> [UInt8]? {
    guard let entry = entry(key), entry.style != .complex, entry.style != .empty else { return nil }
    return Array(
      bytes[entry.start..<entry.value.lowerBound] + bytes[entry.value.upperBound..<entry.end])
  }

  /// Whether the value can be written anew without becoming another kind of thing.
  func isSimple(_ key: String) -> Bool {
    guard let entry = entry(key), entry.style == .complex, case .text(let text)? = entry.meaning
    else { return true }
    return text != String(decoding: bytes[entry.value].trimmingSpaces, as: UTF8.self)
  }
}
