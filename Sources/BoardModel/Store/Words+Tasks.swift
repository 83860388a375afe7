package import TaskFile
package import Words

extension Words {
  package func name(of status: Status) -> String {
    switch status {
    case .todo: todo
    case .doing: doing
    case .done: done
    }
  }

  package func name(of priority: Priority?) -> String {
    switch priority {
    case .high?: high
    case .medium?: medium
    case .low?: low
    case nil: none
    }
  }

  package func name(of field: TaskFields.Field) -> String {
    KnownField(rawValue: field.rawValue).map { label($0) } ?? text
  }
}
