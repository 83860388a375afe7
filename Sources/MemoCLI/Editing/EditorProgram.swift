package import MemoKit

package struct EditorProgram {
  let store: Store
  let context: Context

  package init(store: Store, context: Context) {
    self.store = store
    self.context = context
  }

  /// Opens a file, and waits until the editor ends.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - outcome: What happened to the file, for the error if the editor fails.
  package func open(_ path: String, _ outcome: () -> String) throws {
    let editor = try store.editor()
    // The shell splits the value of EDITOR, as in git.
    let program = Program(
      "/bin/sh", ["-c", "\(editor) \"$@\"", editor, path], in: store.root,
      environment: context.environment.variables)
    let ending = try context.runOnTerminal(program)
    guard ending.isSuccess else {
      throw MemoError(
        .refused, "the editor '\(editor)' ended with exit code \(ending.code)",
        details: [outcome()],
        hints: ["set VISUAL, EDITOR or git's core.editor to another editor"])
    }
  }

  /// Lets the user edit a text that is not a file of the store.
  ///
  /// - Parameter begin: Called with the file's path before the editor starts.
  /// - Throws: `MemoError` if the editor fails or the result is not text. The error names the file
  ///   that keeps the text.
  package func edit(
    _ text: String, _ begin: (String) -> Void = { _ in }, _ outcome: () -> String
  ) throws -> String {
    try keeping(text) { path in
      begin(path)
      try open(path, outcome)
      return try self.text(of: path, outcome)
    }
  }

  /// The text that the editor left in a file.
  func text(of path: String, _ outcome: () -> String) throws -> String {
    guard let bytes = try Store.knownContent(ofFile: path) else {
      throw MemoError(.refused, "the editor deleted the file", details: [outcome()])
    }
    return try ArgumentText.text(bytes, of: "what the editor left")
  }

  /// Writes a text to a file that exists while `body` runs.
  ///
  /// - Parameter body: If it throws, a changed text is kept, and the error names the file.
  func keeping<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    let path = try store.keepText(text)
    do {
      let value = try body(path)
      store.forgetText(path)
      return value
    } catch {
      guard Store.content(ofFile: path) != Array(text.utf8) else {
        store.forgetText(path)
        throw error
      }
      var failure = MemoError(of: error)
      if !Store.isSurelyGone(path) {
        failure.details.append("what you wrote is kept in \(path)")
      }
      throw failure
    }
  }
}
