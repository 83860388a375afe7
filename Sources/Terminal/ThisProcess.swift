internal import Platform

/// The current process: its environment, its end, and replacing it by another program.
public enum ThisProcess {
  /// The arguments without the program's name; nil on Linux without `/proc`.
  public static var arguments: [String]? {
    let words = CommandLine.arguments
    return words.isEmpty ? nil : Array(words.dropFirst())
  }

  /// Keeps an object alive until the process ends.
  ///
  /// Freeing the data of ten thousand files before exit would take a good part of a command's time.
  public static func keep(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }

  public static var environment: [String: String] { System.environment }

  /// The working directory; nil if it was deleted.
  ///
  /// `PWD` is used if it is the same directory, so symbolic links stay as typed.
  public static var directory: String? {
    guard let real = realpath(".", nil) else { return nil }
    defer { free(real) }
    if let shown = getenv("PWD"), let target = realpath(shown, nil) {
      defer { free(target) }
      if strcmp(real, target) == 0, shown[0] == CChar(UInt8(ascii: "/")) {
        return String(cString: shown)
      }
    }
    return String(cString: real)
  }

  /// The folder of the program's executable, with symbolic links resolved; nil if unknown.
  ///
  /// - Parameter path: Finds a program that was started by its name alone.
  public static func folder(_ path: (String) -> String?) -> String? {
    guard let name = CommandLine.arguments.first, let path = path(name),
      let real = realpath(path, nil)
    else { return nil }
    defer { free(real) }
    let folder = String(cString: real).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)"
  }

  /// The machine's host name; nil if the system doesn't provide it.
  public static var hostName: String? { System.hostName }

  /// Ends the process at once, without freeing memory or running `atexit` handlers.
  ///
  /// No output is buffered, and the system frees all memory faster.
  public static func exit(_ code: Int32) -> Never { _exit(code) }

  /// Replaces the process by another program; returns only on failure.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - variables: Its whole environment.
  /// - Returns: The system's error message.
  public static func become(
    _ program: String, _ arguments: [String], in directory: String?, _ variables: [String: String]
  ) -> String {
    if let directory, chdir(directory) != 0 { return String(cString: strerror(errno)) }
    signal(SIGPIPE, SIG_DFL)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") }
    settings.append(nil)
    execve(program, words, settings)
    return String(cString: strerror(errno))
  }
}
