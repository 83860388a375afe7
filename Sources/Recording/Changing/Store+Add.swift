internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Makes a new task in a file named after its title, and commits it.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a title or folder that can't be.
  public func add(
    _ task: NewTask, _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try add(all: [task], lockTimeout)
  }

  /// Makes new tasks, all in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a title or folder that can't be; then there
  ///   is none of them.
  public func add(
    all tasks: [NewTask], _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    // Refused before anything else happens.
    for task in tasks {
      _ = try (newFolder(task.folder, below: task.status), NewTask.checkedTitle(task.title))
    }
    try check(tasks.flatMap(\.edits))
    return try write(lockTimeout, isOneStep: true) { session throws(MemoError) in
      var names = NewNames(besides: session.snapshot.tasks)
      var edits: [TaskEdit] = []
      for task in tasks {
        let id = names.newID(environment)
        let version = try newVersion(task, &names, id: id)
        try version.checkUsable(task.edits)
        if let edit = TaskEdit(from: nil, to: version) { edits.append(edit) }
      }
      session.notices += edits.warnings
      try session.commit(edits)
      return ChangeReport(session, changes: edits.map(\.change), paths: edits.map(\.change.path))
    }
  }

  /// The first version of a new task, with a file name that no other has.
  func newVersion(
    _ task: NewTask, _ names: inout NewNames, id: TaskID, isDraft: Bool = false
  ) throws(MemoError) -> TaskVersion {
    let folder = try newFolder(task.folder, below: task.status)
    var task = task
    if !isDraft || !task.title.isEmpty { task.title = try NewTask.checkedTitle(task.title) }
    let document: TaskDocument
    do throws(Problem) {
      document = try task.document(
        id: id, created: environment.timestamp, settings.aliases)
    } catch {
      throw MemoError(.refused, error.message, hints: error.hint.map { [$0] } ?? [])
    }
    return TaskVersion(path: try newPath(task.title, in: folder, &names), document: document)
  }

  /// A path that a title gives and nothing has.
  func newPath(
    _ title: String, in folder: String, _ names: inout NewNames
  ) throws(MemoError) -> String {
    try names.take(FileName.slug(of: title), in: folder) { path throws(MemoError) in
      try MemoError.rethrowing(files.status(of: path) != nil)
    }
  }

  /// A folder for tasks as ``folder(_:below:)`` has it, which no disk takes for another one that is
  /// there.
  func newFolder(_ name: String, below status: Status) throws(MemoError) -> String {
    let folder = try Self.folder(name, below: status)
    for status in Status.allCases {
      var place = status.rawValue
      for part in folder.split(separator: "/").dropFirst().map(String.init) {
        let names = WorkTree.names(in: Paths.join(root, place)) ?? []
        place = Paths.join(place, part)
        if names.contains(where: { $0.isSamePath(as: part) }) { continue }
        guard let twin = names.first(where: { $0.lowercased() == part.lowercased() }) else { break }
        throw MemoError(
          .refused, "'\(name)' can't be a folder for tasks: many disks take it for '\(twin)'",
          hints: ["use '\(twin)', or another name"])
      }
    }
    return folder
  }

  /// A folder for tasks, relative to the store; refuses what would lead out of it.
  ///
  /// - Parameter name: As typed; `.` and nothing are the status's own folder.
  static func folder(_ name: String, below status: Status) throws(MemoError) -> String {
    let name = name == "." ? "" : name
    // A slash at the end is one of completion; one that is doubled had a variable in between.
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
    return ([status.rawValue] + parts).joined(separator: "/")
  }
}

/// Ids and file names for new tasks that no task of the store has, in whatever folder: a task can be
/// named by either.
struct NewNames {
  private let tasks: [StoredTask]
  /// In small letters.
  private var taken: Set<String> = []
  /// Whether those of the tasks are among them.
  private var isComplete = false
  /// How many were asked for.
  private var count = 0
  private var paths = FreePaths()
  /// Those that were given away.
  private var ids: Set<TaskID> = []

  init(besides tasks: [StoredTask]) { self.tasks = tasks }

  mutating func newID(_ environment: Environment) -> TaskID {
    var random = EnvironmentRandom(environment)
    while true {
      let id = TaskID.random(using: &random)
      if !tasks.contains(where: { $0.id == id }), ids.insert(id).inserted { return id }
    }
  }

  /// - Parameter isThere: Whether something that is no task lies at a path.
  mutating func take(
    _ slug: String, in folder: String, _ isThere: (String) throws(MemoError) -> Bool
  ) throws(MemoError) -> String {
    begin()
    let path = try paths.free(like: "\(folder)/\(slug).md") { [self] path throws(MemoError) in
      if isTaken(Paths.stem(of: path)) { return true }
      return try isThere(path)
    }
    taken.insert(Paths.stem(of: path).lowercased())
    return path
  }

  /// To look at all for each of a few is quicker than to put them all into a set.
  private mutating func begin() {
    count += 1
    guard !isComplete, count > 8 else { return }
    taken.formUnion(tasks.lazy.map { $0.name.lowercased() })
    isComplete = true
  }

  /// A name, without an ending, that nobody has.
  mutating func free(_ slug: String) -> String {
    begin()
    var paths = FreePaths()
    return Paths.stem(of: paths.free(like: "\(slug).md") { isTaken(Paths.stem(of: $0)) })
  }

  private func isTaken(_ name: String) -> Bool {
    let name = name.lowercased()
    if taken.contains(name) { return true }
    let last = name.utf8.last
    return !isComplete
      && tasks.contains { $0.mayEnd(lowercased: last) && $0.isCalled(lowercased: name) }
  }
}

extension StoredTask {
  /// Whether its name may end with a letter in its small form; asked first of thousands, of which
  /// most end with another.
  fileprivate func mayEnd(lowercased letter: UInt8?) -> Bool {
    guard let letter, letter < 0x80, let last = path.utf8.dropLast(Self.ending.utf8.count).last,
      last < 0x80
    else { return true }
    return letter == ((0x41...0x5A).contains(last) ? last | 0x20 : last)
  }
}

/// What a new task starts with.
public struct NewTask: Sendable {
  /// One line.
  public var title: String
  public var status: Status = .todo
  public var deadline: Deadline?
  public var priority: Priority?
  public var tags: [String] = []
  /// Markdown; empty for none.
  public var body: String = ""
  /// A folder below the status's own, as `home/kitchen`; empty for none.
  public var folder: String = ""
  /// When it was thought of; nil for now.
  public var created: Timestamp?
  /// A text to begin with, whose own fields give way to those that are given.
  public var template: TaskDocument?
  /// The rest of its fields, in their order.
  public private(set) var otherFields: [FieldEdit] = []
  /// The keys that it is to be without, whatever the text to begin with has there.
  private var cleared: Set<String> = []

  public init(title: String) { self.title = title }
}

extension NewTask {
  /// Gives it fields; of two values of one key, the later one counts.
  public mutating func apply(_ edits: [FieldEdit]) {
    for edit in edits {
      switch edit {
      case .set(let key, _): if key != "tags" { cleared.remove(key) }
      case .clear(let key): cleared.insert(key)
      case .addTag, .removeTag: break
      }
      switch (edit, edit.key) {
      // What is none of memo's words is refused when the task is made, and not dropped here.
      case (.set(let key, let value), _) where KnownField(key: key)?.accepts(value) == false:
        otherFields.removeAll { $0.key == key }
        otherFields.append(edit)
      case (.addTag(let tag), _): tags += tags.contains(tag) ? [] : [tag]
      case (.removeTag(let tag), _): tags.removeAll { $0 == tag }
      case (.set(_, .text(let text)), "title"): title = text
      case (.set(_, .text(let text)), "status"): status = Status(rawValue: text) ?? status
      case (.set(_, .text(let text)), "deadline"): deadline = Deadline(text)
      case (.set(_, .text(let text)), "priority"): priority = Priority(rawValue: text)
      case (.set(_, .list(let items)), "tags"): tags += items.filter { !tags.contains($0) }
      case (.clear, "deadline"): deadline = nil
      case (.clear, "priority"): priority = nil
      case (.clear, "tags"): tags = []
      default:
        otherFields.removeAll { $0.key == edit.key }
        if case .set = edit { otherFields.append(edit) }
      }
    }
  }

  /// All that is set, by key.
  var edits: [FieldEdit] { tags.map(FieldEdit.addTag) + otherFields }

  /// One line that says something; what a terminal or YAML can't hold is refused, not dropped.
  ///
  /// - Throws: ``MemoError`` of kind `refused`.
  public static func checkedTitle(_ title: String) throws(MemoError) -> String {
    let trimmed = title.trimmingSpaces
    guard !trimmed.isEmpty else {
      throw MemoError(
        .refused, "a task needs a title", hints: ["one line that says what is to be done"])
    }
    guard !trimmed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
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
  /// Its file's first text.
  ///
  /// - Parameter aliases: What the store has other words for.
  /// - Throws: ``Problem`` for a value that the template's front matter can't take.
  func document(
    id: TaskID, created now: Timestamp, _ aliases: FieldAliases? = nil
  ) throws(Problem) -> TaskDocument {
    let created = created ?? now
    guard var document = template else {
      var document = TaskDocument.new(
        title: title, status: status, deadline: deadline, priority: priority, tags: tags, id: id,
        created: created, body: body, aliases)
      // A key that is new comes behind the one that all have, so the last is set first.
      for edit in otherFields.reversed() { try document.apply(edit) }
      // Whatever it was made of, nothing is written that couldn't be read.
      try document.checkReadable()
      return document
    }
    if !document.hasFrontMatter { document.addFrontMatter() }
    for key in cleared.sorted() { try document.remove(key) }
    // The heading with which the template begins is a title already.
    let hasTitle =
      document.value(of: "title") == nil && TaskTemplate.title(of: document) == title
    let fields =
      [
        ("title", hasTitle ? nil : title), ("status", status.rawValue),
        ("deadline", deadline?.description),
        ("priority", priority?.rawValue), (document.idKey, id.text),
        ("created", created.description),
      ] as [(String, String?)]
    for (key, text) in fields {
      if let text { try document.set(key, to: .text(text)) }
    }
    for tag in tags { try document.addTag(tag) }
    for edit in otherFields.reversed() { try document.apply(edit) }
    if !body.isEmpty {
      let text = document.body
      document.setBody(text + (text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n") + body + "\n")
    }
    return document
  }
}

/// A text that new tasks of one sort begin with: `.memo/templates/NAME.md`, a task file in which
/// `{{title}}`, `{{date}}` and dates in words, as `{{today+3d}}`, stand for what is known later.
public struct TaskTemplate: Sendable {
  public let name: String
  /// Relative to the store.
  public let path: String
  fileprivate let text: String
  /// The aliases of the store.
  fileprivate let aliases: FieldAliases?

  /// What stands for the title while the front matter is read; no text has it.
  private static let mark = "\u{F8FF}title\u{F8FF}"

  /// Whether tasks made from it need a title of their own: it has none, or one with `{{title}}` in
  /// it.
  public var asksForTitle: Bool {
    // What else stands in braces says nothing about the title, and may be no YAML.
    let marked = Self.replaced(text) { words, _ in words == "title" ? Self.mark : "x" }
    let title = Self.title(of: TaskDocument(Array(marked.utf8), aliases))
    return title?.contains(Self.mark) ?? true
  }

  /// The title that a text has of its own: the one in its front matter, else the heading with which
  /// it begins; nil for none.
  public static func title(of document: TaskDocument) -> String? {
    if case .text(let title)? = document.value(of: "title") { return title.isEmpty ? nil : title }
    let first = document.body.split(whereSeparator: \.isNewline)
      .first { $0.contains { !$0.isWhitespace } }
    guard first?.hasPrefix("# ") == true else { return nil }
    let title = document.item(fileName: "").title
    return title.isEmpty ? nil : title
  }

  /// The text with everything filled in.
  ///
  /// - Parameters:
  ///   - title: One line; empty where the template has one of its own.
  ///   - now: What dates are counted from.
  /// - Throws: ``MemoError`` of kind `refused` for a placeholder that says nothing, or a front
  ///   matter that can't be read then.
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
    // What is left stands in comments and in the text behind the front matter.
    return TaskDocument(Array(document.text.replacing(Self.mark, with: title).utf8), aliases)
  }

  /// A text with what stands in double braces replaced.
  ///
  /// - Parameter value: What stands for words in braces, of which it gets the text before them too.
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
    // `today+3d` is counted from the day it names.
    let distance = known.hasPrefix("today+") ? String(known.dropFirst("today".count)) : known
    // Words that are no date are told below.
    if let date = (try? DateWords.parse(distance, now: now)) ?? nil { return date.description }
    let line = text.count { $0.isNewline } + 1
    throw MemoError(
      .refused, "\(path):\(line): '{{\(words)}}' is not a placeholder",
      hints: ["write {{title}}, {{date}}, or a date in words: {{today+3d}}, {{next mon}}"])
  }
}

extension Store {
  /// Where templates lie, relative to the store.
  public static let templateFolder = ".memo/templates"

  /// The names of the store's templates, in order; none where they can't be listed.
  public func templateNames() -> [String] {
    (WorkTree.names(in: Paths.join(root, Self.templateFolder)) ?? [])
      .filter { StoredTask.isTaskName($0) }.map { Paths.stem(of: $0) }.sorted()
  }

  /// - Throws: ``MemoError`` of kind `refused` where there is no such template.
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
    guard let bytes = WorkTree.content(at: Paths.join(root, path)),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw MemoError(
        .refused, "can't read \(path) as UTF-8 text",
        hints: ["'ls -l \(path)' shows what is there"])
    }
    return TaskTemplate(name: found, path: path, text: text, aliases: settings.aliases)
  }
}
