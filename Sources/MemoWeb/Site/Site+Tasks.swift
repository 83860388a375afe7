internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Words

extension Site {
  /// Finds the task of an open page, even if its file has moved and has another address.
  ///
  /// An unrecorded file is found as long as this server has known it.
  func located(
    _ address: String?, _ storeState: StoreState,
    _ show: @escaping @Sendable (TaskKey?) -> WebResponse
  ) -> Answer {
    located([address].compactMap { $0 }, storeState) { .response(show($0.first ?? nil)) }
  }

  /// Finds several tasks; nil for each missing one.
  func located(
    _ addresses: [String], _ storeState: StoreState,
    _ answer: @escaping @Sendable ([TaskKey?]) -> Answer
  ) -> Answer {
    let known = addresses.map { TaskAddress.key($0, in: storeState) }
    let isElsewhere = zip(addresses, known).contains { $1 == nil && TaskAddress.isOfFile($0) }
    guard isElsewhere, let snapshot = storeState.snapshot else { return answer(known) }
    return .find { store throws(MemoError) in
      var keys = known
      for (index, address) in addresses.enumerated() where known[index] == nil {
        keys[index] = try key(address, storeState, snapshot, in: store)
      }
      return answer(keys)
    }
  }

  /// Finds the task of a file that has moved.
  private func key(
    _ address: String, _ storeState: StoreState, _ snapshot: Snapshot, in store: Store
  ) throws(MemoError) -> TaskKey? {
    guard TaskAddress.isOfFile(address) else { return nil }
    let isMeant = { TaskAddress.text(of: TaskKey(name: $0)) == address }
    let task =
      if let left = storeState.left.last(where: { isMeant($0.path) }) {
        try store.task(openedAs: left, snapshot)
      } else {
        try store.task(onceAt: isMeant, snapshot)
      }
    return task.flatMap { storeState.key(of: $0) }
  }

  func task(
    _ key: TaskKey?, _ address: String, _ fields: FormFields, _ storeState: StoreState,
    _ page: PageMaker
  ) -> WebResponse {
    let query = BoardQuery(fields)
    guard let key, let task = storeState.tasks[key] else {
      let words = page.words
      let reason = TaskAddress.isOfFile(address) ? words.noSuchFile : words.noSuchTask
      return page.failure(reason, [], query, 404)
    }
    if fields["edit"] != nil, page.readOnly == nil {
      if page.isBroken(task), task.isEditable { return page.source(key, task, query) }
      return page.editor(key, task, query)
    }
    if query.view == .notes, page.isWritable(task) {
      return page.alone(page.title(of: task), page.note(key, task, query))
    }
    return page.task(key, task, query)
  }

  func image(_ address: String, _ name: String, _ storeState: StoreState) -> Answer {
    guard let key = TaskAddress.key(address, in: storeState), let task = storeState.tasks[key],
      let picture = Picture(name, in: task)
    else { return .response(missing) }
    return .read { [missing] store throws(MemoError) in
      guard let bytes = store.content(besideTasks: picture.path),
        let type = Picture.type(of: bytes)
      else { return missing }
      return WebResponse(200, [.init("Content-Type", type)], body: bytes)
    }
  }
}
