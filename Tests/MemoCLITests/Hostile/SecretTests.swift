import Foundation
import Git
import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// Passwords and tokens in addresses are never printed or written anywhere but to the
/// configuration.
@Suite(.onItsOwnThread) struct SecretTests {
  struct Address: CustomTestStringConvertible {
    var text: String
    var testDescription: String { text.debugDescription }
  }

  /// Its secret is "SECRET", even in invalid addresses.
  private static let addresses = [
    "https://SECRET@127.0.0.1:1/x.git", "https://kim:SECRET@127.0.0.1:1/x",
    "HTTPS://kim:SECRET@127.0.0.1:1/x", "http://kim:%53ECRET@127.0.0.1:1/x",
    "http://kim:a@SECRET@127.0.0.1:1/x", "http://kim:SECRET/b@127.0.0.1:1/x",
    "http://kim:SECRET b@127.0.0.1:1/x", "http://kim:SECRET\n@127.0.0.1:1/x",
    "https://kim:SECRET@", "https://kim:SECRET@/x", "https://kim:SECRET@127.0.0.1:port/x",
    "https://kim:SECRET@[::1/x", "https:/kim:SECRET@127.0.0.1/x", "ssh://kim:SECRET@127.0.0.1:1/x",
    "ssh://kim%3ASECRET@127.0.0.1/x", "SSH://kim:SECRET@127.0.0.1/x", "kim:SECRET@127.0.0.1:x",
    "git://kim:SECRET@127.0.0.1:1/x", "ftp://kim:SECRET@127.0.0.1:1/x",
    "file://kim:SECRET@/nowhere", "strange://SECRET@127.0.0.1/x",
    "strange::https://kim:SECRET@127.0.0.1/x", "https://kim:SECRET@127.0.0.1:1/x\u{1B}]0;y\u{7}",
  ].map(Address.init)

  /// git settings with an address.
  private static func settings(_ address: String) -> [[(String, String)]] {
    [
      [("remote.origin.url", address)],
      [("remote.origin.url", "../hub.git"), ("remote.origin.pushurl", address)],
      [("branch.main.remote", address)],
      [("remote.origin.url", "../hub.git"), ("branch.main.pushRemote", address)],
      [("remote.origin.url", "short:x"), ("url.\(address)/.insteadOf", "short:")],
      [("remote.origin.url", "../hub.git"), ("url.\(address)/.pushInsteadOf", "../")],
      [("remote.origin.url", "https://127.0.0.1:1/x"), ("http.proxy", address)],
    ]
  }

  @Test(arguments: Effort.isWhole ? addresses : Array(addresses.prefix(12)))
  func secretsAreNeverPrinted(_ address: Address) throws {
    let witness = Witness()
    let team = try Team(of: 1)
    let (scratch, desk) = (team.scratch, team[0])
    try scratch.write("#!/bin/sh\necho \"ssh: no way to $*\" >&2\nexit 255\n", to: "ssh")
    var context = desk.context
    context.environment.variables["GIT_SSH_COMMAND"] = scratch("ssh")
    context.progress.onMessage = { witness.hear($0) }
    func type(_ line: String...) { witness.hear(desk.memo(line, in: context)) }

    let text = address.text
    type("clone", text)
    type("clone", text, "../new")
    type("clone", text, ".")
    type("init", "--remote", text)
    type("init", "--remote", text, "../second")
    type("init", text)
    if text.contains("://") { type("-C", text, "list") }
    let number = Self.addresses.firstIndex { $0.text == text } ?? 0
    for (place, settings) in Self.settings(text).enumerated()
    where Effort.tries(number, place, oneIn: 5) {
      for (key, value) in [("branch.main.remote", "origin")] + settings {
        // git refuses some as names of settings.
        _ = try? scratch.git("config", "--replace-all", key, value, in: "ana")
      }
      desk.memo("add", "Task")
      type("sync")
      type("sync", "--json")
      type("sync", "--dry-run")
      type("status")
      type("status", "--json")
      type("log")
      for (key, _) in settings { _ = try? scratch.git("config", "--unset-all", key, in: "ana") }
      _ = try? scratch.git("config", "remote.origin.url", text, in: "ana")
      type("init", "--remote", "https://127.0.0.1/other")
      try scratch.git("config", "branch.main.merge", "refs/heads/main", in: "ana")
    }
    witness.read(scratch, "ana")
    #expect(witness.lines(with: ["SECRET", "%53ECRET"]) == [])
  }

  /// Also for a successful connection.
  @Test(.enabled(if: WebServer.isInstalled, "lighttpd or openssl is missing"))
  func secretsAreNotWritten() throws {
    let witness = Witness()
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let url = "http://kim:s3%20c%3Aret@127.0.0.1:\(server.port)/git/hub.git"
    let (ana, ben) = (Desk(scratch, "ana"), Desk(scratch, "ben", seed: 2))
    let here = Desk(scratch, ".")
    witness.hear(here.memo("init", "--remote", url, "ana"))
    ana.memo("add", "Milk")
    witness.hear(ana.memo("sync"))
    witness.hear(here.memo("clone", url, "ben"))
    ben.memo("set", "milk", "priority=high")
    witness.hear(ben.memo("sync", "--json"))
    // With a merge.
    ana.memo("add", "Tea")
    witness.hear(ana.memo("sync"))
    #expect(ana.memo("list").output.contains("high"))
    witness.hear(ana.memo("status"))
    for folder in ["ana", "ben"] { witness.read(scratch, folder) }
    #expect(witness.lines(with: ["s3%20c", "s3 c", "c%3Aret", "c:ret"]) == [])
    // The configuration keeps the given address.
    #expect(try scratch.git("config", "remote.origin.url", in: "ben") == url)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [
    ("https://kim:pw@host/x", "https://host/x"), ("https://token@host/x", "https://host/x"),
    ("ssh://git@host:22/x", "ssh://git@host:22/x"), ("git@host:x", "git@host:x"),
    ("ssh://kim:pw@host/x", "ssh://kim@host/x"), ("kim:pw@host:x", "kim:***@host:x"),
    ("../hub", "../hub"), ("/srv/a@b", "/srv/a@b"), ("host:a/b@c", "host:a/b@c"),
    ("https://host:8080/x@y", "https://host:8080/x@y"),
    ("https://[::1]:80/a@b", "https://[::1]:80/a@b"),
    ("git+ssh://kim:pw@host/x", "git+ssh://kim@host/x"),
  ])
  func secretsAreReplaced(_ address: String, _ shown: String) {
    #expect("\(RemoteAddress(address))" == shown)
  }

  @Test func aDifferentPasswordIsADifferentAddress() throws {
    let here = Desk(try Scratch(), ".")
    here.memo("init", "--remote", "https://kim:one@127.0.0.1/x", "store")
    let outcome = here.memo("init", "--remote", "https://kim:two@127.0.0.1/x", "store")
    #expect(
      outcome.error.hasPrefix(
        "error: the remote origin is https://127.0.0.1/x already, with another user or password\n"))
  }

  @Test func sentencesKeepTheirWords() {
    let said = "fatal: no 'https://kim:pw@host/x' and no ssh://git:pw@h, mail kim@example.org"
    #expect(
      said.hidingUserInfo == "fatal: no 'https://host/x' and no ssh://git@h, mail kim@example.org")
    let error = MemoError(.remote, said, details: [said], hints: [said])
    #expect(!"\(error.message)\(error.details)\(error.hints)".contains("pw"))
  }
}

/// Collects all output and all written files.
private final class Witness: Sendable {
  private let heard = Mutex("")

  func hear(_ words: String) { heard.withLock { $0 += words + "\n" } }
  func hear(_ outcome: Outcome) { hear(outcome.output + outcome.error) }

  /// Files that memo and git wrote in a clone, without its configuration.
  func read(_ scratch: Scratch, _ folder: String) {
    let names =
      FileManager.default.enumerator(atPath: scratch("\(folder)/.git"))?
      .compactMap { $0 as? String } ?? []
    for name in names where name != "config" && !name.hasPrefix("objects/") {
      hear("\(name): " + ((try? scratch.read("\(folder)/.git/\(name)")) ?? ""))
    }
    hear((try? scratch.git("log", "--all", "--format=%B", in: folder)) ?? "")
  }

  func lines(with secrets: [String]) -> [String] {
    heard.withLock { heard in
      heard.split(separator: "\n").map(String.init)
        .filter { line in secrets.contains { line.contains($0) } }
    }
  }
}
