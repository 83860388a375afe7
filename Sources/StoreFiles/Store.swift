package import Git
internal import TaskFile

/// A folder of tasks in a git repository.
///
/// Reading tasks needs only the files. memo opens the repository for history, committed versions
/// and changes.
///
/// Not `Sendable`: use a store in one thread at a time.
public final class Store {
  /// The store's folder: absolute, with symbolic links resolved.
  public let root: String
  /// The contents of `.memo/config.yml`.
  public let settings: StoreSettings

  /// Whether a sync joins this store with a remote's store that has an unrelated history.
  ///
  /// Otherwise the sync throws a ``MemoError`` of kind `unrelated`. Exceptions are a store without
  /// tasks, and a clone of the remote from when it was empty.
  public var joinsUnrelatedStores = false
  /// Whether a sync also pushes commits of files outside the store, such as a project's code.
  ///
  /// The setting `memo.pushAll` of the clone allows it for every sync. Otherwise the sync throws a
  /// ``MemoError`` of kind `otherCommits`, and pushes nothing.
  public var pushesOtherCommits = false

  /// Whether a change of several tasks skips and reports those that can't be changed.
  ///
  /// Otherwise one of them stops the whole change.
  public var changesWhatCanBe = false
  /// How long a change or a sync waits for other processes.
  public var lockTimeout = LockTimeout()

  package let environment: Environment
  package let files: WorkTree
  private var openedGit: StoreGit?
  private var values: [ObjectIdentifier: Any] = [:]

  package init(root: String, settings: StoreSettings, environment: Environment) throws(MemoError) {
    self.root = root
    self.settings = settings
    self.environment = environment
    files = try MemoError.rethrowing(WorkTree(root))
  }

  /// The store's repository, opened on first use.
  package func git() throws(MemoError) -> StoreGit {
    if let openedGit { return openedGit }
    var opened = try StoreGit(storeRoot: root)
    opened.aliases = settings.aliases
    openedGit = opened
    return opened
  }

  /// A value that another module stores in an open store.
  package subscript<Key: StoreKey>(_ key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.initialValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// How long to wait for a lock that another process holds.
public struct LockTimeout: Sendable {
  public var seconds: Double
  /// Seconds of waiting before ``onWait`` is called.
  public var quiet: Double
  /// Seconds that a sync waits for another sync of the same repository; nil for ``seconds``.
  ///
  /// The other sync may take as long as the network.
  public var syncSeconds: Double?
  /// Called once if the lock is not free after the quiet time.
  public var onWait: @Sendable () -> Void

  public init(
    seconds: Double = 10, quiet: Double = 0, onWait: @escaping @Sendable () -> Void = {}
  ) {
    self.seconds = seconds
    self.quiet = quiet
    self.onWait = onWait
  }
}

/// The key of a value that another module stores in an open store.
package protocol StoreKey {
  associatedtype Value
  static var initialValue: Value { get }
}

extension Store {
  /// The file that makes a folder a store.
  package static let marker = ".memo/config.yml"
  /// The lock file of writers, relative to git's folder.
  static let lockFile = "memo/lock"

  /// Opens the store at a path, without searching parent folders.
  ///
  /// - Throws: ``MemoError`` of kind `noStore` if the folder is no store or unreadable.
  public static func open(_ path: String, environment: Environment) throws(MemoError) -> Store {
    guard let root = WorkTree.resolved(path) else {
      // Without permission, the path may exist anyway; then this throws another error.
      _ = try MemoError.rethrowing(WorkTree.knownStatus(at: path))
      throw MemoError(.noStore, "there is no folder \(path)")
    }
    let config: [UInt8]
    do throws(FileError) {
      config = try WorkTree(root).read(marker).bytes
    } catch {
      if error.isMissing {
        throw MemoError(
          .noStore, "\(path) is not a memo store: it has no \(marker)",
          hints: ["'memo init \(path.quotedForShell)' makes it one"])
      }
      var failure = MemoError(error)
      if error.reason == .symbolicLink {
        let place = Paths.join(path, marker).quotedForShell
        failure.hints = ["'ls -l \(place)' shows where it leads"]
      }
      throw failure
    }
    return try Store(root: root, settings: StoreSettings(config), environment: environment)
  }

  /// A folder's path relative to the store: "" for the store's root, nil for a folder outside.
  public func relative(_ directory: String) -> String? {
    WorkTree.resolved(directory).flatMap { Paths.relative($0, to: root) }
  }
}

extension TreeBudget {
  package static let ofStores = TreeBudget(entries: Limits.treeEntries, depth: Limits.folderDepth)
}

extension Repository {
  /// The text of a task in a commit, only for reading.
  ///
  /// For a file above the size limit, the text is front matter with the size and the blob.
  package func taskText(_ blob: ObjectID) throws(GitError) -> [UInt8] {
    try self.blob(blob, atMost: Limits.taskBytes)
      ?? Array("+++\nsize = \"over \(Limits.taskSize)\"\nblob = \"\(blob.short)\"\n+++\n".utf8)
  }
}

extension Limits {
  /// The size limit of a task, for messages.
  package static let taskSize = "\(taskBytes >> 20) MB"
}

/// Hashes of secrets, to compare secrets without storing them.
package enum KeyDigest {
  /// The hash in hexadecimal digits: the id of a git blob with this text.
  ///
  /// SHA-1 suffices: it has no known preimage attack, and nobody can guess a random key of 128
  /// bits.
  package static func text(of key: String) -> String {
    do throws(GitError) {
      return try ObjectID.blob(Array("memo web key \(key)".utf8)).hex
    } catch {
      preconditionFailure("libgit2 hashes any bytes: \(error)")
    }
  }
}
