internal import MemoCLI
internal import MemoKit
internal import Terminal

extension Context {
  /// Opens the link in a browser; a failure is only reported, since the link is printed anyway.
  func open(_ link: String) {
    do throws(MemoError) {
      let store = try store()
      let opener = try store.opener()
      let command =
        opener.contains("%s") ? opener.replacing("%s", with: "\"$1\"") : "\(opener) \"$1\""
      let program = Program(
        "/bin/sh", ["-c", command + " >/dev/null 2>&1 &", opener, link], in: store.root,
        environment: environment.variables)
      _ = try program.runOnTerminal()
    } catch {
      Device.error.write("no browser was opened: \(error.message)\n")
    }
  }
}
