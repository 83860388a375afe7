internal import Platform

/// What a server has open besides its files.
public enum OwnConnections {
  /// From now on no program that is run gets any of them: whoever a hook leaves behind would keep
  /// them open, and the port with them.
  public static func keep() { Spawn.passOnlyStreams() }
}
