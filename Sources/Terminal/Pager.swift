internal import Platform

/// A pager for long output, which gets the output while memo produces it.
///
/// If it can't be started, the output goes to the terminal.
public final class Pager {
  private let process: pid_t
  private let feed: Int32
  private let interrupts: (sig_t?, sig_t?)

  /// - Parameters:
  ///   - command: A shell command, as in git's `core.pager`.
  ///   - environment: The pager's variables.
  /// - Returns: Nil if the shell can't be started.
  public init?(_ command: String, environment: [String: String]) {
    guard let ends = System.pipe() else { return nil }
    defer { close(ends.read) }
    // Both shells wait for the pager after Ctrl-C, too: a subshell resets traps. Exit codes 126 and 127
    // are those of a command that can't be executed or found. Such a command has read nothing; in a
    // pipeline, those before it may have.
    let wait = "trap : INT QUIT\n"
    let script = "\(wait)(\n\(wait)\(command)\n)\ncase $? in 126 | 127) cat ;; esac"
    do throws(SystemError) {
      process = try Spawn.start(
        ["/bin/sh", "-c", script], at: "/bin/sh", environment, Spawn.Streams(input: ends.read))
    } catch {
      // The caller writes to the terminal.
      close(ends.write)
      return nil
    }
    feed = ends.write
    // The pager handles Ctrl-C itself, for example with a prompt.
    interrupts = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
  }

  /// - Returns: False if the pager has ended.
  public func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8).withoutForeignControls
    return bytes.withUnsafeBytes { System.writeAll(feed, $0) } == nil
  }

  /// Waits for the pager to end; nothing may be written afterwards.
  public func end() {
    close(feed)
    _ = Spawn.wait(for: process)
    signal(SIGINT, interrupts.0)
    signal(SIGQUIT, interrupts.1)
  }
}
