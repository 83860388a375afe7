internal import Git
public import StoreFiles
package import TaskFile

/// A line of a task in which something was found.
public struct TextLine: Hashable, Sendable {
  /// Where in a task a text stands.
  public enum Part: String, Sendable { case title, tags, body }

  public var part: Part
  /// The line of the file, from 1; nil for what is not in the body.
  public var number: Int?
  public var text: String
}

/// A task in which everything was found that was looked for.
public struct TextMatch: Sendable {
  public var task: StoredTask
  /// The lines that have any of it, in the order of the file.
  public var lines: [TextLine]
}

extension Snapshot {
  /// The tasks in whose titles, tags and bodies all of a query occurs.
  ///
  /// - Parameter isMeant: Which tasks are looked at.
  public func find(
    _ query: TextQuery, where isMeant: (StoredTask) -> Bool = { _ in true }
  ) -> [TextMatch] {
    let tasks = tasks.filter(isMeant)
    let found = AllCores.parts(of: tasks.indices) { part in
      let matcher = TextMatcher(query)
      return tasks[part].compactMap { task in
        task.lend { matcher.lines(in: $0, $1) }.map { TextMatch(task: task, lines: $0) }
      }
    }
    return found.flatMap { $0 }
  }
}

extension TextMatcher {
  /// The lines that have any part of the query; nil when the task doesn't have all of them.
  package func lines(in document: TaskDocument, _ item: TaskItem) -> [TextLine]? {
    guard isForBytes else { return lines(inEachOf: TextLine.all(of: document, item)) }
    var missing = Missing(partCount)
    var found = lines(TextLine.front(of: item), &missing)
    var search = BodySearch(document, needles)
    guard !missing.parts.contains(where: search.lacks) else { return nil }
    while let finding = search.nextFinding() {
      missing.remove(finding.parts)
      found.append(finding.line)
    }
    return missing.isEmpty ? found : nil
  }

  /// The same by a look at every line.
  func lines(inEachOf lines: [TextLine]) -> [TextLine]? {
    var missing = Missing(partCount)
    let found = self.lines(lines, &missing)
    return missing.isEmpty ? found : nil
  }

  private func lines(_ lines: [TextLine], _ missing: inout Missing) -> [TextLine] {
    lines.filter { line in
      let parts = parts(in: line.text)
      missing.remove(parts)
      return !parts.isEmpty
    }
  }
}

/// The parts of a query that were not found yet: mostly it has one or two.
private struct Missing {
  private(set) var parts: [Int]

  init(_ count: Int) { parts = Array(0..<count) }

  var isEmpty: Bool { parts.isEmpty }

  mutating func remove(_ found: [Int]) {
    if !isEmpty { parts.removeAll { found.contains($0) } }
  }
}

extension TextLine {
  /// All that can be searched: the title, the tags, the lines of the body that say something.
  package static func all(of document: TaskDocument, _ item: TaskItem) -> [TextLine] {
    var lines = front(of: item)
    var number = document.firstBodyLine
    for line in document.body.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !line.isEmpty {
        lines.append(TextLine(part: .body, number: number, text: String(Substring(line))))
      }
      number += 1
    }
    return lines
  }
  /// The title and the tags.
  fileprivate static func front(of item: TaskItem) -> [TextLine] {
    var lines = [TextLine(part: .title, text: item.title)]
    if !item.tags.isEmpty {
      lines.append(TextLine(part: .tags, text: item.tags.joined(separator: ", ")))
    }
    return lines
  }
}
