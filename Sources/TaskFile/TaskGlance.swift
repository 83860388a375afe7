/// A task's values for sorting and filtering.
///
/// It has no references, so that lists of thousands of tasks are fast.
package struct TaskGlance: Hashable, Sendable {
  package let id: TaskID?
  /// In the text.
  package let status: Status?
  package let deadline: Deadline?
  package let priority: Priority?
  package let created: Timestamp?
  package let conflictNotes: Int
  /// Whether the task also has another tool's id.
  package let hasForeignID: Bool
  /// Whether the task has keys outside ``KnownField/core``.
  package let hasOtherFields: Bool

  package init(_ item: TaskItem) {
    id = item.id
    status = item.status
    deadline = item.deadline
    priority = item.priority
    created = item.created
    conflictNotes = item.conflictNotes
    hasForeignID = item.foreignID != nil
    hasOtherFields = !item.otherFields.isEmpty
  }

  /// - Parameter range: The position of ``TaskItem/encoded`` in the bytes.
  /// - Returns: Nil for invalid values.
  package init?(encodedIn bytes: [UInt8], _ range: Range<Int>) {
    var reader = ItemReader(bytes, range)
    self.init(&reader)
  }

  fileprivate init?(_ reader: inout ItemReader) {
    guard let id = reader.optional({ $0.id() }),
      let status = reader.optional({ $0.element(of: Status.allCases) }),
      let deadline = reader.optional({ $0.deadline() }),
      let priority = reader.optional({ $0.element(of: Priority.allCases) }),
      let created = reader.optional({ $0.timestamp() }), let notes = reader.number(),
      let foreign = reader.number(), let others = reader.number()
    else { return nil }
    (self.id, self.status, self.deadline) = (id, status, deadline)
    (self.priority, self.created, conflictNotes) = (priority, created, notes)
    (hasForeignID, hasOtherFields) = (foreign > 0, others > 0)
  }
}

/// A parsed task in the cache, with the values of ``TaskGlance`` first.
///
/// Reading it takes a tenth of parsing's time.
extension TaskItem {
  /// Increase it when texts get another meaning, so that old cached values are ignored.
  package static let encodingVersion: UInt64 = 24

  /// All values; nil for a task with problems, which is parsed again.
  package var encoded: [UInt8]? {
    guard problems.isEmpty, isUsable, unusableKeys.isEmpty, !hasConflictMarkers else { return nil }
    var writer = ItemWriter()
    writer.put(optional: id) { $0.put($1.text) }
    writer.put(optional: status) { $0.put($1.order) }
    writer.put(optional: deadline) { $0.put($1) }
    writer.put(optional: priority) { $0.put($1.order) }
    writer.put(optional: created) { $0.put($1) }
    writer.put(conflictNotes)
    writer.put(foreignID == nil ? 0 : 1)
    writer.put(otherFields.isEmpty ? 0 : 1)
    writer.put(optional: foreignID) { $0.put($1) }
    writer.put(otherFields.count)
    for field in otherFields { writer.put(field) }
    writer.put(title)
    writer.put(tags)
    writer.put(checklist.done)
    writer.put(checklist.total)
    writer.put(checklist.open)
    return writer.bytes
  }

  /// - Parameter range: The position of ``encoded`` in the bytes.
  /// - Returns: Nil if the bytes are incomplete.
  package init?(encodedIn bytes: [UInt8], _ range: Range<Int>) {
    var reader = ItemReader(bytes, range)
    guard let glance = TaskGlance(&reader), let foreignID = reader.optional({ $0.text() }),
      let fields = reader.list({ $0.field() }), let title = reader.text(),
      let tags = reader.texts(), let done = reader.number(), let total = reader.number(),
      let open = reader.texts(), reader.isAtEnd
    else { return nil }
    self.init(
      title: title, status: glance.status, deadline: glance.deadline, priority: glance.priority,
      tags: tags, id: glance.id, foreignID: foreignID, created: glance.created, otherFields: fields,
      checklist: Checklist(done: done, total: total, open: open),
      conflictNotes: glance.conflictNotes, problems: [])
  }
}

/// Writes numbers with seven bits a byte, lowest first, texts and lists after their lengths, and 0
/// or 1 before optional values.
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

  mutating func put(_ deadline: Deadline) {
    put(deadline.date.daysSince1970)
    put(optional: deadline.time) { $0.put($1.secondsSinceMidnight) }
    put(optional: deadline.offsetMinutes) { $0.put($1) }
  }

  mutating func put(_ time: Timestamp) {
    put(Int(time.secondsSince1970))
    put(time.offsetMinutes)
    put(time.precision.rawValue)
  }

  mutating func put(_ field: Field) {
    put(field.key)
    switch field.value {
    case .text(let text):
      put(0)
      put(text)
    case .list(let items):
      put(1)
      put(items)
    }
  }

  mutating func put<Value>(optional value: Value?, _ write: (inout ItemWriter, Value) -> Void) {
    put(value == nil ? 0 : 1)
    if let value { write(&self, value) }
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

  /// The position of a text, after its length.
  private mutating func range() -> Range<Int>? {
    guard let count = number(), count >= 0, count <= end - place else { return nil }
    defer { place += count }
    return place..<place + count
  }

  mutating func id() -> TaskID? { range().flatMap { TaskID(utf8: bytes[$0]) } }

  mutating func text() -> String? {
    range().map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  mutating func texts() -> [String]? { list { $0.text() } }

  mutating func list<Element>(_ read: (inout ItemReader) -> Element?) -> [Element]? {
    // Each element has at least one byte.
    guard let count = number(), count >= 0, count <= end - place else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      guard let element = read(&self) else { return nil }
      elements.append(element)
    }
    return elements
  }

  mutating func deadline() -> Deadline? {
    guard let date = number().flatMap(CalendarDate.init(daysSince1970:)),
      let time = optional({ $0.number().flatMap(TimeOfDay.init(secondsSinceMidnight:)) }),
      let offset = optional({ $0.number() })
    else { return nil }
    return Deadline(date: date, time: time, offsetMinutes: offset)
  }

  mutating func timestamp() -> Timestamp? {
    guard let seconds = number(), let offset = number(),
      let precision = number().flatMap(Timestamp.Precision.init)
    else { return nil }
    return Timestamp(
      secondsSince1970: Int64(seconds), offsetMinutes: offset, precision: precision)
  }

  mutating func field() -> Field? {
    guard let key = text() else { return nil }
    switch number() {
    case 0: return text().map { Field(key: key, value: .text($0)) }
    case 1: return texts().map { Field(key: key, value: .list($0)) }
    default: return nil
    }
  }

  mutating func element<Value>(of values: [Value]) -> Value? {
    number().flatMap { values.indices.contains($0) ? values[$0] : nil }
  }

  mutating func optional<Value>(_ read: (inout ItemReader) -> Value?) -> Value?? {
    switch number() {
    case 0: .some(nil)
    case 1: read(&self).map { .some($0) }
    default: nil
    }
  }
}
