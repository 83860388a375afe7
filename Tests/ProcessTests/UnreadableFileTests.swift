import Foundation
import TestSupport
import Testing

/// Files that memo can't see, since a call fails or git is replacing them.
@Suite(.onItsOwnThread) struct UnreadableFileTests {
  /// A store with some tasks in each folder, and a remote.
  private func store(_ count: Int = 4) throws -> Person {
    let person = try Person.withStore()
    try person.expect(
      """
      git init -q --bare -b main ../hub.git; git remote add origin ../hub.git
      for folder in todo doing done; do for n in $(seq \(count)); do
      printf -- '---\\ntitle: %s %d\\n---\\n' $folder $n > $folder/$folder-$n.md; done; done
      memo sync
      """)
    return person
  }

  /// A single failing call never deletes a task.
  @Test(
    .enabled(if: canTrace, "needs strace"),
    arguments: ["getdents64:error=EIO", "getdents64:error=ENOENT", "openat:error=EIO"])
  func aFailingCallDeletesNothing(fault: String) throws {
    let person = try store()
    let call = fault.split(separator: ":")[0]
    for command in ["set todo-1 x=y", "sync"] {
      let edit = "printf 'More.\\n' >> done/done-1.md"
      // The calls about the store; earlier ones load libraries.
      let calls = try person.expect(
        """
        \(edit); strace -f --seccomp-bpf -e trace=\(call) -o ../calls memo \(command) > ../out 2>&1
        grep -n . ../calls | grep -E '\(call == "openat" ? "todo|doing|done|index" : "getdents")' \
        | cut -d: -f1
        """
      ).split(separator: "\n").compactMap { Int($0) }
      try #require(!calls.isEmpty)
      let step = max(calls.count / (Effort.isWhole ? 10 : 2), 1)
      for number in stride(from: 0, to: calls.count, by: step).map({ calls[$0] }) {
        let ran = try person.type(
          """
          \(edit); strace -f --seccomp-bpf -o /dev/null -e trace=\(call) \
          -e inject=\(fault):when=\(number) memo \(command)
          """)
        // Changes that were committed before the failure are reported first.
        let isTold = ran.error.split(separator: "\n").contains { $0.hasPrefix("error: ") }
        #expect(ran.code == 0 || isTold, "\(command) \(number): \(ran)")
        try person.expect("memo sync")
        let journal = try person.expect("git log --format=%s | grep -c '^delete' || :")
        #expect(journal == "0\n", "\(command) \(fault) \(number): \(ran)")
      }
    }
    #expect(try person.expect("git ls-files todo doing done | wc -l | tr -d ' '") == "12\n")
    #expect(try person.complaints() == "")
  }

  /// A slow checkout: when memo starts, half of the files belong to each branch.
  @Test func aRunningCheckoutIsNotDisturbed() throws {
    let person = try store(8)
    try person.expect(
      """
      git config filter.slow.smudge 'sleep 1; cat'; git config filter.slow.clean cat
      echo 'slow.txt filter=slow' >> .gitattributes
      echo 1 > slow.txt; git add -A; git commit -qm slow
      git switch -qc side; git rm -rq doing todo; echo 2 > slow.txt; git commit -qam fewer
      git switch -q main
      """)
    let before = try person.expect("git log --all --format=%s | sort")
    for branch in ["side", "main"] {
      // memo starts while git has its lock and has updated half of the folders.
      let ran = try person.type(
        """
        git checkout -q \(branch) & git=$!
        while [ ! -e .git/index.lock ] && kill -0 $git 2> /dev/null; do :; done
        sleep 0.3; memo status; memo add Milk +\(branch); code=$?; wait $git; exit $code
        """)
      #expect(ran.code == 0, "\(ran)")
      #expect(!ran.error.contains("committed"), "\(ran)")
      #expect(try person.expect("git log -1 --format=%s \(branch)") == "add: Milk\n")
    }
    let after = try person.expect("git log --all --format=%s | grep -vx 'add: Milk' | sort")
    #expect(after == before)
    #expect(try person.complaints() == "")
  }

  private static let canTrace: Bool = {
    let ran = try? run(
      "strace",
      ["-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "inject=getppid:error=EIO", "true"], in: "/",
      environment: ProcessInfo.processInfo.environment)
    return ran?.code == 0
  }()
}
