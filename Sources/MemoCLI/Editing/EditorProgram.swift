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

  /// Lets somebody edit a text that is no file of the store.
  ///
  /// - Throws: ``Failure`` where the editor fails, or leaves what is no text. What was written by then
  ///   stays in a file, which is named.
  ///
  /// - Parameter begin: Told the file's path before the editor has it.
  package func edit(
    _ text: String, _ begin: (String) -> Void = { _ in }, _ outcome: () -> String
  ) throws -> String {
    let path = try store.keepText(text)
    begin(path)
    do {
      try open(path, outcome)
      guard let bytes = try Store.knownContent(ofFile: path) else {
        throw Failure(.refused, "the editor deleted the file", details: [outcome()])
      }
      let edited = try ArgumentText.text(bytes, of: "what the editor left")
      store.forgetText(path)
      return edited
    } catch {
      guard Store.content(ofFile: path) != Array(text.utf8) else {
        store.forgetText(path)
        throw error
      }
      var failure = error as? Failure ?? (error as? MemoError).map { Failure($0) }
      if !Store.isSurelyGone(path) {
        failure?.details.append("what was written is kept in \(path)")
      }
      throw failure ?? error
    }
  }
}
