public import ArgumentParser
internal import MemoKit
public import TaskFile
public import Terminal

// Values that the parser reads, and lists in an error when it can't.

extension ColorMode: ExpressibleByArgument {}

extension BoardRequest.View: ExpressibleByArgument {}

extension Priority: ExpressibleByArgument {
  public init?(argument: String) { self.init(typed: argument) }
}
