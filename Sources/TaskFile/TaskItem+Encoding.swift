/// A meaning as bytes, to be kept beside the text that it was found in: to read it takes a tenth
/// of the time that the text takes.
extension TaskItem {
  /// Changes with what texts mean: what an older memo found in them is not believed.
  package static let encodingVersion: UInt64 = 17

  /// Everything but problems: with one, what a text means is found anew.
  ///
  /// - Returns: Nil where there are problems.
  package var encoded: [UInt8]? {
    guard problems.isEmpty, isUsable, unusableKeys.isEmpty, !hasConflictMarkers else { return nil }
    var writer = ItemWriter()
    writer.put(TaskGlance(self))
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

  /// - Parameter range: Where ``encoded`` stands in the bytes.
  /// - Returns: Nil for what is not whole.
  package init?(encodedIn bytes: [UInt8], _ range: Range<Int>) {
    var reader = ItemReader(bytes, range)
    guard let glance = reader.glance() else { return nil }
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

/// Numbers of seven bits a byte, lowest first; texts and lists behind their lengths.
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

  mutating func put(_ glance: TaskGlance) {
    let marks: [Bool] = [
      glance.id != nil, glance.deadline != nil, glance.deadline?.time != nil,
      glance.deadline?.offsetMinutes != nil, glance.created != nil, glance.hasOtherFields,
      glance.hasForeignID,
    ]
    put(marks.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
    // From 1; 0 for none.
    let (status, priority) = (glance.status.map(\.order) ?? -1, glance.priority.map(\.order) ?? -1)
    put((status + 1) << 2 | (priority + 1))
    if let id = glance.id { bytes += id.text.utf8 }
    if let deadline = glance.deadline {
      let date = deadline.date
      put(date.year)
      put(date.month << 5 | date.day)
      if let time = deadline.time { put(time.secondsSinceMidnight) }
      if let offset = deadline.offsetMinutes { put(offset) }
    }
    if let created = glance.created {
      put(Int(created.secondsSince1970))
      put(created.offsetMinutes)
      put(created.precision.rawValue)
    }
    put(glance.conflictNotes)
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

  /// A number of things of which each takes a byte at least.
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

  mutating func glance() -> TaskGlance? {
    guard let marks = number(), let kinds = number(), (0..<16).contains(kinds) else { return nil }
    var (id, due, created): (TaskID?, Deadline?, Timestamp?)
    if marks & 1 != 0 {
      guard place + TaskID.length <= end else { return nil }
      id = TaskID(utf8: bytes[place..<place + TaskID.length])
      guard id != nil else { return nil }
      place += TaskID.length
    }
    if marks & 2 != 0 {
      due = deadline(marks)
      guard due != nil else { return nil }
    }
    if marks & 16 != 0 {
      guard let seconds = number(), let offset = number(),
        let precision = number().flatMap(Timestamp.Precision.init)
      else { return nil }
      created = Timestamp(
        secondsSince1970: Int64(seconds), offsetMinutes: offset, precision: precision)
    }
    guard let notes = number() else { return nil }
    return TaskGlance(
      id: id, status: Status(order: (kinds >> 2) - 1), deadline: due,
      priority: Priority(order: (kinds & 3) - 1), created: created, conflictNotes: notes,
      hasForeignID: marks & 64 != 0, hasOtherFields: marks & 32 != 0)
  }

  private mutating func deadline(_ marks: Int) -> Deadline? {
    guard let year = number(), let day = number(),
      let date = CalendarDate(year: year, month: day >> 5, day: day & 31)
    else { return nil }
    guard marks & 4 != 0 else { return Deadline(date: date) }
    guard let time = number().flatMap(TimeOfDay.init(secondsSinceMidnight:)) else { return nil }
    guard marks & 8 != 0 else { return Deadline(date: date, time: time) }
    return number().map { Deadline(date: date, time: time, offsetMinutes: $0) }
  }
}
