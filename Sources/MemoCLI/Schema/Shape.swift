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

  /// A description of what the members' names don't explain.
  var meaning: String? {
    switch self {
    case .task: "'fields' has the keys without a meaning to memo, typed as in YAML"
    case .change: "What happened to one task, or to a file that is none"
    case .edit: "A field that is not what it was; null for nothing"
    case .group: "Tasks that have something in common; the name is null for those without"
    case .lostLine: "A line that is not there any more, and the newest commit that wrote it"
    case .kept: "Fields that were not undone, since others changed them later"
    case .valueOrigin, .lineOrigin: "null if it is not committed, and for 'author' if 'cutOff'"
    case .spread: "Seconds: the median and the 85th percentile; null where there is no task"
    case .moment: "A past moment; 'guess' if this clone's reflog does not reach back so far"
    case .effort: "Seconds; the name is null for tasks without a project"
    case .repetition: "The rule, also in words, and the next dates if each is done in time"
    default: nil
    }
  }
}
