internal import MemoKit
internal import Terminal

/// Runs `memo sync --watch`, and prints events as they happen.
struct Watching {
  /// The interval in seconds; nil for the setting in git's configuration.
  var every: Double?

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let request = try EndRequest()
    let output = context.openLongOutput?(nil)
    func show(_ event: WatchEvent) {
      // Ends if the reader has closed the output.
      if output?.write(WatchOutput(event: event).text(Page(context))) == false { request.make() }
    }
    context.endOnSignal(request)
    // Signals write to the descriptor, which is open while the request exists.
    try withExtendedLifetime(request) {
      try store.watch(try pace(store), until: request, onEvent: show)
    }
    return Outcome()
  }

  private func pace(_ store: Store) throws -> WatchPace {
    var pace = WatchPace()
    if let seconds = try every ?? store.configuredWatchInterval() { pace.interval = seconds }
    return pace
  }
}
