import Foundation
import Testing
@testable import Git
@testable import StoreFiles

/// What is to be tried where the system refused something.
@Suite struct FileErrorTests {
  @Test(arguments: [
    (EROFS, ["its file system can only be read; 'mount' shows how it is mounted"]),
    (EACCES, ["'ls -ld' shows the permissions"]),
    (ENOSPC, ["make room on the disk and try again"]),
  ]) func theHintIsAboutWhatIsInTheWay(code: Int32, hints: [String]) {
    #expect(MemoError(FileError("write", "todo/a.md", .system(code))).hints == hints)
  }
}
