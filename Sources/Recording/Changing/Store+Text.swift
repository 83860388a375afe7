public import StoreFiles
public import TaskFile
internal import TaskHistory

/// Which items of a checklist are meant.
public enum ChecklistChoice: Hashable, Sendable {
  case all
  /// By their places, from 1.
  case numbers([Int])
  /// The one that has these words, as a title is found by its words.
  case words(String)
}

extension Store {
  /// Adds a paragraph to tasks' texts, at the end or where they have their notes, in one commit.
  ///
  /// - Parameter text: Markdown, not empty.
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func note(
    _ names: [String], from directory: String? = nil, _ text: String,
    _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      var document = version.document
      document.append(note: text)
      return version.with(document)
    }
  }

  /// Ticks items of a task's checklist, or takes their ticks away, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `notFound` or `ambiguous` with the items.
  public func tick(
    _ name: String, from directory: String? = nil, _ choice: ChecklistChoice,
    isDone: Bool = true, _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    try modify([name], from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      let items = version.document.checklistItems
      let meant = Set(try choice.items(among: items, of: version).map(\.line))
      var document = version.document
      document.tick(isDone) { meant.contains($0.line) }
      return version.with(document)
    }
  }

  /// Adds items to tasks' checklists, in one commit.
  ///
  /// - Parameter texts: Of each item; one line, not empty.
  public func addItems(
    _ names: [String], from directory: String? = nil, _ texts: [String],
    _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      var document = version.document
      for text in texts { document.addChecklistItem(text) }
      return version.with(document)
    }
  }
}

extension ChecklistChoice {
  fileprivate func items(
    among items: [ChecklistItem], of version: TaskVersion
  ) throws(MemoError) -> [ChecklistItem] {
    func failure(_ kind: MemoError.Kind, _ message: String, _ hint: String) -> MemoError {
      MemoError(
        kind, message, details: zip(1..., items).map { "\($0)  \($1.shown)" },
        hints: [hint])
    }
    guard !items.isEmpty else {
      throw failure(
        .notFound, "\(version.item.title) has no checklist", "'memo tick ID --add TEXT' begins one")
    }
    switch self {
    case .all: return items
    case .numbers(let numbers):
      if let number = numbers.first(where: { !(1...items.count).contains($0) }) {
        throw failure(
          .notFound, "\(version.item.title) has no item \(number)", "write one of these numbers")
      }
      return numbers.map { items[$0 - 1] }
    case .words(let text):
      let found = TitleWords(text)?.best(of: items, title: \.text, for: .changing) ?? []
      guard !found.isEmpty else {
        throw failure(
          .notFound, "no item of \(version.item.title) has '\(text)'",
          "write a number, or words of one of these")
      }
      guard found.count == 1 else {
        throw failure(
          .ambiguous, "'\(text)' could mean \(found.count) items of \(version.item.title)",
          "write the number, or more of the words")
      }
      return found
    }
  }
}

extension ChecklistItem {
  /// As it is shown behind its number: `[x] palm`.
  public var shown: String { "[\(isDone ? "x" : " ")] \(text)" }
}
