internal import Git
internal import TaskFile

/// What several words mean where each may be a name, and all may be words of one title.
package enum WordsMeaning {
  /// Each is a name of its own.
  case each
  /// Each is a name of its own, but some only as a part of a title, which may be chance.
  case parts([StoredTask])
  /// Together they are words of one title.
  case title(StoredTask)
  /// Together they could mean any of these.
  case unclear([StoredTask])
}

extension Snapshot {
  /// Whether a word may be meant as one of several of a title, and not as a name by itself: an id
  /// is written out, a path has a slash or an ending, and quotes keep other words together.
  package static func mayBeOfTitle(_ word: String) -> Bool {
    TaskID(word) == nil && !word.contains("/") && !word.hasSuffix(StoredTask.ending)
      && !word.contains(where: \.isWhitespace)
  }

  /// What somebody means who names tasks with several words, and may have left out the quotes
  /// around those of one title.
  ///
  /// - Parameters:
  ///   - words: As they were typed.
  ///   - directory: The folder a relative path starts from, relative to the store.
  ///   - use: How much of a title has to be said.
  package func meaning(
    of words: [String], from directory: String? = nil, for use: NameUse = .reading
  ) -> WordsMeaning {
    let bare = words.filter(Self.mayBeOfTitle)
    guard words.count > 1, !bare.isEmpty else { return .each }
    let isNamed = bare.allSatisfy { word in
      !named(word, from: directory).isEmpty
        || TitleWords(word).map { title in tasks.contains { title.isWhole($0.title) } } ?? false
    }
    let title = bare.count == words.count ? TitleWords(words.joined(separator: " ")) : nil
    let together = title?.best(of: tasks, for: use) ?? []
    // What each word is by itself counts, unless all are a whole title as well.
    if isNamed, !together.contains(where: { title?.isWhole($0.title) ?? false }) { return .each }
    let each = words.map { candidates(named: $0, from: directory, for: use) }
    let apart = each.allSatisfy { $0.count == 1 } ? Self.once(each.joined()) : []
    let isOther = isNamed || !together.allSatisfy { $0.isMeant(before: use.status) }
    switch together.count {
    case 0: return apart.count > 1 ? .parts(apart) : .each
    // One that the command doesn't mean stands back behind those that it does.
    case 1
    where isOther
      && apart.contains { !$0.isAt(together[0].path) && $0.isMeant(before: use.status) }:
      return .unclear(Self.once(together + apart))
    case 1: return .title(together[0])
    default: return .unclear(together)
    }
  }

  private static func once(_ tasks: some Sequence<StoredTask>) -> [StoredTask] {
    var seen: Set<PathKey> = []
    return tasks.filter { seen.insert(PathKey($0.path)).inserted }
  }

  /// What names this task and no other: its id, or the path of one without, or whose id another
  /// has as well.
  package func ownName(of task: StoredTask) -> String {
    guard let id = task.id, tasks.count(where: { $0.id == id }) == 1 else { return task.path }
    return id.text
  }
}
