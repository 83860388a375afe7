#if os(Linux)
import Foundation
import TestSupport
import Testing

/// A root with nothing in it but memo and its libraries: no `/proc`, no `/dev`, no `/tmp`, no
/// users, no time zones, no other program.
@Suite(
  .onItsOwnThread,
  .enabled(if: getuid() == 0, "only root can change the root folder"))
struct BareRootTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let copying = """
      mkdir -p root/bin root/store && cp "$0" root/bin/memo
      # Loaded when it is needed, it is not among the libraries of the program.
      git=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p | grep -o '/.*libgit2[.]so[.][0-9.]*$')
      for library in $git $({ ldd "$0"; echo "$git" | xargs -n 1 ldd; } | grep -o '/[^ )]*'); do
        mkdir -p "root/${library%/*}" && cp -L "$library" "root/$library"
      done
      """
    let ran = try run(
      "/bin/sh", ["-ec", copying, Products.path(of: "memo")], in: scratch.path,
      environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  private func memo(_ arguments: String...) throws -> Ran {
    var environment = ["PATH": "/usr/sbin:/sbin:/usr/bin:/bin"]
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Kim"
      environment["GIT_\(role)_EMAIL"] = "kim@example.org"
    }
    return try run(
      "chroot", [scratch("root"), "/bin/memo", "-C", "/store"] + arguments, in: scratch.path,
      environment: environment)
  }

  @Test func argumentsAreKnownWithoutProc() throws {
    let made = try memo("init")
    #expect(made.code == 0, "\(made.error)")
    let added = try memo("add", "Two", "words")
    #expect(added.output.hasSuffix("  Two words  → todo/two-words.md\n"), "\(added.error)")
    #expect(try memo("done", "two-words").output.contains("todo → done"))
    #expect(try memo("undo").output.contains("done → todo"))
    #expect(try memo("list", "--format", "{status} {title}").output == "todo Two words\n")
    #expect(try memo("log").output.split(separator: "\n").count == 3)
    #expect(try memo("frobnicate").code == 64)
  }

  /// What isn't there is named, and nothing is done in its place.
  @Test func whatIsMissingIsNamed() throws {
    _ = try memo("init")
    _ = try memo("add", "Two")
    #expect(try memo("git", "log").error == "error: can't run git: No such file or directory\n")
    let edited = try memo("edit", "two")
    #expect(edited.code == 1)
    #expect(edited.error.hasPrefix("error: can't run '/bin/sh'"))
    #expect(try memo("check").output == "")
  }
}
#endif
