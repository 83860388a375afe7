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
    guard let program = program(name, arguments, context) else {
      throw Suggestions.unknownCommand(name, arguments)
    }
    return Outcome(handOver: program)
  }

  private static func program(
    _ name: String, _ arguments: [String], _ context: Context
  ) -> Program? {
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix("-") else { return nil }
    let file = "memo-\(name)"
    var environment = context.environment
    if let folder = context.programFolder {
      // Programs installed with this memo come before others in PATH.
      environment.variables["PATH"] = "\(folder):\(environment.variables["PATH"] ?? "")"
    }
    return environment.path(of: file).map {
      Program($0, arguments, in: context.directory)
    }
  }
}
