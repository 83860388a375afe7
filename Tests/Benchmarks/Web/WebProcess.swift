import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A running `memo-web` with a client.
final class WebProcess {
  private let process = Process()
  private let session: URLSession
  let port: Int
  private let link: String
  private let program: String
  private let folder: String

  /// Starts the server and waits until it listens.
  init(_ program: String, in folder: String, port: Int) throws {
    self.port = port
    self.program = program
    self.folder = folder
    link = try Self.link(from: process, program, in: folder, ["--port", "\(port)"])
    session = Self.session()
  }

  private static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 16
    return URLSession(configuration: configuration)
  }

  /// The link that the process prints first.
  private static func link(
    from process: Process, _ program: String, in folder: String, _ options: [String]
  ) throws -> String {
    process.executableURL = URL(filePath: program)
    process.currentDirectoryURL = URL(filePath: folder)
    process.arguments = ["--no-open"] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        throw WebBench.Failure(description: "\(program) ended before it listened")
      }
      text += String(decoding: data, as: UTF8.self)
    }
    return String(text.prefix { $0 != "\n" })
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    session.invalidateAndCancel()
  }

  /// The URL of a page.
  func address(_ path: String) -> URL {
    URL(string: link.prefix { $0 != "?" } + path) ?? URL(filePath: "/")
  }

  /// Opens the link and keeps the cookie.
  func enter() { enter(link, session) }

  private func enter(_ link: String, _ session: URLSession) {
    // Foundation on Linux drops the last slash of a redirect, and no page is there.
    _ = try? send(URLRequest(url: URL(string: link) ?? address("")), session)
  }

  func get(_ path: String) throws -> Data {
    try send(URLRequest(url: address(path)))
  }

  func post(_ path: String, _ body: String) throws {
    var request = URLRequest(url: address(path))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue("http://localhost:\(port)", forHTTPHeaderField: "Origin")
    request.setValue("part", forHTTPHeaderField: "X-Memo")
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    _ = try send(request)
  }

  private func send(_ request: URLRequest, _ other: URLSession? = nil) throws -> Data {
    let answer = Mutex<Result<Data, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    (other ?? session).dataTask(with: request) { data, response, error in
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      answer.withLock {
        $0 =
          status == 200
          ? .success(data ?? Data())
          : .failure(
            error ?? WebBench.Failure(description: "\(request.url?.path ?? ""): status \(status)"))
      }
      done.signal()
    }.resume()
    done.wait()
    return try answer.withLock { try $0?.get() } ?? Data()
  }

  /// The event streams of several pages, four in each browser.
  func streams(_ count: Int) throws -> [WebStream] {
    var browser = session
    return try (0..<count).map { number in
      if number > 0, number % 4 == 0 {
        browser = Self.session()
        let process = Process()
        enter(try Self.link(from: process, program, in: folder, []), browser)
        process.waitUntilExit()
      }
      let cookies = browser.configuration.httpCookieStorage?.cookies(for: address("")) ?? []
      return WebStream(address("events"), cookies)
    }
  }

  // MARK: - What it takes, as Linux tells it; zeros elsewhere

  /// User and system time, in milliseconds.
  var cpu: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))
      ?? ""
    let fields = text.split(separator: " ")
    guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else {
      return 0
    }
    return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// In MB.
  var resident: Double {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8))
      ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1000
  }
}

/// A page's event stream, which counts its events.
final class WebStream: NSObject, URLSessionDataDelegate, Sendable {
  private let heard = Mutex(0)
  private let task = Mutex<URLSessionDataTask?>(nil)

  init(_ address: URL, _ cookies: [HTTPCookie]) {
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    for cookie in cookies { configuration.httpCookieStorage?.setCookie(cookie) }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: address)
    self.task.withLock { $0 = task }
    task.resume()
    while count == 0 { usleep(1000) }
  }

  var count: Int { heard.withLock { $0 } }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let news = String(decoding: data, as: UTF8.self).components(separatedBy: "data:").count - 1
    heard.withLock { $0 += news }
  }

  func cancel() { task.withLock { $0?.cancel() } }
}

extension [Double] {
  var median: Double { part(0.5) }
  func part(_ part: Double) -> Double {
    isEmpty ? 0 : sorted()[Swift.min(count - 1, Int(Double(count) * part))]
  }
}

extension Double {
  var shown: String { self < 10 ? String(format: "%.1f", self) : String(format: "%.0f", self) }
}
