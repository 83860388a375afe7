package import TaskFile

/// Which of the two wins when a task's folder and its `status` disagree.
///
/// Both say it, so that either may be edited by hand; what was changed since they last
/// agreed is what the person meant.
package struct Reconciliation: Hashable {
  /// The status that the task has.
  package var status: Status
  /// True when both were changed, so that somebody has to be told.
  package var isContested: Bool

  /// - Parameters:
  ///   - folder: The folder that the file is in.
  ///   - text: What the file's front matter says; nil when it says nothing.
  ///   - agreed: What both said when they last agreed; nil when they never did.
  package init(folder: Status, text: Status?, agreed: Status?) {
    guard let text, text != folder else {
      self.init(status: folder, isContested: false)
      return
    }
    let onlyTextChanged = agreed == folder
    let onlyFolderChanged = agreed == text
    self.init(
      status: onlyTextChanged ? text : folder,
      isContested: !onlyTextChanged && !onlyFolderChanged)
  }

  private init(status: Status, isContested: Bool) {
    self.status = status
    self.isContested = isContested
  }
}
