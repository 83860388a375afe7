public import ArgumentParser
public import TaskFile
public import Terminal

// Values that the parser reads by their raw value, and lists in an error when it can't.

extension ColorMode: ExpressibleByArgument {}
extension Priority: ExpressibleByArgument {}
