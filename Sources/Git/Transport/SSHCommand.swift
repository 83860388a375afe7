/// How the user starts ssh, found out as git does it.
struct SSHCommand: Hashable {
  /// Which options the program knows.
  enum Variant: String {
    case ssh, simple, plink, putty, tortoiseplink
  }

  /// The program, or a command line for the shell.
  var command: String
  /// Whether the shell has a say in what `command` means.
  var isShell: Bool
  /// Nil when only the program itself can tell.
  var variant: Variant?

  init(_ surroundings: Surroundings, _ settings: ServerSettings) {
    let line = surroundings["GIT_SSH_COMMAND"] ?? settings.sshCommand
    command = line ?? surroundings["GIT_SSH"] ?? "ssh"
    isShell = line != nil
    if let named = surroundings["GIT_SSH_VARIANT"] ?? settings.sshVariant, named != "auto" {
      variant = Variant(rawValue: named) ?? .ssh
    } else {
      variant = Self.variant(named: isShell ? Shell.firstWord(of: command) ?? "" : command)
    }
  }

  private static func variant(named program: String) -> Variant? {
    var name = program.split(separator: "/").last?.lowercased() ?? ""
    if name.hasSuffix(".exe") { name.removeLast(4) }
    switch name {
    case "ssh": return .ssh
    case "plink": return .plink
    case "tortoiseplink": return .tortoiseplink
    default: return nil
    }
  }

  /// The words to start.
  ///
  /// - Parameter line: What is to be done on the other machine.
  /// - Throws: ``GitError`` when the program can't be told the port.
  func words(
    to address: SSHAddress, as variant: Variant, running line: String
  ) throws(GitError) -> [String] {
    var arguments: [String] = variant == .tortoiseplink ? ["-batch"] : []
    if let port = address.port {
      guard variant != .simple else {
        throw GitError(
          code: .generic, operation: "ssh",
          message: "'\(command)' can't be told the port \(port); ssh.variant says what it knows")
      }
      arguments += [variant == .ssh ? "-p" : "-P", port]
    }
    return start(arguments + [address.host, line])
  }

  /// The words that ask a program that isn't known whether it has the options of OpenSSH.
  func question(_ address: SSHAddress) -> [String] {
    start(["-G"] + (address.port.map { ["-p", $0] } ?? []) + [address.host])
  }

  private func start(_ arguments: [String]) -> [String] {
    isShell ? Shell.command(command, arguments) : [command] + arguments
  }
}
