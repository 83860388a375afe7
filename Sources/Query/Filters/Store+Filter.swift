internal import Git
public import StoreFiles

extension Store {
  /// Understands the words of a filter, with the names that the store's settings give.
  ///
  /// - Throws: ``FilterError`` that points at the word.
  public func filter(_ words: [String], at now: LocalTime) throws(FilterError) -> Filter {
    try Filter.parse(
      words, now: now, names: settings.filters, FilterVocabulary(settings.aliases))
  }

  /// The same where also values of other tools are compared, if some task has them: `In Progress`
  /// as a status, `critical` as a priority.
  public func filter(
    _ words: [String], at now: LocalTime, among tasks: () -> [StoredTask]
  ) throws(FilterError) -> Filter {
    do throws(FilterError) {
      return try filter(words, at: now)
    } catch {
      let vocabulary = FilterVocabulary(settings.aliases, in: tasks())
      guard !vocabulary.isEmpty else { throw error }
      return try Filter.parse(words, now: now, names: settings.filters, vocabulary)
    }
  }

  /// The key of git's configuration that holds a clone's own filter for bare lists.
  public static let defaultFilterKey = "memo.filter"

  /// The filter that lists and boards of this clone have when no other is given; nil when
  /// git's configuration names none.
  ///
  /// - Throws: ``MemoError`` when git's configuration can't be read.
  public func defaultFilter() throws(MemoError) -> String? {
    try configured(Self.defaultFilterKey)
  }

  /// What git's configuration says of memo; nil where it is nothing.
  func configured(_ key: String) throws(MemoError) -> String? {
    guard !gitConfigs(mentioning: "[memo]", "[include").isEmpty else { return nil }
    let text = try git().run("read \(key)") { repository throws(GitError) in
      try repository.string(key)
    }
    return text.flatMap { $0.trimmingSpaces.isEmpty ? nil : $0 }
  }

  /// Understands a clone's own filter.
  ///
  /// - Throws: ``FilterError`` that points at the word.
  public func filter(default text: String, at now: LocalTime) throws(FilterError) -> Filter {
    try Filter.parse(
      text: text, from: "git's configuration, \(Self.defaultFilterKey)", now: now,
      names: settings.filters, FilterVocabulary(settings.aliases))
  }
}
