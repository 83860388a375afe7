/// The beginning and the end that two texts share.
struct CommonEnds {
  /// How many bytes of the beginning stay.
  let start: Int
  /// How many of the end.
  let end: Int

  init(from old: [UInt8], to new: [UInt8]) {
    let most = min(old.count, new.count)
    let (start, end) = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let start = (0..<most).first { old[$0] != new[$0] } ?? most
        let end =
          (0..<(most - start)).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
          ?? most - start
        return (start, end)
      }
    }
    (self.start, self.end) = (start, end)
  }
}
