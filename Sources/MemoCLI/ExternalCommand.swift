internal import MemoKit

/// Commands that are other programs: git in the store, and `memo-NAME` from `PATH`.
enum ExternalCommand {
  /// `memo git …`: git in the store.
  static func git(_ arguments: [String], _ context: Context) throws(MemoError) -> Outcome {
    let program = try context.store().gitProgram(arguments, in: context.directory)
    return Outcome(handOver: program)
  }

  /// `memo NAME …`: the program `memo-NAME` from `PATH`.
  ///
  /// - Throws: `MemoError` for an unknown program.
  static func other(
    _ name: String, _ arguments: [String], _ context: Context
  ) throws(MemoError) -> Outcome {
    var environment = context.environment
    if let folder = context.programFolder {
      // Programs installed with this memo come before others in PATH.
      environment.variables["PATH"] = "\(folder):\(environment.variables["PATH"] ?? "")"
    }
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-"),
      let path = environment.path(of: "memo-\(name)")
    else { throw Suggestions.unknownCommand(name, arguments) }
    return Outcome(handOver: Program(path, arguments, in: context.directory))
  }
}
