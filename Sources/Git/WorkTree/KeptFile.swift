internal import Platform

/// An open file of memo's own, readable in parts even after another file replaces it.
public final class KeptFile: Sendable {
  private let file: Descriptor
  /// In bytes, when it was opened.
  public let size: Int

  /// - Returns: Nil for a missing, unreadable or non-regular file.
  public init?(_ path: String) {
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NONBLOCK),
      let status = file.use({ FileStatus(descriptor: $0) }), status.kind == .regular
    else { return nil }
    self.file = file
    size = Int(status.size)
  }

  /// Nil if the file is too short.
  public func bytes(_ count: Int, at place: Int) -> [UInt8]? { numbers(count, at: place) }

  /// Nil if the file is too short.
  public func words(_ count: Int, at place: Int) -> [UInt64]? { numbers(count, at: place) }

  /// In the byte order of the processors that memo supports, little-endian.
  private func numbers<Number: FixedWidthInteger>(_ count: Int, at place: Int) -> [Number]? {
    let width = MemoryLayout<Number>.size
    guard count >= 0, place >= 0, count <= size / width, place <= size - count * width else {
      return nil
    }
    var isWhole = true
    let numbers = [Number](unsafeUninitializedCapacity: count) { buffer, done in
      isWhole = fill(UnsafeMutableRawBufferPointer(buffer), from: place)
      done = isWhole ? count : 0
    }
    return isWhole ? numbers : nil
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from place: Int) -> Bool {
    var done = 0
    while done < buffer.count {
      let got = file.use {
        pread($0, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(place + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      done += got
    }
    return true
  }
}
