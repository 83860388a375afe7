package import TaskFile

/// Resolves a disagreement between a task's folder and its `status`.
///
/// Users can edit either. The one that changed since both last agreed wins.
package struct Reconciliation: Hashable {
  package var status: Status
  /// Whether both changed, so that the user gets a notice.
  package var isContested: Bool

  /// - Parameters:
  ///   - folder: The status of the file's folder.
  ///   - text: The status in the front matter; nil without one.
  ///   - agreed: The status when both last agreed; nil if they never did.
  package init(folder: Status, text: Status?, agreed: Status?) {
    let text = text ?? folder
    // If only the text changed since, both agreed on the folder's status.
    status = agreed == folder ? text : folder
    isContested = text != folder && agreed != folder && agreed != text
  }
}
