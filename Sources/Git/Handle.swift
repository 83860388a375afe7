/// The sole owner of one libgit2 object.
///
/// Keeps the repository alive, because libgit2 requires freeing the object first.
struct Handle: ~Copyable {
  private let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void
  private let repository: Repository?

  /// - Parameters:
  ///   - operation: The libgit2 function that `make` calls.
  ///   - free: The libgit2 function that frees the object.
  init(
    _ operation: StaticString, _ free: @escaping (OpaquePointer?) -> Void,
    in repository: Repository?, _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var raw: OpaquePointer?
    try check(operation, make(&raw))
    guard let raw else {
      throw GitError(code: .generic, operation: operation, message: "libgit2 returned nothing")
    }
    self.pointer = raw
    self.free = free
    self.repository = repository
  }

  /// Lends the raw pointer, which must not escape `body`.
  @discardableResult
  borrowing func use<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(pointer)
  }

  deinit { free(pointer) }
}
