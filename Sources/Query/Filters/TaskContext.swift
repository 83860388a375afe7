internal import Git
public import StoreFiles
internal import TaskFile

/// A named filter of the store's settings that a clone, or one shell, works in: lists show what
/// it finds, and new tasks get what it demands.
public struct TaskContext: Hashable, Sendable {
  /// Who said that it is on.
  public enum Origin: Hashable, Sendable {
    /// `memo.context` in git's configuration.
    case clone
    /// `MEMO_CONTEXT` in the environment.
    case shell
  }

  public let name: String
  /// The filter's words; nil where the settings' value is no text.
  public let filter: String?
  public let origin: Origin
}

extension Store {
  /// The key of git's configuration that names a clone's context.
  public static let contextKey = "memo.context"
  /// The variable that names the context of one shell; `none` for none.
  public static let contextVariable = "MEMO_CONTEXT"

  /// The filters that the settings name, in their order, each of which may be a context.
  public var contexts: [(name: String, filter: String?)] {
    settings.filters.names.map { ($0, settings.filters[$0]?.text) }
  }

  /// The context that is on; nil for none.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a name that the settings don't have any more,
  ///   and when git's configuration can't be read.
  public func context() throws(MemoError) -> TaskContext? {
    let shell = environment.variables[Self.contextVariable].flatMap { $0.isEmpty ? nil : $0 }
    var name = shell
    if name == nil { name = try configured(Self.contextKey) }
    guard let name, name.lowercased() != "none" else { return nil }
    guard let entry = settings.filters[name] else {
      throw .noContext(
        name, among: settings.filters.names,
        hint: shell == nil
          ? "'memo context none' turns it off" : "unset \(Self.contextVariable) turns it off")
    }
    return TaskContext(name: name, filter: entry.text, origin: shell == nil ? .clone : .shell)
  }

  /// Makes a named filter this clone's context.
  ///
  /// - Parameter name: Nil for none.
  /// - Throws: ``MemoError`` of kind `refused` for a name that the settings don't have.
  public func setContext(_ name: String?) throws(MemoError) {
    if let name, settings.filters[name] == nil {
      // Words of a filter may stand where its name is asked for.
      let isFilter = Filter.isFilterWord(name)
      let key = isFilter ? String(name.filter { $0.isLetter || $0.isNumber }) : name
      throw .noContext(
        name, among: settings.filters.names,
        hint: "a filter below 'filters:' in \(Self.marker) is one: "
          + "'\(key): \(isFilter ? name : "+\(name)")'")
    }
    let git = try git()
    try git.run("write \(Self.contextKey)") { repository throws(GitError) in
      if let name {
        try repository.set(Self.contextKey, to: name)
      } else {
        try repository.unset(Self.contextKey)
      }
    }
  }
}

extension MemoError {
  fileprivate static func noContext(
    _ name: String, among names: [String], hint: String
  ) -> MemoError {
    MemoError(
      .refused, "the store's settings have no filter '\(name)' that could be a context",
      hints: (names.isEmpty ? [] : ["there are: \(names.joined(separator: ", "))"]) + [hint])
  }
}

extension TaskContext {
  /// What a task needs to be found by it: tags and fields that must all hold; what is excluded,
  /// or one of several, or about more than one day, demands nothing.
  ///
  /// - Throws: ``FieldError`` for a value that its key can't hold.
  public func demands(_ grammar: FieldGrammar) throws(FieldError) -> [FieldEdit] {
    let words = grammar.joined(FieldGrammar.words(of: filter ?? ""))
    let isPlain = !words.contains { $0.contains("(") || $0.lowercased() == "or" }
    guard isPlain else { return [] }
    var demands: [FieldEdit] = []
    for (index, word) in words.enumerated() {
      if index > 0, words[index - 1].lowercased() == "not" { continue }
      if word.hasPrefix("+"), word.count > 1 {
        demands.append(.addTag(try FieldGrammar.tag(String(word.dropFirst()))))
      } else if let pair = FieldPair(word), Self.isDemand(pair, grammar.now),
        pair.value.lowercased() != "none"
      {
        demands.append(try grammar.edit(pair.key, pair.value))
      }
    }
    return demands
  }

  private static func isDemand(_ pair: FieldPair, _ now: LocalTime) -> Bool {
    let key = KnownField.fullName(pair.key)
    // One of several values, or a start of one, is no value to set.
    guard pair.isGlued, !notDemanded.contains(key), !pair.value.contains(","),
      !pair.value.contains("..")
    else { return false }
    return KnownField(rawValue: key)?.kind != .date
      || FilterDate(pair.value, now: now)?.isOneDay == true
  }

  private static let notDemanded: Set = [
    "status", "created", "done", "changed", "id", "path", "title", "every", "after", "series",
  ]
}
