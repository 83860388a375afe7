internal import Platform

/// The process itself: its surroundings, its end, and its becoming another program.
public enum ThisProcess {
  /// The words behind the program's name; nil where the system doesn't tell them.
  public static var arguments: [String]? {
    let words = System.commandLine
    return words.isEmpty ? nil : Array(words.dropFirst())
  }

  /// Has an object live as long as the process.
  ///
  /// To take apart what was read of ten thousand files, just before the system takes all of it
  /// back, costs a good part of a command's time.
  public static func keep(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }

  /// All variables of the environment.
  public static var environment: [String: String] { System.environment }

  /// The working directory, as `PWD` names it if that is true: links in it stay as they were
  /// typed; nil when it was deleted.
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

  /// The folder of the program's file, links followed; nil where it can't be told.
  ///
  /// - Parameter path: Where a program is that was called by its name alone.
  public static func folder(_ path: (String) -> String?) -> String? {
    guard let name = System.commandLine.first, let path = path(name),
      let real = realpath(path, nil)
    else { return nil }
    defer { free(real) }
    let folder = String(cString: real).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)"
  }

  /// What this machine is called; nil where the system doesn't tell.
  public static var hostName: String? { System.hostName }

  /// Ends the process as it stands.
  ///
  /// Nothing is buffered that would have to be written, and what libraries would give back one by
  /// one, the system takes back at once.
  public static func exit(_ code: Int32) -> Never { _exit(code) }

  /// Becomes another program; comes back only when that can't be started.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - variables: Its whole environment.
  /// - Returns: Why not, in the system's words.
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
