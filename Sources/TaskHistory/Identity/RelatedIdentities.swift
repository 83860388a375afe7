internal import StoreFiles
internal import TaskFile

/// Which file is which task, of those that have to do with one another: all of what a history did
/// is rarely asked, and may be much.
final class RelatedIdentities {
  /// A task, as one of these knows it.
  struct Task: Hashable {
    fileprivate let group: Int
    fileprivate let number: Int
  }

  private let history: History
  private let isPart: Bool
  private let contains: (History.Place) -> Bool
  private var identities: [TaskIdentities] = []
  /// By delta: the number of those in which it is.
  private var groups: [History.Place: Int] = [:]

  /// - Parameters:
  ///   - history: Whose lookup has taken in all that is asked for.
  ///   - isPart: Whether commits are left out before others that are not.
  ///   - contains: Whether something was done by the commits that are asked.
  init(_ history: History, isPart: Bool, contains: @escaping (History.Place) -> Bool) {
    (self.history, self.isPart, self.contains) = (history, isPart, contains)
  }

  /// Which file is which task, of those that have to do with a file as it was.
  func around(_ name: FileState.Name) throws(MemoError) -> TaskIdentities {
    identities[try group(around: history.lookup.places(of: name))]
  }

  /// Which file is which task, of those that have to do with an id.
  func around(_ id: TaskID) throws(MemoError) -> TaskIdentities {
    identities[try group(around: history.lookup.places(of: id))]
  }

  /// The task that a file of a commit is; nil where none of these commits has it.
  func task(of name: FileState.Name, in node: Int) throws(MemoError) -> Task? {
    let group = try group(around: history.lookup.places(of: name))
    return identities[group].task(of: name, in: node, history)
      .map { Task(group: group, number: $0) }
  }

  /// The ids that a task had for itself.
  func ids(of task: Task) -> [TaskID] { identities[task.group].tasks[task.number].ids }

  /// All that is connected by an id, or by a file as it was, is in one group.
  private func group(around places: [History.Place]) throws(MemoError) -> Int {
    let start = places.filter(contains)
    if let group = start.first.flatMap({ groups[$0] }) { return group }
    let lookup = history.lookup
    var found = Set(start)
    var waiting = start
    var (names, ids): (Set<FileState.Name>, Set<TaskID>) = ([], [])
    while let place = waiting.popLast() {
      for state in history[place].states {
        var others: [History.Place] = []
        if names.insert(state.name).inserted { others += lookup.places(of: state.name) }
        if let id = state.id, ids.insert(id).inserted { others += lookup.places(of: id) }
        waiting += others.filter { contains($0) && found.insert($0).inserted }
      }
    }
    identities.append(
      try TaskIdentities(history, among: found.sorted(by: history.precedes), isPart: isPart))
    for place in found { groups[place] = identities.count - 1 }
    return identities.count - 1
  }
}
