// `import MemoKit` gives library users the public declarations of the modules below it.
//
// A re-export has only this underscored attribute so far. SwiftNIO's umbrella module uses it, too.
// `examples/library` imports MemoKit alone.
@_exported public import Merging
@_exported public import Query
@_exported public import Recording
@_exported public import StoreFiles
@_exported public import Sync
@_exported public import TaskFile
@_exported public import TaskHistory
