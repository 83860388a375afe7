// A file that imports Platform also has the C library, Glibc or Darwin.
//
// Swift has no official name for this attribute yet. Without it, each importing file needs these
// lines.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Darwin)
@_exported public import Darwin
#endif

/// An error of a system call.
package struct SystemError: Error, Hashable {
  /// The value of `errno`.
  package var number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The error of this thread's last failed call.
  package static var last: SystemError { SystemError(errno) }

  /// The system's description of the error.
  package var message: String { String(cString: strerror(number)) }
}
