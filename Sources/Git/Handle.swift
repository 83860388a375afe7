internal import CGit2

protocol HandleKind {
  static func free(_ pointer: OpaquePointer)
}

enum CommitKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_commit_free(pointer) }
}
enum ConfigKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_config_free(pointer) }
}
enum IndexKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_index_free(pointer) }
}
enum ObjectKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_odb_object_free(pointer) }
}
enum ObjectDatabaseKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_odb_free(pointer) }
}
enum ReferenceKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_reference_free(pointer) }
}
enum ReflogKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_reflog_free(pointer) }
}
enum RevisionWalkKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_revwalk_free(pointer) }
}
enum TransactionKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_transaction_free(pointer) }
}
enum TreeKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_tree_free(pointer) }
}

/// The sole owner of one libgit2 object.
///
/// Keeps the repository alive, because libgit2 requires freeing the object first.
struct Handle<Kind: HandleKind>: ~Copyable {
  private let pointer: OpaquePointer
  private let repository: Repository?

  init(
    _ operation: StaticString, in repository: Repository?,
    _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var raw: OpaquePointer?
    try check(operation, make(&raw))
    guard let raw else {
      throw GitError(code: .generic, operation: operation, message: "libgit2 returned nothing")
    }
    self.pointer = raw
    self.repository = repository
  }

  /// Lends the raw pointer, which must not escape `body`.
  @discardableResult
  borrowing func use<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(pointer)
  }

  deinit { Kind.free(pointer) }
}
