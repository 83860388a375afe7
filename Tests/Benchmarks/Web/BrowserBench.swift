import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A page in Chromium, as large as a tablet and with twice the pixels (W3C, WebDriver).
final class BrowserBench {
  private let server: WebProcess
  private let link: String
  private let driver = Process()
  private let port = 7367
  private var session = ""

  /// - Parameter link: Lets it in.
  /// - Returns: Nil where there is no Chromium that can be driven.
  init?(_ server: WebProcess, _ link: String) throws {
    self.server = server
    self.link = link
    driver.executableURL = URL(filePath: "/usr/bin/env")
    driver.arguments = ["chromedriver", "--port=\(port)", "--log-level=SEVERE"]
    driver.standardOutput = FileHandle.nullDevice
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    usleep(1_500_000)
    guard driver.isRunning else {
      say("no chromedriver: paint, nodes and letters are left out")
      return nil
    }
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=820,1180",
      "--force-device-scale-factor=2",
    ]
    let wanted: [String: Any] = [
      "capabilities": ["alwaysMatch": ["goog:chromeOptions": ["args": arguments]]]
    ]
    let answer = try call("POST", "/session", wanted) as? [String: Any]
    session = "/session/\(answer?["sessionId"] as? String ?? "")"
  }

  func measure(_ tell: (WebBench.Row) -> Void) throws {
    defer {
      _ = try? call("DELETE", session)
      driver.terminate()
    }
    try call("POST", "\(session)/url", ["url": link])
    var (paints, threads): ([Double], [Double]) = ([], [])
    for _ in 0..<9 {
      try call("POST", "\(session)/url", ["url": "about:blank"])
      try call("POST", "\(session)/goog/cdp/execute", ["cmd": "Performance.enable", "params": [:]])
      let before = try taskTime()
      try call("POST", "\(session)/url", ["url": server.home.absoluteString])
      usleep(700_000)
      threads.append(try taskTime() - before)
      paints.append(
        try number(
          "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"))
    }
    tell(
      .init(what: "first contentful paint", value: paints.median, unit: "ms", goal: 150))
    tell(.init(what: "main thread of a page", value: threads.median, unit: "ms", goal: 120))
    tell(
      .init(
        what: "nodes of a page", value: try number("document.querySelectorAll('*').length"),
        unit: "", goal: 3000))
    let letters = try "milkpaint".map { letter in
      try call(
        "POST", "\(session)/execute/sync",
        [
          "script": """
          const field = document.getElementById('filter')
          window.took = null
          const begin = performance.now()
          document.addEventListener('memo:fresh', () => (window.took = performance.now() - begin),
            { once: true })
          field.value += arguments[0]
          field.dispatchEvent(new Event('input', { bubbles: true }))
          """, "args": [String(letter)],
        ])
      usleep(400_000)
      return try number("window.took ?? NaN")
    }
    tell(.init(what: "letter of a filter, most", value: letters.max() ?? 0, unit: "ms", goal: 100))
  }

  /// What the page's main thread has done so far, in milliseconds.
  private func taskTime() throws -> Double {
    let answer =
      try call(
        "POST", "\(session)/goog/cdp/execute", ["cmd": "Performance.getMetrics", "params": [:]])
      as? [String: Any]
    let metrics = answer?["metrics"] as? [[String: Any]] ?? []
    let time = metrics.first { $0["name"] as? String == "TaskDuration" }?["value"] as? NSNumber
    return (time?.doubleValue ?? 0) * 1000
  }

  private func number(_ script: String) throws -> Double {
    let value = try call(
      "POST", "\(session)/execute/sync", ["script": "return \(script)", "args": []])
    return (value as? NSNumber)?.doubleValue ?? .nan
  }

  @discardableResult
  private func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
    var request = URLRequest(
      url: URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/"))
    request.httpMethod = method
    request.httpBody = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let answer = Mutex<Data?>(nil)
    let done = DispatchSemaphore(value: 0)
    URLSession.shared.dataTask(with: request) { data, _, _ in
      answer.withLock { $0 = data }
      done.signal()
    }.resume()
    done.wait()
    guard let data = answer.withLock({ $0 }) else {
      throw WebBench.Failure(description: "chromedriver doesn't answer")
    }
    let value = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return value?["value"]
  }
}
