internal import Platform

/// Tells when files below some folders change, by the operating system's own news where it
/// has any, and else by looking again and again.
///
/// One thread uses it. Its answer is only ever "something may have changed": who wants to know
/// what reads the files.
public final class FolderWatch {
  /// Which files are watched.
  public struct Scope: Sendable {
    /// An existing folder: absolute, links resolved.
    public var root: String
    /// The names of the folders in it that are watched, with all below them; they may come and go.
    public var folders: [String]
    /// The names of files beside the folders that are watched, too; they may come and go.
    public var files: Set<String>
    /// Whether a file in the folders is of interest, by its path below the root; of folders, all
    /// are.
    public var isFile: @Sendable (String) -> Bool

    public init(
      root: String, folders: [String], files: Set<String> = [],
      isFile: @escaping @Sendable (String) -> Bool
    ) {
      self.root = root
      self.folders = folders
      self.files = files
      self.isFile = isFile
    }

    /// Whether a file is of interest, by its path below the root.
    func concerns(_ path: String) -> Bool {
      guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else {
        return files.contains(path)
      }
      return folders.contains(String(path[..<slash])) && isFile(path)
    }
  }

  /// Why it has to look by itself; nil as long as the system brings the news.
  public private(set) var pollingReason: String?

  private let scope: Scope
  private var source: (any ChangeSource)?
  private var poll: FolderPoll

  /// - Parameters:
  ///   - pause: Seconds between two looks, where it has to look by itself.
  ///   - alwaysPolls: Doesn't ask for the system's news at all.
  public init(_ scope: Scope, pollingEvery pause: Double, alwaysPolls: Bool = false) {
    self.scope = scope
    poll = FolderPoll(scope, every: pause)
    if alwaysPolls {
      pollingReason = "it was asked for"
    } else if let kind = FileSystem.networkKind(of: scope.root) {
      pollingReason = "changes from elsewhere go unannounced on \(kind)"
    } else {
      do throws(FileError) {
        source = try SystemSource(scope)
      } catch {
        pollingReason = Self.reason(error)
      }
    }
    if source == nil { poll.begin() }
  }

  /// Waits until something may have changed, the bell rings, or time has passed.
  ///
  /// - Returns: Whether something may have changed.
  public func wait(upTo seconds: Double, or bell: WakePipe) -> Bool {
    guard let source else { return poll.wait(upTo: seconds, or: bell) }
    guard bell.wait(or: source.descriptor, upTo: seconds) else { return false }
    return take()
  }

  /// Has something to read when there may be news; nil where it has to look by itself.
  public var descriptor: Int32? { source?.descriptor }

  /// When it wants to look by itself, with ``take()``; nil where the system brings the news.
  public var nextLook: ContinuousClock.Instant? { source == nil ? poll.nextLook : nil }

  /// Takes the news there is, without waiting for any.
  ///
  /// - Returns: Whether something may have changed.
  public func take() -> Bool {
    guard let source else { return poll.look() }
    do throws(FileError) {
      return try source.take()
    } catch {
      // A folder more than the system can watch.
      pollingReason = Self.reason(error)
      self.source = nil
      poll.begin()
      return true
    }
  }

  /// Whether a program is known to have the file open and to have written to it.
  ///
  /// - Parameter path: Relative to the root.
  public func isBeingWritten(_ path: String) -> Bool { source?.isBeingWritten(path) ?? false }

  /// Whether the root itself was gone when it was looked for last: what comes there later goes
  /// unheard of.
  public var isLost: Bool { source?.isLost ?? false }

  private static func reason(_ error: FileError) -> String {
    error.isFull || error.isOutOfFiles
      ? "the system's limit of watched folders is reached" : error.description
  }
}

/// Where news of changes come from.
protocol ChangeSource {
  /// Has something to read when there is news.
  var descriptor: Int32 { get }
  /// Takes all news there is.
  ///
  /// - Returns: Whether any of it is of interest.
  /// - Throws: ``FileError`` when there will be no more.
  func take() throws(FileError) -> Bool
  func isBeingWritten(_ path: String) -> Bool
  /// Whether the root was gone when it was looked for last.
  var isLost: Bool { get }
}

/// Looks from time to time whether files are as they were.
struct FolderPoll {
  private let scope: FolderWatch.Scope
  private let pause: Double
  private var last: Int?
  private(set) var nextLook = ContinuousClock.now

  init(_ scope: FolderWatch.Scope, every pause: Double) {
    self.scope = scope
    self.pause = pause
  }

  /// What is there now is what later looks are compared with.
  mutating func begin() {
    last = fingerprint()
    nextLook = .now + .seconds(pause)
  }

  mutating func wait(upTo seconds: Double, or bell: WakePipe) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      _ = bell.wait(upTo: min(end, nextLook).secondsFromNow)
      if bell.isRung { return false }
      if look() { return true }
      if end <= .now { return false }
    }
  }

  /// Looks, if it is time to.
  ///
  /// - Returns: Whether something may have changed since the last time.
  mutating func look() -> Bool {
    guard nextLook <= .now else { return false }
    let old = last
    begin()
    return last != old
  }

  /// A number that changes with the name, size, times and place of any file; nil when the
  /// folder can't be read.
  private func fingerprint() -> Int? {
    guard let tree = try? WorkTree(scope.root) else { return nil }
    var hasher = Hasher()
    for folder in scope.folders {
      // An unreadable folder counts as a change; the reading that follows reports the error.
      for entry in (try? tree.list(folder)) ?? [] where entry.kind != .folder {
        guard scope.isFile(entry.path) else { continue }
        hasher.combine(entry.path)
        // What can't be seen counts as gone; that it is seen again is a change, too.
        hasher.combine((try? tree.status(of: entry.path)) ?? nil)
      }
    }
    for name in scope.files.sorted() {
      hasher.combine(WorkTree.status(at: "\(scope.root)/\(name)"))
    }
    return hasher.finalize()
  }
}

extension ContinuousClock.Instant {
  fileprivate var secondsFromNow: Double {
    let (seconds, attoseconds) = (self - .now).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

/// What lies below the files.
enum FileSystem {
  /// The kind of file system that a folder is on, if other machines can change its files
  /// without this one's operating system noticing; else nil.
  static func networkKind(of folder: String) -> String? {
    guard let file = System.mountTable else { return System.networkKind(of: folder) }
    guard let device = WorkTree.status(at: folder)?.device,
      let table = WorkTree.content(at: file)
    else { return nil }
    return networkKind(ofDevice: device, in: String(decoding: table, as: UTF8.self))
  }

  /// - Parameters:
  ///   - device: As `stat` gives it.
  ///   - table: As `/proc/self/mountinfo` has it: `36 35 0:45 / /home rw … - nfs4 host:/home rw`.
  static func networkKind(ofDevice device: UInt64, in table: String) -> String? {
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & 0xFFF_FF00
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 3, words[2] == "\(major):\(minor)",
        let dash = words.firstIndex(of: "-"), dash + 1 < words.count
      else { continue }
      let kind = String(words[dash + 1])
      return networkKinds.contains(kind) ? kind : nil
    }
    return nil
  }

  private static let networkKinds: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone",
    "fuse.glusterfs", "fuse.ceph", "virtiofs", "vboxsf", "fuse.vmhgfs-fuse", "davfs", "fuse.davfs2",
    "gfs2", "ocfs2", "lustre", "beegfs", "prl_fs",
  ]
}
