import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// Drafts survive the interface in which they were typed.
@Suite struct DraftTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  private func draft(_ subject: Draft.Subject, _ text: String, at seconds: Int64 = 0) -> Draft {
    Draft(
      of: subject, path: "todo/a %0A\nb.md", opened: Array("one\n\ntwo".utf8),
      text: Array(text.utf8), at: Timestamp(secondsSince1970: seconds, offsetMinutes: 60))
  }

  @Test func draftsAreFoundByTheNextInterface() throws {
    let id = try #require(TaskID("bbbbbbbbbb"))
    let drafts = [
      draft(.task(id.text), "typed\n\n", at: 3), draft(.task("todo/x%2F.md"), "", at: 2),
      draft(.newTask, "opened: 7\n\n", at: 1), draft(.task("todo/a%2F.md"), "x"),
      draft(.newLines, "y", at: -1),
    ]
    do {
      let box = try DraftBox(bench.store())
      try box.keep([draft(.newTask, "before")])
      try box.keep(drafts)
      // While the interface runs, the drafts belong to it.
      #expect(try DraftBox(bench.store()).abandoned(Self.complain) == [])
      #expect(try box.abandoned(Self.complain) == [])
    }
    let next = try DraftBox(bench.store())
    #expect(try next.abandoned(Self.complain).map(\.draft) == drafts)
    let found = try next.abandoned(Self.complain)
    try next.discard(found[0])
    #expect(try next.abandoned(Self.complain).map(\.draft) == Array(drafts[1...]))
    for draft in found[1...] { try next.discard(draft) }
    #expect(try next.abandoned(Self.complain) == [])
  }

  private static func complain(_ error: MemoError) { Issue.record("\(error)") }

  /// An unreadable draft is reported and hides no other.
  @Test func unreadableDraftsAreReported() throws {
    do {
      let box = try DraftBox(bench.store())
      try box.keep([draft(.newTask, "typed"), draft(.newLines, "more", at: -1)])
    }
    try bench.shell("cd .git/memo/drafts/*/; chmod 000 *=new; mkdir x; ln -s loop loop; mv loop x/")
    var told: [String] = []
    let found = try DraftBox(bench.store()).abandoned { told.append($0.message) }
    // Permissions don't limit root.
    #expect(found.count + told.count == 2)
    #expect(found.last?.draft.subject == .newLines)
  }

  /// New text doesn't replace a draft that is being committed.
  @Test func severalDraftsOfOneSubjectAreKept() throws {
    let id = try #require(TaskID("bbbbbbbbbb"))
    let subjects: [Draft.Subject] = [.newLines, .task(id.text), .task("todo/1=x.md")]
    var drafts = (subjects + subjects).enumerated().map { index, subject in
      draft(subject, "typed \(index)", at: Int64(100 - index))
    }
    do {
      let box = try DraftBox(bench.store())
      try box.keep(drafts)
      drafts.removeFirst()
      try box.keep(drafts)
    }
    #expect(try DraftBox(bench.store()).abandoned(Self.complain).map(\.draft) == drafts)
  }

  @Test func withoutDraftsNoFileIsLeft() throws {
    do {
      let box = try DraftBox(bench.store())
      try box.keep([draft(.newTask, "typed")])
      try box.keep([])
    }
    #expect(try !bench.shell("ls -A .git/memo").contains("drafts"))
    #expect(try bench.complaints() == "")
  }

  @Test func otherFilesAreNoDrafts() throws {
    let bytes = draft(.newTask, "typed").encoded
    #expect(Draft(bytes, named: "new") == draft(.newTask, "typed"))
    for count in 0..<bytes.count { #expect(Draft(Array(bytes[..<count]), named: "new") == nil) }
    #expect(Draft(bytes + [0], named: "new") == nil)
  }
}
