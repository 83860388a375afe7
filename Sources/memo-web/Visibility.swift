internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import Terminal

/// Who can come to the server at all.
enum Visibility: Sendable {
  /// The browsers of this machine.
  case machine
  /// The devices of its network as well; by these names, besides its own.
  case network([String])
  /// Whoever comes by a proxy with TLS.
  case behind(ServerNames)

  func names(port: Int) -> ServerNames {
    switch self {
    case .machine: .machine(port: port)
    case .network(let names):
      .network(port: port, addresses: Self.addresses, names: names + Self.ownNames)
    case .behind(let names): names
    }
  }

  /// Where it listens: on the first it has to, on the other it may.
  var addresses: (String, String) {
    switch self {
    case .machine, .behind: ("127.0.0.1", "::1")
    case .network: ("0.0.0.0", "::1")
    }
  }

  /// Of this machine in its networks, those of containers last.
  private static var addresses: [String] {
    // Where the system doesn't tell them, names are left.
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

  /// As others in the network may call this machine (RFC 6762).
  private static var ownNames: [String] {
    guard let name = ThisProcess.hostName, !name.isEmpty else { return [] }
    return name.contains(".") ? [name] : ["\(name).local", name]
  }
}
