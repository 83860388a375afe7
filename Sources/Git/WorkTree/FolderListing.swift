internal import Platform

/// What was found below folders, in the order in which the system tells it.
///
/// The paths are one block of bytes: of thousands, nearly none has to become a text.
public struct FolderListing: Sendable {
  /// The paths, each with a zero byte behind it.
  public private(set) var bytes: [UInt8] = []
  public private(set) var items: [Item] = []

  public init() {}

  /// Something that was found.
  public struct Item: Hashable, Sendable {
    /// Where its path is among the bytes, without the zero.
    public var path: Range<Int> { Int(start)..<Int(start + count) }
    private var start: UInt32
    private var count: UInt32
    /// How many bytes of the path stand before the name.
    public var nameOffset: UInt32
    public var kind: FileStatus.Kind
    /// A folder whose content is not listed, since it lies so deep.
    public var isTooDeep = false
    /// A folder whose content is not listed, since it is another repository.
    public var isRepository = false

    init(_ path: Range<Int>, nameOffset: Int, _ kind: FileStatus.Kind) {
      start = UInt32(truncatingIfNeeded: path.lowerBound)
      count = UInt32(truncatingIfNeeded: path.count)
      self.nameOffset = UInt32(truncatingIfNeeded: nameOffset)
      self.kind = kind
    }
  }

  /// An item's path; what is no UTF-8 in it is `U+FFFD`.
  public func path(of item: Item) -> String { String(decoding: bytes[item.path], as: UTF8.self) }

  /// The path of the folder that an item is in.
  public func folder(of item: Item) -> String {
    let end = item.path.lowerBound + max(Int(item.nameOffset) - 1, 0)
    return String(decoding: bytes[item.path.lowerBound..<end], as: UTF8.self)
  }
}

extension FolderListing {
  /// - Parameters:
  ///   - prefix: The folder's path, with a slash.
  ///   - name: With a zero behind it.
  mutating func add(_ prefix: [UInt8], _ name: UnsafePointer<CChar>, _ kind: FileStatus.Kind) {
    let start = bytes.count
    bytes += prefix
    bytes += UnsafeRawBufferPointer(start: name, count: strlen(name) + 1)
    items.append(Item(start..<bytes.count - 1, nameOffset: prefix.count, kind))
  }

  mutating func changeLast(_ change: (inout Item) -> Void) { change(&items[items.count - 1]) }

  /// The items' places in the order of the bytes of their paths.
  public var order: [Int] {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return items.withUnsafeBufferPointer { items in
        items.indices.sorted {
          strcmp(
            (base + items[$0].path.lowerBound).assumingMemoryBound(to: CChar.self),
            (base + items[$1].path.lowerBound).assumingMemoryBound(to: CChar.self)) < 0
        }
      }
    }
  }
}
