// The C library under one name: whoever imports this room has it.
//
// The attribute has no name without an underscore yet. Were it to go, nothing that imports this
// room would compile; the way back is these lines in each of those files.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Darwin)
@_exported public import Darwin
#endif

/// Why the system didn't do something.
package struct SystemError: Error, Hashable {
  /// As `errno` has it.
  package var number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Why the last call of this thread failed.
  package static var last: SystemError { SystemError(errno) }

  /// In the system's words.
  package var message: String { String(cString: strerror(number)) }
}
