internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// Themes: their list and their sheet.
extension PageMaker {
  /// The store's, the person's own and the built-in ones; each in its colors.
  func themes(_ query: BoardQuery) -> WebResponse {
    let own = storeState.themes.filter(\.isStores).map(\.theme.name)
    var rows = [row(nil, nil, [], query)]
    rows += storeState.themes.map { row($0.theme, $0, own, query) }
    rows += Theme.builtIn.map { row($0, nil, [], query) }
    return sheet(words.themes.headline, query, "<ul class=\"gallery\">\n\(rows)</ul>", isWide: true)
  }

  /// - Parameters:
  ///   - theme: Nil for the system's light or dark.
  ///   - file: Nil for one that is built in.
  ///   - order: The names of the store's.
  private func row(
    _ theme: Theme?, _ file: ThemeFile?, _ order: [String], _ page: BoardQuery
  ) -> HTML {
    let name = theme?.name.sanitized ?? words.systemsColors
    let isNow = theme?.name == self.theme?.name
    let problem = file.flatMap { file -> HTML? in
      guard !file.isUsable else { return nil }
      return file.problems.first.map { english("\($0.message.sanitized)") }
        ?? "\(words.cantBeUsed)"
    }
    let kind =
      theme == nil
      ? "" : file == nil ? words.builtIn : file?.isStores == true ? "" : words.yourOwn
    var buttons = HTML.none
    func link(_ query: String, _ sign: String, _ label: String) -> HTML {
      let rest = page.text.isEmpty ? "" : "&\(page.text)"
      return """
        <a class="button" href="\(prefix)theme?\(query)\(rest)" data-sheet \
        aria-label="\(label): \(name)" title="\(label)">\(icon(sign))</a>
        """
    }
    if readOnly == nil {
      let from = FormFields.encoded(theme?.name ?? Theme.paper.name)
      buttons += link("from=\(from)", "plus", words.newThemeFromThis)
      if let file, file.isStores {
        buttons += link("name=\(from)", "edit", words.edit) + changes(file, name, order, page)
      }
    }
    let label: HTML = """
      \(picture(theme))<span><strong>\(theme?.emoji.sanitized ?? "") \(name)</strong> \
      <span class="dim">\(kind)\(isNow ? kind.isEmpty ? words.now : ", \(words.now)" : "")</span></span>
      """
    return """
      <li\(" class=\"chosen\"", if: isNow)><form method="post" action="\(prefix)do" class="pick">\
      \(hidden([("name", theme?.name ?? ""), ("op", operation), ("back", page.text)]))\
      <button name="do" value="theme" aria-pressed="\(isNow ? "true" : "false")"\(" disabled", if: problem != nil)>\
      \(label)</button></form>\
      \(problem.map { "<span class=\"late\">\($0)</span>" as HTML })\
      <span class="row">\(buttons)</span></li>

      """
  }

  /// A board in small: a head and a card in each of three columns.
  ///
  /// - Parameter theme: Nil for the system's light or dark, half each.
  private func picture(_ theme: Theme?) -> HTML {
    let hues: [Theme.Role] = [.dim, .accent, .good]
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

  /// Its place among the store's, and that it goes.
  private func changes(
    _ file: ThemeFile, _ name: String, _ order: [String], _ query: BoardQuery
  ) -> HTML {
    var buttons = HTML.none
    let place = order.firstIndex(of: file.theme.name) ?? 0
    for (steps, label) in [(-1, words.up), (1, words.down)]
    where order.indices.contains(place + steps) {
      buttons += button(
        "order-theme", icon(steps < 0 ? "up" : "down"),
        [("name", file.theme.name), ("steps", "\(steps)")], back: query,
        name: "\(label): \(name)", kind: " title=\"\(label)\"")
    }
    return buttons
      + button(
        "delete-theme", icon("delete"),
        [("name", file.theme.name), ("base", Fingerprint.text(of: file.bytes))], back: query,
        name: "\(words.delete): \(name)", kind: " class=\"danger\" title=\"\(words.delete)\"")
  }

  // MARK: - The sheet

  /// - Parameters:
  ///   - theme: What it begins with.
  ///   - former: The file that is changed; nil for a new theme.
  ///   - field: The one that the error is about; nil for none.
  func theme(
    _ theme: Theme, over former: ThemeFile?, _ query: BoardQuery, error: HTML? = nil,
    at field: String? = nil, _ status: Int = 200
  ) -> WebResponse {
    var hidden = [("op", operation), ("back", query.text)]
    if let former {
      hidden += [("former", former.theme.name), ("base", Fingerprint.text(of: former.bytes))]
    }
    let fields = self.hidden(hidden)
    let reason = error.map { "<span class=\"late\" role=\"alert\">\($0)</span>" as HTML } ?? ""
    let schemes = Theme.Scheme.allCases.map { scheme -> HTML in
      let name = scheme == .light ? words.light : words.dark
      return """
        <option value="\(scheme.rawValue)"\(" selected", if: scheme == theme.scheme)>\(name)</option>
        """
    }
    let colors = Theme.Role.allCases.map { role -> HTML in
      """
      <label>\(role.rawValue.headline)<input type="color" name="\(role.rawValue)" data-token="\(role.token)" \
      value="\(theme[role].description)"><output data-role="\(role.rawValue)">\
      \(contrast(of: role, in: theme))</output></label>

      """
    }
    let roles = [Theme.Role.text, .dim, .late, .soon, .conflict, .good].map { role -> HTML in
      "<span class=\"\(role.rawValue)\">\(role.rawValue)</span>"
    }
    let content: HTML = """
      <form id="sheet" class="sheet theme" method="post" action="\(prefix)theme">
      <div class="bar"><a class="button" href="\(prefix)themes\(query.suffix)" data-sheet>\
      \(words.cancels)</a>\(sheetTitle("\(former == nil ? words.newTheme : words.theme)"))\
      <button class="primary">\(words.saves)</button></div>
      \(field == nil ? reason : "")
      \(fields)
      <div class="row">
      <label>\(words.name.headline)<input name="name" value="\(theme.name)" required autocomplete="off">\
      \(field == "name" ? reason : "")</label>
      <label>\(words.emoji.headline)<input name="emoji" value="\(theme.emoji)" autocomplete="off" \
      maxlength="16">\(field == "emoji" ? reason : "")</label>
      <label>\(words.scheme.headline)<select name="scheme">\(schemes)</select></label>
      </div>
      <fieldset class="colors"><legend class="hidden">\(words.theme)</legend>
      \(colors)</fieldset>
      <div class="sample scripted" aria-hidden="true"><p>\(roles)</p></div>
      </form>
      """
    guard !isPart else { return .page(content, status) }
    return .page(
      document(
        "\(words.theme) — \(storeState.name.sanitized)", bodyClass: "alone",
        "<div id=\"status\" role=\"status\"></div>\n<main id=\"main\">\(content)</main>"), status)
  }

  /// How well it is told from what is behind it; empty for what is behind.
  private func contrast(of role: Theme.Role, in theme: Theme) -> String {
    guard let needed = role.neededContrast else { return "" }
    let ratio =
      [Theme.Role.canvas, .card].map { Contrast.ratio(theme[role], theme[$0]) }.min() ?? 1
    return words.contrast(Contrast.text(ratio), Contrast.text(needed))
  }
}
