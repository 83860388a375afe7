internal import Platform

/// Memory that a program that stays open does not use.
public enum FreeMemory {
  /// Gives it back to the system, as far as that can be done.
  public static func release() { System.releaseFreeMemory() }
}
