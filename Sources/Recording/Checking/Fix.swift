internal import Git
public import TaskFile
internal import TaskHistory

/// One thing that ``Store/fix(isTrial:toYAML:_:)`` puts right in a file.
public struct Fix: Hashable, Sendable {
  /// What was wrong, and what it is now.
  public enum Kind: Hashable, Sendable {
    /// There was no front matter.
    case frontMatter
    /// The front matter had something above it.
    case place
    /// Values stood without the quotes that YAML needs.
    case quotes
    /// The front matter was in another language.
    case format(FrontMatterFormat)
    /// There was no id; nil in a trial, as it is made by chance.
    case missingID(TaskID?)
    /// Another task has that id, too; nil in a trial as well.
    case sharedID(TaskID, now: TaskID?)
    /// The text said another status than the folder, which is right.
    case status(Status, now: Status)
    /// The folder was not that of the text's status, which is right.
    case folder(now: String)
    /// The store's settings didn't say the version of its format.
    case version(Int)
    /// A line of the store's settings that says what words mean which files have.
    case alias(String)
  }

  /// Where the file was, relative to the store.
  public var path: String
  public var kind: Kind
}

extension Fix {
  /// What memo changed in a file that it found on the disk.
  static func all(from old: TaskVersion?, to new: TaskVersion?, isTrial: Bool) -> [Fix] {
    guard let old, let new else { return [] }
    var kinds: [Kind] = []
    if old.document.withFrontMatterFirst() != nil {
      kinds.append(.place)
    } else if !old.document.hasFrontMatter, new.document.hasFrontMatter {
      kinds.append(.frontMatter)
    }
    if let format = old.document.format, old.document.isForeign, !new.document.isForeign {
      kinds.append(.format(format))
    } else if old.document.hasFrontMatter, !old.isUnderstood, new.isUnderstood {
      kinds.append(.quotes)
    }
    if old.id != new.id {
      let id = isTrial ? nil : new.id
      kinds.append(old.id.map { .sharedID($0, now: id) } ?? .missingID(id))
    }
    if let before = old.item.status, let after = new.item.status, before != after {
      kinds.append(.status(before, now: after))
    }
    if !old.path.isSamePath(as: new.path) { kinds.append(.folder(now: new.path)) }
    return kinds.map { Fix(path: old.path, kind: $0) }
  }
}
