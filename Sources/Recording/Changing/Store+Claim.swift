internal import Query
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension MemoError {
  package static func isClaimed(_ title: String, _ claim: Claim) -> MemoError {
    let until = claim.until.map { " until \($0)" } ?? ""
    return MemoError(
      .refused, "\(title) is claimed by \(claim.name)\(until)",
      hints: ["'memo claim' without a name takes another task"])
  }
}

extension WriteSession {
  /// Claims a task and moves it to doing, in one commit.
  ///
  /// - Parameters:
  ///   - task: The task's name.
  ///   - name: The person who claims it.
  ///   - seconds: The duration.
  /// - Throws: ``MemoError`` of kind `refused` if it is done, or somebody else has claimed it.
  package mutating func claim(
    _ task: String, by name: String, for seconds: Int64
  ) throws(MemoError) -> ChangeReport {
    let now = store.environment.localTime
    guard let until = Claim.end(after: seconds, from: now) else {
      throw MemoError(.refused, "the date is after the year 9999", hints: ["claim it for 1h"])
    }
    let edits: [FieldEdit] = [
      .set(key: KnownField.claimedBy.rawValue, .text(name)),
      .set(key: KnownField.claimedUntil.rawValue, .text(until.description)),
      .set(key: "status", .text(Status.doing.rawValue)),
    ]
    return try modify([task], from: nil) { version, free throws(MemoError) in
      if let claim = version.claim(at: now), claim.name != name {
        throw .isClaimed(version.item.title, claim)
      }
      guard version.status != .done else {
        throw MemoError(
          .refused, "\(version.item.title) is done",
          hints: ["'memo reopen \(task)' reopens it"])
      }
      return try version.edited(edits, &free)
    }
  }
}

extension Store {
  /// Removes claims in one commit; tasks in doing go back to todo.
  ///
  /// - Parameter name: The person who has claimed them.
  /// - Throws: ``MemoError`` of kind `refused` if somebody else has claimed one.
  public func release(
    _ names: [String], from directory: String? = nil, by name: String
  ) throws(MemoError) -> ChangeReport {
    let now = environment.localTime
    return try modify(names, from: directory) { version, free throws(MemoError) in
      if let claim = version.claim(at: now), claim.name != name {
        var error = MemoError.isClaimed(version.item.title, claim)
        let name = (version.id?.text ?? version.path).quotedForShell
        error.hints = ["memo release \(name) --as \(claim.name.quotedForShell)"]
        throw error
      }
      guard version.item.otherFields.contains(where: { $0.key == KnownField.claimedBy.rawValue })
      else { return version }
      var edits: [FieldEdit] = [
        .clear(key: KnownField.claimedBy.rawValue), .clear(key: KnownField.claimedUntil.rawValue),
      ]
      if version.status == .doing { edits.append(.set(key: "status", .text(Status.todo.rawValue))) }
      return try version.edited(edits, &free)
    }
  }
}

extension TaskVersion {
  /// The valid claim; nil if there is none.
  fileprivate func claim(at now: LocalTime) -> Claim? {
    func value(_ field: KnownField) -> FieldValue? {
      item.otherFields.first { $0.key == field.rawValue }?.value
    }
    return Claim(value(.claimedBy), value(.claimedUntil), now)
  }
}
