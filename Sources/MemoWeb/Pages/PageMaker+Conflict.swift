internal import BoardModel
internal import TaskFile
internal import Terminal
internal import Words

extension PageMaker {
  /// The page of a conflict with changes by others: both versions, and the possible answers.
  ///
  /// - Parameter edit: The edit that was to be saved.
  func conflict(_ sheet: Sheet, _ edit: EditForm, _ clash: Clash, isNote: Bool) -> WebResponse {
    let rows = edit.disputed(clash).map { field -> HTML in
      """
      <tr><th scope="row">\(words.name(of: field))</th><td>\(edit.fields[field])</td>\
      <td>\(clash.theirs(field) ?? words.empty)</td></tr>

      """
    }
    let choices = clash.answers.map { answer -> HTML in
      var answered = edit
      answered.answer(answer, to: clash)
      // For "both", the form's earlier input defines the version that the edit continues from.
      let isBoth = answer == .both
      let values = TaskFields.Field.allCases.map { field in
        let text = answered.fields[field]
        // Without the empty line above the body, as an editor field sends it.
        return (field.rawValue, field == .body ? BodyText(text).shown : text)
      }
      return choice(
        answer, clash, sheet.address, draft: isNote ? "-note" : "",
        values + (isNote ? [("kind", "note")] : []) + (isBoth ? [("since", sheet.since)] : []),
        isBoth ? sheet.edit.base : answered.base)
    }
    return clashSheet(
      clash, sheet.address,
      """
      <table class="clash"><thead><tr><th></th><th scope="col">\(words.mine)</th>\
      <th scope="col">\(words.who(clash))</th></tr></thead><tbody>
      \(rows)</tbody></table>
      """, choices)
  }

  /// The hidden fields of a form for an opened version; nil for a new task.
  ///
  /// - Parameter since: The encoded fields that the form has sent since then; nil for none.
  func fields(of base: TaskVersion?, since: String? = nil) -> [(String, String)] {
    [("base", (base?.document.bytes ?? []).base64), ("path", base?.path ?? "")]
      + (since.map { [("since", $0)] } ?? []) + [("op", operation), ("back", query.text)]
  }

  /// A button that saves values over a version of the file.
  ///
  /// - Parameter kind: The end of the name of the form's draft, which the answer replaces.
  func choice(
    _ answer: Clash.Answer, _ clash: Clash, _ address: String, draft kind: String,
    _ values: [(String, String)], _ base: TaskVersion?
  ) -> HTML {
    let note = answer == .both ? [("clash", "both")] : []
    return """
      <form method="post" action="\(prefix)task/\(address)" class="one" \
      data-draft="\(address)\(kind)">\
      \(hidden(values + note + fields(of: base)))\
      <button>\(words.name(of: answer, to: clash))</button></form>
      """
  }

  func clashSheet(
    _ clash: Clash, _ address: String, _ sides: HTML, _ choices: [HTML]
  ) -> WebResponse {
    let content: HTML = """
      <article id="sheet" class="sheet" data-task="\(address)">
      <div class="bar">\(link("", "\(words.discardChanges)", mark: " data-close"))</div>
      <div role="alert">\(sheetTitle("\(words.title(clash))", isKind: false))</div>
      \(sides)
      <div class="row">\(choices)</div>
      </article>
      """
    return alone(words.changedMeanwhile, content, 409)
  }
}
