internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal

extension PageMaker {
  func list(_ query: BoardQuery, _ filter: Filter, _ dates: Page) -> HTML {
    let keys = storeState.keys(nil, filter, query.order, at: dates.now)
    let rows = keys.prefix(query.count(.todo)).compactMap { key -> HTML? in
      guard let task = storeState.tasks[key] else { return nil }
      let isLate = task.isOverdue(dates.now)
      let due = task.deadline.map { self.due($0, task, dates) }
      let others = KnownField.textsOnCards.map { field -> HTML in
        "<td>\(task.values(of: field.rawValue).joined(separator: ", ").sanitized)</td>"
      }
      return """
        <tr id="t-\(TaskAddress.text(of: key))"\(former(key)) class="card\(" late", if: isLate)" \
        data-status="\(task.status.rawValue)"><td>\(mark(key, task, query))<a href="\(address(key))\(query.suffix)">\(title(of: task))</a></td>\
        <td class="in">\(words.name(of: task.status))</td><td class="when">\(due)</td>\
        <td>\(task.priority.map(rank))</td>\
        <td>\(task.item.tags.map { "<span class=\"tag\">\($0)</span> " as HTML })</td>\(others)</tr>

        """
    }
    let heads = KnownField.textsOnCards.map { field -> HTML in
      "<th scope=\"col\">\(words.label(field).headline)</th>"
    }
    return """
      <table class="tasks"><caption class="hidden">\(words.tasks)</caption><thead><tr>\
      <th scope="col">\(words.label(.title).headline)</th><th scope="col">\(words.label(.status).headline)</th>\
      <th scope="col">\(words.label(.deadline).headline)</th><th scope="col">\(words.label(.priority).headline)</th>\
      <th scope="col">\(words.label(.tags).headline)</th>\(heads)</tr></thead><tbody>
      \(rows)</tbody></table>
      \(isFirstRun(query) ? firstRun(query) : keys.isEmpty ? emptiness(query) : "")\(later(keys, .todo, query))
      """
  }

  func notes(_ query: BoardQuery, _ filter: Filter, _ dates: Page) -> HTML {
    let keys = storeState.keys(nil, filter, query.order, at: dates.now)
    let wanted = query.open.flatMap { TaskAddress.key($0, in: storeState) } ?? keys.first
    let rows = keys.prefix(query.count(.todo)).compactMap { key in
      storeState.tasks[key].map {
        note(key, $0, query, dates, isOpen: key == wanted)
      }
    }
    let detail = wanted.flatMap { key in
      storeState.tasks[key].map { task in
        isWritable(task) ? note(Sheet(key, task), query) : article(key, task, query)
      }
    }
    return """
      <section class="lane" data-status="all">
      <div class="head"><h2 id="h-all">\(words.tasks.headline) <span class="count">\(keys.count)</span></h2></div>
      <ul role="list" aria-labelledby="h-all">
      \(rows)</ul>
      \(isFirstRun(query) ? firstRun(query) : keys.isEmpty ? emptiness(query) : "")\(later(keys, .todo, query))</section>
      <section id="detail" class="sheet" aria-label="\(words.task)">\
      \(detail ?? "<p class=\"empty\">\(words.nothingHere)</p>")</section>

      """
  }

  /// A task in the list of notes: its title, its change time and its first line.
  private func note(
    _ key: TaskKey, _ task: StoredTask, _ query: BoardQuery, _ dates: Page, isOpen: Bool
  ) -> HTML {
    let changed = storeState.changeTimes[task.path] ?? task.created
    let wrong = task.problems.isEmpty ? "" : words.problem
    return """
      <li id="t-\(TaskAddress.text(of: key))"\(former(key)) class="card" \
      data-status="\(task.status.rawValue)">\(mark(key, task, query))\
      <a href="\(address(key))\(query.suffix)"\(" aria-current=\"true\"", if: isOpen)>\(title(of: task))</a>\
      <p>\("<span class=\"conflict\">\(words.conflict)</span> ", if: task.conflictNotes > 0)\
      \("<span class=\"late\">\(wrong)</span> ", if: !wrong.isEmpty)\
      \(changed.map { time($0, dates) }) \(task.firstLine ?? "")</li>

      """
  }
}
