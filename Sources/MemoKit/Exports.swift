// `import MemoKit` gives library users everything public of the modules below it.
//
// The attribute is underscored, because a re-export has no other spelling yet. SwiftNIO's umbrella
// module does the same. `examples/library` imports MemoKit alone.
@_exported public import Merging
@_exported public import Query
@_exported public import Recording
@_exported public import StoreFiles
@_exported public import Sync
@_exported public import TaskFile
@_exported public import TaskHistory
