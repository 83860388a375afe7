/// A task's place among those that repeat one another.
public struct SeriesPlace: Hashable, Sendable {
  /// The id of the first one.
  public let first: TaskID
  /// From 1 on.
  public let number: Int

  public init(first: TaskID, number: Int) {
    self.first = first
    self.number = max(1, number)
  }

  /// - Parameter text: `kxtwqzbnrm/4`, as `series:` has it; the first one has none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = TaskID(String(parts[0])), parts[1].utf8.count < 10,
      parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]), number > 1
    else { return nil }
    self.init(first: first, number: number)
  }

  /// The id of the task at this place, which everybody finds alike.
  public var id: TaskID { number == 1 ? first : .derived(from: Array(description.utf8)) }

  public var next: SeriesPlace { SeriesPlace(first: first, number: number + 1) }
}

extension SeriesPlace: CustomStringConvertible {
  /// As it is written into a file.
  public var description: String { "\(first)/\(number)" }
}

extension TaskItem {
  /// Its place in its series; nil for a task without an id.
  ///
  /// A copy keeps the words of the task that it was copied from, but not its id: it is the first
  /// of a series of its own.
  public var series: SeriesPlace? {
    guard let id else { return nil }
    if case .text(let text)? = otherField("series"), let place = SeriesPlace(text), place.id == id {
      return place
    }
    return SeriesPlace(first: id, number: 1)
  }

  /// When it comes again; nil where it doesn't, or nobody can tell.
  public var repetition: RepeatRule? { otherField("every").flatMap { RepeatRule($0) } }

  /// Until when it is out of sight.
  public var wait: Deadline? { date("wait") }

  /// The last day on which it may come again.
  public var until: Deadline? { date("until") }

  private func date(_ key: String) -> Deadline? {
    guard case .text(let text)? = otherField(key) else { return nil }
    return Deadline(text)
  }

  package func otherField(_ key: String) -> FieldValue? {
    otherFields.first { $0.key == key }?.value
  }
}
