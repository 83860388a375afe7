import Foundation
import MemoKit
import TestSupport
import Testing

/// Files of a store that are no tasks: settings, themes, files beside tasks.
@Suite struct StoreFileTests {
  private func files(_ changes: [TaskChange]) -> [String] {
    changes.filter { $0.id == nil }.map { "\($0.kind.rawValue) \($0.path)" }
  }

  @Test func storeFilesAreRecorded() throws {
    let bench = try Bench()
    try bench.shell(
      """
      mkdir -p todo/trip/.hidden todo/repo .memo/themes .memo/templates .memo/cache
      printf 'version: 1\\nfilters:\\n  x: todo\\n' > .memo/config.yml
      printf 1 | tee .memo/themes/dark.yml .memo/templates/trip.md .memo/cache/x .memo/.x > todo/trip/map.png
      for name in .hid 'note.txt~' .#map.png '#map.png#' map.png.swp map.tmp x.log .hidden/x.png \
        '~$map.png' '~$map.md' map.md.orig "$(printf 'Icon\\r')"; do
        printf 2 > "todo/trip/$name"
      done
      ln -s /etc/passwd todo/trip/link.png
      git init -q todo/repo; printf 3 > todo/repo/y.png
      echo '*.log' > .gitignore; git add .gitignore; git commit -qm ignore
      printf 4 > beside.txt; mkdir other; printf 5 > other/z.png
      chmod +x todo/trip/map.png
      """)
    let expected = [
      "edit .memo/config.yml", "add .memo/templates/trip.md", "add .memo/themes/dark.yml",
      "add todo/trip/map.png",
    ]
    #expect(try files(bench.store().status().pending) == expected)
    #expect(try files(bench.record().recorded) == expected)
    #expect(try bench.journal() == ["ignore", "store: 4 files"])
    #expect(try bench.shell("git ls-files -s todo/trip").hasPrefix("100755 "))
    #expect(try bench.store().status().pending == [])
    #expect(try bench.record().recorded == [])
    try bench.shell("printf 11 > todo/trip/map.png; rm -r .memo/themes")
    #expect(
      try files(bench.record().recorded) == [
        "delete .memo/themes/dark.yml", "edit todo/trip/map.png",
      ])
    // A file that was replaced by something else was not deleted.
    try bench.shell("rm todo/trip/map.png; ln -s elsewhere todo/trip/map.png")
    #expect(try bench.record().recorded == [])
    try bench.shell("rm todo/trip/map.png; printf 12 > todo/trip/map.png")
    #expect(try files(bench.record().recorded) == ["edit todo/trip/map.png"])
    #expect(try bench.journal().last == "store: todo/trip/map.png")
  }

  /// It isn't known whether the file was deleted, and an undo restores it.
  @Test func aMissingFileDoesNotBlockUndo() throws {
    let bench = try Bench()
    for text in ["one", "two"] {
      bench.desk.wait(seconds: 60)
      try bench.desk.write(text, to: "todo/map.png")
      try bench.record()
    }
    try bench.shell("git rm -q --cached todo/map.png; rm todo/map.png .git/memo/checked-out")
    bench.desk.wait(seconds: 60)
    #expect(try bench.record().recorded == [])
    _ = try bench.store().undo()
    #expect(try bench.desk.read("todo/map.png") == "one")
    #expect(try bench.complaints() == "")
  }

  @Test func largeFilesAreLeftToTheUser() throws {
    let bench = try Bench()
    try bench.shell("head -c 5000001 /dev/zero > todo/film.mp4")
    #expect(try bench.record().recorded == [])
    #expect(try bench.store().status().tooLarge == ["todo/film.mp4"])
    try bench.shell("git add todo/film.mp4 && git commit -qm film")
    #expect(try bench.store().status().tooLarge == [])
    try bench.shell("echo more >> todo/film.mp4")
    #expect(try bench.record().recorded == [])
    #expect(try bench.store().status().tooLarge == ["todo/film.mp4"])
    try bench.shell("rm todo/film.mp4")
    #expect(try files(bench.record().recorded) == ["delete todo/film.mp4"])
  }

  @Test func undoAndRedo() throws {
    let bench = try Bench()
    try bench.desk.write("one", to: "todo/map.png")
    try bench.desk.write("# mine\nversion: 1\n", to: ".memo/config.yml")
    try bench.record()
    try bench.desk.write("two", to: "todo/map.png")
    try bench.record()
    _ = try bench.store().undo()
    #expect(try bench.desk.read("todo/map.png") == "one")
    _ = try bench.store().undo()
    #expect(!bench.desk.exists("todo/map.png"))
    #expect(try bench.desk.read(".memo/config.yml") == "version: 1\n")
    _ = try bench.store().redo(2)
    #expect(try bench.desk.read("todo/map.png") == "two")
    #expect(try bench.complaints() == "")
    // A change by git is undone by its commit.
    try bench.shell("printf three > todo/map.png; git commit -qam 'by hand'")
    _ = try bench.store().undo(operation: "HEAD")
    #expect(try bench.desk.read("todo/map.png") == "two")
  }

  @Test func invalidSettingsAreRecorded() throws {
    let bench = try Bench()
    let text = "version: 1\nfilters: {\n"
    try bench.desk.write(text, to: ".memo/config.yml")
    let report = try bench.store().add(NewTask(title: "Go on"))
    #expect(files(report.recorded) == ["edit .memo/config.yml"])
    let notice = try #require(report.notices.first)
    #expect(notice.hasPrefix(".memo/config.yml:"))
    #expect(notice.hasSuffix("; it is committed unchanged"))
    #expect(try bench.store().check().problems.map(\.path) == [".memo/config.yml"])
    #expect(try bench.store().status().problems.map(\.path) == [".memo/config.yml"])
    try bench.desk.write("filters: {\n", to: ".memo/config.yml")
    let error = #expect(throws: MemoError.self) { try bench.store().add(NewTask(title: "No")) }
    #expect(error?.details.first?.hasPrefix(".memo/config.yml:") == true)
  }

  @Test func changesOfBothSidesAreMerged() throws {
    let team = try Team(of: 2)
    for desk in team.desks {
      try desk.write([0, 1, 2], to: "todo/map.png")
      try desk.write("a\nb\nc\nd\ne\n", to: "todo/list.txt")
      _ = try desk.store().sync()
    }
    try team[0].write("A\nb\nc\nd\ne\n", to: "todo/list.txt")
    try team[1].write("a\nb\nc\nd\nE\n", to: "todo/list.txt")
    try team[0].write([0, 1, 3], to: "todo/map.png")
    try team[0].write("gone or not", to: "todo/new.txt")
    _ = try team[0].store().sync()
    team[1].wait(seconds: 60)
    try team[1].write([0, 1, 4], to: "todo/map.png")
    try team[1].write("another", to: "todo/new.txt")
    let report = try team[1].store().sync()
    #expect(
      report.merged.compactMap(\.notice) == [
        "both sides changed todo/map.png; the other version is todo/map-2.png now",
        "both sides changed todo/new.txt; the other version is todo/new-2.txt now",
      ])
    #expect(report.conflicts == 2)
    _ = try team[0].store().sync()
    for desk in team.desks {
      #expect(try desk.read("todo/list.txt") == "A\nb\nc\nd\nE\n")
      #expect(try desk.read("todo/map.png") == "\u{0}\u{1}\u{4}")
      #expect(try desk.read("todo/map-2.png") == "\u{0}\u{1}\u{3}")
      #expect(try desk.read("todo/new-2.txt") == "gone or not")
      #expect(try desk.complaints() == "")
    }
    // Deleted here, changed there.
    try team[0].remove("todo/list.txt")
    _ = try team[0].store().sync()
    try team[1].write("a\n", to: "todo/list.txt")
    _ = try team[1].store().sync()
    #expect(try team[1].read("todo/list.txt") == "a\n")
  }
}

extension Desk {
  fileprivate func write(_ bytes: [UInt8], to name: String) throws {
    try scratch.write(bytes, to: path(name))
  }
}
