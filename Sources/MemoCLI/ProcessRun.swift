internal import MemoKit
internal import Terminal

extension Context {
  /// The context of the running process.
  public static func process(environment: [String: String], directory: String) -> Context {
    let terminal = TerminalFacts(
      input: Device.input.isTerminal, output: Device.output.isTerminal,
      error: Device.error.isTerminal, width: Device.output.width(environment: environment),
      height: Device.output.height(environment: environment))
    var context = Context(
      environment: Environment(
        variables: environment, now: LocalClock.now, utcOffset: LocalClock.utcOffset,
        dates: DateStyle(environment), onMessage: showForeign),
      directory: directory, terminal: terminal)
    context.ask = { question in
      guard terminal.input else { return nil }
      Device.error.write(question)
      let answer = Device.input.readLine()
      // After Ctrl-D, the cursor is still on the line of the question.
      if answer == nil { Device.error.write("\n") }
      return answer
    }
    context.standardInput = { Device.input.readAll() }
    context.notify = { Device.error.write($0) }
    context.endOnSignal = { Interruption.ring($0.descriptor) }
    context.progress =
      terminal.error && environment["TERM"] != "dumb" && environment["MEMO_PLAIN"] != "1"
      ? .line(width: Device.error.width(environment: environment))
      : SyncProgress(
        onMessage: showForeign, mayUseTerminal: true,
        isInterrupted: { Interruption.isRequested })
    context.openLongOutput = { command in
      let plain = LongOutput { Device.output.write($0) == nil && Device.output.hasReader }
      guard let command else { return plain }
      // git's defaults: colors pass, the screen stays, and one page needs no pager.
      let variables = ["LESS": "FRX", "LV": "-c"].merging(environment) { $1 }
      guard let pager = Pager(command, environment: variables) else { return plain }
      return LongOutput(pager.write, end: pager.end)
    }
    context.runOnTerminal = { program throws(MemoError) in
      try Device.ignoringInterrupts { () throws(MemoError) in try program.runOnTerminal() }
    }
    context.programFolder = ThisProcess.folder { [environment = context.environment] in
      environment.path(of: $0)
    }
    return context
  }
}

extension DateStyle {
  /// The C library's format for the locale; for Korean, memo has its own.
  init(_ environment: [String: String]) {
    if let locale = LocaleDates(environment: environment) {
      self.init(
        format: locale.format, months: locale.months, weekdays: locale.weekdays,
        language: locale.language)
    } else {
      self = LocaleDates.name(environment)?.hasPrefix("ko") == true ? .korean : .iso
    }
  }
}

extension SyncProgress {
  /// Draws the progress on one line of standard error, at most twenty times a second.
  fileprivate static func line(width: Int) -> SyncProgress {
    let painter = ProgressPainter()
    return SyncProgress(
      show: { moment in
        painter.show(
          ProgressLine.text(
            label: moment.activity, done: moment.done, total: moment.total, rate: moment.rate,
            width: width),
          isLast: moment.total > 0 && moment.done == moment.total)
      }, end: { painter.clear() }, onMessage: { painter.say($0.sanitizedLines) },
      mayUseTerminal: true,
      isInterrupted: { Interruption.isRequested })
  }
}

@Sendable private func showForeign(_ words: String) { Device.error.write(words.sanitizedLines) }
