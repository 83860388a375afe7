internal import Words
internal import BoardModel
internal import MemoKit
internal import Terminal

/// Pages for invalid files, which show their text.
extension PageMaker {
  /// Whether a problem in the text keeps the file from being parsed.
  func isBroken(_ task: StoredTask) -> Bool { task.problems.contains { $0.place != nil } }

  /// Whether the task can be edited as one text; not if it has conflicts or problems.
  func isWritable(_ task: StoredTask) -> Bool {
    readOnly == nil && !isBroken(task) && task.isEditable && task.conflictNotes == 0
  }

  /// The numbered lines, with the invalid ones marked.
  ///
  /// - Parameter around: The most lines before and after the first marked one.
  func lines(of task: StoredTask, around: Int) -> HTML {
    let faults = Dictionary(
      task.problems.compactMap(\.place).map { ($0.line, $0) }, uniquingKeysWith: { one, _ in one })
    let text = String(decoding: task.document.bytes, as: UTF8.self)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let fault = faults.keys.min() ?? 1
    let first = max(1, fault - around)
    let last = min(lines.count, fault + around)
    guard first <= last else { return "" }
    let rows = (first...last).map { number -> HTML in
      let line = lines[number - 1].description.sanitized
      guard let problem = faults[number] else { return "<li>\(line)</li>\n" }
      return """
        <li class="fault"><mark>\(line)</mark><span class="late"><span aria-hidden="true">⚠</span> \
        \(self.line(words.reason(of: StoreProblem(path: task.path, problem))))</span></li>

        """
    }
    return "<ol class=\"source\" start=\"\(first)\">\n\(rows)</ol>\n"
  }

  /// A form for the file's text.
  ///
  /// - Parameter error: Why the text wasn't saved, if not because of its first problem.
  func source(_ source: Source, error: HTML? = nil, _ status: Int = 200) -> WebResponse {
    let problem = source.edited.item.problems.first
    let reason =
      error
      ?? problem.map {
        let reason = words.reason(of: StoreProblem(path: source.opened.path, $0))
        return "\(words.problemInLine($0.line)): \(line(reason))"
      }
    let content: HTML = """
      <form id="sheet" class="sheet edit source" method="post" \
      action="\(prefix)task/\(source.address)" data-task="\(source.address)" \
      data-draft="\(source.address)-text"\
      \(problem.map { " data-line=\"\($0.line)\"" as HTML })>
      <div class="bar">\(link("task/\(source.address)", "\(words.cancels)", mark: " data-cancel"))\
      \(sheetTitle("\(source.opened.path.sanitized)"))\
      <button class="primary">\(words.saves)</button></div>
      \(reason.map { reason -> HTML in
        "<p class=\"late\"\(" role=\"alert\"", if: status >= 400)>\(reason)</p>"
      })
      <p class="late news" role="status"></p>\(hidden(fields(of: source.opened)))
      <label>\(words.fileAsText)<textarea name="source" rows="18" spellcheck="false" \
      autocapitalize="off" autocomplete="off">
      \(kept: SourceLines(source.text).shown)</textarea></label>
      </form>
      """
    return alone(source.opened.path.sanitized, content, status)
  }

  /// The page of a conflict between two edits of the same file's text.
  func conflict(_ source: Source, _ clash: Clash) -> WebResponse {
    func text(_ bytes: [UInt8]) -> HTML {
      "<pre class=\"plain\">\(SourceLines(bytes).shown)</pre>"
    }
    // An invalid text has no fields to merge one by one.
    let choices = clash.answers.filter { $0 != .theirs }.map { answer in
      choice(
        answer, clash, source.address, draft: "-text",
        [("source", SourceLines(source.text).shown)],
        answer == .mine ? clash.theirs : source.opened)
    }
    return clashSheet(
      clash, source.address,
      """
      <div class="clash sides"><section>\(heading("\(words.mine)", depth: 1))\(text(source.text))</section>
      <section>\(heading("\(words.who(clash))", depth: 1))\(clash.theirs.map { text($0.document.bytes) } ?? "<p>\(words.empty)</p>")</section></div>
      """, choices)
  }

  /// Saves a file's text, merged with changes by others like a form.
  func saveSource(_ source: Source, _ form: FormFields) -> Answer {
    guard source.text != source.opened.document.bytes else {
      return .response(.redirect(href("")))
    }
    guard source.edited.item.problems.isEmpty else { return .response(self.source(source, 400)) }
    let rule: ConflictRule = form["clash"] == "both" ? .note : .ask
    let job = Job(.text(source.text, opened: source.opened, rule), [source.key])
    return saving(job, again: { self.source(source, error: $0, $1) }) { conflict(source, $0) }
  }
}

/// A task file edited as text.
struct Source: Hashable, Sendable {
  var address: String
  var key: TaskKey
  /// The version when the page was opened.
  var opened: TaskVersion
  var text: [UInt8]

  fileprivate var edited: TaskVersion {
    opened.with(TaskDocument(text, opened.document.aliases))
  }
}

extension StoredTask {
  /// Whether the file's text can be edited.
  var isEditable: Bool { isOnDisk && !document.bytes.isEmpty }
}
