/// What lists sort and sift by, of a task's fields.
///
/// Five numbers, which lie side by side in a list of thousands: nothing of them has to be searched
/// for, and nothing is taken apart that isn't asked for.
package struct TaskGlance: Hashable, Sendable {
  /// The first eight letters of the id, as ``TaskID`` has them; 0 for none.
  private let idStart: UInt64
  /// Small ones: see ``Place``.
  private let packed: UInt64
  private let due: UInt64
  private let createdSeconds: Int64
  private let createdOffset: Int64

  /// Where something small is in a number: its lowest bit, and how many there are.
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
    // Of these two, 0 is none.
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
  /// What the text says.
  package var status: Status? { Status(order: Int(Packed.status.value(in: packed)) - 1) }
  package var priority: Priority? { Priority(order: Int(Packed.priority.value(in: packed)) - 1) }
  package var conflictNotes: Int { Int(Packed.conflictNotes.value(in: packed)) }
  /// Whether another tool has given it an id as well.
  package var hasForeignID: Bool { Packed.hasForeignID.isSet(in: packed) }
  /// Whether there are keys that memo doesn't know, or knows only where it needs them.
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

/// As numbers of 64 bits, to be kept for thousands of tasks.
extension TaskGlance {
  /// So many numbers are ``words``.
  package static let wordCount = 5

  package var words: [UInt64] {
    [
      idStart, packed, due, UInt64(bitPattern: createdSeconds), UInt64(bitPattern: createdOffset),
    ]
  }

  /// - Parameter words: Where ``words`` stand from a place on.
  /// - Returns: Nil for what they can't be.
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
