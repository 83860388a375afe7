internal import TaskFile

extension SchemaText {
  /// The members of the objects in documents; a `?` marks those that may be missing.
  static let objects = [
    "task": "id title status deadline overdue priority tags created path checklist conflicts "
      + "problems body fields deleted? matches? notes? repeats? urgency?",
    "change": "kind id title path edits",
    "entry": "kind commit time author cause id title path edits decisions client? clockBehind?",
    "edit": "field from to",
    "problem": "path line column message hint",
    "checklist": "done total",
    "group": "name count tasks",
    "column": "status tasks",
    "match": "part line text",
    "lostLine": "commit time author id title path part line text",
    "note": "field value author date text",
    "mergedTask": "id title notes notice decisions",
    "decision": "field taken left reason",
    "side": "value author time commit",
    "operation": "id commit time subject parts",
    "kept": "id field value author time",
    "fix": "path field from to message",
    "valueOrigin": "field value commit author time cutOff?",
    "lineOrigin": "text commit author time cutOff?",
    "week": "week monday done",
    "ageGroup": "fromDays toDays count",
    "spread": "count median percentile85",
    "moment": "time commit guess",
    "deletion": "time author commit",
    "deletedTask": "id title path commit time author",
    "urgency": "hundredths reasons",
    "weight": "reason hundredths",
    "link": "label address",
    "repetition": "rule words dates",
    "namedFilter": "name filter",
    "effort": "name estimatedOpen estimatedDone spent",
    "device": "kind name since seen author",
    "watcher": "process activity since reason lastSync",
  ]

  /// What the members' names don't explain.
  static let meanings = [
    "task": "'fields' has the keys without a meaning to memo, typed as in YAML",
    "change": "What happened to one task, or to a file that is none",
    "edit": "A field that is not what it was; null for nothing",
    "group": "Tasks that have something in common; the name is null for those without",
    "lostLine": "A line that is not there any more, and the newest commit that wrote it",
    "kept": "Fields that were not undone, since others changed them later",
    "valueOrigin": "null if it is not committed, and for 'author' if 'cutOff'",
    "lineOrigin": "null if it is not committed, and for 'author' if 'cutOff'",
    "spread": "The median and the 85th percentile in seconds; null without tasks",
    "moment": "A past moment; 'guess' if this clone's reflog does not reach back so far",
    "effort": "Seconds; the name is null for tasks without a project",
    "repetition": "The rule, also in words, and the next dates if each is done in time",
  ]

  /// The values of `kind` in objects.
  static let kinds = [
    "change": ["add", "move", "edit", "delete", "restore"],
    "entry": ["add", "move", "edit", "delete", "restore", "merge"],
    "device": ["device", "this-machine"],
  ]

  /// The types of all members but `kind`, the same everywhere.
  ///
  /// A type is one of JSON Schema, of ``otherTypes`` or of ``objects``. `[…]` is a list of it, and
  /// `?` allows null.
  static let types: [String: String] = {
    let names: [String: String] = [
      "integer":
        "added clockBehind conflicts count done estimatedDone estimatedOpen exitCode fromDays "
        + "hundredths incoming leftInTodo merged outgoing process schemaVersion spent taskCount "
        + "total unchanged updated waiting",
      "integer?": "ahead behind column line median percentile85 toDays",
      "boolean":
        "conflict cutOff dryRun guess madeRepository new overdue setsUpMerging upToDate",
      "boolean?": "autosync",
      "string":
        "address body branch client date format message monday path rule subject text title week "
        + "words",
      "string?":
        "author before cause code commit context created deadline field filter from head hint id "
        + "label lastSync name notice obstacle reason remote root seen since time to",
      "[string]": "dates details hints notices parts tags tooLarge",
      "activity": "activity", "part": "part", "priority?": "priority", "status": "status",
      "value?": "value", "fields": "fields",
      "[weight]": "reasons", "[change]": "adopted changes pending recorded sent",
      "moment": "at start", "moment?": "end", "checklist": "checklist", "[column]": "columns",
      "[namedFilter]": "contexts", "spread": "cycleTime leadTime", "[decision]": "decisions",
      "deletion": "deleted", "[deletedTask]": "deletions", "[device]": "devices",
      "[edit]": "edits", "[effort]": "efforts", "[entry]": "entries", "[fix]": "fixes",
      "[lostLine]": "gone", "[group]": "groups", "[kept]": "kept", "side": "left taken",
      "[lineOrigin]": "lines", "[match]": "matches", "[mergedTask]": "mergedTasks",
      "[note]": "notes", "[ageGroup]": "open", "[operation]": "operations",
      "[problem]": "leftOut problems", "[task]": "tasks", "[link]": "links opened",
      "repetition": "repeats", "urgency": "urgency", "[valueOrigin]": "values",
      "watcher?": "watcher", "[week]": "weeks",
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { type, names in
        names.split(separator: " ").map { (String($0), type) }
      })
  }()

  static let otherTypes: [String: JSON] = [
    "activity": ["enum": .texts(["resting", "syncing", "waiting"])],
    "part": ["enum": .texts(["title", "tags", "body"])],
    "priority": ["enum": .texts(KnownField.priority.words)],
    "status": ["enum": .texts(KnownField.status.words)],
    "value": [
      "anyOf": .list([
        ["type": .text("string")],
        ["type": .text("array"), "items": ["type": .text("string")]],
      ])
    ],
    // The user's own keys, with any values.
    "fields": ["type": .text("object"), "additionalProperties": .bool(true)],
  ]
}
