internal import MemoKit
internal import Terminal

/// Runs `memo sync --watch`, and prints events as they happen.
struct Watching {
  /// The interval in seconds; nil for the setting in git's configuration.
  var every: Double?
  var isJSON: Bool

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let request = try EndRequest()
    let output = context.openLongOutput?(nil)
    func show(_ event: WatchEvent) {
      let page = Page(context)
      let report = WatchOutput(event: event)
      let text = isJSON ? report.json(page).line : report.text(page)
      // Ends if the reader has closed the output.
      if output?.write(text) == false { request.make() }
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
