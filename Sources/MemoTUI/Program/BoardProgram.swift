public import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// `memo board` on a terminal: the board to work in.
public enum BoardProgram {
  /// Works until the person leaves.
  ///
  /// - Returns: Nil where standard input and output are no terminal after all.
  public static func run(_ request: BoardRequest, in context: Context) throws -> Outcome? {
    // What is missing is told before the screen is taken.
    let store = try context.store()
    let options = BoardOptions(context)
    let bindings = try options.bindings()
    guard let loop = try BoardLoop(store, request, options, bindings, context) else { return nil }
    let ending = try loop.run()
    return Outcome(status: ending)
  }
}

/// What somebody has set for the board on this machine: `~/.config/memo/`.
struct BoardOptions {
  private let folder: String?

  init(_ context: Context) {
    let variables = context.environment.variables
    let base =
      variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? variables["HOME"].map { "\($0)/.config" }
    folder = base.map { "\($0)/memo" }
  }

  private func settings(_ name: String) -> TaskDocument? {
    guard let folder, let bytes = Store.content(ofFile: "\(folder)/\(name)") else { return nil }
    return TaskDocument(Array("---\n".utf8) + bytes + Array("\n---\n".utf8))
  }

  /// The keys, with what `keys.yml` changes: `action: key` a line.
  ///
  /// - Throws: ``MemoError`` that names what is wrong there.
  func bindings() throws(MemoError) -> Bindings {
    let document = settings("keys.yml")
    let changes: [(action: String, key: String)] = (document?.keys ?? []).compactMap { key in
      guard case .text(let text)? = document?.value(of: key) else { return nil }
      return (key, text)
    }
    do throws(Bindings.Failure) {
      return try Bindings(changing: changes)
    } catch {
      throw MemoError(
        .refused, "\(folder ?? "")/keys.yml: \(error.message)",
        hints: ["a line is an action and a key, as 'finish: x'; ? in the board lists them"])
    }
  }

  /// What `config.yml` says of a key.
  func text(_ key: String) -> String? {
    guard case .text(let text)? = settings("config.yml")?.value(of: key) else { return nil }
    return text
  }
}
