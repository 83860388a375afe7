internal import Query
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What a command is told of its own change, at once and not by a check some day.
extension [TaskEdit] {
  /// - Parameter tasks: The tasks before.
  /// - Throws: ``MemoError`` of kind `refused` where a task is to come after itself, by whatever
  ///   way round.
  func checkNoCircle(among tasks: [StoredTask]) throws(MemoError) {
    let changed = filter { $0.isAbout("after") }.compactMap { edit in
      edit.after.flatMap { StoredTask(path: $0.path, bytes: $0.bytes, file: nil) }
    }
    guard !changed.isEmpty else { return }
    let ids = Set(changed.compactMap(\.id))
    var circles = TaskCircles(
      TaskLinks(tasks.filter { $0.id.map { !ids.contains($0) } ?? true } + changed))
    for task in changed {
      guard let circle = circles.circle(of: task) else { continue }
      guard !circle.isOfOne else {
        throw MemoError(
          .refused, "\(task.title) can't come after itself", hints: ["name another task"])
      }
      throw MemoError(
        .refused, "'after' would lead round in a circle: \(circle.text(\.title))",
        hints: ["one of them has to come first: 'memo set ID after=none' makes it so"])
    }
  }

  /// What a person hardly means, in words.
  var doubts: [String] {
    flatMap { edit -> [String] in
      guard let item = edit.after?.item, let deadline = item.deadline else { return [] }
      var doubts: [String] = []
      if let wait = item.wait, wait.date > deadline.date, edit.isAbout("wait", "deadline") {
        doubts.append("\(item.title) waits until \(wait), and is due before: \(deadline)")
      }
      if let until = item.until, until.date < deadline.date, edit.isAbout("until", "deadline") {
        doubts.append(
          "\(item.title) is due on \(deadline), after \(until), the last day on which it may come")
      }
      return doubts
    }
  }
}

extension TaskEdit {
  /// Whether one of these keys was set; a new task has none that wasn't.
  fileprivate func isAbout(_ keys: String...) -> Bool {
    change.kind == .add
      || change.fields.contains { field in keys.contains { field.part == .key($0) } }
  }
}
