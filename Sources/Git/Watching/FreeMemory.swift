internal import Platform

/// Memory that a program that stays open does not use.
public enum FreeMemory {
  /// Gives it back to the system, as far as that can be done.
  public static func release() { System.releaseFreeMemory() }

  /// Keeps it in one place for all threads, where what one of them frees is room for another: to be
  /// called before there are any.
  public static func share() { System.useOneHeap() }
}
