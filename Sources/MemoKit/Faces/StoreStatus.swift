internal import Git
public import Recording
public import StoreFiles
public import TaskFile

/// Where a store stands, as far as that is found out quickly enough to be shown all the time.
///
/// ``StatusReport`` says more, and says the same.
public struct StoreStatus: Hashable, Sendable {
  /// Why nothing can be recorded now: a merge or rebase of the user's that is open, a detached HEAD,
  /// a store of a newer version, no repository, no permission; nil where it can.
  public var obstacle: MemoError?
  /// Nil where HEAD is on none, or can't be read.
  public var branch: String?
  /// The branch it is synced with, as `origin/main`; nil when there is none.
  public var upstream: String?
  /// Where it lies, by which a board sees at once whether it is there.
  public var remotePlace: RemotePlace?
  /// Commits that the remote does not have, as last seen.
  public var ahead = 0
  /// Commits of the remote that are not merged yet, as last seen.
  public var behind = 0
  /// How many hand edits the next command that writes would record.
  public var unrecorded = 0
  /// Tasks with conflict notes.
  public var conflicts = 0
  /// How many problems `memo check` would find in the files.
  public var problems = 0
  public var lastSync: Timestamp?
  /// Who keeps the store in sync; nil for nobody.
  public var watcher: WatcherState?
  /// Whether a face is to keep the store in sync by itself, `memo.autosync`; nil as long as nobody
  /// was asked.
  public var syncsByItself: Bool?
  /// Whether it is permission that is missing.
  var isForbidden = false
}

/// Where a remote is.
public enum RemotePlace: Hashable, Sendable {
  /// A folder of this machine.
  case folder(String)
  /// A server that takes a connection from anybody, as those of the web do.
  case server(host: String, port: Int)
  /// A host that counts connections without a login against who makes them, as ssh does.
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

  /// Whether there is such a folder; nil for a place in the network.
  public var isFolderThere: Bool? {
    guard case .folder(let folder) = self else { return nil }
    do throws(FileError) { return try WorkTree.knownStatus(at: folder) != nil } catch {
      return true
    }
  }
}

extension StoreStatus {
  /// Whether the last sync that was tried failed, and why; nil when it went well or is under way.
  public var syncTrouble: String? {
    watcher?.trouble(since: lastSync)
  }
}

/// What was found out of a store's standing and holds as long as nothing moves.
struct StandingMemory {
  fileprivate var ours: ObjectID?
  fileprivate var theirs: ObjectID?
  fileprivate var reference: String?
  fileprivate var distance = (ahead: 0, behind: 0)
}

extension Store {
  /// - Parameter snapshot: The files as they are.
  /// - Returns: Also the commit of HEAD.
  func standing(
    of snapshot: Snapshot, _ memory: inout StandingMemory
  ) -> (standing: StoreStatus, head: ObjectID?) {
    var standing = StoreStatus()
    var commit: ObjectID?
    standing.conflicts = snapshot.tasks.count { $0.conflictNotes > 0 }
    standing.problems =
      snapshot.tasks.reduce(0) { $0 + $1.problems.count } + snapshot.strays.count
      + settings.problems.count + (settings.problem == nil ? 0 : 1)
    standing.watcher = watcher()
    do throws(MemoError) {
      try settings.checkWritable()
    } catch {
      standing.obstacle = error
    }
    if let error = missingPermission {
      standing.isForbidden = true
      standing.obstacle = standing.obstacle ?? error
    }
    do throws(MemoError) {
      let git = try git()
      let head = try git.head()
      commit = head.commit
      standing.branch = head.reference.map { String($0.dropFirst("refs/heads/".count)) }
      standing.lastSync = lastSync(git)
      // What is neither yes nor no is not decided; `memo status` says so.
      standing.syncsByItself = (try? syncsByItself()) ?? nil
      if let link = try git.upstream(head) {
        standing.upstream = link.shortName
        let address = try? git.repository.remote(named: link.remote).url
        standing.remotePlace = address.flatMap { RemotePlace($0) }
        (standing.ahead, standing.behind) = try git.distance(from: commit, to: link, &memory)
      }
      let edits = try findHandEdits(
        snapshot, git, since: snapshot.commit ?? commit)
      standing.unrecorded = edits.pending.count
      _ = try git.readyHead()
    } catch {
      standing.obstacle = standing.obstacle ?? error
    }
    return (standing, commit)
  }
}

extension Store {
  /// Why the user may not write what every change writes; nil where that is possible.
  private var missingPermission: MemoError? {
    [root, gitFolder?.common].lazy.compactMap { $0 }
      .compactMap { FileError.obstacle(toWritingIn: $0) }.first.map { MemoError($0) }
  }
}

extension StoreGit {
  fileprivate func distance(
    from ours: ObjectID?, to link: SyncLink, _ memory: inout StandingMemory
  ) throws(MemoError) -> (ahead: Int, behind: Int) {
    guard let ours else { return (0, 0) }
    let reference = link.trackingReference
    let theirs = try run("read \(link.shortName)", repository.commitID(of: reference))
    if (memory.ours, memory.theirs, memory.reference) != (ours, theirs, reference) {
      memory.distance = try distance(from: ours, to: link) ?? (0, 0)
      (memory.ours, memory.theirs, memory.reference) = (ours, theirs, reference)
    }
    return memory.distance
  }
}
