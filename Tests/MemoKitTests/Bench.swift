import Foundation
import MemoKit
import TestSupport

/// A store with three recorded tasks.
struct Bench {
  let desk: Desk
  /// The commit with all tasks.
  let start: String

  /// Apples and Bread are in `todo`, Cheese is in `doing`.
  static let tasks = [
    "todo/a.md": task("Apples", "todo", "bbbbbbbbbb", "One a day.\n"),
    "todo/b.md": task("Bread", "todo", "cccccccccc", "Rye.\n"),
    "doing/c.md": task("Cheese", "doing", "dddddddddd", "Not the blue one.\n"),
  ]

  static func task(_ title: String, _ status: String, _ id: String, _ body: String = "") -> String {
    "---\ntitle: \(title)\nstatus: \(status)\nid: \(id)\n---\n\(body)"
  }

  init(_ tasks: [String: String] = Bench.tasks) throws {
    let scratch = try Scratch()
    desk = Desk(scratch, "kim")
    for (name, text) in tasks { try desk.write(text, to: name) }
    _ = try Store.create(scratch("kim"), environment: desk.environment)
    start = try scratch.read("kim/.git/refs/heads/main").trimmingCharacters(in: .newlines)
  }

  func store() throws -> Store {
    try Store.open(desk.scratch("kim"), environment: desk.environment)
  }

  /// Runs a script in the store, where git has the desk's clock, and returns its output.
  @discardableResult
  func shell(_ script: String) throws -> String {
    var variables = desk.environment.variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_DATE"] = "@\(desk.environment.now()) +0000"
    }
    let ran = try run(
      "/bin/sh", ["-ec", script], in: desk.scratch("kim"), environment: variables)
    guard ran.code == 0 else { throw GitFailure(message: "\(script): \(ran.error)\(ran.output)") }
    return ran.output
  }

  /// Lets memo commit hand edits.
  @discardableResult
  func record() throws -> ChangeReport {
    desk.wait(seconds: 60)
    return try store().recordHandEdits()
  }

  /// The subjects since the start, oldest first.
  func journal() throws -> [String] {
    try desk.scratch.git("log", "--reverse", "--format=%s", "\(start)..HEAD", in: desk.folder)
      .split(separator: "\n").map(String.init)
  }

  /// Problems that git reports: uncommitted changes and broken objects.
  func complaints() throws -> String {
    let text = try shell("git status --porcelain; git \(fsck.joined(separator: " ")) 2>&1")
    return text.split(separator: "\n").joined(separator: "\n")
  }

  /// A line for each file that differs from the start.
  func changedFiles(since old: [String: String] = Bench.tasks) throws -> [String] {
    let now = try Dictionary(
      uniqueKeysWithValues: desk.tasks().map { ($0, try desk.read($0)) })
    let names = Set(now.keys).union(old.keys).filter { now[$0] != old[$0] }.sorted()
    return names.map { name in
      guard let text = now[name] else { return "no \(name)" }
      return "\(name): "
        + text.replacingOccurrences(of: "\r", with: "␍")
        .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "|")
    }
  }
}

extension Desk {
  /// Opens the store in this folder.
  func store() throws -> Store { try Store.open(scratch(folder), environment: environment) }
}
