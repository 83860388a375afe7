package import MemoKit

/// The editor that the user has chosen.
package struct EditorProgram {
  let store: Store
  let context: Context

  package init(store: Store, context: Context) {
    self.store = store
    self.context = context
  }

  /// Opens a file, and waits until the editor has ended.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - outcome: What has become of the file, for an editor that failed.
  package func open(_ path: String, _ outcome: () -> String) throws {
    let editor = try store.editor()
    // The shell splits what people put into EDITOR, as git lets it.
    let program = Program(
      "/bin/sh", ["-c", "\(editor) \"$@\"", editor, path], in: store.root,
      environment: context.environment.variables)
    let ending = try context.runOnTerminal(program)
    guard ending.isSuccess else {
      throw Failure(
        .refused, "the editor '\(editor)' ended with exit code \(ending.code)",
        details: [outcome()],
        hints: ["set VISUAL, EDITOR or git's core.editor to another editor"])
    }
  }
}
