internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Themes, the browser's settings, and authorizations.
extension Site {
  /// The form of one of the store's themes, or of a new theme that starts as a copy.
  func theme(_ fields: FormFields, _ page: PageMaker) -> WebResponse {
    let query = BoardQuery(fields)
    guard page.readOnly == nil else {
      return page.cantBeChanged(query)
    }
    if let name = fields["name"] {
      guard let file = Self.file(name, page.storeState) else {
        return page.failure(page.words.noTheme(name), [], query, 404)
      }
      return page.theme(file.theme, over: file, query)
    }
    let name = fields["from"] ?? ""
    let all = page.storeState.themes.map(\.theme) + Theme.builtIn
    guard var theme = all.first(where: { $0.name == name }) else {
      return page.failure(page.words.noTheme(name), [], query, 404)
    }
    theme.name = ""
    return page.theme(theme, over: nil, query)
  }

  private static func file(_ name: String, _ storeState: StoreState) -> ThemeFile? {
    storeState.themes.first { $0.isStores && $0.theme.name == name }
  }

  func saveTheme(_ form: FormFields, _ page: PageMaker, _ back: BoardQuery) -> Answer {
    let former = form["former"].flatMap { Self.file($0, page.storeState) }
    let colors = Theme.Role.allCases.compactMap { role in
      form[role.rawValue].flatMap { Theme.Color($0) }.map { (role, $0) }
    }
    let emoji = form["emoji"] ?? ""
    let theme = Theme(
      form["name"] ?? "", emoji: emoji, Theme.Scheme(rawValue: form["scheme"] ?? "") ?? .light,
      Dictionary(colors) { first, _ in first }, over: former?.theme)
    @Sendable func again(_ error: HTML, _ status: Int, at field: String? = nil) -> WebResponse {
      page.theme(theme, over: former, back, error: error, at: field, status)
    }
    if form["former"] != nil, former.map({ Fingerprint.text(of: $0.bytes) }) != form["base"] {
      return .response(again("\(page.words.themeHasChanged)", 409))
    }
    if theme.name.isEmpty { return .response(again("\(page.words.needsName)", 400, at: "name")) }
    let others = page.storeState.themes.filter { $0.isStores && $0.path != former?.path }
    if (others.map(\.theme.name) + Theme.builtIn.map(\.name)).contains(theme.name) {
      let reason: HTML = "\(page.words.themeExists(theme.name.sanitized).headline)"
      return .response(again(reason, 400, at: "name"))
    }
    if emoji.trimmedEnd.count > 1 {
      return .response(again("\(page.words.oneSign)", 400, at: "emoji"))
    }
    if let miss = theme.misses.first(where: { theme.editedRoles.contains($0.role) }) {
      let reason: HTML = "\(miss.reason(page.words).headline)"
      return .response(again(reason, 400, at: miss.role.rawValue))
    }
    let job = Job(.theme(theme, over: former))
    return .run(job) { ending, name in
      guard ending.isDone else { return again(page.reason(of: ending), 400) }
      var response = page.said(ending, name, of: job, back)
      // Use the new theme at once.
      if former == nil { response.headers.append(DeviceChoices.cookie(theme: theme.name, prefix)) }
      return response
    }
  }

  /// A button in the list of themes; nil for other buttons.
  func themeAction(_ form: FormFields, _ page: PageMaker, _ back: BoardQuery) -> Answer? {
    let name = form["name"] ?? ""
    func run(_ job: Job) -> Answer { page.running(job, back) }
    func missing() -> Answer {
      .response(page.failure(page.words.noTheme(name), [], back, 404))
    }
    switch form["do"] {
    case "delete-theme":
      guard let file = Self.file(name, page.storeState) else { return missing() }
      guard Fingerprint.text(of: file.bytes) == form["base"] else {
        return .response(page.failure(page.words.themeHasChanged, [], back, 409))
      }
      return run(Job(.deleteTheme(file)))
    case "order-theme":
      var names = page.storeState.themes.filter(\.isStores).map(\.theme.name)
      guard let place = names.firstIndex(of: name) else { return missing() }
      let next = place + min(max(form["steps"].flatMap { Int($0) } ?? 0, -names.count), names.count)
      guard names.indices.contains(next) else { return missing() }
      names.insert(names.remove(at: place), at: next)
      return run(Job(.orderThemes(names)))
    default: return nil
    }
  }

  /// Handles the browser's settings and authorizations, which don't change the store.
  ///
  /// - Returns: Nil for other forms.
  func ownAction(
    _ form: FormFields, _ request: WebRequest, _ page: PageMaker, _ back: BoardQuery
  ) -> Answer? {
    func chosen(_ cookie: WebRequest.Header, _ page: String = "") -> Answer {
      var response = WebResponse.redirect(prefix + page + back.suffix)
      response.headers.append(cookie)
      return .response(response)
    }
    let origin = origin(of: request)
    switch form["do"] {
    case "theme":
      let name = form["name"] ?? ""
      // Choosing the store's theme means following it.
      return chosen(
        DeviceChoices.cookie(theme: name == page.storeState.themeName ? nil : name, prefix))
    case "keys":
      let value = form["value"] == "true" ? nil : "off"
      return chosen(DeviceChoices.cookie("keys", value, prefix), "settings")
    case "density":
      let value = form["value"] == "true" ? "compact" : nil
      return chosen(DeviceChoices.cookie("density", value, prefix), "settings")
    case "revoke", "calendar":
      guard !page.visitor.isDevice else {
        return .response(page.failure(page.words.onlyThisMachine, [], back, 403))
      }
      if form["do"] == "revoke" {
        return .access(.revoke(form["name"] ?? "")) { page.devices($0, back) }
      }
      if page.readOnly != nil { return .response(page.cantBeChanged(back)) }
      return .access(form["value"] == "none" ? .noCalendar : .newCalendar) {
        page.settings($0, back, origin: origin)
      }
    default: return nil
    }
  }
}
