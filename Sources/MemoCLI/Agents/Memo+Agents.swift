package import MemoKit

/// The settings of the server for AI agents.
public struct AgentRequest: Sendable {
  /// Whether the server offers only tools that read.
  public var isReadOnly = false
  /// The words of a filter for the tasks that the server shows; empty for all tasks.
  public var filter: [String] = []

  public init() {}
}

extension Memo {
  /// The complete id or path of the task that a word names, among the tasks of a filter.
  ///
  /// - Parameter filter: Words as for `memo list`; empty for all tasks.
  /// - Throws: `MemoError` if the word names no task, or several.
  package static func task(
    _ name: String, within filter: [String], in context: Context
  ) throws -> String {
    let store = try context.store()
    var snapshot = try store.read()
    guard !filter.isEmpty else {
      let found = snapshot.candidates(named: name, from: nil)
      // The command's own error explains more, for example about deleted tasks.
      return found.count == 1 ? snapshot.ownName(of: found[0]) : name
    }
    let now = context.now
    let meant = try Selection.filter(filter, store, at: now, among: snapshot.tasks)
    snapshot.tasks.removeAll { !meant.matches($0, at: now) }
    return snapshot.ownName(of: try snapshot.task(named: name, from: nil))
  }

  /// Refuses words that are not a complete filter.
  package static func checkFilter(_ words: [String], in context: Context) throws {
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      throw MemoError(.usage, "'\(option)' can't be part of a filter")
    }
    let store = try context.store()
    _ = try Selection.filter(words, store, at: context.now, among: store.read().tasks)
  }

  /// The edits for fields and tags in the form of `memo set`.
  package static func edits(
    _ fields: [(key: String, value: String)], adding tags: [String], removing others: [String],
    in context: Context
  ) throws -> [FieldEdit] {
    let grammar = ArgumentText.grammar(try context.store(), context)
    var edits: [FieldEdit] = []
    for (key, value) in fields { edits.append(try ArgumentText.edit("\(key)=\(value)", grammar)) }
    for tag in tags { edits.append(.addTag(try FieldGrammar.tag(tag))) }
    for tag in others { edits.append(.removeTag(try FieldGrammar.tag(tag))) }
    return edits
  }

  /// The JSON Schema of documents of some kinds.
  package static func schema(of kinds: [String]) -> JSON { SchemaText.schema(of: kinds) }
}
