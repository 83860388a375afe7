internal import Dispatch
internal import Subprocess
internal import SystemPackage

/// Another program, run to its end while the caller waits.
public struct Program: Sendable {
  /// A name to look for in `PATH`, or a path.
  public var name: String
  public var arguments: [String]
  /// Where it runs; nil for the process's own working directory.
  public var directory: String?
  /// Its whole environment; nil for the process's own.
  public var environment: [String: String]?

  public init(
    _ name: String, _ arguments: [String] = [], in directory: String? = nil,
    environment: [String: String]? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
  }

  /// How a program ended.
  public struct Ending: Hashable, Sendable {
    /// The exit code; 128 and the signal's number when a signal ended it.
    public var code: Int32
    /// What it wrote to standard output, when that was asked for.
    public var output: String
    /// What it wrote to standard error, when that was asked for.
    public var error: String
    public var isSuccess: Bool { code == 0 }
  }

  /// Runs it on the user's terminal, with nothing in between.
  ///
  /// - Throws: ``MemoError`` when it can't be started.
  public func runOnTerminal() throws(MemoError) -> Ending {
    try wait {
      let result = try await Subprocess.run(
        configuration, input: .currentStandardInput, output: .currentStandardOutput,
        error: .currentStandardError)
      return Ending(code: result.terminationStatus.code, output: "", error: "")
    }
  }

  /// Runs it with these bytes as its input and returns what it says.
  ///
  /// - Throws: ``MemoError`` when it can't be started.
  public func run(input: [UInt8] = []) throws(MemoError) -> Ending {
    try wait {
      let result = try await Subprocess.run(
        configuration, input: .array(input), output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20))
      return Ending(
        code: result.terminationStatus.code, output: result.standardOutput,
        error: result.standardError)
    }
  }

  private var configuration: Configuration {
    Configuration(
      executable: name.contains("/") ? .path(FilePath(name)) : .name(name),
      arguments: Arguments(arguments),
      environment: environment.map {
        .custom(Dictionary(uniqueKeysWithValues: $0.map { (.init(stringLiteral: $0), $1) }))
      } ?? .inherit,
      workingDirectory: directory.map { FilePath($0) })
  }

  /// Waits on the calling thread: memo is synchronous, the library that starts programs isn't.
  private func wait(
    _ body: @escaping @Sendable () async throws -> Ending
  ) throws(MemoError) -> Ending {
    let box = EndingBox()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        box.set(.success(try await body()))
      } catch {
        box.set(.failure(MemoError(.refused, "can't run '\(self.name)': \(error)")))
      }
      done.signal()
    }
    done.wait()
    return try box.get()
  }
}

extension TerminationStatus {
  fileprivate var code: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
