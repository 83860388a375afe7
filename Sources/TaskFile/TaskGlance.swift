/// What lists sort and sift by, of a task's fields.
package struct TaskGlance: Hashable, Sendable {
  package var id: TaskID?
  /// What the text says.
  package var status: Status?
  package var deadline: Deadline?
  package var priority: Priority?
  package var created: Timestamp?
  package var conflictNotes: Int
  /// Whether another tool has given it an id as well.
  package var hasForeignID: Bool
  /// Whether there are keys that memo doesn't know, or knows only where it needs them.
  package var hasOtherFields: Bool

  init(status: Status?, priority: Priority?, hasForeignID: Bool, hasOtherFields: Bool) {
    (self.status, self.priority, conflictNotes) = (status, priority, 0)
    (self.hasForeignID, self.hasOtherFields) = (hasForeignID, hasOtherFields)
  }

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
}

/// As numbers of 64 bits, to be kept for thousands of tasks: nothing of them has to be searched for.
extension TaskGlance {
  /// So many numbers are ``words``.
  package static let wordCount = 5

  package var words: [UInt64] {
    let (high, low) = id?.words ?? (0, 0)
    var packed = Bits()
    packed.put(UInt64(low), 16)
    packed.put(id == nil ? 0 : 1, 1)
    packed.put(UInt64(status.map { $0.order + 1 } ?? 0), 2)
    packed.put(UInt64(priority.map { $0.order + 1 } ?? 0), 2)
    packed.put(hasForeignID ? 1 : 0, 1)
    packed.put(hasOtherFields ? 1 : 0, 1)
    packed.put(created == nil ? 0 : 1, 1)
    packed.put(UInt64(created?.precision.rawValue ?? 0), 2)
    packed.put(UInt64(conflictNotes), 32)
    var due = Bits()
    if let deadline {
      due.put(1, 1)
      due.put(UInt64(deadline.date.year), 14)
      due.put(UInt64(deadline.date.month), 4)
      due.put(UInt64(deadline.date.day), 5)
      due.put(deadline.time == nil ? 0 : 1, 1)
      due.put(UInt64(deadline.time?.secondsSinceMidnight ?? 0), 17)
      due.put(deadline.offsetMinutes == nil ? 0 : 1, 1)
      due.put(UInt64(bitPattern: Int64(deadline.offsetMinutes ?? 0)) & 0xFFFF, 16)
    }
    return [
      high, packed.word, due.word, UInt64(bitPattern: created?.secondsSince1970 ?? 0),
      UInt64(bitPattern: Int64(created?.offsetMinutes ?? 0)),
    ]
  }

  /// - Parameter words: Where ``words`` stand from a place on.
  /// - Returns: Nil for what they can't be.
  package init?(_ words: [UInt64], at place: Int) {
    guard place + Self.wordCount <= words.count else { return nil }
    var packed = Bits(word: words[place + 1])
    let low = UInt16(packed.take(16))
    let hasID = packed.take(1) == 1
    self.init(
      status: Status(order: Int(packed.take(2)) - 1),
      priority: Priority(order: Int(packed.take(2)) - 1), hasForeignID: packed.take(1) == 1,
      hasOtherFields: packed.take(1) == 1)
    if hasID {
      guard let id = TaskID(words: (words[place], low)) else { return nil }
      self.id = id
    }
    if packed.take(1) == 1 {
      guard let precision = Timestamp.Precision(rawValue: Int(packed.take(2))) else { return nil }
      created = Timestamp(
        secondsSince1970: Int64(bitPattern: words[place + 3]),
        offsetMinutes: Int(truncatingIfNeeded: Int64(bitPattern: words[place + 4])),
        precision: precision)
    } else {
      _ = packed.take(2)
    }
    conflictNotes = Int(packed.take(32))
    var due = Bits(word: words[place + 2])
    if due.take(1) == 1 {
      guard let deadline = Self.deadline(&due) else { return nil }
      self.deadline = deadline
    }
  }

  private static func deadline(_ due: inout Bits) -> Deadline? {
    let (year, month, day) = (Int(due.take(14)), Int(due.take(4)), Int(due.take(5)))
    guard let date = CalendarDate(year: year, month: month, day: day) else { return nil }
    let hasTime = due.take(1) == 1
    guard let time = TimeOfDay(secondsSinceMidnight: Int(due.take(17))) else { return nil }
    let hasOffset = due.take(1) == 1
    let offset = Int(Int16(truncatingIfNeeded: due.take(16)))
    return Deadline(
      date: date, time: hasTime ? time : nil, offsetMinutes: hasOffset ? offset : nil)
  }
}

/// Small numbers one behind the other, the first in the lowest bits.
private struct Bits {
  var word: UInt64 = 0
  private var used: UInt64 = 0

  init(word: UInt64 = 0) { self.word = word }

  /// - Parameter number: Fits into so many bits.
  mutating func put(_ number: UInt64, _ width: UInt64) {
    word |= number << used
    used += width
  }

  mutating func take(_ width: UInt64) -> UInt64 {
    defer { used += width }
    return (word >> used) & ((1 << width) - 1)
  }
}
