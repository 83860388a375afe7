internal import Recording
internal import StoreFiles
internal import TaskFile

/// Decides which changed files are left alone for now, because they look like the middle of a
/// save: empty, not to be understood, or still being written.
///
/// Each is left alone for a while and no longer, so that nothing stays unrecorded for ever.
final class UnfinishedFiles: UnfinishedSaves {
  private let patience: Double
  private let isBeingWritten: (String) -> Bool
  private var now = 0.0
  /// Files that an editor has which will record them itself.
  private var edited: Set<String> = []
  /// When each was first seen so.
  private var since: [String: Double] = [:]
  private var seen: Set<String> = []
  /// What is wrong with those that were left alone for the first time, until it is taken.
  private var news: [StoreProblem] = []

  /// - Parameter patience: In seconds.
  init(patience: Double, isBeingWritten: @escaping (String) -> Bool = { _ in false }) {
    self.patience = patience
    self.isBeingWritten = isBeingWritten
  }

  /// A round of recording begins.
  ///
  /// - Parameter edited: What is left alone for as long as it takes.
  func begin(at now: Double, edited: Set<String> = []) {
    self.now = now
    self.edited = edited
    seen = []
  }

  /// What is wrong with files that were not left alone before.
  func takeNews() -> [StoreProblem] {
    defer { news = [] }
    return news
  }

  /// Whether a file that was changed is to be left alone.
  func contains(_ task: StoredTask) -> Bool {
    if edited.contains(task.path) { return true }
    // What one field says is no sign of that: other tools have words of their own.
    let problem = task.item.isUsable ? nil : task.item.problems.first
    guard problem != nil || task.document.bytes.isEmpty || isBeingWritten(task.path) else {
      return false
    }
    if let since = since[task.path] {
      seen.insert(task.path)
      return now < since + patience
    }
    since[task.path] = now
    seen.insert(task.path)
    if let problem { news.append(StoreProblem(path: task.path, problem)) }
    return patience > 0
  }

  /// The same for a file that is no task, of which only its writer knows when it is finished.
  func containsFile(_ path: String) -> Bool {
    guard isBeingWritten(path) else { return false }
    seen.insert(path)
    guard let since = since[path] else {
      since[path] = now
      return patience > 0
    }
    return now < since + patience
  }

  /// All files were looked at: those that were finished meanwhile are forgotten.
  ///
  /// - Returns: When the first one has waited long enough; nil when none is left.
  func end() -> Double? {
    since = since.filter { seen.contains($0.key) && now < $0.value + patience }
    return since.values.min().map { $0 + patience }
  }
}
