internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

/// The list of themes, and the form of one.
extension PageMaker {
  /// The list of the store's, the user's and the built-in themes, each in its colors.
  var themes: WebResponse {
    var rows = [row(nil, nil)]
    rows += storeState.themes.map { row($0.theme, $0) }
    rows += Theme.builtIn.map { row($0, nil) }
    if readOnly == nil {
      let from = FormFields.encoded((theme ?? .paper).name)
      rows.append(
        """
        <li class="fresh">\(link("theme?from=\(from)", "\(icon("plus"))\(words.newTheme.headline)"))</li>

        """)
    }
    return sheet(words.themes.headline, "<ul class=\"gallery\">\n\(rows)</ul>", isWide: true)
  }

  /// - Parameters:
  ///   - theme: Nil for the system's light or dark.
  ///   - file: Nil for a built-in theme.
  private func row(_ theme: Theme?, _ file: ThemeFile?) -> HTML {
    let name = theme?.name.sanitized ?? words.systemsColors
    let isNow = theme?.name == self.theme?.name
    let problem = file.flatMap { file -> HTML? in
      guard !file.isUsable else { return nil }
      return file.problems.first.map { line(words.reason(of: $0)) } ?? "\(words.cantBeUsed)"
    }
    let kind =
      theme == nil
      ? "" : file == nil ? words.builtIn : file?.isStores == true ? "" : words.yourOwn
    let label: HTML = """
      \(picture(theme))<span><strong>\(theme?.emoji.sanitized ?? "") \(name)</strong> \
      <span class="dim">\(kind)\(isNow ? kind.isEmpty ? words.now : ", \(words.now)" : "")</span></span>
      """
    return """
      <li\(" class=\"chosen\"", if: isNow)>\
      <form method="post" action="\(prefix)do" class="pick">\
      \(hidden([("name", theme?.name ?? ""), ("op", operation), ("back", query.text)]))\
      <button name="do" value="theme" aria-pressed="\(isNow ? "true" : "false")"\(" disabled", if: problem != nil)>\
      \(label)</button></form>\
      \(problem.map { "<span class=\"late\">\($0)</span>" as HTML })\
      \(file.map { readOnly == nil && $0.isStores ? changes($0, name) : "" })</li>

      """
  }

  /// A preview of a theme: three columns, each with a heading and a card.
  ///
  /// - Parameter theme: Nil for the system's light or dark, which share the preview.
  private func picture(_ theme: Theme?) -> HTML {
    let hues: [Theme.Role] = [.todo, .doing, .done]
    let themes = theme.map { [$0, $0, $0] } ?? [.paper, .paper, .ink]
    let columns = zip(themes, hues).enumerated().map { index, column -> HTML in
      let (theme, hue) = column
      let x = index * 32
      return """
        <rect x="\(x)" width="32" height="40" fill="\(theme[.canvas].description)"/>\
        <circle cx="\(x + 7)" cy="7" r="2" fill="\(theme[hue].description)"/>\
        <rect x="\(x + 4)" y="12" width="24" height="10" rx="2" fill="\(theme[.card].description)"/>\
        <rect x="\(x + 7)" y="15" width="15" height="2" fill="\(theme[.text].description)"/>\
        <rect x="\(x + 7)" y="18" width="8" height="2" fill="\(theme[index == 0 ? .late : .dim].description)"/>
        """
    }
    return "<svg viewBox=\"0 0 96 40\" aria-hidden=\"true\">\(columns)</svg>"
  }

  /// The buttons to edit, move and delete one of the store's themes.
  private func changes(_ file: ThemeFile, _ name: String) -> HTML {
    let from = FormFields.encoded(file.theme.name)
    var buttons = link("theme?name=\(from)", icon("edit"), name: "\(words.edit): \(name)")
    let place = order.firstIndex(of: file.theme.name) ?? 0
    for (steps, label) in [(-1, words.up), (1, words.down)]
    where order.indices.contains(place + steps) {
      buttons += button(
        "order-theme", icon(steps < 0 ? "up" : "down"),
        [("name", file.theme.name), ("steps", "\(steps)")],
        name: "\(label): \(name)", kind: " title=\"\(label)\"")
    }
    buttons += button(
      "delete-theme", icon("delete"),
      [("name", file.theme.name), ("base", Fingerprint.text(of: file.bytes))],
      name: "\(words.delete): \(name)", kind: " class=\"danger\" title=\"\(words.delete)\"")
    return "<span class=\"row\">\(buttons)</span>"
  }

  /// The names of the store's themes.
  private var order: [String] { storeState.themes.filter(\.isStores).map(\.theme.name) }

  // MARK: - The sheet

  /// - Parameters:
  ///   - former: The edited file; nil for a new theme.
  ///   - field: The field with the error; nil for none.
  func theme(
    _ theme: Theme, over former: ThemeFile?, error: HTML? = nil,
    at field: ThemeFields.Field? = nil, _ status: Int = 200
  ) -> WebResponse {
    var hidden = [("op", operation), ("back", query.text)]
    if let former {
      hidden += [("former", former.theme.name), ("base", Fingerprint.text(of: former.bytes))]
    }
    let fields = self.hidden(hidden)
    let reason = error.map { "<span class=\"late\" role=\"alert\">\($0)</span>" as HTML } ?? ""
    let schemes = Theme.Scheme.allCases.map {
      option($0.rawValue, $0 == .light ? words.light : words.dark, $0 == theme.scheme)
    }
    let colors = theme.editedRoles.map { role -> HTML in
      """
      <label>\(role.label(words).headline)<input type="color" name="\(role.rawValue)" \
      value="\(theme[role].description)">\(field == .color(role) ? reason : "")</label>

      """
    }
    let content: HTML = """
      <form id="sheet" class="sheet theme" method="post" action="\(prefix)theme">
      <div class="bar">\(link("themes", "\(words.cancels)", mark: " data-cancel"))\(sheetTitle("\((former == nil ? words.newTheme : words.theme).headline)"))\
      <button class="primary">\(words.saves)</button></div>
      \(field == nil ? reason : "")
      \(fields)
      <div class="row">
      <label>\(words.name.headline)<input name="name" value="\(theme.name)" required autocomplete="off">\
      \(field == .name ? reason : "")</label>
      <label>\(words.emoji.headline)<input name="emoji" value="\(theme.emoji)" autocomplete="off" \
      maxlength="16">\(field == .emoji ? reason : "")</label>
      <label>\(words.scheme.headline)<select name="scheme">\(schemes)</select></label>
      </div>
      <fieldset class="colors"><legend class="hidden">\(words.theme)</legend>
      \(colors)</fieldset>
      </form>
      """
    return alone(words.theme.headline, content, status)
  }

  // MARK: - Changes

  /// The form of one of the store's themes, or of a new theme that starts as a copy.
  func theme(_ fields: FormFields) -> WebResponse {
    guard readOnly == nil else { return cantBeChanged }
    let name = fields["name"] ?? fields["from"] ?? ""
    if let file = fields["name"].flatMap(file) { return self.theme(file.theme, over: file) }
    let all = storeState.themes.map(\.theme) + Theme.builtIn
    guard fields["name"] == nil, var theme = all.first(where: { $0.name == name }) else {
      return failure(words.noTheme(name), 404)
    }
    theme.name = ""
    return self.theme(theme, over: nil)
  }

  private func file(_ name: String) -> ThemeFile? {
    storeState.themes.first { $0.isStores && $0.theme.name == name }
  }

  func saveTheme(_ form: FormFields) -> Answer {
    let former = form["former"].flatMap { file($0) }
    let fields = ThemeFields(
      name: form["name"] ?? "", emoji: form["emoji"] ?? "",
      Theme.Scheme(rawValue: form["scheme"] ?? "") ?? .light,
      Theme.Role.allCases.compactMap { role in form[role.rawValue].map { (role, $0) } })
    let theme = fields.theme(over: former?.theme)
    @Sendable func again(
      _ error: HTML, _ status: Int, at field: ThemeFields.Field? = nil
    ) -> WebResponse {
      self.theme(theme, over: former, error: error, at: field, status)
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
      var response = said(ending, name, of: job)
      // Use the new theme at once, and a renamed one still.
      if former == nil || former?.theme.name == device.theme {
        response.headers.append(DeviceChoices.cookie(theme: theme.name, prefix))
      }
      return response
    }
  }

  /// A button in the list of themes; nil for other buttons.
  func themeAction(_ form: FormFields) -> Answer? {
    let name = form["name"] ?? ""
    var missing: Answer { refused(words.noTheme(name), 404) }
    switch form["do"] {
    case "delete-theme":
      guard let file = file(name) else { return missing }
      guard Fingerprint.text(of: file.bytes) == form["base"] else {
        return refused(words.themeHasChanged, 409)
      }
      return running(Job(.deleteTheme(file)))
    case "order-theme":
      var names = order
      guard let place = names.firstIndex(of: name) else { return missing }
      let next = place + min(max(form["steps"].flatMap { Int($0) } ?? 0, -names.count), names.count)
      guard names.indices.contains(next) else { return missing }
      names.insert(names.remove(at: place), at: next)
      return running(Job(.orderThemes(names)))
    default: return nil
    }
  }
}
