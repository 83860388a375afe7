import Foundation
import Git
import TestSupport
import Testing

/// How ssh is started, compared word by word with how git starts it.
@Suite(.onItsOwnThread) struct SSHCommandTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("here"), initialBranch: "main")
    // Writes down how it was called, and fails; `-G` is git's question for its options.
    for name in ["ssh", "plink", "tortoiseplink.exe", "my ssh", "simple"] {
      try scratch.write(
        """
        #!/bin/sh
        if [ "$1" = -G ]; then test "${0##*/}" != simple; exit; fi
        for word in "${0##*/}" "$@"; do printf '%s\\n' "$word" >>"$SEEN"; done
        echo 'no way' >&2
        exit 7

        """, to: "bin/\(name)")
    }
  }

  private func environment(_ more: [String: String], seen: String) -> [String: String] {
    var environment = scratch.environment.merging(more) { $1 }
    environment["PATH"] = "\(scratch("bin")):\(environment["PATH"] ?? "")"
    environment["SEEN"] = scratch(seen)
    // git would ask for another protocol, which libgit2 doesn't speak.
    environment["GIT_CONFIG_COUNT"] = "1"
    environment["GIT_CONFIG_KEY_0"] = "protocol.version"
    environment["GIT_CONFIG_VALUE_0"] = "0"
    return environment
  }

  /// The words that git and memo start ssh with for an address; empty when they refuse to.
  private func words(
    _ url: String, _ more: [String: String] = [:]
  ) throws -> (git: String, memo: String) {
    let number = UUID().uuidString
    _ = try run(
      "git", ["ls-remote", url], in: scratch("here"),
      environment: environment(more, seen: "git-\(number)"))
    try scratch.git("config", "remote.origin.url", url, in: "here")
    #expect(throws: GitError.self) {
      try repository.fetch(
        "origin",
        handlers: TransferHandlers(
          surroundings: Surroundings(environment: environment(more, seen: "memo-\(number)"))))
    }
    func seen(_ name: String) -> String { (try? scratch.read("\(name)-\(number)")) ?? "" }
    return (seen("git"), seen("memo"))
  }

  @Test(arguments: [
    "host:path", "kim@host:path/to it", "host:/abs/it's", "ssh://host/x y", "ssh://kim@host:2222/x",
    "ssh://host/~kim/x", "host:~kim/x", "host:/~kim/x", "[::1]:x", "kim@[::1]:x", "[host:22]:x",
    "[kim@host:22]:x", "ssh://[::1]/x", "ssh://[::1]:22/x", "ssh://kim@[fe80::1]:22/x",
    "git+ssh://host/x", "ssh+git://host/x", "ssh://host:/x", "ssh://host/a%20b!c", "host:x!y",
    "ssh://host:99999/x", "kim:secret@host:x", "host:a:b", "ssh://host/a:b",
  ])
  func addresses(_ url: String) throws {
    let (git, memo) = try words(url)
    #expect(memo == git)
    #expect(memo != "")
  }

  @Test(arguments: [
    "-oProxyCommand=touch x:path", "ssh://-oProxyCommand=touch/x", "host:-x", "ssh://-x/path",
    "ssh://host",
  ])
  func whatCouldBeAnOptionIsRefused(_ url: String) throws {
    let (git, memo) = try words(url)
    #expect(memo == git)
    #expect(memo == "")
  }

  @Test(arguments: [
    ["GIT_SSH": "plink"], ["GIT_SSH": "my ssh"], ["GIT_SSH": "simple"],
    ["GIT_SSH_COMMAND": "plink -agent"], ["GIT_SSH_COMMAND": "tortoiseplink.exe"],
    ["GIT_SSH_COMMAND": "'my ssh' -v"], ["GIT_SSH_COMMAND": "A='b c'; simple $A \"$A\""],
    ["GIT_SSH_COMMAND": "ssh -i '/a b'", "GIT_SSH": "plink"],
    ["GIT_SSH": "simple", "GIT_SSH_VARIANT": "ssh"],
    ["GIT_SSH": "ssh", "GIT_SSH_VARIANT": "putty"], ["GIT_SSH_VARIANT": "tortoiseplink"],
    ["GIT_SSH_VARIANT": "simple"], ["GIT_SSH_VARIANT": "auto"],
  ])
  func programs(_ variables: [String: String]) throws {
    for url in ["ssh://host:22/x", "host:x"] {
      let (git, memo) = try words(url, variables)
      #expect(memo == git, "\(url)")
    }
  }

  @Test func settings() throws {
    for (key, value) in [
      ("core.sshCommand", "plink -x \"a b\""), ("ssh.variant", "ssh"),
      ("remote.origin.uploadpack", "/opt/git/bin/git-upload-pack --strict"),
    ] {
      try scratch.git("config", key, value, in: "here")
      try scratch.git("config", "remote.origin.url", "ssh://host:22/x", in: "here")
      let (_, memo) = try words("ssh://host:22/x")
      let seen = "git-\(key)"
      _ = try run(
        "git", ["fetch", "origin"], in: scratch("here"), environment: environment([:], seen: seen))
      #expect(try memo == scratch.read(seen))
    }
  }

  @Test func whatAnUnknownProgramSaysIsTheReason() throws {
    try scratch.git("config", "remote.origin.url", "host:x", in: "here")
    let error = #expect(throws: GitError.self) {
      try repository.fetch(
        "origin",
        handlers: TransferHandlers(
          surroundings: Surroundings(environment: environment([:], seen: "x"))))
    }
    #expect(error?.message == "no way")
  }
}
