internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension PageMaker {
  /// Two have changed the same: both are shown, and one chooses.
  func conflict(
    _ sheet: Sheet, _ former: TaskFields, _ conflict: Ending.Conflict, _ query: BoardQuery
  ) -> WebResponse {
    let who = conflict.by.isEmpty ? words.somebody : conflict.by.sanitized
    let aliases = storeState.tasks[sheet.key]?.document.aliases
    let theirs = conflict.theirs.map { bytes in
      let document = TaskDocument(bytes, aliases)
      let path = conflict.path ?? sheet.path
      let status = StoredTask(path: path, bytes: bytes, file: nil)?.status ?? former.status
      return (
        bytes: bytes, path: path,
        fields: TaskFields(document, document.item(fileName: Paths.stem(of: path)), status)
      )
    }
    let rows = sheet.fields.changes(since: former).compactMap { field -> HTML? in
      let other = theirs?.fields.value(field) ?? words.empty
      guard other != former.value(field), other != sheet.fields.value(field) else { return nil }
      return """
        <tr><th scope="row">\(words.name(of: field))</th><td>\(sheet.fields.value(field))</td>\
        <td>\(other)</td></tr>

        """
    }
    let table: HTML = """
      <table class="clash"><thead><tr><th></th><th scope="col">\(words.mine)</th>\
      <th scope="col">\(who)</th></tr></thead><tbody>
      \(rows)</tbody></table>
      """
    func choice(
      _ label: HTML, _ fields: TaskFields, _ opened: [UInt8], _ path: String,
      _ extra: [(String, String)] = []
    ) -> HTML {
      let values = TaskFields.Field.allCases.map { field in
        // As the field of a sheet gives it back: the empty line above the text is the file's.
        (field.rawValue, field == .body ? BodyText(fields.body).shown : fields.value(field))
      }
      let hidden =
        (values + extra + [
          ("base", Base64.encoded(opened)), ("path", path), ("op", operation), ("back", query.text),
        ]).map { name, value -> HTML in
          "<input type=\"hidden\" name=\"\(name)\" value=\"\(kept: value)\">"
        }
      return """
        <form method="post" action="\(prefix)task/\(sheet.address)" class="one">\(hidden)\
        <button>\(label)</button></form>
        """
    }
    var choices = HTML.none
    if let theirs {
      choices += choice(
        "\(words.keepMine)", sheet.fields.over(theirs.fields, since: former), theirs.bytes,
        theirs.path)
      choices += choice(
        "\(words.keepTheirs(who))", sheet.fields.under(theirs.fields, since: former), theirs.bytes,
        theirs.path)
    }
    choices += choice(
      theirs == nil ? "\(words.bringBack)" : "\(words.keepBoth)",
      sheet.fields, sheet.opened, sheet.path, [("clash", "both"), ("since", sheet.since)])
    let content: HTML = """
      <article id="sheet" class="sheet" data-task="\(sheet.address)">
      <div role="alert">\(sheetTitle("\(theirs == nil ? words.deletedTheTask(who) : words.changedTheSame(who))", isKind: false))</div>
      \(table)
      <div class="row">\(choices)<a class="button" href="\(prefix)\(query.suffix)" data-close>\
      \(words.giveUpChanges)</a></div>
      </article>
      """
    return alone(words.changedMeanwhile, content, 409)
  }
}

extension TaskFields {
  fileprivate mutating func take(_ field: Field, from other: TaskFields) {
    switch field {
    case .title: title = other.title
    case .deadline: deadline = other.deadline
    case .status: status = other.status
    case .priority: priority = other.priority
    case .tags: tags = other.tags
    case .body: body = other.body
    }
  }

  /// What the other side has changed, but for the fields that were changed here as well.
  fileprivate func over(_ theirs: TaskFields, since former: TaskFields) -> TaskFields {
    var fields = self
    for field in Field.allCases where value(field) == former.value(field) {
      fields.take(field, from: theirs)
    }
    return fields
  }

  /// What was changed here, but for the fields that the other side has changed as well.
  fileprivate func under(_ theirs: TaskFields, since former: TaskFields) -> TaskFields {
    var fields = over(theirs, since: former)
    for field in theirs.changes(since: former) { fields.take(field, from: theirs) }
    return fields
  }
}
