internal import MemoCLI
package import MemoKit
package import Words

/// The fields of a task that people edit in a form.
///
/// memo writes only the changed fields, so the rest of the file stays byte for byte.
package struct TaskFields: Hashable, Sendable {
  package enum Field: String, CaseIterable, Hashable, Sendable {
    case title, deadline, status, priority, tags, body
  }

  package var title = ""
  /// A typed date, such as `tomorrow`.
  package var deadline = ""
  package var status: Status
  package var priority: Priority?
  /// Tags separated by spaces, each with or without `+`.
  package var tags = ""
  package var body = ""

  package init(new status: Status) { self.status = status }

  /// Creates the fields of one version of a file.
  package init(_ file: TaskVersion) {
    title = file.item.title
    deadline = file.item.deadline?.description ?? ""
    status = file.folderStatus ?? .todo
    priority = file.item.priority
    tags = file.item.tags.map { "+\($0)" }.joined(separator: " ")
    body = file.document.body
  }

  /// The text of a field; status and priority have their names in files.
  package subscript(field: Field) -> String {
    get {
      switch field {
      case .title: title
      case .deadline: deadline
      case .status: status.rawValue
      case .priority: priority?.rawValue ?? ""
      case .tags: tags
      case .body: body
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .deadline: deadline = newValue
      case .status: status = Status(rawValue: newValue) ?? status
      case .priority: priority = Priority(rawValue: newValue)
      case .tags: tags = newValue
      case .body: body = newValue
      }
    }
  }

  package func changes(since former: TaskFields) -> [Field] {
    Field.allCases.filter { self[$0] != former[$0] }
  }

  /// Why the form can't be saved.
  package struct Refusal: Error, Hashable {
    package var field: Field
    package var message: String
    package var hints: [String] = []
    /// Whether the message has the command line's English words.
    package var isCommands = true
  }

  func additionJob(now: LocalTime, _ words: Words) throws(Refusal) -> Job {
    var edits: [FieldEdit] = []
    let new = TaskFields(new: .todo)
    for field in changes(since: new) where field != .title && field != .body {
      edits += try self.edits(of: field, since: new, now, words)
    }
    return Job(.change(.addOne(title: title, edits, body: body)))
  }

  /// Applies the changed fields to a file.
  ///
  /// - Parameters:
  ///   - file: The version that the form was opened with.
  ///   - former: The values of its fields.
  /// - Returns: Nil if no field has changed.
  func written(
    to file: TaskDocument, since former: TaskFields, now: LocalTime, _ words: Words
  ) throws(Refusal) -> TaskDocument? {
    let changes = changes(since: former)
    guard !changes.isEmpty else { return nil }
    var text = file
    if changes != [.body] { text.addFrontMatter() }
    for field in changes where field != .body {
      let edits = try edits(of: field, since: former, now, words)
      do throws(Problem) {
        try text.apply(edits)
      } catch {
        throw Refusal(field: field, message: error.message)
      }
    }
    if changes.contains(.body) { text.setBody(body) }
    return text
  }

  /// The edits that change a field other than the body.
  private func edits(
    of field: Field, since former: TaskFields, _ now: LocalTime, _ words: Words
  ) throws(Refusal) -> [FieldEdit] {
    field == .tags
      ? try .tags(tags, before: Self.tags(former.tags))
      : [try .typed(field, self[field], now: now, words)]
  }

  static func tags(_ text: String) -> [String] { TagWords(text).given }
}

/// Typed tags to add or, with `-`, to remove: `+home -work garden`.
private struct TagWords {
  /// Each tag once, without its sign; the last mention of a tag counts.
  private(set) var given: [String] = []
  private(set) var taken: [String] = []

  init(_ text: String) {
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let isTaken = word.hasPrefix("-")
      let tag = String(isTaken || word.hasPrefix("+") ? word.dropFirst() : word)
      given.removeAll { $0 == tag && isTaken }
      taken.removeAll { $0 == tag }
      if isTaken {
        taken.append(tag)
      } else if !given.contains(tag) {
        given.append(tag)
      }
    }
  }
}

extension [FieldEdit] {
  /// The edits that add and remove the typed tags.
  ///
  /// - Parameter before: Tags that all tasks have; they are removed if `text` doesn't name them.
  package static func tags(
    _ text: String, before: [String] = []
  ) throws(TaskFields.Refusal) -> [FieldEdit] {
    let words = TagWords(text)
    let lost = before.filter { !words.given.contains($0) && !words.taken.contains($0) }
    do throws(MemoError) {
      var edits: [FieldEdit] = []
      for tag in words.given where !before.contains(tag) {
        edits.append(.addTag(try FieldGrammar.tag(tag)))
      }
      for tag in words.taken { edits.append(.removeTag(try FieldGrammar.tag(tag))) }
      // Other tools may have written tags that memo wouldn't add.
      return edits + lost.map(FieldEdit.removeTag)
    } catch {
      throw TaskFields.Refusal(field: .tags, message: error.message, hints: error.hints)
    }
  }
}

extension FieldEdit {
  /// The edit that sets a field to the typed text; an empty text, and a deadline `none`, clears it.
  package static func typed(
    _ field: TaskFields.Field, _ text: String, now: LocalTime, _ words: Words
  ) throws(TaskFields.Refusal) -> FieldEdit {
    let text = String(text.trimmedEnd.drop(while: \.isWhitespace))
    guard !text.isEmpty else { return .clear(key: field.rawValue) }
    guard field == .deadline else { return .set(key: field.rawValue, .text(text)) }
    do throws(MemoError) {
      let date = try DateWords.parse(text, now: now)
      return date.map { .set(key: "deadline", .text($0.description)) } ?? .clear(key: "deadline")
    } catch {
      let reason = words.reason(of: error)
      throw TaskFields.Refusal(
        field: .deadline, message: reason.line, hints: reason.hints,
        isCommands: words.errors == nil)
    }
  }
}
