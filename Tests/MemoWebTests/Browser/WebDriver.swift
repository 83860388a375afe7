import Foundation
import TestSupport

/// A real browser, driven by WebDriver (W3C).
final class WebDriver {
  enum Engine: String, CaseIterable, Sendable {
    case chromium
    case webkit = "WebKit"

    var driver: String {
      switch self {
      case .chromium: "chromedriver"
      case .webkit: "WebKitWebDriver"
      }
    }

    /// Without a browser, its tests are skipped.
    var isInstalled: Bool {
      let hasDriver = programPath(driver) != nil
      switch self {
      case .chromium: return hasDriver
      case .webkit: return hasDriver && programPath("Xvfb") != nil
      }
    }

    static let installed = allCases.filter(\.isInstalled)
    /// The sample for behaviour that doesn't depend on the browser; with `MEMO_ALL=1`, all
    /// browsers.
    static let sample = Effort.isWhole ? installed : installed.filter { $0 == .chromium }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let engine: Engine
  /// The server whose pages it shows.
  var board: ServedBoard?
  private let running: RunningBrowser
  private let isOwn: Bool
  private var port: Int { running.port }
  private var session: String { running.session }

  /// Takes a browser that another test has left, or starts one.
  ///
  /// Starting takes longer than most tests. Stored data belongs to a server, and each test has its
  /// own.
  /// has its own.
  ///
  /// - Parameters:
  ///   - size: The window's size, in CSS pixels.
  init(
    _ engine: Engine, size: (width: Int, height: Int) = (1280, 800), arguments: [String] = []
  ) throws {
    self.engine = engine
    isOwn = !arguments.isEmpty
    running =
      try (isOwn ? nil : SharedBrowsers.take(engine))
      ?? RunningBrowser(engine, size: size, arguments: arguments)
    guard !isOwn else { return }
    let rectangle = ["width": size.width, "height": size.height]
    try call("POST", "\(session)/window/rect", rectangle)
    _ = try complaints()
  }

  deinit {
    guard !isOwn, (try? tidy()) != nil else { return running.end() }
    SharedBrowsers.leave(running)
  }

  /// A new tab has no intercepted requests, and the other pages are closed.
  private func tidy() throws {
    try call("DELETE", "\(session)/cookie")
    let old = try tabs()
    let tab = try call("POST", "\(session)/window/new", ["type": "tab"]) as? [String: Any]
    for handle in old {
      try look(at: handle)
      try closeTab()
    }
    try look(at: tab?["handle"] as? String ?? "")
  }

  // MARK: - What a person does

  func open(_ address: String) throws { try call("POST", "\(session)/url", ["url": address]) }

  /// Opens a new tab and selects it.
  func openTab(_ address: String) throws {
    let tab = try call("POST", "\(session)/window/new", ["type": "tab"]) as? [String: Any]
    try call("POST", "\(session)/window", ["handle": tab?["handle"] ?? ""])
    try open(address)
  }

  /// The open tabs, oldest first.
  func tabs() throws -> [String] {
    try call("GET", "\(session)/window/handles") as? [String] ?? []
  }

  func look(at tab: String) throws { try call("POST", "\(session)/window", ["handle": tab]) }

  func closeTab() throws { try call("DELETE", "\(session)/window") }

  func back() throws { try call("POST", "\(session)/back", [:]) }

  func forward() throws { try call("POST", "\(session)/forward", [:]) }

  func reload() throws { try call("POST", "\(session)/refresh", [:]) }

  /// - Parameter isPhone: Whether a page can be wider than the window, as on phones.
  func resize(_ width: Int, _ height: Int, isPhone: Bool = false) throws {
    if engine == .chromium {
      // A window has a minimum width.
      try devTools(
        "Emulation.setDeviceMetricsOverride",
        ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isPhone])
    } else {
      try call("POST", "\(session)/window/rect", ["width": width, "height": height])
    }
  }

  /// Types keys: characters as they are, others as WebDriver has them, such as `\u{E007}` for
  /// Enter.
  func type(_ text: String, with modifier: String? = nil) throws {
    var actions: [[String: Any]] = modifier.map { [["type": "keyDown", "value": $0]] } ?? []
    for character in text {
      actions.append(["type": "keyDown", "value": String(character)])
      actions.append(["type": "keyUp", "value": String(character)])
    }
    if let modifier { actions.append(["type": "keyUp", "value": modifier]) }
    try perform([["type": "key", "id": "keys", "actions": actions]])
  }

  enum Step {
    case move(Int, Int)
    case down, up
    case wait(Int)
    case right
  }

  /// The steps of a finger or the mouse.
  func hand(_ steps: [Step], isTouch: Bool = false) throws {
    var actions: [[String: Any]] = []
    for step in steps {
      switch step {
      case .move(let x, let y):
        actions.append(["type": "pointerMove", "duration": 40, "x": x, "y": y])
      case .down: actions.append(["type": "pointerDown", "button": 0])
      case .up: actions.append(["type": "pointerUp", "button": 0])
      case .right:
        actions.append(["type": "pointerDown", "button": 2])
        actions.append(["type": "pointerUp", "button": 2])
      case .wait(let milliseconds):
        actions.append(["type": "pause", "duration": milliseconds])
      }
    }
    try perform([
      [
        "type": "pointer", "id": isTouch ? "finger" : "mouse",
        "parameters": ["pointerType": isTouch ? "touch" : "mouse"], "actions": actions,
      ]
    ])
  }

  private func perform(_ sources: [[String: Any]]) throws {
    try call("POST", "\(session)/actions", ["actions": sources])
  }

  // MARK: - What a person sees

  @discardableResult
  func run(_ script: String, _ arguments: Any...) throws -> Any? {
    try call("POST", "\(session)/execute/sync", ["script": script, "args": arguments])
  }

  func text(_ script: String) throws -> String {
    try run("return String(\(script))") as? String ?? ""
  }

  /// Waits for a condition, up to a limit.
  func wait(_ what: String, seconds: Double = 20, until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if try isSo() { return }
      usleep(30_000)
    }
    let page = try text("document.body.innerText.slice(0, 600)")
    throw Failure(description: "waited for: \(what)\n\(page)")
  }

  func wait(for script: String, seconds: Double = 20) throws {
    try wait(script, seconds: seconds) { try run("return Boolean(\(script))") as? Bool ?? false }
  }

  /// The middle of an element in the window, after animations.
  func place(_ selector: String) throws -> (x: Int, y: Int) {
    try wait(
      for: "document.getAnimations().every(one => one.playState !== 'running' "
        + "|| one.effect.getComputedTiming().iterations === Infinity)")
    let box = try run(
      """
      const box = document.querySelector(arguments[0])?.getBoundingClientRect()
      return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
      """, selector)
    guard let numbers = box as? [NSNumber], numbers.count == 2 else {
      throw Failure(description: "nothing is \(selector)")
    }
    return (numbers[0].intValue, numbers[1].intValue)
  }

  func click(_ selector: String) throws {
    let place = try place(selector)
    try hand([.move(place.x, place.y), .down, .up])
  }

  /// The browser's console messages.
  func complaints() throws -> [String] {
    guard engine == .chromium else { return [] }
    let entries = try call("POST", "\(session)/se/log", ["type": "browser"]) as? [[String: Any]]
    // Chromium reports that a page with a fragment doesn't focus a menu's field.
    return (entries ?? []).compactMap { $0["message"] as? String }
      .filter { !$0.contains("Autofocus processing was blocked") }
  }

  func screenshot() throws -> Data {
    let text = try call("GET", "\(session)/screenshot") as? String
    return text.flatMap { Data(base64Encoded: $0) } ?? Data()
  }

  /// Chromium's own protocol, for commands that WebDriver lacks.
  @discardableResult
  func devTools(_ command: String, _ parameters: [String: Any] = [:]) throws -> Any {
    try call("POST", "\(session)/goog/cdp/execute", ["cmd": command, "params": parameters])
  }

  // MARK: - The wire

  @discardableResult
  private func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any {
    try RunningBrowser.call(port, method, path, body)
  }
}
