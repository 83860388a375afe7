enum Shape: String, CaseIterable {
  case task, change, entry, edit, problem, checklist, group, column, match, lostLine, note
  case mergedTask, decision, side, operation, kept, fix, valueOrigin, lineOrigin, week, ageGroup
  case spread, moment, deletion, deletedTask, urgency, weight
  case link, repetition, namedFilter, effort, watcher, device
}

extension Shape {
  /// The required members, in order.
  var members: [Member] {
    switch self {
    case .task:
      Member.ofFields + [.path, .checklist, .conflicts, .problems, .body, .fields]
    case .change: [.kind, .id, .title, .path, .edits]
    case .entry:
      [
        .commit, .time, .author, .kind, .cause, .id, .title, .path, .edits, .decisions,
      ]
    case .edit: [.field, .from, .to]
    case .problem: [.path, .line, .column, .message, .hint]
    case .checklist: [.done, .total]
    case .group: [.name, .count, .tasks]
    case .column: [.status, .tasks]
    case .match: [.part, .line, .text]
    case .lostLine: [.commit, .time, .author, .id, .title, .path, .part, .line, .text]
    case .note: [.field, .value, .author, .date, .text]
    case .mergedTask: [.id, .title, .notes, .notice, .decisions]
    case .decision: [.field, .taken, .left, .reason]
    case .side: [.value, .author, .time, .commit]
    case .operation: [.id, .commit, .time, .subject, .parts]
    case .kept: [.id, .field, .value, .author, .time]
    case .fix: [.path, .field, .from, .to, .message]
    case .valueOrigin: [.field, .value, .commit, .author, .time]
    case .lineOrigin: [.text, .commit, .author, .time]
    case .week: [.week, .monday, .done]
    case .ageGroup: [.fromDays, .toDays, .count]
    case .spread: [.count, .median, .percentile85]
    case .moment: [.time, .commit, .guess]
    case .deletion: [.time, .author, .commit]
    case .deletedTask: [.id, .title, .path, .commit, .time, .author]
    case .urgency: [.hundredths, .reasons]
    case .weight: [.reason, .hundredths]
    case .link: [.label, .address]
    case .repetition: [.rule, .words, .dates]
    case .namedFilter: [.name, .filter]
    case .effort: [.name, .estimatedOpen, .estimatedDone, .spent]
    case .device: [.name, .kind, .since, .seen, .author]
    case .watcher: [.process, .activity, .since, .reason, .lastSync]
    }
  }

  var optionalMembers: [Member] {
    switch self {
    case .task: [.deleted, .matches, .notes, .repeats, .urgency]
    case .entry: [.client, .clockBehind]
    case .valueOrigin, .lineOrigin: [.cutOff]
    default: []
    }
  }

  /// The values of its `kind`.
  var kinds: [String]? {
    switch self {
    case .change: ["add", "move", "edit", "delete", "restore"]
    case .entry: ["add", "move", "edit", "delete", "restore", "merge"]
    case .device: ["device", "this-machine"]
    default: nil
    }
  }

  var meaning: String {
    switch self {
    case .task:
      "A task; 'fields' has the keys without a meaning to memo, typed as in YAML"
    case .change: "What happened to one task, or to a file that is none"
    case .entry: "What a commit did to a task"
    case .watcher: "Who keeps the store in sync, and how that goes"
    case .device: "A browser that 'memo web' lets in: of another device, or of this machine"
    case .edit: "A field that is not what it was; null for nothing"
    case .problem: "What is wrong with a file, and where in it"
    case .checklist: "The '- [ ]' items of a task's text"
    case .group: "Tasks that have something in common; the name is null for those without"
    case .column: "A column of the board"
    case .match: "Where a task has what was looked for"
    case .lostLine: "A line that is not there any more, and the newest commit that wrote it"
    case .note: "A value that a merge discarded"
    case .mergedTask: "A task that both sides had changed"
    case .decision: "What a merge chose"
    case .side: "One side of a merge"
    case .operation: "What can be undone or made again"
    case .kept: "Fields that were not undone, since others changed them later"
    case .fix: "A repair"
    case .valueOrigin:
      "Who set a field; null if that is not committed, and for 'who' if 'cutOff'"
    case .lineOrigin:
      "Who wrote a line; null if that is not committed, and for 'who' if 'cutOff'"
    case .week: "A week of ISO 8601"
    case .ageGroup: "Open tasks of an age"
    case .spread: "Seconds: the median and the 85th percentile; null where there is no task"
    case .moment: "A past moment; 'guess' if this clone's reflog does not reach back so far"
    case .deletion: "When a task was deleted, and by whom"
    case .deletedTask: "A task that can be restored, and who deleted it when"
    case .effort:
      "Seconds that a project's tasks were estimated at and took; the name is null without one"
    case .namedFilter: "A filter that the store's settings name"
    case .urgency: "How urgent a task is, and why"
    case .weight: "What one reason adds to how urgent a task is"
    case .link: "A link in a task's text: address and label"
    case .repetition:
      "When a task comes again: the rule, the same for people, and the next dates if each is done "
        + "in time"
    }
  }
}
