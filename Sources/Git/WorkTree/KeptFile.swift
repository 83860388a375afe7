internal import Platform

/// A file of memo's own, open to be read in parts, also when another one has taken its place.
public final class KeptFile: Sendable {
  private let file: Descriptor
  /// In bytes, when it was opened.
  public let size: Int

  /// - Returns: Nil when there is no such regular file, or it can't be read.
  public init?(_ path: String) {
    guard let file = Descriptor(path, in: AT_FDCWD, O_RDONLY | O_NONBLOCK),
      let status = file.use({ FileStatus(descriptor: $0) }), status.kind == .regular
    else { return nil }
    self.file = file
    size = Int(status.size)
  }

  /// So many bytes from a place on; nil where not all of them are there.
  public func bytes(_ count: Int, at place: Int) -> [UInt8]? {
    guard count >= 0, place >= 0, count <= size, place <= size - count else { return nil }
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        let got = file.use {
          pread($0, buffer.baseAddress.map { $0 + done }, count - done, off_t(place + done))
        }
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          isWhole = false
          return
        }
        done += got
      }
    }
    return isWhole ? bytes : nil
  }
}
