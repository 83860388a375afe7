// Who imports MemoKit has all that a library user may see of the rooms below it.
//
// The attribute is underscored; a re-export has no other spelling yet, and SwiftNIO's umbrella
// module, among others, is made the same way. `examples/library` imports MemoKit alone.
@_exported public import Merging
@_exported public import Query
@_exported public import Recording
@_exported public import StoreFiles
@_exported public import Sync
@_exported public import TaskFile
@_exported public import TaskHistory
