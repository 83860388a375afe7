#if canImport(Darwin)
internal import CoreFoundation
internal import CoreServices
internal import Dispatch
internal import Platform

typealias SystemSource = EventStreamSource

/// Change notifications on macOS: one stream of file events for the whole folder.
final class EventStreamSource {
  private let sink: Sink
  private let stream: FSEventStreamRef
  // The stream doesn't retain its list of paths.
  private let path: CFString

  /// Readable when notifications are pending.
  var descriptor: Int32 { sink.ends.read }

  init(_ scope: FolderWatch.Scope) throws(FileError) {
    guard let ends = System.pipe() else { throw .last("watch", scope.root) }
    System.setNonblocking(ends.read)
    System.setNonblocking(ends.write)
    sink = Sink(scope, ends)
    let utf8: CFStringEncoding = 0x0800_0100
    guard let path = CFStringCreateWithCString(nil, scope.root, utf8),
      let paths = CFArrayCreateMutable(nil, 1, nil)
    else { throw FileError("watch", scope.root, .system(ENOMEM)) }
    self.path = path
    CFArrayAppendValue(paths, Unmanaged.passUnretained(path).toOpaque())
    var context = FSEventStreamContext(
      version: 0, info: Unmanaged.passUnretained(sink).toOpaque(), retain: nil, release: nil,
      copyDescription: nil)
    let flags = kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagWatchRoot
    let made = FSEventStreamCreate(
      nil,
      { _, info, count, paths, flags, _ in
        guard let info else { return }
        let names = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
        let sink = Unmanaged<Sink>.fromOpaque(info).takeUnretainedValue()
        for index in 0..<count { sink.note(String(cString: names[index]), Int(flags[index])) }
      }, &context, paths, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), 0.1,
      FSEventStreamCreateFlags(flags))
    guard let made else { throw FileError("watch", scope.root, .system(ENOMEM)) }
    stream = made
    FSEventStreamSetDispatchQueue(made, sink.queue)
    guard FSEventStreamStart(made) else { throw FileError("watch", scope.root, .system(ENOSPC)) }
  }

  deinit {
    FSEventStreamStop(stream)
    FSEventStreamInvalidate(stream)
    FSEventStreamRelease(stream)
    // Wait until the current event is processed.
    sink.queue.sync {}
  }

  /// - Returns: Whether any pending notification matters.
  func take() throws(FileError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256)
    var isOfInterest = false
    while buffer.withUnsafeMutableBytes({ System.read(descriptor, into: $0) }) > 0 {
      isOfInterest = true
    }
    return isOfInterest
  }

  /// A stream watches a path, not a folder, so it can't lose the root.
  var isLost: Bool { false }
}

private final class Sink: Sendable {
  let ends: (read: Int32, write: Int32)
  let queue = DispatchQueue(label: "memo.events")
  private let scope: FolderWatch.Scope

  init(_ scope: FolderWatch.Scope, _ ends: (read: Int32, write: Int32)) {
    self.scope = scope
    self.ends = ends
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func note(_ path: String, _ flags: Int) {
    let lost =
      kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagRootChanged
      | kFSEventStreamEventFlagUnmount
    if flags & lost == 0 {
      guard path.hasPrefix("\(scope.root)/") else { return }
      let inside = String(path.dropFirst(scope.root.count + 1))
      let isFolder = flags & kFSEventStreamEventFlagItemIsDir != 0
      guard
        isFolder ? scope.folders.contains(where: { isInside(inside, $0) }) : scope.concerns(inside)
      else { return }
    }
    System.writeByte(to: ends.write)
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}
#endif
