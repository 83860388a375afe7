import Foundation
import TestSupport
import Testing

/// Permissions of private tasks and shared repositories.
@Suite(.onItsOwnThread) struct SharedRepositoryTests {
  private static let isRoot = getuid() == 0 && programPath("setpriv") != nil

  @Test func aTaskKeepsItsPermissions() throws {
    let person = try Person.withStore()
    try person.expect("umask 022; memo add Plan; chmod 600 todo/plan.md")
    func mode(_ path: String) throws -> String {
      try person.expect("ls -l \(path) | cut -c1-10").trimmed
    }
    for (line, path) in [
      ("start plan", "doing/plan.md"), ("set plan priority=high", "doing/plan.md"),
      ("done plan", "done/plan.md"), ("undo", "doing/plan.md"), ("redo", "done/plan.md"),
      ("archive --before 2100-01-01", "done/*/*/plan.md"), ("reopen plan", "todo/plan.md"),
    ] {
      try person.expect("umask 022; memo \(line)")
      #expect(try mode(path) == "-rw-------", "\(line)")
    }
    // Both the executable bit, which git stores, and other permissions.
    try person.expect("umask 022; chmod 750 todo/plan.md; memo done plan")
    #expect(try mode("done/plan.md") == "-rwxr-x---")
    #expect(try person.expect("git ls-files -s done | cut -c1-6").trimmed == "100755")
    // A new file gets its permissions from the umask.
    try person.expect("umask 027; memo rm -y plan; memo restore plan")
    #expect(try mode("done/plan.md").hasSuffix("r-x---"))
    #expect(try person.complaints() == "")
  }

  /// Also when another machine moves it.
  @Test func aTaskMovedByOthersKeepsItsPermissions() throws {
    var person = try Person.withStore()
    try person.expect(
      "git init -q --bare -b main ../hub; git remote add origin ../hub; memo add Plan")
    try person.expect("memo sync; git clone -q ../hub ../other; chmod 600 todo/plan.md")
    person.folder = "other"
    try person.expect("memo done plan; memo sync")
    person.folder = "store"
    try person.expect("memo sync")
    #expect(try person.expect("ls -l done/plan.md | cut -c1-10").trimmed == "-rw-------")
    #expect(try person.complaints() == "")
  }

  /// Two users in a group share a repository; each has a restrictive umask.
  @Test(.enabled(if: isRoot, "needs to become other users"), arguments: ["group", "0660"])
  func twoUsersShareOneRepository(_ shared: String) throws {
    let scene = try SharedScene(shared)
    for round in 1...2 {
      for user in SharedScene.users {
        try scene.expect(user, "memo add Task \(round) of \(user)")
        try scene.expect(user, "memo start task-\(round)-of-\(user)")
        try scene.expect(user, "memo sync")
        try scene.expect(user, "memo done task-\(round)-of-\(user)")
        try scene.expect(user, "memo undo")
        // git itself creates the commit message's file with the umask.
        try scene.expect(
          user,
          "echo \(round) >notes-\(user).txt; git add notes-\(user).txt; git commit -q -m notes; git gc -q; rm -f .git/COMMIT_EDITMSG"
        )
        try scene.expect(user, "memo log >/dev/null; memo status; memo list -a >/dev/null")
      }
    }
    for user in SharedScene.users {
      #expect(try scene.expect(user, "git status --porcelain") == "")
    }
    #expect(try scene.expect(SharedScene.users[0], "git fsck --strict --no-dangling 2>&1") == "")
    // Files of git that one of them can't write or read.
    let closed = try scene.person.expect(
      """
      find .git -type d ! -perm -2770 ! -path '*/hooks*' -o -type f ! -perm -440 -o -type f \
      -perm -200 ! -perm -660 ! -path '*/hooks/*' ! -path '*/info/*' ! -name description
      """)
    #expect(closed == "")
    if shared == "0660" {
      #expect(try scene.person.expect("find .git/objects .git/refs .git/index -perm /7") == "")
    }
  }

  /// In an unshared repository, permissions aren't extended.
  @Test func unsharedRepositoriesStayPrivate() throws {
    let person = try Person()
    try person.expect("umask 077; memo init; memo add Secret; memo done secret")
    let open = "-perm -g+r -o -perm -g+w -o -perm -o+r -o -perm -o+w"
    #expect(
      try person.expect("find .git/* todo done .memo \\( \(open) \\) ! -path '*/hooks*'") == "")
  }
}

/// A store in a shared repository, a remote, and two users with their own group.
private struct SharedScene {
  let person: Person
  static let users = ["23456", "23457"]
  private static let group = "34567"

  init(_ shared: String) throws {
    person = try Person()
    let scratch = person.scratch.path
    try person.expect(
      """
      git init -q --bare --shared=\(shared) ../hub; git init -q --shared=\(shared) .
      for user in \(Self.users.joined(separator: " ")); do
        mkdir -p ../$user; printf '[safe]\\n  directory = *\\n' >../$user/.gitconfig
      done
      chown -R \(Self.users[0]):\(Self.group) . ../hub; chmod g+ws .; chmod 755 \(scratch)
      chown \(Self.users[0]) ../\(Self.users[0]); chown \(Self.users[1]) ../\(Self.users[1])
      """)
    try expect(
      Self.users[0], "memo init --remote \(scratch)/hub; chmod g+ws . todo doing done .memo")
  }

  /// Runs a line as one of the two users, with a umask that denies others writing.
  @discardableResult
  func expect(_ user: String, _ line: String) throws -> String {
    var person = person
    person.environment["HOME"] = person.scratch(user)
    let quoted = "umask 022; \(line)".replacing("'", with: "'\\''")
    return try person.expect(
      "setpriv --reuid=\(user) --regid=\(Self.group) --clear-groups sh -ec '\(quoted)'")
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
