internal import Git
public import Query
internal import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// A filter with what only the history, the store as a whole or git's configuration know put
  /// in; afterwards it needs only a task and a moment.
  ///
  /// Only what it asks for is looked up, and for most filters that is nothing.
  /// - Parameters:
  ///   - tasks: All that it will be asked about.
  ///   - commit: The commit's full name as of which they are; nil for the present.
  /// - Throws: ``MemoError``
  public func lookedUp(
    _ filter: Filter, among tasks: [StoredTask], at now: LocalTime, commit: String? = nil
  ) throws(MemoError) -> Filter {
    let questions = filter.questions
    guard !questions.isEmpty else { return filter }
    return filter.answered(
      try facts(for: questions, among: tasks, commit: commit), among: tasks, at: now)
  }

  /// What some questions are answered with.
  ///
  /// - Parameters:
  ///   - tasks: About which is asked.
  ///   - commit: The commit's full name as of which they are; nil for the present.
  /// - Throws: ``MemoError``
  public func facts(
    for questions: Set<Filter.Question>, among tasks: [StoredTask], commit: String? = nil
  ) throws(MemoError) -> FilterFacts {
    var facts = FilterFacts()
    if questions.contains(.completed) {
      facts.completed = try completionTimes(of: tasks, at: commit)
    }
    if questions.contains(.changed) { facts.changed = try changeTimes(of: tasks, at: commit) }
    if questions.contains(.links) {
      // Tasks of the past may be among those that are asked about, and block nothing.
      facts.links = TaskLinks(commit == nil ? try read().tasks : tasks)
    }
    if questions.contains(.names) { facts.names = try userNames() }
    return facts
  }
}
