import Foundation
import TaskFile
import TestSupport
import Testing
@testable import MemoCLI

/// Generated man pages, and the lists in the manual.
@Suite struct ReferenceTests {
  /// The manual's table has exactly the fields that memo knows.
  @Test func theManualListsEveryField() throws {
    let file = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc/TaskFiles.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let table = page.split(separator: "| key | value | meaning |\n|---|---|---|\n")[1]
      .split(separator: "\n\n")[0]
    let keys = table.split(separator: "\n").flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.contains(where: \.isLetter) }
    }
    #expect(Set(keys.map(String.init)) == Set(KnownField.allCases.map(\.rawValue)))
    #expect(keys.count == KnownField.allCases.count)
  }

  /// A man page for each command.
  @Test func everyCommandHasAManPage() throws {
    let desk = Desk(try Scratch(), "")
    let names = desk.memo("help", "--man").output.split(separator: "\n").map(String.init)
    #expect(Set(names) == Set(["memo"] + CommandTable.usages.map { "memo-\($0.name)" }))
    let date = ".Dd November 28, 2026\n"
    for name in names {
      let page = desk.memo("help", "--man", name).output
      #expect(
        page.hasPrefix("\(date).Dt \(name.uppercased()) 1\n.Os\n.Sh NAME\n.Nm \(name)\n"),
        "\(name)")
      let lines = page.split(separator: "\n")
      for (start, end) in [(".Bl", ".El"), (".Bd", ".Ed")] {
        #expect(lines.count { $0.hasPrefix(start) } == lines.count { $0 == end }, "\(name)")
      }
      #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
    }
    #expect(desk.memo("help", "--man", "x").status == .usage)
    #expect(
      desk.memo("help", "--man", "memo-clone").output == """
        .Dd November 28, 2026
        .Dt MEMO-CLONE 1
        .Os
        .Sh NAME
        .Nm memo-clone
        .Nd clone a store from a git remote
        .Sh SYNOPSIS
        .Nm memo clone
        .Op Fl \\-json
        .Op Fl \\-color Ar when
        .Op Fl \\-version
        .Op Fl h , Fl \\-help
        .Ar url
        .Op Ar dir
        .Sh DESCRIPTION
        .Pp
        An empty remote becomes a new store.
        .Sh OPTIONS
        .Bl -tag -width Ds
        .It Ar url
        Any address that \\(aqgit clone\\(aq accepts
        .It Ar dir
        New folder
        .It Fl \\-json
        Print one JSON document
        .It Fl \\-color Ar when
        Color: auto, always or never
        .It Fl \\-version
        Show the version
        .It Fl h , Fl \\-help
        Show this help
        .El
        .Sh EXAMPLES
        .Bd -literal -offset indent
        memo clone https://example.org/kim/tasks.git
        memo clone git@example.org:kim/tasks.git \\(ti/tasks
        memo clone /mnt/usb/tasks.git
        .Ed
        .Sh SEE ALSO
        .Xr memo 1 ,
        .Xr git 1

        """)
  }
}
