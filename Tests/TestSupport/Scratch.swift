import Foundation
import Git

/// A temporary folder for one test.
public final class Scratch: Sendable {
  /// Absolute, with links resolved.
  public let path: String

  public init() throws {
    _ = Isolation.once
    let url = FileManager.default.temporaryDirectory.appending(component: "memo-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = WorkTree.resolved(url.path) ?? url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path below the folder.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, executable if it begins with `#!`.
  public func write(_ text: String, to name: String) throws {
    guard text.hasPrefix("#!") else { return try write(Array(text.utf8), to: name) }
    try FileManager.default.createDirectory(
      at: URL(filePath: self(name)).deletingLastPathComponent(), withIntermediateDirectories: true)
    // In another process: a program that another test starts right now would inherit this file open
    // for writing, and nobody could run it ("text file busy").
    let script = #"printf %s "$1" >"$0"; chmod +x "$0""#
    let ran = try run(
      "/bin/sh", ["-ec", script, self(name), text], in: path, environment: environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  public func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(filePath: self(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Sets a file's modification time, in seconds since 1970.
  public func setModified(_ name: String, _ seconds: Int64) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: self(name))
  }

  public func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self(name))), as: UTF8.self)
  }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self(name))
  }

  public func move(_ old: String, _ new: String) throws {
    let url = URL(filePath: self(new))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: self(old), toPath: self(new))
  }

  public func copy(_ old: String, _ new: String) throws {
    try FileManager.default.copyItem(atPath: self(old), toPath: self(new))
  }

  /// All files below a folder, sorted, without hidden ones and git's.
  public func files(_ folder: String) -> [String] {
    guard let entries = FileManager.default.enumerator(atPath: self(folder)) else { return [] }
    var files: [String] = []
    while let name = entries.nextObject() as? String {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: self("\(folder)/\(name)"), isDirectory: &isFolder)
      if name.first == "." || name.contains("/.") {
        // git's folder has hundreds of files.
        if isFolder.boolValue { entries.skipDescendants() }
      } else if !isFolder.boolValue {
        files.append(name)
      }
    }
    return files.sorted()
  }
}

/// Settings of the user and the system don't affect tests.
private enum Isolation {
  static let once: Void = {
    let empty = FileManager.default.temporaryDirectory.appending(component: "memo-empty")
    try? FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    isolateFromUserSettings(emptyFolder: empty.path)
    // Tests don't cover power cuts, and syncing is slow.
    setDurable(false)
  }()
}
