package import Git
internal import TaskFile

/// A folder of tasks inside a git repository.
///
/// Reading needs only files. git is opened for history, committed versions and changes. Not
/// `Sendable`: use a store in one thread at a time.
public final class Store {
  /// The store's folder: absolute, with links resolved.
  public let root: String
  /// The contents of `.memo/config.yml`.
  public let settings: StoreSettings

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

  /// The repository of the store, opened when first used.
  package func git() throws(MemoError) -> StoreGit {
    if let openedGit { return openedGit }
    var opened = try StoreGit(storeRoot: root)
    opened.aliases = settings.aliases
    openedGit = opened
    return opened
  }

  /// A value that another module keeps with an open store.
  package subscript<Key: StoreKey>(_ key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.initialValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Names a value that a higher module keeps with an open store.
package protocol StoreKey {
  associatedtype Value
  /// The value before it is set.
  static var initialValue: Value { get }
}

extension Store {
  /// The file that marks a folder as a store, relative to it.
  package static let marker = ".memo/config.yml"
  /// The lock of writers, in git's folder.
  static let lockFile = "memo/lock"

  /// Opens the store in exactly this folder.
  ///
  /// - Throws: ``MemoError`` of kind `noStore` if there is none or it can't be read.
  public static func open(_ path: String, environment: Environment) throws(MemoError) -> Store {
    guard let root = WorkTree.resolved(path) else {
      // An unreadable path may exist.
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

  /// The path of a folder in the store: "" for the store itself, nil for one outside.
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
  /// For a file above the size limit, only the fields that identify it.
  package func taskText(_ blob: ObjectID) throws(GitError) -> [UInt8] {
    try self.blob(blob, atMost: Limits.taskBytes)
      ?? Array("+++\nsize = \"over \(Limits.taskSize)\"\nblob = \"\(blob.short)\"\n+++\n".utf8)
  }
}

extension Limits {
  /// The maximum size of a task, for messages.
  package static let taskSize = "\(taskBytes >> 20) MB"
}

/// Hashes of secrets, which can be compared but not reversed.
package enum KeyDigest {
  /// The hash in hexadecimal digits: git's name of a blob with this text.
  ///
  /// That is SHA-1. Inputs can't be found from its outputs, and a random key of 128 bits can't be
  /// guessed.
  package static func text(of key: String) -> String {
    do throws(GitError) {
      return try ObjectID.blob(Array("memo web key \(key)".utf8)).hex
    } catch {
      preconditionFailure("libgit2 hashes any bytes: \(error)")
    }
  }
}
