internal import Git

extension StoreKeeper {
  /// Has a program that only keeps a store share its free memory among its threads; to be called
  /// before there are any.
  package static func shareFreeMemory() { FreeMemory.share() }

  /// Has the programs that such a program runs, as hooks and what moves data, get none of its
  /// connections: whoever they leave behind would keep them open.
  package static func keepConnections() { HelperProgram.passOnlyStreams() }
}
