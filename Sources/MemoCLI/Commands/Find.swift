internal import MemoKit
internal import Terminal

struct Find: Command {
  static let grammar = Grammar(
    "find, grep", "Search titles, tags and texts of all tasks",
    """
    All words must be in the task, and done tasks are searched, too. Lower case matches any \
    case; a word with a capital letter matches exactly. A filter, as in 'memo list', comes \
    behind --.
    """,
    examples: """
      memo find milk
      memo find "blue one" fridge
      memo find -e 'ten|twenty pages' -- todo +work
      memo find secret --history
      """,
    options: [.listing],
    excluding: ["--ignore-case --sensitive", "--list --history"])

  @Arguments("text", "Words to find", keepsSeparator: true) var words
  @Values("-e --regexp", "pattern", "Regular expression, matched line by line") var patterns
  @Flag("-i --ignore-case", "Ignore case") var ignoreCase
  @Flag("-s --sensitive", "Match case") var sensitive
  @Flag("-l --list", "Tasks without the matching lines") var list
  @Flag("--history", "Also deleted tasks and former lines") var history

  func run(in context: Context) throws -> Outcome {
    var words = words[...]
    // A first `--` ends the options, as elsewhere; a second one begins the filter.
    if words.first == "--", patterns.isEmpty { words = words.dropFirst() }
    let separator = words.dropFirst(patterns.isEmpty ? 1 : 0).firstIndex(of: "--")
    let texts = Array(words[..<(separator ?? words.endIndex)])
    let filterWords = separator.map { Array(words[$0...].dropFirst()) } ?? []
    guard !(texts + patterns).isEmpty, !(texts + patterns).contains("") else {
      throw MemoError(.usage, "missing words to find", hints: ["memo find milk"])
    }
    let query = try TextQuery(
      texts, patterns: patterns, isCaseSensitive: ignoreCase ? false : sensitive ? true : nil)
    let listing = try Listing(filterWords, ignoresContext: true, in: context)
    let (store, snapshot, now) = (listing.store, listing.snapshot, listing.now)
    let isMeant = { (task: StoredTask) in listing.filter.matches(task, at: now) }
    let matches = snapshot.find(query, where: isMeant)
    let order = SortOrder.standard.indices(matches.map(\.task), at: now).map { matches[$0] }
    let sorted =
      order.filter { $0.task.status != .done } + order.filter { $0.task.status == .done }
    let gone = history ? try store.deletedLines(query, snapshot, where: isMeant) : []
    let isCutOff = try history && store.isHistoryCutOff()
    let text = FindText(
      matcher: TextMatcher(query), prefixes: snapshot.shortestPrefixes(of: sorted.map(\.task)),
      page: listing.page)
    return context.outcome(
      text: text.table(sorted, withLines: !list) + text.lines(gone),
      document: listing.document(
        .matches,
        [
          "tasks": .list(sorted) { match in
            match.task.json(listing.page) + ["matches": .list(match.lines.map(\.json))]
          },
          "gone": .list(gone.map(\.json)),
        ]),
      notes: listing.narrowing.notices
        + [
          listing.checkout.map { "note: \($0)" }, note(on: sorted, gone),
          isCutOff ? Store.cutOffWords : nil,
        ].compactMap(\.self),
      ids: sorted.map(\.task.distinctID))
  }

  private func note(on matches: [TextMatch], _ gone: [DeletedLine]) -> String? {
    if !gone.isEmpty {
      return "\(gone.count.counted("line")) \(gone.count == 1 ? "is" : "are") gone; "
        + "'memo git show COMMIT:./PATH' shows a task as it was"
    }
    return matches.isEmpty
      ? "nothing found" + (history ? "" : "; --history also searches deleted text") : nil
  }
}

/// Found tasks and lines, with the matches highlighted.
private struct FindText {
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
  fileprivate var json: JSON {
    [
      "part": .text(part.rawValue), "line": .number(number),
      "text": .text(text),
    ]
  }
}

extension DeletedLine {
  fileprivate var json: JSON {
    change.json + ["id": .text(id), "title": .text(title), "path": .text(path)] + line.json
  }
}
