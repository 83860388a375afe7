internal import Git
public import Recording
public import StoreFiles
public import TaskFile

/// The state of a store that is quick to compute, so that boards always show it.
///
/// ``StatusReport`` contains more.
public struct StoreStatus: Hashable, Sendable {
  /// Why commits are impossible now; nil if they are possible.
  ///
  /// Examples are a merge or rebase in progress, a detached HEAD, a newer store, no repository, and
  /// a missing permission.
  public var obstacle: MemoError?
  /// Nil if HEAD is detached or unreadable.
  public var branch: String?
  /// The upstream, for example `origin/main`.
  public var upstream: String?
  /// The remote's address, with which a board checks whether the remote is reachable.
  public var remotePlace: RemotePlace?
  /// Commits to push, as of the last fetch.
  public var ahead = 0
  /// The number of uncommitted hand edits.
  public var unrecorded = 0
  public var lastSync: Timestamp?
  /// The process that keeps the store in sync.
  public var watcher: WatcherState?
  /// The setting `memo.autosync`; nil if unset.
  public var syncsByItself: Bool?
  var isForbidden = false

  package init(branch: String? = nil) { self.branch = branch }
}

public enum RemotePlace: Hashable, Sendable {
  /// A folder of this machine.
  case folder(String)
  /// A server, like a web server, that accepts anonymous connections.
  case server(host: String, port: Int)
  /// A host, like an ssh server, that counts connections without a login against the client.
  case host(String, port: Int)

  package init?(_ address: String) {
    if address.hasPrefix("/") {
      self = .folder(address)
    } else if let host = RemoteAddress(address).host {
      self =
        host.scheme.contains("ssh")
        ? .host(host.name, port: host.port) : .server(host: host.name, port: host.port)
    } else {
      return nil
    }
  }

  /// Whether the folder exists; nil for a place in the network.
  public var isFolderThere: Bool? {
    guard case .folder(let folder) = self else { return nil }
    do throws(FileError) { return try WorkTree.knownStatus(at: folder) != nil } catch {
      return true
    }
  }
}

extension StoreStatus {
  /// Why the last sync failed; nil if it succeeded or is running.
  public var syncTrouble: String? {
    watcher?.trouble(since: lastSync)
  }
}

/// Parts of a store's status that stay valid while no commit or file changes.
struct StatusMemory {
  fileprivate var ours: ObjectID?
  fileprivate var theirs: ObjectID?
  fileprivate var reference: String?
  fileprivate var ahead = 0
}

extension Store {
  /// - Parameter snapshot: The current files.
  /// - Returns: The status and the commit of HEAD.
  func storeStatus(
    of snapshot: Snapshot, _ memory: inout StatusMemory
  ) -> (storeStatus: StoreStatus, head: ObjectID?) {
    var storeStatus = StoreStatus()
    var commit: ObjectID?
    storeStatus.watcher = watcher()
    do throws(MemoError) {
      try settings.checkWritable()
    } catch {
      storeStatus.obstacle = error
    }
    if let error = missingPermission {
      storeStatus.isForbidden = true
      storeStatus.obstacle = storeStatus.obstacle ?? error
    }
    do throws(MemoError) {
      let git = try git()
      let head = try git.head()
      commit = head.commit
      storeStatus.branch = head.branchName
      storeStatus.lastSync = lastSync(git)
      // An invalid value counts as unset; `memo status` reports it.
      storeStatus.syncsByItself = (try? syncsByItself()) ?? nil
      if let link = try git.upstream(head) {
        storeStatus.upstream = link.shortName
        // Without an address, a board can't check whether the remote is reachable.
        let address = try? git.repository.remote(named: link.remote).url
        storeStatus.remotePlace = address.flatMap { RemotePlace($0) }
        storeStatus.ahead = try git.ahead(of: link, from: commit, &memory)
      }
      let edits = try findHandEdits(
        snapshot, git, since: snapshot.commit ?? commit)
      storeStatus.unrecorded = edits.pending.count
      _ = try git.readyHead()
    } catch {
      storeStatus.obstacle = storeStatus.obstacle ?? error
    }
    return (storeStatus, commit)
  }
}

extension Store {
  /// Why the user can't write the folders that every change writes; nil if they can.
  private var missingPermission: MemoError? {
    [root, gitFolder?.common].lazy.compactMap { $0 }
      .compactMap { FileError.obstacle(toWritingIn: $0) }.first.map { MemoError($0) }
  }
}

extension StoreGit {
  fileprivate func ahead(
    of link: SyncLink, from ours: ObjectID?, _ memory: inout StatusMemory
  ) throws(MemoError) -> Int {
    guard let ours else { return 0 }
    let reference = link.trackingReference
    let theirs = try run("read \(link.shortName)", repository.commitID(of: reference))
    if (memory.ours, memory.theirs, memory.reference) != (ours, theirs, reference) {
      memory.ahead = try distance(from: ours, to: link)?.ahead ?? 0
      (memory.ours, memory.theirs, memory.reference) = (ours, theirs, reference)
    }
    return memory.ahead
  }
}
