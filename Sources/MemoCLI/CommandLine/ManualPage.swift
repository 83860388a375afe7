package import MemoKit

/// A manual page of a command in mdoc(7), made from the same data as the help.
package struct ManualPage {
  private var lines: [String] = []

  /// A page of `memo`; without a name, the names of all pages.
  static func text(named name: String?) throws(MemoError) -> String {
    if name == "memo" { return overview.text }
    let text = try text(named: name, of: CommandTable.usages, listedBy: "memo help --man")
    return name == nil ? "memo\n\(text)" : text
  }

  /// The page of a command; without a name, the names of all pages.
  ///
  /// - Parameter command: The command that lists the pages.
  package static func text(
    named name: String?, of usages: [Usage], listedBy command: String
  ) throws(MemoError) -> String {
    guard let name else { return usages.map { "\(Self.name(of: $0))\n" }.joined() }
    guard let usage = usages.first(where: { Self.name(of: $0) == name }) else {
      throw MemoError(
        .usage, "there is no page '\(name)'", hints: ["'\(command)' lists the pages"])
    }
    return ManualPage(of: usage).text
  }

  private static func name(of usage: Usage) -> String {
    "memo-\(usage.name.replacing(" ", with: "-"))"
  }

  private var text: String { lines.map { "\($0)\n" }.joined() }

  private init(of usage: Usage) {
    self.init(Self.name(of: usage), usage.summary)
    for name in usage.names {
      if name != usage.name { lines.append(".Pp") }
      lines.append(".Nm memo \(name)")
      lines += usage.options.map { ".Op \(Self.head(of: $0))" }
      lines += usage.arguments.map { argument in
        let name = "Ar \(Self.escaped(argument.name))" + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? ".Op \(name)" : ".\(name)"
      }
    }
    if !usage.text.isEmpty { describe(usage.text) }
    section("Options")
    list(
      usage.arguments.map { ("Ar \(Self.escaped($0.name))", $0.help) }
        + usage.options.map { (Self.head(of: $0), $0.help) })
    show(examples: usage.examples)
    section("See also")
    lines += [".Xr memo 1 ,", ".Xr git 1"]
  }

  private init(_ name: String, _ summary: String) {
    // groff recognizes mdoc(7) only with a date.
    lines = [".Dd \(MemoVersion.date)", ".Dt \(name.uppercased()) 1", ".Os"]
    section("Name")
    lines += [
      ".Nm \(name)", ".Nd \(Self.escaped(summary.prefix(1).lowercased() + summary.dropFirst()))",
    ]
    section("Synopsis")
  }

  private static var overview: ManualPage {
    var page = ManualPage("memo", HelpText.summary)
    page.lines += [".Nm", ".Op Fl C Ar folder", ".Op Ar command Op Ar argument ..."]
    page.describe(HelpText.about)
    for group in CommandTable.groups {
      page.section(group.name)
      page.list(
        group.usages.map { usage in
          let aliases = usage.names.dropFirst().map { " , \($0)" }.joined()
          return ("Xr memo-\(usage.name) 1\(aliases)", "\(usage.summary).")
        })
    }
    page.section("Exit status")
    page.list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page.show(examples: HelpText.examples)
    page.section("See also")
    page.lines.append(".Xr git 1")
    return page
  }

  // MARK: - Pieces

  private mutating func section(_ name: String) { lines.append(".Sh \(name.uppercased())") }

  private mutating func describe(_ text: String) {
    section("Description")
    for paragraph in text.split(separator: "\n\n") {
      lines.append(".Pp")
      sentences(String(paragraph))
    }
  }

  private mutating func list(_ rows: [(head: String, text: String)]) {
    lines.append(".Bl -tag -width Ds")
    for row in rows {
      lines.append(".It \(row.head)")
      sentences(row.text)
    }
    lines.append(".El")
  }

  private mutating func show(examples: [String]) {
    section("Examples")
    lines.append(".Bd -literal -offset indent")
    lines += examples.map { Self.escaped($0) }
    lines.append(".Ed")
  }

  /// One line for each sentence.
  private mutating func sentences(_ text: String) {
    var rest = text.replacing("\n", with: " ")[...]
    while let end = rest.firstMatch(of: /[.?] (?=[A-Z'])/) {
      lines.append(Self.escaped(rest[...end.range.lowerBound]))
      rest = rest[end.range.upperBound...]
    }
    lines.append(Self.escaped(rest))
  }

  private static func head(of option: Usage.Option) -> String {
    option.names.map { "Fl \(escaped($0.dropFirst()))" }.joined(separator: " , ")
      + (option.value.map { " Ar \(escaped($0))" } ?? "")
  }

  /// Each dash becomes one that can be copied, and a dot at the beginning is no macro.
  private static func escaped(_ text: some StringProtocol) -> String {
    (text.hasPrefix(".") ? "\\&" : "")
      + text.map { character in
        switch character {
        case "-": "\\-"
        case "\\": "\\e"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case "\"": "\\(dq"
        default:
          character.unicodeScalars.map { scalar in
            guard !scalar.isASCII else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
          }.joined()
        }
      }.joined()
  }
}

extension ExitStatus {
  fileprivate var meaning: String {
    switch self {
    case .done: "Done. An empty list is no error."
    case .refused: "Refused, or not found."
    case .remote: "The remote was not reached, or it refused; everything is committed locally."
    case .attention: "Done, but conflict notes were written or problems found."
    case .busy: "Another process holds the store's lock."
    case .usage: "The command line can't be understood."
    case .interrupted: "Interrupted, as by Ctrl-C."
    case .bug: "A bug in memo."
    }
  }
}
