package import MemoCLI
package import MemoKit
internal import Terminal
package import Words

/// A change of a task, in the reader's language.
package struct ChangeSentence: Hashable, Sendable {
  /// One character that illustrates the word.
  package var sign: String
  /// The word of the catalog, such as `moved`.
  package var word: String
  package var title: String
  /// Values before and after; empty if the word says everything.
  package var details: [String]

  /// On one line: `moved: Buy milk (doing → done)`.
  package var text: String {
    "\(word): \(title)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}

extension Words {
  /// - Parameter cause: Whether the change is an undo or redo.
  package func said(
    _ change: TaskChange, by cause: LogEntry.Cause? = nil, on page: Page
  ) -> ChangeSentence {
    let kind = LogEntry.Kind(rawValue: change.kind.rawValue) ?? .edit
    return said(
      kind, change.title, details(of: change.fields, kind, on: page) + said(cause))
  }

  /// The change as a phrase, such as `moved Paint the fence to Doing`.
  ///
  /// For an undo, the change that it undid.
  package func deed(
    _ change: TaskChange, by cause: LogEntry.Cause?, on page: Page
  ) -> String {
    let title = change.title.sanitized
    let isUndo = cause == .undo
    var deed: String
    switch change.kind {
    case .move:
      let field = change.fields.first { $0.part == .field("status") || $0.part == .textStatus }
      let column = (isUndo ? field?.from : field?.to).flatMap { Status(rawValue: $0) }
      deed = movedTask(title, column.map { name(of: $0).headline } ?? "")
    case .add, .restore: deed = isUndo ? deletedTask(title) : addedTask(title)
    case .delete: deed = isUndo ? addedTask(title) : deletedTask(title)
    case .edit: deed = editedTask(title)
    }
    let details = change.kind == .edit && !isUndo ? said(change, on: page).details : []
    if !details.isEmpty { deed += " (\(details.joined(separator: ", ")))" }
    switch cause {
    case .undo?: return undone(deed)
    case .redo?: return redone(deed)
    case nil: return deed
    }
  }

  /// The changes of a job, one line each, at most `most`; nil if ``JobResult/output`` describes them.
  package func deeds(_ ending: JobResult, on page: Page, most: Int = 4) -> [String]? {
    guard let all = ending.changes else { return nil }
    if all.isEmpty, ending.cause == nil { return [nothingChanged] }
    // An undo has them in another order than the change.
    let changes = all.filter { StoredTask.folderStatus(of: $0.path) != nil }
      .sorted { ($0.title, $0.path) < ($1.title, $1.path) }
    if changes.isEmpty {
      return ending.cause.flatMap { deed(besideTasks: all, by: $0) }.map { [$0] }
    }
    let rest = changes.count - most
    return changes.prefix(most).map { deed($0, by: ending.cause, on: page).headline }
      + (rest > 0 ? [andMore(rest)] : [])
  }

  /// An undone or redone change of files other than tasks: a theme's, or the settings.
  private func deed(besideTasks changes: [TaskChange], by cause: LogEntry.Cause) -> String? {
    if changes.isEmpty { return nil }
    let folder = Store.themesFolder + "/"
    let names = changes.map(\.path).filter { $0.hasPrefix(folder) }
      .map { $0.dropFirst(folder.count).prefix { $0 != "." } }
    let deed =
      names.isEmpty ? settings.lowercased() : "\(theme) \(names.joined(separator: ", "))"
    return cause == .undo ? undone(deed.sanitized) : redone(deed.sanitized)
  }

  package func said(_ entry: LogEntry, on page: Page) -> ChangeSentence {
    var details: [String] = entry.isCopy ? ["\(path) \(entry.path)"] : []
    details += entry.decisions.map { decision($0, on: page) }
    details += self.details(of: entry.changes, entry.kind, on: page)
    return said(
      entry.kind, entry.title,
      details + said(entry.cause)
        + (entry.clockBehind == nil ? [] : [clockWasBehind]))
  }

  /// An operation, such as `added: Buy milk`.
  ///
  /// One that changed no task, such as a new theme, has the subject of its commit.
  package func said(
    _ operation: MemoKit.Operation, in store: Store, on page: Page
  ) -> String {
    var entries: [LogEntry] = []
    if operation.parts.isEmpty {
      // It is among the last ones; if the log can't be read, the subject remains.
      try? store.log(LogQuery(limit: 100)) { entry in
        let isItsOwn = entry.commit == operation.commit
        if isItsOwn { entries.append(entry) }
        return isItsOwn || entries.isEmpty
      }
    }
    guard let entry = entries.first else { return operation.subject.sanitized }
    let rest = entries.count > 1 ? " \(andMore(entries.count - 1))" : ""
    return said(entry, on: page).text + rest
  }

  /// The label of a field; a user's own field has its key as its label.
  package func name(of part: TaskPart) -> String {
    switch part {
    case .textStatus: label(.status)
    case .field(let key): KnownField(key: key).map { label($0) } ?? key
    case .body, .line, .text: text
    case .path, .folder, .fileName: path
    case .task: task
    case .conflicts: conflict
    case .layout, .mode: part.label
    }
  }

  /// A field's value for display: status and priority by name, dates in the reader's format.
  package func value(_ text: String?, of part: TaskPart, on page: Page) -> String {
    guard let text, !text.isEmpty else { return none }
    switch part {
    case .field("status"), .textStatus:
      return Status(rawValue: text).map { name(of: $0).uppercased() } ?? text
    case .field("priority"): return Priority(rawValue: text).map { name(of: $0) } ?? text
    case .field("deadline"), .field("due"): return Deadline(text).map { page.spelled($0) } ?? text
    case .conflicts:
      return ConflictNote.firstLines(of: text).joined(separator: ", ").onOneLine.sanitized
    default: return text.onOneLine.sanitized
    }
  }

  // MARK: - Pieces

  private func said(_ kind: LogEntry.Kind, _ title: String, _ details: [String]) -> ChangeSentence {
    let (sign, word) =
      switch kind {
      case .add: ("+", wasAdded)
      case .move: ("→", wasMoved)
      case .edit: ("✎", wasEdited)
      case .delete: ("✕", wasDeleted)
      case .restore: ("↺", wasRestored)
      case .merge: ("⇄", wasMerged)
      }
    return ChangeSentence(sign: sign, word: word, title: title.sanitized, details: details)
  }

  private func said(_ cause: LogEntry.Cause?) -> [String] {
    cause.map { [$0 == .undo ? wasUndone : wasRedone] } ?? []
  }

  private func details(
    of fields: [TaskChange.Field], _ kind: LogEntry.Kind, on page: Page
  ) -> [String] {
    fields.told(kind).flatMap { words(for: $0, kind, on: page) }
  }

  private func words(
    for field: TaskChange.Field, _ kind: LogEntry.Kind, on page: Page
  ) -> [String] {
    func value(_ text: String?) -> String { self.value(text, of: field.part, on: page) }
    switch field.part {
    case .body:
      guard let step = field.textStep else { return [text] }
      switch step.kind {
      case .tick: return [ticked(step.shown)]
      case .untick: return [unticked(step.shown)]
      case .note, .item: return ["\(text) + \(step.shown)"]
      }
    case .text, .layout: return [name(of: field.part)]
    case .conflicts:
      func number(_ text: String?) -> Int { ConflictNote.firstLines(of: text ?? "").count }
      let (old, new) = (number(field.from), number(field.to))
      return [old < new ? conflictWasNoted : old > new ? conflictIsSettled : conflict]
    case .field("tags"):
      let (new, old) = field.changedItems
      return new.map { "+\($0.sanitized)" } + old.map { "−\($0.sanitized)" }
    case .field("status") where kind == .move: return ["\(value(field.from)) → \(value(field.to))"]
    default:
      let name = name(of: field.part)
      return field.from == nil
        ? ["\(name) \(value(field.to))"] : ["\(name) \(value(field.from)) → \(value(field.to))"]
    }
  }

  private func decision(_ decision: MergeDecision, on page: Page) -> String {
    func side(_ side: MergeDecision.Side) -> String {
      let value =
        decision.part == .task ? "" : self.value(side.value, of: decision.part, on: page)
      let who = side.change.map { $0.author.sanitized } ?? ""
      return [value, who.isEmpty ? "" : "(\(who))"].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return "\(name(of: decision.part)) \(tookPrecedence(side(decision.taken), side(decision.left)))"
  }
}

extension Words {
  package func name(of status: Status) -> String {
    switch status {
    case .todo: todo
    case .doing: doing
    case .done: done
    }
  }

  package func name(of priority: Priority?) -> String {
    switch priority {
    case .high?: high
    case .medium?: medium
    case .low?: low
    case nil: none
    }
  }

  package func name(of field: TaskFields.Field) -> String {
    KnownField(rawValue: field.rawValue).map { label($0) } ?? text
  }
}
