extension English {
  public var todo: String { "todo" }
  public var doing: String { "doing" }
  public var done: String { "done" }
  public var tasks: String { "tasks" }

  public var windowIsTooSmall: String { "make the window larger" }
  public var reading: String { "reading…" }
  public var cantBeRead: String { "can't be read" }
  public var goesOnByItself: String { "put it back where it was, and the board goes on by itself" }
  public var readOnly: String { "read-only" }
  public func filtered(by filter: String) -> String { "filter: \(filter)" }
  public func asOf(_ moment: String) -> String { "as of \(moment)" }
  public func asOfReadOnly(_ moment: String) -> String { "as of \(moment), read-only" }
  public func conflicts(_ number: Int) -> String { count(number, "conflict") }
  public func problems(_ number: Int) -> String { count(number, "problem") }
  public func marked(_ number: Int) -> String { "\(number) marked" }

  public var syncing: String { "syncing…" }
  public func offline(waiting count: Int) -> String {
    count == 0 ? "offline" : "offline, \(count) \(count == 1 ? "waits" : "wait")"
  }
  public func suspended(process: Int32, waiting count: Int) -> String {
    "process \(process) is suspended"
      + (count == 0 ? "" : ", \(count) \(count == 1 ? "waits" : "wait")")
  }
  public func toSend(_ count: Int) -> String { "\(count) to send" }
  public func handEdits(_ number: Int) -> String { count(number, "hand edit") }
  public func synced(_ time: String) -> String { "synced \(time)" }

  public func nothingMatches(_ filter: String, showingAll key: String) -> String {
    "nothing matches \(filter); \(key) shows all"
  }
  public func noTasksYet(adding key: String) -> String { "no tasks yet: \(key) adds the first one" }
  public func nothingInDoing(starting key: String) -> String { "nothing: \(key) starts a task" }
  public var nothingHere: String { "nothing here" }

  public var add: String { "add" }
  public var moveMenu: String { "move…" }
  public var filter: String { "filter" }
  public var allKeys: String { "all keys" }
  public var undoes: String { "undoes" }
  public var redoes: String { "redoes" }
}

// MARK: Cards

extension English {
  public var high: String { "high" }
  public var medium: String { "medium" }
  public var low: String { "low" }
  public var none: String { "none" }
  public var overdue: String { "overdue" }
  public var conflict: String { "conflict" }
  public var problem: String { "problem" }
  public func problem(inLine line: Int) -> String { "problem: line \(line)" }

  private func at(_ clock: String?) -> String { clock.map { " \($0)" } ?? "" }

  public func today(_ clock: String?) -> String { "today\(at(clock))" }
  public func todayOverdue(_ clock: String?) -> String { "today\(at(clock)), overdue" }
  public func tomorrow(_ clock: String?) -> String { "tomorrow\(at(clock))" }
  public func inDays(_ number: Int, _ clock: String?) -> String {
    "in \(count(number, "day"))\(at(clock))"
  }
  public func daysOverdue(_ number: Int) -> String { "\(count(number, "day")) overdue" }

  public var justNow: String { "just now" }
  public func minutesAgo(_ number: Int) -> String { "\(count(number, "minute")) ago" }
  public func hoursAgo(_ number: Int) -> String { "\(count(number, "hour")) ago" }
  public func yesterday(_ clock: String) -> String { "yesterday \(clock)" }
}
