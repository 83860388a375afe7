#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The cost of a finished process, as the operating system reports it.
struct Cost {
  /// In seconds.
  var wall = 0.0
  /// User and system time, in seconds.
  var cpu = 0.0
  /// The largest resident set, in bytes.
  var peak = 0

  static func + (a: Cost, b: Cost) -> Cost {
    Cost(wall: a.wall + b.wall, cpu: a.cpu + b.cpu, peak: max(a.peak, b.peak))
  }
}

/// An error that ends the benchmarks: a missing program, or one that fails.
struct Failure: Error, CustomStringConvertible {
  var description: String
}

/// The last program's standard error, shown if it fails.
private let complaints = "/tmp/memo-benchmarks-\(getpid()).log"

/// Runs a program to its end and discards its output.
///
/// It uses neither Foundation nor a shell: a child's peak memory includes its parent's, so this
/// process has to stay small.
@discardableResult
func run(_ command: [String], mayFail: Bool = false) throws -> Cost {
  var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  #if canImport(Darwin)
  var actions: posix_spawn_file_actions_t?
  #else
  var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 2, complaints, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  var child: pid_t = 0
  let start = now()
  guard posix_spawnp(&child, command[0], &actions, nil, &words, environ) == 0 else {
    throw Failure(description: "can't run \(command[0])")
  }
  var status: Int32 = 0
  var usage = rusage()
  while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
  let wall = now() - start
  guard status == 0 || mayFail else {
    _ = system("cat '\(complaints)' >&2")
    throw Failure(description: "failed: \(command.joined(separator: " "))")
  }
  #if canImport(Darwin)
  let unit = 1
  #else
  let unit = 1024
  #endif
  return Cost(
    wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
    peak: Int(usage.ru_maxrss) * unit)
}

/// Runs a shell script that isn't measured.
func shell(_ script: String) throws {
  let full = "set -e\n\(script)"
  guard system(full) == 0 else { throw Failure(description: "failed: \(script)") }
}

func cleanUp() { unlink(complaints) }

func isInstalled(_ program: String) -> Bool {
  system("command -v \(program) >/dev/null 2>&1") == 0
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}

/// Prints a line without buffering.
func say(_ line: String) { put(line + "\n", to: 1) }

func complain(_ text: String) { put(text, to: 2) }

private func put(_ text: String, to stream: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let put = bytes.withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
    guard put > 0 else { return }
    bytes = bytes.dropFirst(put)
  }
}
