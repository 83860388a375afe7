internal import Git

extension StoreKeeper {
  /// Has a program that only keeps a store share its free memory among its threads; to be called
  /// before there are any.
  package static func shareFreeMemory() { FreeMemory.share() }
}
