internal import Platform

/// The sole owner of an open file or folder.
struct Descriptor: ~Copyable {
  private let raw: Int32

  /// Lends the descriptor, which is valid only while `body` runs.
  borrowing func use<Value: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Value
  ) throws(Failure) -> Value { try body(raw) }

  /// Opens a name in an open folder (`AT_FDCWD` for the current folder).
  ///
  /// Retries after a signal.
  init?(_ name: String, in folder: Int32, _ flags: Int32, mode: UInt32 = 0o666) {
    while true {
      let opened = openat(folder, name, flags | O_CLOEXEC, mode_t(mode))
      if opened >= 0 {
        raw = opened
        return
      }
      guard errno == EINTR else { return nil }
    }
  }

  /// The content from the current position to the end.
  ///
  /// - Parameters:
  ///   - sizeHint: The expected size in bytes; negative if unknown.
  ///   - most: The limit in bytes; the read fails beyond it.
  /// - Returns: Nil on an error, with `errno` set.
  borrowing func readAll(sizeHint: Int, atMost most: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= most {
      var got = 0
      // One byte more than expected: a shorter read then shows the end without a second call.
      let size = max(sizeHint, bytes.count) + 1
      let part = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        repeat {
          got = read(raw, buffer.baseAddress, size)
        } while got < 0 && errno == EINTR
        count = max(got, 0)
      }
      guard got >= 0 else { return nil }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if got == 0 || bytes.count == sizeHint { return bytes }
    }
    return nil
  }

  /// Writes all bytes, without a flush.
  ///
  /// - Returns: False on an error, with `errno` set.
  borrowing func writeAll(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { System.writeAll(raw, $0) == nil }
  }

  /// Flushes the file to disk.
  ///
  /// - Returns: False on an error, with `errno` set; true where the file system can't flush.
  borrowing func synchronize() -> Bool {
    var interruptions = 0
    while fsync(raw) != 0 {
      guard errno == EINTR, interruptions < 100 else {
        return [EINVAL, ENOSYS, ENOTSUP].contains(errno)
      }
      interruptions += 1
    }
    return true
  }

  deinit { close(raw) }
}
