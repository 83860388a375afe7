/// A task's values for sorting and filtering.
///
/// It has five numbers and no references, so that lists of thousands of tasks are fast.
package struct TaskGlance: Hashable, Sendable {
  /// The first eight letters of the id, as in ``TaskID``; 0 for none.
  private let idStart: UInt64
  /// The values of ``Packed``.
  private let packed: UInt64
  private let due: UInt64
  private let createdSeconds: Int64
  private let createdOffset: Int64

  /// The position and number of bits of a small value.
  private struct Place {
    let bit: UInt64
    let width: UInt64

    func value(in word: UInt64) -> UInt64 { word >> bit & ((1 << width) - 1) }
    func isSet(in word: UInt64) -> Bool { value(in: word) != 0 }
    func put(_ value: UInt64) -> UInt64 { (value & ((1 << width) - 1)) << bit }
    func put(_ value: Bool) -> UInt64 { put(value ? 1 : 0) }
  }

  private enum Packed {
    static let idEnd = Place(bit: 0, width: 16)
    static let hasID = Place(bit: 16, width: 1)
    // 0 means none for these two.
    static let status = Place(bit: 17, width: 2)
    static let priority = Place(bit: 19, width: 2)
    static let hasForeignID = Place(bit: 21, width: 1)
    static let hasOtherFields = Place(bit: 22, width: 1)
    static let hasCreated = Place(bit: 23, width: 1)
    static let precision = Place(bit: 24, width: 2)
    static let conflictNotes = Place(bit: 26, width: 32)
  }

  private enum Due {
    static let exists = Place(bit: 0, width: 1)
    static let year = Place(bit: 1, width: 14)
    static let month = Place(bit: 15, width: 4)
    static let day = Place(bit: 19, width: 5)
    static let hasTime = Place(bit: 24, width: 1)
    static let seconds = Place(bit: 25, width: 17)
    static let hasOffset = Place(bit: 42, width: 1)
    static let offset = Place(bit: 43, width: 16)
  }

  init(
    id: TaskID?, status: Status?, deadline: Deadline?, priority: Priority?, created: Timestamp?,
    conflictNotes: Int, hasForeignID: Bool, hasOtherFields: Bool
  ) {
    let (start, end) = id?.words ?? (0, 0)
    idStart = start
    createdSeconds = created?.secondsSince1970 ?? 0
    createdOffset = Int64(created?.offsetMinutes ?? 0)
    var packed = Packed.idEnd.put(UInt64(end)) | Packed.hasID.put(id != nil)
    packed |= Packed.status.put(UInt64(status.map { $0.order + 1 } ?? 0))
    packed |= Packed.priority.put(UInt64(priority.map { $0.order + 1 } ?? 0))
    packed |= Packed.hasForeignID.put(hasForeignID) | Packed.hasOtherFields.put(hasOtherFields)
    packed |= Packed.hasCreated.put(created != nil)
    packed |= Packed.precision.put(UInt64(created?.precision.rawValue ?? 0))
    packed |= Packed.conflictNotes.put(UInt64(bitPattern: Int64(conflictNotes)))
    self.packed = packed
    var due: UInt64 = 0
    if let deadline {
      due = Due.exists.put(true) | Due.year.put(UInt64(deadline.date.year))
      due |= Due.month.put(UInt64(deadline.date.month)) | Due.day.put(UInt64(deadline.date.day))
      due |= Due.hasTime.put(deadline.time != nil)
      due |= Due.seconds.put(UInt64(deadline.time?.secondsSinceMidnight ?? 0))
      due |= Due.hasOffset.put(deadline.offsetMinutes != nil)
      due |= Due.offset.put(UInt64(bitPattern: Int64(deadline.offsetMinutes ?? 0)))
    }
    self.due = due
  }

  package init(_ item: TaskItem) {
    self.init(
      id: item.id, status: item.status, deadline: item.deadline, priority: item.priority,
      created: item.created, conflictNotes: item.conflictNotes, hasForeignID: item.foreignID != nil,
      hasOtherFields: !item.otherFields.isEmpty)
  }
}

extension TaskGlance {
  package var id: TaskID? {
    Packed.hasID.isSet(in: packed)
      ? TaskID(checkedWords: (idStart, UInt16(truncatingIfNeeded: packed))) : nil
  }
  /// In the text.
  package var status: Status? { Status(order: Int(Packed.status.value(in: packed)) - 1) }
  package var priority: Priority? { Priority(order: Int(Packed.priority.value(in: packed)) - 1) }
  package var conflictNotes: Int { Int(Packed.conflictNotes.value(in: packed)) }
  /// Whether the task also has another tool's id.
  package var hasForeignID: Bool { Packed.hasForeignID.isSet(in: packed) }
  /// Whether the task has keys outside ``KnownField/core``.
  package var hasOtherFields: Bool { Packed.hasOtherFields.isSet(in: packed) }

  package var created: Timestamp? {
    guard Packed.hasCreated.isSet(in: packed),
      let precision = Timestamp.Precision(rawValue: Int(Packed.precision.value(in: packed)))
    else { return nil }
    return Timestamp(
      secondsSince1970: createdSeconds, offsetMinutes: Int(createdOffset), precision: precision)
  }

  package var deadline: Deadline? {
    guard Due.exists.isSet(in: due),
      let date = CalendarDate(
        year: Int(Due.year.value(in: due)), month: Int(Due.month.value(in: due)),
        day: Int(Due.day.value(in: due)))
    else { return nil }
    let offset = Int(Int16(truncatingIfNeeded: Due.offset.value(in: due)))
    return Deadline(
      date: date,
      time: Due.hasTime.isSet(in: due)
        ? TimeOfDay(secondsSinceMidnight: Int(Due.seconds.value(in: due))) : nil,
      offsetMinutes: Due.hasOffset.isSet(in: due) ? offset : nil)
  }
}

/// The 64-bit numbers in the cache.
extension TaskGlance {
  package static let wordCount = 5

  package var words: [UInt64] {
    [
      idStart, packed, due, UInt64(bitPattern: createdSeconds), UInt64(bitPattern: createdOffset),
    ]
  }

  /// - Parameter words: Contains ``words`` from an index on.
  /// - Returns: Nil for invalid values.
  package init?(_ words: [UInt64], at place: Int) {
    guard place + Self.wordCount <= words.count else { return nil }
    (idStart, packed, due) = (words[place], words[place + 1], words[place + 2])
    createdSeconds = Int64(bitPattern: words[place + 3])
    createdOffset = Int64(bitPattern: words[place + 4])
    let idWords = (idStart, UInt16(truncatingIfNeeded: packed))
    guard !Packed.hasID.isSet(in: packed) || TaskID(words: idWords) != nil,
      Packed.hasCreated.isSet(in: packed) == (created != nil),
      Due.exists.isSet(in: due) == (deadline != nil),
      Due.hasTime.isSet(in: due) == (deadline?.time != nil)
    else { return nil }
  }
}

/// A parsed task in the cache, beside its ``TaskGlance``.
///
/// Reading it takes a tenth of parsing's time.
extension TaskItem {
  /// Increase it when texts get another meaning, so that old cached values are ignored.
  package static let encodingVersion: UInt64 = 21

  /// All values but those of ``TaskGlance``; nil for a task with problems, which is parsed again.
  package var encoded: [UInt8]? {
    guard problems.isEmpty, isUsable, unusableKeys.isEmpty, !hasConflictMarkers else { return nil }
    var writer = ItemWriter()
    if let foreignID { writer.put(foreignID) }
    writer.put(title)
    writer.put(tags)
    writer.put(otherFields.count)
    for field in otherFields {
      writer.put(field.key)
      switch field.value {
      case .text(let text):
        writer.put(0)
        writer.put(text)
      case .list(let items):
        writer.put(1)
        writer.put(items)
      }
    }
    writer.put(checklist.done)
    writer.put(checklist.total)
    writer.put(checklist.open)
    return writer.bytes
  }

  /// - Parameters:
  ///   - glance: The task's other values.
  ///   - range: The position of ``encoded`` in the bytes.
  /// - Returns: Nil if the bytes are incomplete.
  package init?(_ glance: TaskGlance, encodedIn bytes: [UInt8], _ range: Range<Int>) {
    var reader = ItemReader(bytes, range)
    let foreignID = glance.hasForeignID ? reader.text() : nil
    guard (foreignID != nil) == glance.hasForeignID, let title = reader.text(),
      let tags = reader.texts(), let count = reader.count()
    else { return nil }
    var fields: [Field] = []
    for _ in 0..<count {
      guard let key = reader.text(), let kind = reader.number() else { return nil }
      switch kind {
      case 0:
        guard let text = reader.text() else { return nil }
        fields.append(Field(key: key, value: .text(text)))
      case 1:
        guard let items = reader.texts() else { return nil }
        fields.append(Field(key: key, value: .list(items)))
      default: return nil
      }
    }
    guard let done = reader.number(), let total = reader.number(), let open = reader.texts(),
      reader.isAtEnd
    else { return nil }
    self.init(
      title: title, status: glance.status, deadline: glance.deadline, priority: glance.priority,
      tags: tags, id: glance.id, foreignID: foreignID, created: glance.created, otherFields: fields,
      checklist: Checklist(done: done, total: total, open: open),
      conflictNotes: glance.conflictNotes, problems: [])
  }
}

/// Writes numbers with seven bits a byte, lowest first, and texts and lists after their lengths.
private struct ItemWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes += text.utf8
  }

  mutating func put(_ texts: [String]) {
    put(texts.count)
    for text in texts { put(text) }
  }
}

private struct ItemReader {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  var isAtEnd: Bool { place == end }

  mutating func number() -> Int? {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while place < end, shift < 70 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: Int64(bitPattern: number)) }
      shift += 7
    }
    return nil
  }

  /// A number of elements, each of at least one byte.
  mutating func count() -> Int? {
    number().flatMap { $0 >= 0 && $0 <= end - place ? $0 : nil }
  }

  mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func texts() -> [String]? {
    guard let count = count() else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(count)
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
