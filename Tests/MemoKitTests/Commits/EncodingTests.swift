import MemoKit
import TaskFile
import TestSupport
import Testing

/// Commits where git is set to another encoding.
@Suite struct EncodingTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.shell("git config i18n.commitEncoding ISO-8859-1")
  }

  @Test func commitsAreWrittenInUTF8() throws {
    _ = try bench.store().add(NewTask(title: "Käse"))
    #expect(try bench.shell("git log -1 --encoding=UTF-8 --format=%e:%s") == ":add: Käse\n")
    #expect(try bench.complaints() == "")
  }
}
