internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Conflicts of merges, and invalid files.
extension Site {
  func problems(_ storeState: StoreState, _ page: PageMaker, _ query: BoardQuery) -> Answer {
    let conflicts = storeState.keys.flatMap { storeState.conflicts(of: $0) }
    guard !conflicts.isEmpty else { return .response(page.problems(query, [])) }
    return .read { store throws(MemoError) in
      var conflicts = conflicts
      try conflicts.findSides(in: store)
      return page.problems(query, conflicts)
    }
  }

  /// Saves a file's text, merged with changes by others like a form.
  func saveSource(
    _ source: Source, _ form: FormFields, _ aliases: FieldAliases?, _ page: PageMaker,
    _ back: BoardQuery
  ) -> Answer {
    guard source.text != source.opened.document.bytes else {
      return .response(.redirect(prefix + back.suffix))
    }
    let document = TaskDocument(source.text, aliases)
    if let problem = document.item(fileName: Paths.stem(of: source.opened.path)).problems.first {
      return .response(page.source(source, back, problem, 400))
    }
    let change = Job.TextChange(
      path: source.opened.path, opened: source.opened.document.bytes, text: source.text,
      rule: form["clash"] == "both" ? .note : .ask)
    let job = Job(.text(change), [source.key])
    return .run(job) { ending, name in
      if let clash = ending.clash { return page.conflict(source, clash, back) }
      return ending.isDone
        ? page.said(ending, name, of: job, back)
        : page.source(source, back, error: page.reason(of: ending), Self.status(of: ending))
    }
  }
}

/// A task file edited as text.
struct Source: Hashable, Sendable {
  var address: String
  var key: TaskKey
  /// The version when the page was opened.
  var opened: PlacedDocument
  var text: [UInt8]
}

extension StoredTask {
  /// Whether the file's text can be edited.
  var isEditable: Bool { isOnDisk && !document.bytes.isEmpty }
}
