internal import MemoCLI
internal import MemoKit
internal import Terminal

struct Opener {
  private let context: Context

  init(_ context: Context) { self.context = context }

  /// Opens the link; a failure is only reported, since the link is printed anyway.
  func open(_ link: String) {
    do throws(MemoError) {
      let store = try context.store()
      let opener = try store.opener()
      let command =
        opener.contains("%s") ? opener.replacing("%s", with: "\"$1\"") : "\(opener) \"$1\""
      var program = Program(
        "/bin/sh", ["-c", command + " >/dev/null 2>&1 &", opener, link], in: store.root)
      program.environment = context.environment.variables
      _ = try program.runOnTerminal()
    } catch {
      Device.error.write("no browser was opened: \(error.message)\n")
    }
  }
}
