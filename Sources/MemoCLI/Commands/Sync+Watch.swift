internal import MemoKit
internal import Terminal

/// `memo sync --watch`: shows what happens when it happens.
struct Watching {
  /// In seconds; nil for what git's configuration says.
  var every: Double?
  var output: OutputOptions

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let request = try EndRequest()
    let watch = Watch(store, try pace(store)) { event in
      let page = Page(context, output.color)
      let output = WatchOutput(event: event)
      let text = self.output.json ? output.json(page).line : output.text(page)
      // Nobody is there to read what it does any more.
      if !context.show(text) { request.make() }
    }
    context.endOnSignal(request)
    // The descriptor that signals write to is open as long as the request is there.
    try withExtendedLifetime(request) { try watch.run(until: request) }
    return Outcome()
  }

  private func pace(_ store: Store) throws -> WatchPace {
    var pace = WatchPace()
    if let seconds = try every ?? store.configuredWatchInterval() { pace.interval = seconds }
    return pace
  }
}
