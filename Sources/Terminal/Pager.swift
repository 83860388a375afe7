internal import Platform

/// A pager for long output, which gets the output while memo produces it.
///
/// If it can't be started, the output goes to the terminal.
public final class Pager {
  private var process: pid_t
  private var feed: Int32
  /// The output so far, while the pager may not have read any.
  private var unsure: [UInt8]? = []
  private var interrupts: (sig_t?, sig_t?)

  /// More than any pipe holds: beyond this, the pager has read.
  private static let mostUnsure = 1 << 20

  /// - Parameters:
  ///   - command: A shell command, as in git's `core.pager`.
  ///   - environment: The pager's variables.
  /// - Returns: Nil if the shell can't be started.
  public init?(_ command: String, environment: [String: String]) {
    guard let ends = System.pipe() else { return nil }
    defer { close(ends.read) }
    do throws(SystemError) {
      process = try Spawn.start(
        ["/bin/sh", "-c", command], at: "/bin/sh", environment, Spawn.Streams(input: ends.read))
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
    guard process != 0 else { return put(bytes, 1) }
    unsure? += bytes
    if (unsure?.count ?? 0) > Self.mostUnsure { unsure = nil }
    if put(bytes, feed) { return true }
    return endProcess() ? false : showUnsure()
  }

  /// Waits for the pager to end.
  public func end() {
    if process != 0, !endProcess() { _ = showUnsure() }
  }

  /// - Returns: Whether the command could be run.
  private func endProcess() -> Bool {
    close(feed)
    let code = Spawn.wait(for: process)
    process = 0
    signal(SIGINT, interrupts.0)
    signal(SIGQUIT, interrupts.1)
    // The shell's exit codes for a command that can't be executed or found.
    return code != 126 && code != 127
  }

  private func showUnsure() -> Bool {
    defer { unsure = nil }
    return unsure.map { put($0, 1) } ?? false
  }

  private func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { System.writeAll(descriptor, $0) } == nil
  }
}
