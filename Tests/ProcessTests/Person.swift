import Foundation
import TestSupport

/// A person at a real shell with the built program.
struct Person {
  let scratch: Scratch
  var environment: [String: String]
  /// The shell's folder, below the scratch folder.
  var folder = "store"

  init() throws {
    scratch = try Scratch()
    for name in ["bin", "home", "store"] {
      try FileManager.default.createDirectory(
        atPath: scratch(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch("bin/memo"), withDestinationPath: Products.path(of: "memo"))
    environment = scratch.environment
    environment["PATH"] = "\(scratch("bin")):\(environment["PATH"] ?? "")"
  }

  /// With a store in `store`.
  static func withStore() throws -> Person {
    let person = try Person()
    try person.expect("memo init")
    return person
  }

  /// Types a line at the shell.
  @discardableResult
  func type(_ line: String) throws -> Ran {
    try run("/bin/sh", ["-c", line], in: scratch(folder), environment: environment)
  }

  /// Types a line that has to succeed, and returns its output.
  @discardableResult
  func expect(_ line: String) throws -> String {
    let ran = try type(line)
    guard ran.code == 0 else {
      throw GitFailure(message: "\(line) ended with \(ran.code): \(ran.output)\(ran.error)")
    }
    return ran.output
  }

  /// Problems that git finds in the store.
  func complaints() throws -> String {
    try expect("git status --porcelain; git \(fsck.joined(separator: " ")) 2>&1")
  }
}
