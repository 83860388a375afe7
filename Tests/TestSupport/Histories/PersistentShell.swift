import Foundation

/// One shell for many lines, since starting one for each would take most of a test's time.
///
/// Not safe for two threads.
public final class PersistentShell {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  /// - Parameter preamble: The first lines, such as functions and settings.
  public init(in folder: String, environment: [String: String], preamble: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-s"]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try withNoSignalBlocked { try process.run() }
    let begun = try type(preamble)
    guard begun.code == 0 else { throw GitFailure(message: "the shell: \(begun.output)") }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs a line in a subshell, and returns both output streams together.
  public func type(_ line: String) throws -> Ran {
    try input.fileHandleForWriting.write(
      contentsOf: Data("\(line)\nprintf '\\001%d\\002' $?\n".utf8))
    while true {
      if let end = buffer.lastIndex(of: 2), let start = buffer[..<end].lastIndex(of: 1),
        let code = Int32(String(decoding: buffer[(start + 1)..<end], as: UTF8.self))
      {
        let text = String(decoding: buffer[..<start], as: UTF8.self)
        buffer = []
        return Ran(output: text, error: "", code: code)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw GitFailure(message: "the shell ended at: \(line)") }
      buffer += more
    }
  }
}

/// A text, quoted as one word.
func quoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy {
    switch $0 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
  return plain && !text.isEmpty
    ? text
    : "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
}
