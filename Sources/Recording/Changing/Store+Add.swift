internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Adds a new task in a file named after its title, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for an invalid title, folder or field.
  public func add(_ task: NewTask) throws(MemoError) -> ChangeReport {
    try add(all: [task])
  }

  /// Adds new tasks in one commit; none if one is refused.
  ///
  /// - Throws: As ``add(_:)``.
  public func add(all tasks: [NewTask]) throws(MemoError) -> ChangeReport {
    // Checked before hand edits are committed.
    var checked: [(task: NewTask, folder: [String])] = []
    for var task in tasks {
      task.title = try NewTask.checkedTitle(task.title)
      checked.append((task, try newFolder(task.folder, below: task.status)))
    }
    try check(tasks.flatMap(\.edits))
    return try write { session throws(MemoError) in
      var ids = FreeIDs(besides: session.snapshot.tasks, environment)
      var paths = session.freePaths
      let edits = try checked.map { (task, folder) throws(MemoError) in
        TaskEdit(adding: try task.version(id: ids.take(), in: folder, &paths, of: self))
      }
      session.notices += edits.warnings
      try session.commit(edits)
      return ChangeReport(session, edits)
    }
  }

  /// The names on the path of a folder for tasks, below that of its status.
  ///
  /// - Parameter name: As typed; `.` and empty mean the status's own folder.
  /// - Throws: ``MemoError`` of kind `refused` for an invalid name, and for one that differs from
  ///   an existing one only in case. Many disks treat both as one folder.
  func newFolder(_ name: String, below status: Status) throws(MemoError) -> [String] {
    let name = name == "." ? "" : name
    // Completion adds a slash at the end. A doubled slash comes from an empty variable.
    let parts = (name.hasSuffix("/") ? name.dropLast() : name[...])
      .split(separator: "/", omittingEmptySubsequences: name.isEmpty).map(String.init)
    let isSafe =
      parts.allSatisfy { $0.contains { !$0.isWhitespace } }
      && parts.allSatisfy {
        !$0.hasPrefix(".") && !$0.hasSuffix(".md") && !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F }
      }
    guard isSafe else {
      throw MemoError(
        .refused, "'\(name)' can't be a folder for tasks",
        hints: ["name a folder below \(status.rawValue)/, such as home or home/kitchen"])
    }
    for part in parts {
      guard let obstacle = FileName.obstacle(to: part) else { continue }
      throw MemoError(
        .refused, "'\(name)' can't be a folder for tasks: '\(part)' \(obstacle)",
        hints: ["use letters, digits and -"])
    }
    for status in Status.allCases {
      var place = status.rawValue
      for part in parts {
        let names = WorkTree.names(in: Paths.join(root, place)) ?? []
        place = Paths.join(place, part)
        if names.contains(where: { $0.isSamePath(as: part) }) { continue }
        guard let twin = names.first(where: { $0.lowercased() == part.lowercased() }) else { break }
        throw MemoError(
          .refused, "'\(name)' can't be a folder for tasks: many disks take it for '\(twin)'",
          hints: ["use '\(twin)', or another name"])
      }
    }
    return parts
  }
}

extension TaskEdit {
  init(adding task: TaskVersion, as kind: TaskChange.Kind = .add) {
    (before, onDisk, after) = (nil, nil, task)
    change = TaskChange(
      kind: kind, id: task.id?.text, title: task.item.title, path: task.path, fields: [])
  }
}

public struct NewTask: Sendable {
  /// The title, one line.
  public var title: String
  /// The fields, also `status` and `created`.
  ///
  /// Of two values of one key, the later one counts. Tags are added to those before.
  public var edits: [FieldEdit] = []
  /// The text in Markdown; empty for none.
  public var body: String = ""
  /// The folder below the status's own, such as `home/kitchen`; empty for none.
  public var folder: String = ""
  /// The template; fields that are set replace its own.
  public var template: TaskDocument?

  public init(title: String) { self.title = title }
}

extension NewTask {
  var status: Status {
    given("status").flatMap { Status(rawValue: $0) } ?? template?.item(fileName: "").status ?? .todo
  }

  /// The text that the edits set for a key.
  private func given(_ key: String) -> String? {
    for case .set(key, .text(let text)) in edits.reversed() { return text }
    return nil
  }

  /// A title without spaces around it.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if it is empty, or has characters that a terminal or
  ///   YAML can't hold.
  public static func checkedTitle(_ title: String) throws(MemoError) -> String {
    let trimmed = title.trimmingSpaces
    guard !trimmed.isEmpty else {
      throw MemoError(
        .refused, "a task needs a title", hints: ["one line that says what is to be done"])
    }
    let isOneLine = !trimmed.contains(where: \.isNewline)
    guard isOneLine,
      !trimmed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw MemoError(
        .refused, "a title is one line without control characters",
        hints: ["put the rest into the task's text: memo add TITLE -m TEXT"])
    }
    if let obstacle = FieldValue.obstacle(to: trimmed) {
      throw MemoError(.refused, "no title: \(obstacle)", hints: ["remove some of the marks"])
    }
    return trimmed
  }
}

extension NewTask {
  /// The first version of the task, with an unused file name.
  ///
  /// - Parameter folder: The names on the folder's path below that of the status.
  /// - Throws: ``MemoError`` of kind `refused` for a value that the front matter can't hold.
  func version(
    id: TaskID, in folder: [String] = [], _ paths: inout FreePaths, of store: Store
  ) throws(MemoError) -> TaskVersion {
    let aliases = store.settings.aliases
    let fields = fields(id, store.environment.timestamp, aliases)
    let text = body.isEmpty || body.hasSuffix("\n") ? body : body + "\n"
    var document =
      template ?? TaskDocument(fields, body: text.isEmpty ? "" : "\n\(text)", aliases)
    do throws(Problem) {
      for field in fields { try TaskDocument.checkKey(field.key) }
      if template != nil { try fill(&document, with: fields, text) }
      // Never writes a text that can't be read.
      try document.checkReadable()
    } catch {
      throw MemoError(.refused, error.message, hints: error.hint.map { [$0] } ?? [])
    }
    let place = ([status.rawValue] + folder).joined(separator: "/")
    if let obstacle = paths.obstacle(to: place) {
      throw .inTheWay(obstacle, "name another folder, or move that file away")
    }
    let name = FileName.slug(of: given("title") ?? title)
    let version = TaskVersion(path: paths.take(named: name, in: place), document: document)
    try version.checkUsable(edits)
    return version
  }

  /// The fields in the order of the file: memo's, then the others as given.
  ///
  /// Without a title, the user writes one into the file.
  private func fields(
    _ id: TaskID, _ now: Timestamp, _ aliases: FieldAliases?
  ) -> [(key: String, value: FieldValue?)] {
    let own: [(key: String, value: FieldValue?)] = [
      ("title", title.isEmpty ? nil : .text(title)), ("status", .text(status.rawValue)),
      ("deadline", nil), ("priority", nil), ("tags", nil), ("id", .text(id.text)),
      ("created", .text(now.description)),
    ]
    var fields = own
    for edit in edits {
      let key = aliases?.key(edit.key) ?? edit.key
      let place = fields.firstIndex { $0.key == key }
      let value = edit.value(after: place.flatMap { fields[$0].value })
      if let place, place < own.count {
        fields[place].value = value ?? own[place].value
      } else {
        if let place { fields.remove(at: place) }
        if let value { fields.append((key, value)) }
      }
    }
    return fields.filter { $0.value != nil || $0.key == "title" }
  }

  /// Sets the fields in a template, and adds a text below its own.
  private func fill(
    _ document: inout TaskDocument, with fields: [(key: String, value: FieldValue?)],
    _ text: String
  ) throws(Problem) {
    document.addFrontMatter()
    var changes = edits.filter { edit in
      guard case .clear(let key) = edit else { return false }
      return key == "tags" || !fields.contains { $0.key == key }
    }
    for (key, value) in fields {
      switch (key, value) {
      case ("title", _):
        let title = given("title") ?? title
        // The template's heading may be the title already.
        if document.value(of: key) == nil, TaskTemplate.title(of: document) == title { continue }
        changes.append(.set(key: key, .text(title)))
      case ("tags", .list(let tags)?): changes += tags.map(FieldEdit.addTag)
      case ("id", let id?): changes.append(.set(key: document.idKey, id))
      case (_, let value?): changes.append(.set(key: key, value))
      case (_, nil): break
      }
    }
    try document.apply(changes)
    if !text.isEmpty {
      let above = document.body
      document.setBody(above + (above.hasSuffix("\n\n") ? "" : "\n") + text)
    }
  }
}

extension FieldEdit {
  /// The value of the field in a new task that has another one so far.
  fileprivate func value(after old: FieldValue?) -> FieldValue? {
    let tags: [String] = if case .list(let tags)? = old { tags } else { [] }
    switch self {
    case .addTag(let tag): return .list(tags.contains(tag) ? tags : tags + [tag])
    case .removeTag(let tag):
      let rest = tags.filter { $0 != tag }
      return rest.isEmpty ? nil : .list(rest)
    case .set("tags", .list(let new)):
      return new.map(FieldEdit.addTag).reduce(old) { $1.value(after: $0) }
    case .set("deadline", .text(let text)): return .text(Deadline(text)?.description ?? text)
    case .set(_, let value): return value
    case .clear: return nil
    }
  }
}

/// A template for new tasks: a task file `.memo/templates/NAME.md` with placeholders.
///
/// Placeholders are `{{title}}`, `{{date}}`, and dates in words such as `{{today+3d}}`.
public struct TaskTemplate: Sendable {
  public let name: String
  /// The path relative to the store.
  public let path: String
  fileprivate let text: String
  fileprivate let aliases: FieldAliases?

  /// A mark for the title while the front matter is read; no text has it.
  private static let mark = "\u{F8FF}title\u{F8FF}"

  /// Whether its tasks need a title: the template has none, or one with `{{title}}`.
  public var asksForTitle: Bool {
    // Other placeholders don't affect the title, and may be no YAML.
    let marked = Self.replaced(text) { words, _ in words == "title" ? Self.mark : "x" }
    let title = Self.title(of: TaskDocument(Array(marked.utf8), aliases))
    return title?.contains(Self.mark) ?? true
  }

  /// A text's title: from its front matter, else from a heading at its beginning; nil for none.
  public static func title(of document: TaskDocument) -> String? {
    if case .text(let title)? = document.value(of: "title") { return title.isEmpty ? nil : title }
    let first = document.body.split(whereSeparator: \.isNewline)
      .first { $0.contains { !$0.isWhitespace } }
    guard first?.hasPrefix("# ") == true else { return nil }
    let title = document.item(fileName: "").title
    return title.isEmpty ? nil : title
  }

  /// The text with the placeholders replaced.
  ///
  /// - Parameters:
  ///   - title: One line; empty if the template has a title.
  ///   - now: The base of relative dates.
  /// - Throws: ``MemoError`` of kind `refused` for an unknown placeholder, or unreadable front
  ///   matter.
  public func filled(title: String, at now: LocalTime) throws(MemoError) -> TaskDocument {
    let marked = try Self.replaced(text) { words, before throws(MemoError) in
      words == "title" ? Self.mark : try date(words, now, before: before)
    }
    var document = TaskDocument(Array(marked.utf8), aliases)
    if let problem = document.item(fileName: name).problems.first {
      throw MemoError(
        .refused, "\(path):\(problem.line):\(problem.column): \(problem.message)",
        hints: (problem.hint.map { [$0] } ?? []) + ["a template is a task file; fix it there"])
    }
    do throws(Problem) {
      for key in document.keys {
        switch document.value(of: key) {
        case .text(let text)? where text.contains(Self.mark):
          try document.set(key, to: .text(text.replacing(Self.mark, with: title)))
        case .list(let items)? where items.contains { $0.contains(Self.mark) }:
          try document.set(key, to: .list(items.map { $0.replacing(Self.mark, with: title) }))
        default: break
        }
      }
    } catch {
      throw MemoError(.refused, "\(path): \(error.message)", hints: error.hint.map { [$0] } ?? [])
    }
    // The remaining marks are in comments and in the text below the front matter.
    return TaskDocument(Array(document.text.replacing(Self.mark, with: title).utf8), aliases)
  }

  /// A text with the placeholders replaced.
  ///
  /// - Parameter value: The replacement for a placeholder's words; also receives the text before
  ///   it.
  private static func replaced<Failure>(
    _ text: String, _ value: (_ words: String, _ before: String) throws(Failure) -> String
  ) throws(Failure) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      guard let end = rest[start.upperBound...].firstRange(of: "}}") else { break }
      let words = String(rest[start.upperBound..<end.lowerBound]).trimmingSpaces
      result += rest[..<start.lowerBound]
      result += try value(words, result)
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private func date(
    _ words: String, _ now: LocalTime, before text: String
  ) throws(MemoError) -> String {
    let known = ["date": "today", "time": "now"][words] ?? words
    // `today+3d` counts from today.
    let distance = known.hasPrefix("today+") ? String(known.dropFirst("today".count)) : known
    // The error below names the place.
    if let date = (try? DateWords.parse(distance, now: now)) ?? nil { return date.description }
    let line = text.count { $0.isNewline } + 1
    throw MemoError(
      .refused, "\(path):\(line): '{{\(words)}}' is not a placeholder",
      hints: ["write {{title}}, {{date}}, or a date in words: {{today+3d}}, {{next mon}}"])
  }
}

extension Store {
  /// The folder of templates, relative to the store.
  public static let templateFolder = ".memo/templates"

  /// The sorted names of the templates; empty if they can't be listed.
  public func templateNames() -> [String] {
    (WorkTree.names(in: Paths.join(root, Self.templateFolder)) ?? [])
      .filter { StoredTask.isTaskName($0) }.map { Paths.stem(of: $0) }.sorted()
  }

  /// - Throws: ``MemoError`` of kind `refused` if the template doesn't exist or can't be read.
  public func template(named name: String) throws(MemoError) -> TaskTemplate {
    let names = templateNames()
    let known = names.filter { $0.lowercased() == name.lowercased() }
    guard let found = known.first(where: { $0 == name }) ?? known.first else {
      let folder = Paths.join(root, Self.templateFolder)
      guard WorkTree.status(at: folder) == nil || WorkTree.names(in: folder) != nil else {
        throw MemoError(
          .refused, "can't list \(Self.templateFolder)",
          hints: ["'ls -ld \(Self.templateFolder)' shows what is there"])
      }
      throw MemoError(
        .refused, "there is no template '\(name)'",
        hints: names.isEmpty
          ? ["a task file \(Self.templateFolder)/\(name.isEmpty ? "NAME" : name).md is one"]
          : ["there are: \(names.joined(separator: ", "))"])
    }
    let path = "\(Self.templateFolder)/\(found).md"
    // A link could lead out of the store.
    guard let bytes = try? WorkTree(root).read(path).bytes,
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw MemoError(
        .refused, "can't read \(path) as UTF-8 text",
        hints: ["'ls -l \(path)' shows what is there"])
    }
    return TaskTemplate(name: found, path: path, text: text, aliases: settings.aliases)
  }
}
