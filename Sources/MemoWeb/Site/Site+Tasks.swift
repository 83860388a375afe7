internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Words

extension Site {
  func task(
    _ address: String, _ fields: FormFields, _ storeState: StoreState, _ page: PageMaker
  ) -> WebResponse {
    let query = BoardQuery(fields)
    guard let key = TaskAddress.key(address, in: storeState), let task = storeState.tasks[key]
    else { return page.noSuchTask(address, query) }
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
