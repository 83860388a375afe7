import Foundation

/// A program's output and exit code.
public struct Ran: Hashable, Sendable {
  public var output: String
  public var error: String
  public var code: Int32

  public init(output: String, error: String, code: Int32) {
    self.output = output
    self.error = error
    self.code = code
  }
}

/// The check of all objects, without that of two files that memo never writes: git starts a process
/// for each.
public let fsck = [
  "-c", "core.commitGraph=false", "-c", "core.multiPackIndex=false", "fsck", "--strict",
  "--no-dangling",
]

/// Runs a program from the `PATH` of the given environment.
public func run(
  _ program: String, _ arguments: [String], in directory: String,
  environment: [String: String], input: String = ""
) throws -> Ran {
  let process = Process()
  let path = program.hasPrefix("/") ? program : programPath(program, in: environment["PATH"])
  process.executableURL = URL(filePath: path ?? program)
  process.arguments = arguments
  process.currentDirectoryURL = URL(filePath: directory)
  process.environment = environment
  // Files, not pipes: a process that the program leaves behind must not block a test.
  let folder = FileManager.default.temporaryDirectory.appending(component: "memo-run-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let files = try ["in", "out", "err"].map { name in
    let url = folder.appending(component: name)
    try Data(name == "in" ? Array(input.utf8) : []).write(to: url)
    return try FileHandle(forUpdating: url)
  }
  process.standardInput = files[0]
  process.standardOutput = files[1]
  process.standardError = files[2]
  try withNoSignalBlocked { try process.run() }
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  if process.isRunning, ended.wait(timeout: .now() + 120) == .timedOut {
    kill(process.processIdentifier, SIGKILL)
    throw GitFailure(message: "\(program) \(arguments) was not done after two minutes")
  }
  process.waitUntilExit()
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(component: name)), as: UTF8.self)
  }
  return Ran(output: try text("out"), error: try text("err"), code: process.terminationStatus)
}

/// The words into which a shell splits each line, by one shell for all.
public func shellWords(_ lines: [String]) throws -> [[String]] {
  let script = #"for line do (eval "printf '%s\\0' $line"); printf '\1\0'; done"#
  let ran = try run("/bin/sh", ["-c", script, "sh"] + lines, in: "/", environment: [:])
  let words = ran.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
  return words.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast()
    .map { line in line.filter { !$0.isEmpty }.map(String.init) }
}

/// Test threads block signals, and a shell that inherits this would wait forever.
func withNoSignalBlocked(_ body: () throws -> Void) rethrows {
  var (none, old) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &old)
  defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
  try body()
}

extension Scratch {
  /// An environment with an empty HOME, a fixed author and English messages.
  public var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": self("home"), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "GIT_AUTHOR_NAME": "Kim", "GIT_AUTHOR_EMAIL": "kim@example.org",
      "GIT_COMMITTER_NAME": "Kim", "GIT_COMMITTER_EMAIL": "kim@example.org",
      "GIT_TERMINAL_PROMPT": "0", "GIT_CEILING_DIRECTORIES": path,
    ]
  }

  /// Runs git and returns its output without the last newline.
  @discardableResult
  public func git(_ arguments: String..., in folder: String = "") throws -> String {
    try git(arguments, in: folder)
  }

  @discardableResult
  public func git(_ arguments: [String], in folder: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: self("home"), withIntermediateDirectories: true)
    let ran = try run("git", arguments, in: self(folder), environment: environment)
    guard ran.code == 0 else {
      throw GitFailure(message: "git \(arguments.joined(separator: " ")): \(ran.error)")
    }
    return ran.output.hasSuffix("\n") ? String(ran.output.dropLast()) : ran.output
  }
}

public struct GitFailure: Error, CustomStringConvertible {
  public var message: String
  public init(message: String) { self.message = message }
  public var description: String { message }
}
