public import StoreFiles
internal import TaskFile

extension Filter {
  /// The users' own keys that it asks for, in the order of its words, each once.
  public var ownKeys: [String] {
    var keys: [String] = []
    var seen = Self.knownKeys
    visit { filter in
      switch filter {
      case .field(let key, _, _), .missing(let key):
        if seen.insert(key).inserted { keys.append(key) }
      default: break
      }
    }
    return keys
  }

  /// The tags that it asks for, in the order of its words, each once.
  public var tags: [String] {
    var tags: [String] = []
    var seen: Set<String> = []
    visit { filter in
      // Of `tag:home,work` there is a condition for the whole, too.
      guard case .tag(let tag) = filter, !tag.contains(","), seen.insert(tag).inserted else {
        return
      }
      tags.append(tag)
    }
    return tags
  }

  /// The tags of tasks, and those that they are below: `area/home` is below `area`.
  public static func tags(of tasks: [StoredTask]) -> Set<String> {
    tasks.reduce(into: []) { known, task in
      for tag in task.item.tags {
        known.insert(tag)
        for slash in tag.indices where tag[slash] == "/" { known.insert(String(tag[..<slash])) }
      }
    }
  }

  /// Whether it asks for tasks by what they are called: words of titles, ids or paths.
  public var namesTasks: Bool {
    var isSo = false
    visit { filter in
      switch filter {
      case .title, .id, .path: isSo = true
      default: break
      }
    }
    return isSo
  }

  /// The keys of conditions that memo gives a meaning, with their short names.
  public static let knownKeys = KnownField.suggestions.union(["path", "done", "changed"])

  private func visit(_ body: (Filter) -> Void) {
    switch self {
    case .not(let filter): filter.visit(body)
    case .and(let filters), .or(let filters): for filter in filters { filter.visit(body) }
    default: body(self)
    }
  }
}
