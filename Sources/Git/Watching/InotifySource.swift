#if os(Linux)
internal import Platform

typealias SystemSource = InotifySource

/// Change notifications on Linux: one inotify watch for each folder, including new ones.
final class InotifySource {
  private let scope: FolderWatch.Scope
  /// Readable when notifications are pending.
  let descriptor: Int32
  /// The folder of each watch, relative to the root; "" for the root itself.
  private var folders: [Int32: String] = [:]

  /// - Throws: ``FileError`` at the system's limits.
  init(_ scope: FolderWatch.Scope) throws(FileError) {
    self.scope = scope
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw .last("watch", scope.root) }
    try refresh()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// See ``FolderWatch/isLost``.
  var isLost: Bool { !folders.values.contains("") }

  /// - Returns: Whether any pending notification matters.
  /// - Throws: ``FileError`` when notifications stop working.
  func take() throws(FileError) -> Bool {
    var isOfInterest = false
    var isStale = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for event in Self.events(in: buffer[..<count]) {
        switch note(event) {
        case .file: isOfInterest = true
        case .folder: (isOfInterest, isStale) = (true, true)
        case .nothing: break
        }
      }
    }
    if isStale { try refresh() }
    return isOfInterest
  }

  private enum Meaning { case nothing, file, folder }

  private func note(_ event: Event) -> Meaning {
    if event.mask & IN_Q_OVERFLOW != 0 { return .folder }
    if event.mask & IN_IGNORED != 0 {
      folders[event.watch] = nil
      return .nothing
    }
    guard let folder = folders[event.watch] else { return .nothing }
    if event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return .folder }
    if event.mask & IN_ISDIR != 0 {
      // Ignore access times and modes of folders.
      guard event.mask & IN_ATTRIB == 0 else { return .nothing }
      return folder.isEmpty && !scope.folders.contains(event.name) ? .nothing : .folder
    }
    let path = folder.isEmpty ? event.name : "\(folder)/\(event.name)"
    return scope.concerns(path) ? .file : .nothing
  }
}

extension InotifySource {
  private static let folderMask =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
  private static let fileMask = folderMask | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB

  /// - Throws: ``FileError`` when there are more folders than the system can watch.
  private func refresh() throws(FileError) {
    var current: [Int32: String] = [:]
    var seen: Set<String> = []
    // A folder created before its parent is watched is found in the next round.
    while let path = ([""] + presentFolders()).first(where: { !seen.contains($0) }) {
      for path in [path] + presentFolders() where seen.insert(path).inserted {
        let hasFiles = !path.isEmpty || !scope.files.isEmpty
        let mask = UInt32((hasFiles ? Self.fileMask : Self.folderMask) | IN_ONLYDIR)
        let absolute = path.isEmpty ? scope.root : "\(scope.root)/\(path)"
        let watch = inotify_add_watch(descriptor, absolute, mask | UInt32(IN_DONT_FOLLOW))
        if watch >= 0 {
          current[watch] = path
        } else if errno == ENOSPC || errno == ENOMEM {
          throw .last("watch", absolute)
        }
      }
    }
    for watch in folders.keys where current[watch] == nil { inotify_rm_watch(descriptor, watch) }
    folders = current
  }

  private func presentFolders() -> [String] {
    // An unreadable folder can't be watched; the next change triggers another attempt.
    guard let tree = try? WorkTree(scope.root) else { return [] }
    let present = scope.folders.filter { (try? tree.status(of: $0))??.kind == .folder }
    return present.flatMap { folder in
      let entries = (try? tree.list(folder)) ?? []
      return [folder] + entries.filter { $0.kind == .folder }.map(\.path)
    }
  }
}

extension InotifySource {
  private struct Event {
    var watch: Int32
    var mask: Int32
    var name: String
  }

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    bytes.withUnsafeBytes { bytes in
      var events: [Event] = []
      var offset = 0
      let size = MemoryLayout<inotify_event>.size
      while offset + size <= bytes.count {
        let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = bytes[(offset + size)...].prefix(Int(head.len)).prefix { $0 != 0 }
        events.append(
          Event(
            watch: head.wd, mask: Int32(bitPattern: head.mask),
            name: String(decoding: name, as: UTF8.self)))
        offset += size + Int(head.len)
      }
      return events
    }
  }
}
#endif
