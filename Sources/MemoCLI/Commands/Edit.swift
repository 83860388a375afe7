internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo edit ID`.
struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a task in the editor",
    discussion: """
      The editor is $VISUAL, $EDITOR or git's core.editor. What is saved is checked; if it can't \
      be understood, it is opened again or given up, and nothing is recorded until then.

      EXAMPLE:
        memo edit kx
      """)

  @Argument(help: "The task") var task: String
  @OptionGroup var confirm: ConfirmOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store(confirming: confirm.yes)
    return try Editing(store: store, context: context, options: output).edit(task)
  }
}
