/// A section of the manual that manual pages have as well.
struct ManualSection {
  /// The file that it is in.
  let page: String
  let name: String
  let text: String
  /// The commands that it is about; none stands for all.
  let commands: [String]

  /// A link in Markdown, with the anchor that git hosts make of the heading.
  var link: String {
    "[\(name)](\(page)#\(name.lowercased().replacing(" ", with: "-").replacing("'", with: "")))"
  }
}

/// The manual pages: one for memo as a whole, and one for each command.
struct ManualPages {
  let root: CommandFacts
  let sections: [ManualSection]

  /// By their file names.
  var all: [String: Mdoc] {
    var pages = ["memo.1": overview]
    for command in root.subcommands ?? [] {
      pages["memo-\(command.commandName).1"] = page(of: command)
    }
    return pages
  }

  private func begin(_ name: String, _ abstract: String) -> Mdoc {
    var page = Mdoc()
    page.macro(".Dt \(name.uppercased()) 1")
    page.macro(".Os")
    page.section("Name")
    page.macro(".Nm \(name)")
    page.macro(".Nd \(Mdoc.plain(abstract.prefix(1).lowercased() + abstract.dropFirst()))")
    page.section("Synopsis")
    return page
  }

  private var overview: Mdoc {
    var page = begin("memo", root.abstract ?? "")
    page.macro(".Nm")
    page.macro(".Op Fl C Ar folder")
    page.macro(".Op Ar command Op Ar argument ...")
    page.section("Description")
    for paragraph in root.paragraphs { page.paragraph(paragraph) }
    page.section("Commands")
    page.list(
      (root.subcommands ?? []).map { command in
        let aliases = (command.aliases ?? []).map { " , \($0)" }.joined()
        return (
          "Xr memo-\(command.commandName) 1\(aliases)", Mdoc.plain("\(command.abstract ?? "").")
        )
      })
    page.section("Examples")
    page.literal(root.examples)
    for section in sections where section.commands.isEmpty {
      page.section(section.name)
      page.markdown(section.text)
    }
    page.section("See also")
    page.macro(".Xr git 1 ,")
    for command in root.subcommands ?? [] {
      let isLast = command.commandName == root.subcommands?.last?.commandName
      page.macro(".Xr memo-\(command.commandName) 1\(isLast ? "" : " ,")")
    }
    page.macro(".Pp")
    page.macro("The manual is in the folder")
    page.macro(".Pa doc/memo")
    page.macro("beside the folder of the manual pages.")
    return page
  }

  private func page(of command: CommandFacts) -> Mdoc {
    var page = begin("memo-\(command.commandName)", command.abstract ?? "")
    for name in command.names {
      if name != command.commandName { page.macro(".Pp") }
      page.macro(".Nm memo \(name)")
      for argument in command.shown where CommandFacts.common.isDisjoint(with: argument.typedNames)
      {
        page.macro(".\(argument.isOptional ? "Op " : "")\(Self.usage(argument))")
      }
    }
    if !command.paragraphs.isEmpty { page.section("Description") }
    for paragraph in command.paragraphs { page.paragraph(paragraph) }
    page.section("Options")
    page.list(
      command.meanings(without: []).map { row in
        let value = row.value.map { "Ar \(Mdoc.code(String($0.dropFirst().dropLast())))" }
        let names = row.names.map(Self.flag).joined(separator: " , ")
        return (
          [names, value ?? ""].filter { !$0.isEmpty }.joined(separator: " "), Mdoc.plain(row.text)
        )
      })
    if !command.examples.isEmpty {
      page.section("Examples")
      page.literal(command.examples)
    }
    for section in sections where section.commands.contains(command.commandName) {
      page.section(section.name)
      page.markdown(section.text)
    }
    page.section("See also")
    page.macro(".Xr memo 1 ,")
    page.macro(".Xr git 1")
    return page
  }

  private static func flag(_ typed: String) -> String {
    "Fl \(Mdoc.code(String(typed.dropFirst())))"
  }

  private static func usage(_ argument: CommandFacts.Argument) -> String {
    let value = argument.value.map { "Ar \(Mdoc.code(String($0.dropFirst().dropLast())))" }
    let name = argument.typedNames.first.map(flag)
    let repeats = argument.isRepeating && argument.kind == .positional
    return [name, value, repeats ? "..." : nil].compactMap { $0 }.joined(separator: " ")
  }
}
