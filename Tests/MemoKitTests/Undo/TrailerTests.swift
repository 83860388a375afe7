import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// memo finds trailers where git does.
@Suite struct TrailerTests {
  static let messages = [
    "add: Milk\n\nMemo-Task: kxtwqzbnrm\nMemo-Operation: pfkdwmzqtx add\n",
    "Memo-Task: kxtwqzbnrm\n",
    "a: b\n\nno trailer here, see: nothing\n",
    "s\n\nWords: yes\n\nMemo-Task: kxtwqzbnrm\nSigned-off-by: Kim <kim@example.org>\n",
    "s\n\nbody\n\nMemo-Task : kxtwqzbnrm  \nChange-Id: I12\n  goes on\n",
    "s\n\nbody\nMemo-Task: kxtwqzbnrm\nSigned-off-by: Kim <k>\nmore\n",
    "s\n\nMemo-Task: kxtwqzbnrm\n(cherry picked from commit 12)\n",
    "s\n\nwith space: no\nMemo-Task: kxtwqzbnrm\n(cherry picked from commit 12)\n",
    "s\n\n  indented: no\nReviewed-by: B\n", "s\n", "\n\ns\n\n\n\nMemo-Task: x\n\n\n",
    "s\n\nhttp://example.org/emo-\n", "s\n\n: nothing emo-\n", "Fixes: 1\n\nFixes: 2\nmemo-x: y\n",
    "s\n\nMEMO-TASK: kxtwqzbnrm\n", "s\n\nMemo-Task: a\n\tb\n \n\t\n",
    "s\n\u{A0}\nMemo-Task: kxtwqzbnrm\n",
    "s\n\nMemo-Task: Mädchen\u{A0}\n", "s\n\nMemo-Task: a\n\u{C}\n",
  ]

  @Test(arguments: messages) func matchesGit(message: String) throws {
    let scratch = try Scratch()
    try scratch.write(message, to: "message")
    let found = try scratch.git("interpret-trailers", "--parse", "message")
    let lines = Trailers(message).lines.map(\.text)
    // git's trailers in messages without memo's don't matter.
    if message.lowercased().contains("emo-") {
      let told = found.split(separator: "\n").map(String.init)
      #expect(Array(lines.suffix(told.count)) == told)
    }
    let more = Trailers.adding(["Memo-Task: zzzzzzzzzz"], to: message)
    try scratch.write(more, to: "message")
    #expect(try scratch.git("interpret-trailers", "--parse", "message").hasSuffix("zzzzzzzzzz"))
    #expect(Trailers(more).values("memo-task").last == "zzzzzzzzzz")
    #expect(more.split(separator: "\n").first == message.split(separator: "\n").first)
  }

  @Test(arguments: 0..<UInt64(Effort.count(2))) func matchesGitForRandomMessages(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    // Without memo's own keys, which count as trailers only for memo.
    let pieces = [
      "Change-Id: I12", "See: this", "words of a text", "  goes on", "Signed-off-by: Kim <k>",
      "- edit: A: b", ":", "\tindented: x", "Key : v",
      "no key: 1", "é: 2", "Mädchen: 3",
    ]
    let scratch = try Scratch()
    for _ in 0..<8 {
      let lines = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }
      let message = "memo-x\n\nwords\n\n\(lines.joined(separator: "\n"))\n"
      try scratch.write(message, to: "message")
      let told = try scratch.git("interpret-trailers", "--parse", "message")
      #expect(Trailers(message).lines.map(\.text).joined(separator: "\n") == told, "\(message)")
    }
  }

  /// git would only see the last paragraph.
  @Test func aParagraphOfAHookHidesNothing() {
    let message = "s\r\n\r\nMemo-Operation: pfkdwmzqtx edit\r\n\r\nChange-Id: I1\r\n"
    #expect(OperationMark(Trailers(message))?.kind == .edit)
    #expect(Trailers(message).lines.count == 2)
    let noted = "s\n\nMemo-Undo: pfkdwmzqtx\nSee ticket 12.\n"
    #expect(UndoMark(noted)?.name.text == "pfkdwmzqtx")
  }

  @Test func invalidMarksAreIgnored() {
    for value in ["", "edit", "PFKDWMZQTX edit", "pfkdwmzqt edit", "pfkdwmzqtxx"] {
      #expect(OperationMark(Trailers("s\n\nMemo-Operation: \(value)\n")) == nil, "\(value)")
    }
    let later = OperationMark(Trailers("s\n\nMemo-Operation: pfkdwmzqtx dream of it\n"))
    #expect(later?.id.text == "pfkdwmzqtx" && later?.kind == nil)
    #expect(UndoMark("Memo-Undo: pfkdwmzqtx\n") == nil)
    #expect(UndoMark("s\n\nMemo-Undo: 12\n") == nil)
    let hex = String(repeating: "ab", count: 20)
    #expect(UndoMark("s\n\nMemo-Redo: \(hex)\n")?.name.text == hex)
  }

  /// As squashed by git, or by a host with text between the trailers.
  @Test(arguments: ["", "* undo: edit: A\n\n"], ["\n", "\r\n"])
  func aSquashOfSeveralOperationsHasNoMark(_ between: String, _ newline: String) {
    let trailers = Trailers(
      ("add: B\n\nMemo-Operation: pfkdwmzqtx add\n\n" + between
        + "Memo-Undo: kxtwqzbnrm\nMemo-Operation: zpkdwmzqtx undo\n").replacing("\n", with: newline)
    )
    #expect(OperationMark(trailers) == nil && UndoMark(trailers) == nil)
  }
}
