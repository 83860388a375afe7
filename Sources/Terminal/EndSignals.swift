#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif
internal import Synchronization

/// The signals with which people and service managers end a program: `SIGTERM`, `SIGINT`
/// (Ctrl-C) and `SIGHUP` (the terminal is gone).
public enum EndSignals {
  /// Makes the first such signal write a byte to a descriptor, which must stay open; the second
  /// ends the process as always.
  ///
  /// What the process was told to ignore from the start, as `nohup` does, stays ignored.
  public static func forward(to descriptor: Int32) {
    target.store(descriptor, ordering: .sequentiallyConsistent)
    for number in [SIGTERM, SIGINT, SIGHUP] {
      let old = signal(number) { number in
        let target = EndSignals.target.exchange(-1, ordering: .sequentiallyConsistent)
        guard target >= 0 else {
          signal(number, SIG_DFL)
          raise(number)
          return
        }
        let failure = errno
        var byte: UInt8 = 0
        write(target, &byte, 1)
        errno = failure
      }
      if isIgnored(old) { signal(number, SIG_IGN) }
    }
  }

  /// Where the next signal goes; -1 when it goes nowhere.
  ///
  /// It is made before any handler, which could not make it.
  private static let target = Atomic<Int32>(-1)

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
