internal import MemoKit
internal import Terminal

/// The found tasks, each with its matching lines.
struct FindOutput: Report {
  var listing: Listing
  var matches: [TextMatch]
  /// The found deleted lines; nil without `--history`.
  var gone: [DeletedLine]?
  var isCutOff: Bool
  var prefixes: [TaskID: Int]
  var query: TextQuery
  /// Whether to print tasks without lines.
  var list: Bool

  func text(_ page: Page) -> String {
    let matcher = TextMatcher(query)
    let table = TaskTable(matches.map(\.task), prefixes, page) { matcher.ranges(in: $0) }
    let text = table.text { number, bytes in
      guard !list else { return }
      for line in matches[number].lines where line.part == .body {
        bytes.append("  ")
        bytes.append(page.style.paint(String(line.number ?? 0) + ":", .dim))
        bytes.append(" ")
        bytes.append(marked(line.text, matcher, page))
        bytes.append("\n")
      }
    }
    return text + (gone ?? []).map { line($0, matcher, page) }.joined()
  }

  /// For example, `COMMIT  DATE  PATH:LINE: TEXT`.
  private func line(_ lost: DeletedLine, _ matcher: TextMatcher, _ page: Page) -> String {
    let commit = page.style.paint(lost.change.commit.shortCommit, .yellow)
    let place =
      lost.path.sanitized
      + (lost.line.number.map { ":\($0):" } ?? ": \(lost.line.part.rawValue):")
    return "\(commit)  \(page.moment(lost.change.time))  \(page.style.paint(place, .dim)) "
      + "\(marked(lost.line.text, matcher, page))\n"
  }

  private func marked(_ line: String, _ matcher: TextMatcher, _ page: Page) -> String {
    let safe = excerpt(line, matcher, page).sanitizedLines
    return page.style.paint(safe, marking: page.style.color ? matcher.ranges(in: safe) : [])
  }

  /// The part around the match of a very long line, such as a picture in Base64.
  private func excerpt(_ line: String, _ matcher: TextMatcher, _ page: Page) -> String {
    guard let width = page.style.width, line.utf8.count > 8 * width,
      let place = matcher.ranges(in: line).first
    else { return line }
    let start = line.index(place.lowerBound, offsetBy: -width, limitedBy: line.startIndex)
    let from = start ?? line.startIndex
    let until = line.index(from, offsetBy: 3 * width, limitedBy: line.endIndex) ?? line.endIndex
    return (from > line.startIndex ? "…" : "") + line[from..<until]
      + (until < line.endIndex ? "…" : "")
  }

  func notes(_ page: Page) -> [String] {
    var note: String?
    if matches.isEmpty, gone?.isEmpty != false {
      note = "nothing found" + (gone == nil ? "; --history also searches deleted text" : "")
    } else if let gone, !gone.isEmpty {
      note =
        "\(gone.count.counted("line")) \(gone.count == 1 ? "is" : "are") gone; "
        + "'memo git show COMMIT:./PATH' shows a task as it was"
    }
    return listing.narrowing.notices
      + [listing.checkout.map { "note: \($0)" }, note].compactMap(\.self)
      + (isCutOff ? [Store.cutOffWords] : [])
  }

  func lines(_ page: Page) -> [JSON] {
    matches.map { match in
      match.task.json(page) + ["matches": .list(match.lines.map(\.json))]
    }
  }

  var ids: [String] { matches.map(\.task.distinctID) }

  func json(_ page: Page) -> JSON {
    listing.document(
      .matches, ["tasks": .list(lines(page)), "gone": .list((gone ?? []).map(\.json))])
  }
}

extension TextLine {
  fileprivate var json: JSON {
    [
      "part": .text(part.rawValue), "line": .number(number),
      "text": .text(text),
    ]
  }
}

extension DeletedLine {
  fileprivate var json: JSON {
    [
      "commit": .text(change.commit), "time": .text(change.time.description),
      "author": .text(change.author),
      "id": .text(id), "title": .text(title),
      "path": .text(path),
    ] + line.json
  }
}
