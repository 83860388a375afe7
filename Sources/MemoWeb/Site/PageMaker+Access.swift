internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

/// Themes, the browser's settings, and authorizations.
extension PageMaker {
  /// The form of one of the store's themes, or of a new theme that starts as a copy.
  func theme(_ fields: FormFields) -> WebResponse {
    let query = BoardQuery(fields)
    guard readOnly == nil else { return cantBeChanged(query) }
    if let name = fields["name"] {
      guard let file = file(name) else {
        return failure(words.noTheme(name), [], query, 404)
      }
      return self.theme(file.theme, over: file, query)
    }
    let name = fields["from"] ?? ""
    let all = storeState.themes.map(\.theme) + Theme.builtIn
    guard var theme = all.first(where: { $0.name == name }) else {
      return failure(words.noTheme(name), [], query, 404)
    }
    theme.name = ""
    return self.theme(theme, over: nil, query)
  }

  private func file(_ name: String) -> ThemeFile? {
    storeState.themes.first { $0.isStores && $0.theme.name == name }
  }

  func saveTheme(_ form: FormFields, _ back: BoardQuery) -> Answer {
    let former = form["former"].flatMap { file($0) }
    let fields = ThemeFields(
      name: form["name"] ?? "", emoji: form["emoji"] ?? "",
      Theme.Scheme(rawValue: form["scheme"] ?? "") ?? .light,
      Theme.Role.allCases.compactMap { role in form[role.rawValue].map { (role, $0) } })
    let theme = fields.theme(over: former?.theme)
    @Sendable func again(
      _ error: HTML, _ status: Int, at field: ThemeFields.Field? = nil
    ) -> WebResponse {
      self.theme(theme, over: former, back, error: error, at: field, status)
    }
    if form["former"] != nil, former.map({ Fingerprint.text(of: $0.bytes) }) != form["base"] {
      return .response(again("\(words.themeHasChanged)", 409))
    }
    if let problem = fields.problem(over: former, among: storeState.themes, words) {
      return .response(again("\(problem.reason.headline)", 400, at: problem.field))
    }
    let job = Job(.theme(theme, over: former))
    return .run(job) { ending, name in
      guard ending.isDone else { return again(reason(of: ending), 400) }
      var response = said(ending, name, of: job, back)
      // Use the new theme at once, and a renamed one still.
      if former == nil || former?.theme.name == device.theme {
        response.headers.append(DeviceChoices.cookie(theme: theme.name, prefix))
      }
      return response
    }
  }

  /// A button in the list of themes; nil for other buttons.
  func themeAction(_ form: FormFields, _ back: BoardQuery) -> Answer? {
    let name = form["name"] ?? ""
    func missing() -> Answer { refused(words.noTheme(name), back, 404) }
    switch form["do"] {
    case "delete-theme":
      guard let file = file(name) else { return missing() }
      guard Fingerprint.text(of: file.bytes) == form["base"] else {
        return refused(words.themeHasChanged, back, 409)
      }
      return running(Job(.deleteTheme(file)), back)
    case "order-theme":
      var names = storeState.themes.filter(\.isStores).map(\.theme.name)
      guard let place = names.firstIndex(of: name) else { return missing() }
      let next = place + min(max(form["steps"].flatMap { Int($0) } ?? 0, -names.count), names.count)
      guard names.indices.contains(next) else { return missing() }
      names.insert(names.remove(at: place), at: next)
      return running(Job(.orderThemes(names)), back)
    default: return nil
    }
  }

  /// Handles the browser's settings and authorizations, which don't change the store.
  ///
  /// - Returns: Nil for other forms.
  func ownAction(_ form: FormFields, _ back: BoardQuery) -> Answer? {
    func chosen(_ cookie: WebRequest.Header, _ page: String = "") -> Answer {
      var response = WebResponse.redirect(prefix + page + back.suffix)
      response.headers.append(cookie)
      return .response(response)
    }
    switch form["do"] {
    case "theme":
      let name = form["name"] ?? ""
      // Choosing the store's theme means following it.
      return chosen(
        DeviceChoices.cookie(theme: name == storeState.themeName ? nil : name, prefix))
    case "keys":
      let value = form["value"] == "true" ? nil : "off"
      return chosen(DeviceChoices.cookie("keys", value, prefix), "settings")
    case "density":
      let value = form["value"] == "true" ? "compact" : nil
      return chosen(DeviceChoices.cookie("density", value, prefix), "settings")
    case "revoke", "calendar":
      guard !visitor.isDevice else { return refused(words.onlyThisMachine, back, 403) }
      if form["do"] == "revoke" {
        return .access(.revoke(form["name"] ?? "")) { devices($0, back) }
      }
      if readOnly != nil { return .response(cantBeChanged(back)) }
      return .access(form["value"] == "none" ? .noCalendar : .newCalendar) { settings($0, back) }
    default: return nil
    }
  }
}
