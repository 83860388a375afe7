internal import Platform

/// A program that shows long output page by page, fed while the output is still being made.
///
/// One that can't be started is as good as none: the output goes to the terminal then.
public final class Pager {
  private var process: pid_t
  private var feed: Int32
  /// What was written, as long as it is not sure that somebody reads it.
  private var unsure: [UInt8]? = []
  private var interrupts: (sig_t?, sig_t?)

  /// More than this fits into no pipe: then somebody has read.
  private static let mostUnsure = 1 << 20

  /// - Parameters:
  ///   - command: For the shell, as git takes it.
  ///   - environment: The variables it gets; nil is returned when it can't be started.
  public init?(_ command: String, environment: [String: String]) {
    guard let ends = System.pipe() else { return nil }
    defer { close(ends.read) }
    do throws(SystemError) {
      process = try Spawn.start(
        ["/bin/sh", "-c", command], at: "/bin/sh", environment, Spawn.Streams(input: ends.read))
    } catch {
      // As good as no pager.
      close(ends.write)
      return nil
    }
    feed = ends.write
    // Ctrl-C is for the pager, which gives a prompt; it ends when its reader wants that.
    interrupts = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
  }

  /// - Returns: False when nobody reads any more.
  public func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8).withoutForeignControls
    guard process != 0 else { return put(bytes, 1) }
    unsure? += bytes
    if (unsure?.count ?? 0) > Self.mostUnsure { unsure = nil }
    if put(bytes, feed) { return true }
    return endProcess() ? false : showUnsure()
  }

  /// Waits until the person has seen enough.
  public func end() {
    if process != 0, !endProcess() { _ = showUnsure() }
  }

  /// - Returns: Whether it was a program that could be started.
  private func endProcess() -> Bool {
    close(feed)
    let code = Spawn.wait(for: process)
    process = 0
    signal(SIGINT, interrupts.0)
    signal(SIGQUIT, interrupts.1)
    // 126 and 127 are the shell's: it can't be run, it is nowhere.
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
