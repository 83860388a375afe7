internal import ArgumentParser

/// The root of all commands; its help is what `memo --help` shows.
struct MemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memo",
    abstract: "Keep tasks as Markdown files in git",
    discussion: """
      Alone, memo shows what is to be looked at now. 'memo help filters' tells how tasks are \
      meant by words. 'memo web' is the board in a browser, where memo-web is installed; 'memo \
      git …' runs git in the store; any other name runs the program memo-NAME. 'memo -C DIR …' \
      starts in another folder.

      EXAMPLES:
        memo init ~/tasks && cd ~/tasks
        memo add "Buy milk" -d fri
        memo sync
      """,
    version: MemoVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Begin", subcommands: [Init.self, Clone.self]),
      CommandGroup(
        name: "Tasks",
        subcommands: [
          Add.self, Today.self, Next.self, List.self, Board.self, Tui.self, Find.self, Show.self,
          Edit.self,
          SetFields.self, Note.self, Tick.self, Rename.self, Postpone.self, Open.self,
          ContextCommand.self,
          Move.self, Start.self, Done.self, Reopen.self, Remove.self, Restore.self, Archive.self,
        ]),
      CommandGroup(
        name: "History and remotes",
        subcommands: [
          Log.self, Blame.self, Diff.self, Stats.self, Undo.self, Redo.self, StatusCommand.self,
          Sync.self, Conflicts.self,
          Resolve.self, Check.self, MergeFile.self, SchemaCommand.self,
        ]),
    ])
}

extension MemoCommand {
  /// Every name that the parser knows, aliases included.
  static let names: [String] = (commands.keys + ["git"]).sorted()

  /// The commands by their names, aliases included; each says its name, since to make it from
  /// the type's takes longer than all the rest of a start.
  private static let commands: [String: any ParsableCommand.Type] = {
    let commands =
      configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
    return Dictionary(
      commands.flatMap { command in
        ([command.configuration.commandName].compactMap { $0 } + command.configuration.aliases)
          .map { ($0, command) }
      }, uniquingKeysWith: { first, _ in first })
  }()

  /// Understands a command line.
  ///
  /// Of one that is right, only the command itself is asked; what is wrong, or for help, the
  /// parser tells with all commands in view.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let type = arguments.first.flatMap({ commands[$0] }),
      let command = try? type.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}
