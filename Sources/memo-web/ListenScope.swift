internal import MemoWeb
internal import NIOCore
internal import Terminal

/// The clients that can connect to the server.
enum ListenScope: Sendable {
  /// Browsers on this machine.
  case machine
  /// Devices on the local network, too, by these names besides the machine's own.
  case network([String])
  /// Clients of a proxy with TLS.
  case behind(ServerNames)

  func names(port: Int) -> ServerNames {
    switch self {
    case .machine: .machine(port: port)
    case .network(let names):
      .machine(port: port, others: Self.addresses + names + Self.ownNames)
    case .behind(let names): names
    }
  }

  /// The listening addresses: the first is required, the second optional.
  var addresses: (String, String) {
    switch self {
    case .machine, .behind: ("127.0.0.1", "::1")
    case .network: ("0.0.0.0", "::1")
    }
  }

  /// This machine's IPv4 addresses; those of container networks come last.
  private static var addresses: [String] {
    // If the system can't list them, only names remain.
    let devices = (try? System.enumerateDevices()) ?? []
    let found = devices.compactMap { device -> (name: String, address: String)? in
      guard case .v4? = device.address, let address = device.address?.ipAddress,
        !address.hasPrefix("127."), !address.hasPrefix("169.254.")
      else { return nil }
      return (device.name, address)
    }
    func isInner(_ name: String) -> Bool {
      ["docker", "br-", "veth", "virbr", "lxc", "podman"].contains(where: name.hasPrefix)
    }
    return (found.filter { !isInner($0.name) } + found.filter { isInner($0.name) }).map(\.address)
  }

  /// The machine's names on the network (RFC 6762).
  private static var ownNames: [String] {
    guard let name = ThisProcess.hostName, !name.isEmpty else { return [] }
    return name.contains(".") ? [name] : ["\(name).local", name]
  }
}
