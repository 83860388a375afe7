internal import CZlib

/// Compresses one content after another, as git's objects are.
struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// As quick as zlib can be, as git is where it writes objects.
  ///
  /// Nil when there is no memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard memo_deflate_init(stream, Z_BEST_SPEED) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  /// - Returns: False when zlib refused.
  mutating func append(_ content: [UInt8], to output: inout [UInt8]) -> Bool {
    guard deflateReset(stream) == Z_OK, let length = UInt32(exactly: content.count),
      let room = Int(exactly: deflateBound(stream, UInt(length)))
    else { return false }
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      content.withUnsafeBufferPointer { content in
        // zlib only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
        stream.pointee.avail_in = length
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: room)
        isDone = deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      count = room - Int(stream.pointee.avail_out)
    }
    output += bytes
    return isDone
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }
}

/// The check sum that a pack's index has of each object.
func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
}
