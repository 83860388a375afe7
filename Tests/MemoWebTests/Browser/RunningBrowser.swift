import Foundation
import Synchronization
import TestSupport
import Testing

/// A browser with its driver.
final class RunningBrowser: @unchecked Sendable {
  let engine: WebDriver.Engine
  let port: Int
  /// The driver's address.
  private(set) var session = ""
  private let programs: [Background]
  /// Its profile, which is deleted with it.
  private let scratch: Scratch

  init(
    _ engine: WebDriver.Engine, size: (width: Int, height: Int), arguments: [String]
  ) throws {
    self.engine = engine
    scratch = try Scratch()
    port = try Server.freePort()
    var environment = scratch.environment
    environment["LC_ALL"] = "C.UTF-8"
    var programs: [Background] = []
    if engine == .webkit {
      // WebKitGTK needs a window, which is on an invisible display.
      let display = ":\(200 + port % 5000)"
      environment["DISPLAY"] = display
      environment["GDK_BACKEND"] = "x11"
      environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
      environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
      let socket = "/tmp/.X11-unix/X\(display.dropFirst())"
      programs.append(
        try Background(
          [programPath("Xvfb") ?? "", display, "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
          log: scratch("display.log"), environment: environment
        ) { FileManager.default.fileExists(atPath: socket) })
    }
    let port = port
    let command = [programPath(engine.driver) ?? "", "--port=\(port)"]
    programs.append(
      try Background(command, log: scratch("driver.log"), environment: environment) {
        Server.isListening(port)
      })
    self.programs = programs
    var wanted: [String: Any] = [:]
    switch engine {
    case .chromium:
      var options: [String: Any] = [
        "args": [
          "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
          "--force-prefers-reduced-motion",
          // Fewer processes: a fifth less work.
          "--in-process-gpu", "--renderer-process-limit=1",
          "--disable-features=SpareRendererForSitePerProcess",
          "--window-size=\(size.width),\(size.height)", "--lang=en-US",
          "--user-data-dir=\(scratch("profile"))",
        ] + arguments
      ]
      if let shell = programPath("chromium-headless-shell") {
        // A quarter less work, but it starts without a page.
        try scratch.write("#!/bin/sh\nexec \(shell) \"$@\" about:blank\n", to: "chromium")
        chmod(scratch("chromium"), 0o755)
        options["binary"] = scratch("chromium")
      }
      wanted["goog:chromeOptions"] = options
      wanted["goog:loggingPrefs"] = ["browser": "ALL"]
    case .webkit:
      wanted["webkitgtk:browserOptions"] = ["args": ["--automation"]]
    }
    let answer = try Self.call(
      port, "POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw WebDriver.Failure(description: "no session: \(answer)")
    }
    session = "/session/\(id)"
  }

  func end() {
    if !session.isEmpty { _ = try? Self.call(port, "DELETE", session) }
    session = ""
    for program in programs.reversed() { program.stop() }
  }

  deinit { end() }

  static func call(
    _ port: Int, _ method: String, _ path: String, _ body: [String: Any]? = nil
  ) throws -> Any {
    let text =
      try body.map {
        String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
      } ?? ""
    let answer = try Wire.ask(
      port, method, path, ["Host: 127.0.0.1:\(port)", "Content-Type: application/json"], body: text)
    let value = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    guard answer.status == 200 else {
      throw WebDriver.Failure(description: "\(path): \(answer.body.prefix(400))")
    }
    return value?["value"] ?? NSNull()
  }
}

/// Browsers that a suite's tests share; they end after the last of these suites.
struct SharedBrowsers: SuiteTrait, TestScoping {
  private struct State {
    var suites = 0
    var idle: [RunningBrowser] = []
  }

  private static let state = Mutex(State())

  static func take(_ engine: WebDriver.Engine) -> RunningBrowser? {
    state.withLock { state in
      let place = state.idle.firstIndex { $0.engine == engine }
      return place.map { state.idle.remove(at: $0) }
    }
  }

  static func leave(_ browser: RunningBrowser) {
    let isKept = state.withLock { state in
      if state.suites > 0 { state.idle.append(browser) }
      return state.suites > 0
    }
    if !isKept { browser.end() }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    Self.state.withLock { $0.suites += 1 }
    defer {
      let left = Self.state.withLock { state in
        state.suites -= 1
        guard state.suites == 0 else { return [RunningBrowser]() }
        defer { state.idle = [] }
        return state.idle
      }
      for browser in left { browser.end() }
    }
    try await function()
  }
}

extension Trait where Self == SharedBrowsers {
  static var sharingBrowsers: Self { SharedBrowsers() }
}
