import Foundation
import Testing
@testable import Git
@testable import StoreFiles

/// Hints after errors of the system.
@Suite struct FileErrorTests {
  @Test(arguments: [
    (EROFS, ["its file system can only be read; 'mount' shows how it is mounted"]),
    (EACCES, ["'ls -ld todo' shows the permissions"]),
    (ENAMETOOLONG, ["use a shorter name: most disks allow 255 bytes"]),
    (ENOSPC, ["make room on the disk and try again"]),
  ]) func hintsNameTheCause(code: Int32, hints: [String]) {
    #expect(MemoError(FileError("write", "todo/a.md", .system(code))).hints == hints)
  }

  @Test func unreadableFoldersAreNamed() {
    let error = MemoError(FileError("read", "todo/my a.md", .system(EACCES)))
    #expect(error.hints == ["'ls -ld 'todo/my a.md'' shows the permissions"])
  }

  /// A name with a tab can't be typed as it is shown.
  @Test func hintsUsePatternsForControlCharacters() {
    #expect("todo/tab\tx y.md".matchedByShell == "todo/tab?x?y.md")
    #expect("todo/x y.md".matchedByShell == "'todo/x y.md'")
  }

  /// The lock's folder is made with it.
  @Test func anUnwritableLockFolderIsNamed() {
    #if os(macOS)
    let folder = "/System/memo"
    #else
    let folder = "/sys/memo"
    #endif
    let error = #expect(throws: FileError.self) {
      _ = try FileLock("\(folder)/lock", waitingUpTo: 0)
    }
    #expect(error?.operation == "create" && error?.path == folder)
    #expect(error?.isForbidden == true)
  }
}
