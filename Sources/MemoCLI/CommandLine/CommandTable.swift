internal import MemoKit

/// All commands, in the order of the help.
enum CommandTable {
  struct Group {
    let name: String
    let commands: [any Command.Type]
    /// Whether it is on the first page of help.
    var isEveryday = false

    var usages: [Usage] { commands.map { $0.usage } }
  }

  static let groups = [
    Group(
      name: "Begin", commands: [Init.self, Clone.self, Add.self, List.self, Board.self],
      isEveryday: true),
    Group(
      name: "Tasks", commands: [Show.self, Edit.self, SetFields.self, Start.self, Done.self],
      isEveryday: true),
    Group(
      name: "History and remotes",
      commands: [Find.self, Log.self, Undo.self, StatusCommand.self, Sync.self], isEveryday: true),
    Group(
      name: "More about tasks",
      commands: [
        Today.self, Next.self, Note.self, Tick.self, Rename.self, Postpone.self,
        Open.self, Move.self, Reopen.self, Remove.self, Restore.self, Archive.self,
        ContextCommand.self, ClaimCommand.self, Release.self,
      ]),
    Group(name: "Other programs", commands: [Import.self, Export.self]),
    Group(
      name: "More about history",
      commands: [
        Redo.self, Blame.self, Diff.self, Stats.self, Conflicts.self, Resolve.self,
      ]),
    Group(
      name: "For programs",
      commands: [
        Check.self, MergeFile.self, SchemaCommand.self, MCPCommand.self, Agents.self,
        Completions.self,
      ]),
  ]

  static var usages: [Usage] { groups.flatMap(\.usages) }

  /// All names of commands, including aliases and `git`.
  static let names: [String] = (groups.flatMap(\.commands).flatMap { $0.grammar.names } + ["git"])
    .sorted()

  static subscript(_ name: String) -> (any Command.Type)? {
    for group in groups {
      for command in group.commands where command.grammar.names.contains(name) { return command }
    }
    return nil
  }
}
