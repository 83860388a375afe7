internal import Git
internal import Query
public import StoreFiles
public import TaskFile

/// A text that new tasks of one sort begin with: `.memo/templates/NAME.md`, a task file in which
/// `{{title}}`, `{{date}}` and dates in words, as `{{today+3d}}`, stand for what is known later.
public struct TaskTemplate: Sendable {
  public let name: String
  /// Relative to the store.
  public let path: String
  fileprivate let text: String
  /// What the store has other words for.
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
        hints: (problem.hint.map { [$0] } ?? []) + ["a template is a task file: mend it there"])
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
      .refused, "\(path):\(line): '{{\(words)}}' stands for nothing",
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
