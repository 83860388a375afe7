package import MemoKit
internal import TaskFile

/// What is asked of a server for other programs.
public struct AgentRequest: Sendable {
  /// Whether nothing may be changed.
  public var isReadOnly = false
  /// The words of a filter, outside of which nothing is seen; empty for everything.
  public var filter: [String] = []

  public init() {}
}

/// What a server for other programs asks besides commands.
extension Memo {
  /// The whole name of the task that a word names, among those that a filter lets through.
  ///
  /// - Parameter filter: Words as for `memo list`; none for every task.
  /// - Throws: ``Failure`` or `MemoError` where it names none, or several.
  package static func task(
    _ name: String, within filter: [String], in context: Context
  ) throws -> String {
    let store = try context.store()
    var snapshot = try store.read()
    guard !filter.isEmpty else {
      let found = snapshot.candidates(named: name, from: nil)
      // Of what was deleted the command itself knows more.
      return found.count == 1 ? snapshot.ownName(of: found[0]) : name
    }
    let now = context.now
    let meant = try Selection.filter(
      TypedWords(filter), store, at: now, among: snapshot.tasks)
    snapshot.tasks.removeAll { !meant.matches($0, at: now) }
    return snapshot.ownName(of: try snapshot.task(named: name, from: nil))
  }

  /// Refuses words that are no filter by themselves, whatever stands around them.
  package static func checkFilter(_ words: [String], in context: Context) throws {
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      throw Failure(.usage, "'\(option)' can't be part of a filter")
    }
    let store = try context.store()
    _ = try Selection.filter(TypedWords(words), store, at: context.now, among: store.read().tasks)
  }

  /// What fields are to become, in words as for `memo set`.
  package static func edits(
    _ fields: [(key: String, value: String)], adding tags: [String], removing others: [String],
    in context: Context
  ) throws -> [FieldEdit] {
    let grammar = ArgumentText.grammar(try context.store(), context)
    var edits: [FieldEdit] = []
    for (key, value) in fields { edits.append(try ArgumentText.edit("\(key)=\(value)", grammar)) }
    for tag in tags { edits.append(.addTag(try ArgumentText.tag(tag))) }
    for tag in others { edits.append(.removeTag(try ArgumentText.tag(tag))) }
    return edits
  }

  /// The JSON Schema of a command's documents, by their kinds, as that of an object.
  package static func schema(of kinds: [String]) -> JSON {
    SchemaText.schema(of: kinds.compactMap { SchemaText.Subject($0) }, isObject: true)
  }
}
