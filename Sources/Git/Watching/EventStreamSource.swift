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
  var descriptor: Int32 { sink.bell.readable }

  init(_ scope: FolderWatch.Scope) throws(FileError) {
    guard let bell = WakePipe() else { throw FileError.last("make", "a pipe") }
    sink = Sink(scope, bell)
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
  func take() throws(FileError) -> Bool { sink.bell.silence() }

  /// A stream watches a path, not a folder, so it can't lose the root.
  var isLost: Bool { false }
}

private final class Sink: Sendable {
  let bell: WakePipe
  let queue = DispatchQueue(label: "memo.events")
  private let scope: FolderWatch.Scope

  init(_ scope: FolderWatch.Scope, _ bell: WakePipe) {
    self.scope = scope
    self.bell = bell
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
    bell.ring()
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}
#endif
