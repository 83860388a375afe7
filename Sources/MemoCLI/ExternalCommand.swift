internal import ArgumentParser
internal import MemoKit

/// Commands that are other programs: git in the store, and `memo-NAME` from `PATH`.
enum ExternalCommand {
  /// `memo git …`: git, started in the store.
  static func git(_ arguments: [String], _ context: Context) throws(MemoError) -> Outcome {
    let store = try context.store()
    // From inside the store, paths mean what they mean to git there.
    let directory = context.folder(in: store) == nil ? store.root : context.directory
    return Outcome(handOver: Program("git", arguments, in: directory))
  }

  /// `memo NAME …`: the program `memo-NAME` on the user's path, as git has them.
  ///
  /// - Throws: ``Failure`` when there is none.
  static func other(
    _ name: String, _ arguments: [String], _ context: Context
  ) throws(Failure) -> Outcome {
    guard let program = program(name, arguments, context) else { throw unknown(name) }
    return Outcome(handOver: program)
  }

  private static func program(_ name: String, _ arguments: [String], _ context: Context) -> Program?
  {
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-") else { return nil }
    for folder in (context.world.environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/memo-\(name)"
      if Store.isProgram(path) { return Program(path, arguments, in: context.directory) }
    }
    return nil
  }

  /// The failure for a name that nobody knows, with what may have been meant.
  private static func unknown(_ name: String) -> Failure {
    let near = name.nearest(of: MemoCommand.names)
    return Failure(
      .usage, "'\(name)' is not a memo command",
      hints: (near.map { ["did you mean '\($0)'?"] } ?? []) + ["'memo --help' lists the commands"])
  }
}
