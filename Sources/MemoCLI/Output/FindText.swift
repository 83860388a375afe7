internal import MemoKit
internal import Terminal

/// Found tasks and lines, with the matches highlighted.
struct FindText {
  let matcher: TextMatcher
  let prefixes: [TaskID: Int]
  let page: Page

  /// - Parameter hasLines: Whether to print the matching lines below the tasks.
  func table(_ matches: [TextMatch], withLines hasLines: Bool) -> String {
    let table = TaskTable(matches.map(\.task), prefixes, page) { matcher.ranges(in: $0) }
    return table.text { number, bytes in
      guard hasLines else { return }
      for line in matches[number].lines where line.part == .body {
        bytes.append("  ")
        bytes.append(page.style.paint(String(line.number ?? 0) + ":", .dim))
        bytes.append(" ")
        bytes.append(marked(line.text))
        bytes.append("\n")
      }
    }
  }

  /// Deleted lines, for example `COMMIT  DATE  PATH:LINE: TEXT`.
  func lines(_ gone: [DeletedLine]) -> String {
    gone.map { lost in
      let commit = page.style.paint(lost.change.commit.shortCommit, .yellow)
      let place =
        lost.path.sanitized
        + (lost.line.number.map { ":\($0):" } ?? ": \(lost.line.part.rawValue):")
      return "\(commit)  \(page.moment(lost.change.time))  \(page.style.paint(place, .dim)) "
        + "\(marked(lost.line.text))\n"
    }.joined()
  }

  private func marked(_ line: String) -> String {
    let safe = excerpt(line).sanitizedLines
    return page.style.paint(safe, marking: page.style.color ? matcher.ranges(in: safe) : [])
  }

  /// The part around the match of a very long line, such as a picture in Base64.
  private func excerpt(_ line: String) -> String {
    guard let width = page.style.width, line.utf8.count > 8 * width,
      let place = matcher.ranges(in: line).first
    else { return line }
    let start = line.index(place.lowerBound, offsetBy: -width, limitedBy: line.startIndex)
    let from = start ?? line.startIndex
    let until = line.index(from, offsetBy: 3 * width, limitedBy: line.endIndex) ?? line.endIndex
    return (from > line.startIndex ? "…" : "") + line[from..<until]
      + (until < line.endIndex ? "…" : "")
  }
}

extension TextLine {
  var json: JSON {
    [
      "part": .text(part.rawValue), "line": .number(number),
      "text": .text(text),
    ]
  }
}

extension DeletedLine {
  var json: JSON {
    change.json + ["id": .text(id), "title": .text(title), "path": .text(path)] + line.json
  }
}
