package import Git
internal import TaskFile

/// A folder of tasks inside a git repository.
///
/// Reading needs only the files; git is opened when something asks for history, for what was
/// recorded, or for a change. Not `Sendable`: one store is used by one thread at a time.
public final class Store {
  /// The store's folder: absolute, links resolved.
  public let root: String
  /// What `.memo/config.yml` says.
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

  /// The repository around the store, opened on first use.
  package func git() throws(MemoError) -> StoreGit {
    if let openedGit { return openedGit }
    var opened = try StoreGit(storeRoot: root)
    opened.aliases = settings.aliases
    openedGit = opened
    return opened
  }

  /// What another room keeps with the store for as long as it is open.
  package subscript<Key: StoreKey>(_ key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.initialValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Names a value that a room above keeps with an open store.
package protocol StoreKey {
  associatedtype Value
  /// What it is before anybody sets it.
  static var initialValue: Value { get }
}

extension Store {
  /// The file that marks a folder as a store, relative to it.
  package static let marker = ".memo/config.yml"
  /// The lock of those who write, in git's folder.
  static let lockFile = "memo/lock"

  /// Opens the store in exactly this folder.
  ///
  /// - Throws: ``MemoError`` of kind `noStore` when there is none or it can't be read.
  public static func open(_ path: String, environment: Environment) throws(MemoError) -> Store {
    guard let root = WorkTree.resolved(path) else {
      // What can't be seen may well be there.
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
      throw MemoError(error)
    }
    return try Store(root: root, settings: StoreSettings(config), environment: environment)
  }

  /// Where a folder is in the store: "" for the store itself, nil for one outside.
  public func relative(_ directory: String) -> String? {
    WorkTree.resolved(directory).flatMap { Paths.relative($0, to: root) }
  }
}

extension TreeBudget {
  package static let ofStores = TreeBudget(entries: Limits.treeEntries, depth: Limits.folderDepth)
}

extension Repository {
  /// What a task's file says in a commit, to be looked at and never to be written; of one that
  /// is larger than a task only which it is, as fields that memo reads and never writes.
  package func taskText(_ blob: ObjectID) throws(GitError) -> [UInt8] {
    try self.blob(blob, atMost: Limits.taskBytes)
      ?? Array("+++\nsize = \"over \(Limits.taskSize)\"\nblob = \"\(blob.short)\"\n+++\n".utf8)
  }
}

extension Limits {
  /// The size of a task, in words.
  package static let taskSize = "\(taskBytes >> 20) MB"
}

/// What may be kept of a secret: enough to know it again, and not enough to find it.
package enum KeyDigest {
  /// The name that git gives to the text, in hexadecimal digits.
  ///
  /// That is SHA-1, whose inputs nobody finds from an output, and of a key of 128 bits of chance
  /// nobody can try all.
  package static func text(of key: String) -> String {
    do throws(GitError) {
      return try ObjectID.blob(Array("memo web key \(key)".utf8)).hex
    } catch {
      preconditionFailure("libgit2 hashes any bytes: \(error)")
    }
  }
}
