/// The reference at the end of `Commands.md`.
struct ReferencePage {
  static let heading = "## Reference\n"

  let root: CommandFacts
  let sections: [ManualSection]

  var text: String {
    var lines = [
      Self.heading,
      "What `memo COMMAND --help` shows, written down by a test. Beside its own options every"
        + " command has:", "",
    ]
    lines += table(common)
    for command in root.subcommands ?? [] { lines += entry(command) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var common: [(names: [String], value: String?, text: String)] {
    (root.subcommands?.first?.meanings(without: []) ?? []).filter {
      !CommandFacts.common.isDisjoint(with: $0.names)
    }
  }

  private func entry(_ command: CommandFacts) -> [String] {
    let words = ["memo \(command.commandName)"] + command.usage(without: CommandFacts.common)
    var lines = ["", "### memo \(command.names.joined(separator: ", "))", ""]
    lines += [
      "\(Self.markdown(command.abstract ?? "")).", "", "```", words.joined(separator: " "), "```",
    ]
    for paragraph in command.paragraphs { lines += ["", Self.markdown(paragraph)] }
    let rows = command.meanings(without: CommandFacts.common)
    if !rows.isEmpty { lines += [""] + table(rows) }
    if !command.examples.isEmpty { lines += ["", "```sh"] + command.examples + ["```"] }
    let more = sections.filter { $0.commands.contains(command.commandName) }
    if !more.isEmpty {
      lines += ["", "More: " + more.map(\.link).joined(separator: ", ")]
    }
    return lines
  }

  private func table(_ rows: [(names: [String], value: String?, text: String)]) -> [String] {
    ["| | |", "|---|---|"]
      + rows.map { row in
        var words = row.names
        if let value = row.value {
          words =
            (words.dropLast() + [[words.last, value].compactMap { $0 }.joined(separator: " ")])
        }
        let names = words.map { "`\($0)`" }.joined(separator: " ")
        return "| \(names) | \(Self.markdown(row.text).replacing("|", with: "\\|")) |"
      }
  }

  /// Plain text as Markdown: commands in quotes are code, and nothing else is markup.
  static func markdown(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let quoted = rest.firstMatch(of: /'(memo [^']+)'/) {
      result += escaped(rest[..<quoted.range.lowerBound]) + "`\(quoted.output.1)`"
      rest = rest[quoted.range.upperBound...]
    }
    return result + escaped(rest)
  }

  private static func escaped(_ text: Substring) -> String {
    text.map { "\\`*_<[]".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
