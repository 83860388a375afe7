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
    return sheet(words.themes, query, "<ul class=\"problems themes\">\n\(rows)</ul>")
  }

  /// - Parameters:
  ///   - theme: Nil for the system's light or dark.
  ///   - file: Nil for one that is built in.
  ///   - order: The names of the store's.
  private func row(
    _ theme: Theme?, _ file: ThemeFile?, _ order: [String], _ query: BoardQuery
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
    if !isNow, problem == nil {
      buttons += button(
        "theme", "\(words.choose)", [("name", theme?.name ?? "")], back: query,
        name: "\(words.choose): \(name)", leaves: true)
    }
    if readOnly == nil {
      let from = FormFields.encoded(theme?.name ?? Theme.paper.name)
      let rest = query.text.isEmpty ? "" : "&\(query.text)"
      buttons += """
        <a class="button" href="\(prefix)theme?from=\(from)\(rest)" data-sheet \
        aria-label="\(words.newThemeFromThis): \(name)">\(words.newThemeFromThis)</a>
        """
      if let file, file.isStores {
        buttons += """
          <a class="button" href="\(prefix)theme?name=\(from)\(rest)" data-sheet \
          aria-label="\(words.edit): \(name)">\(words.edit)</a>
          """
        buttons += changes(file, name, order, query)
      }
    }
    let swatches = theme.map { theme in
      "<svg class=\"swatch\" viewBox=\"0 0 10 1\" aria-hidden=\"true\">"
        + Theme.Role.allCases.enumerated().map { index, role -> HTML in
          "<rect x=\"\(index)\" width=\"1\" height=\"1\" fill=\"\(theme[role].description)\"/>"
        }.joined() + "</svg>"
    }
    return """
      <li><span class="what">\(swatches)<strong>\(theme?.emoji.sanitized ?? "") \(name)</strong> \
      <span class="dim">\(kind)\(isNow ? kind.isEmpty ? words.now : ", \(words.now)" : "")</span>\
      \(problem.map { "<span class=\"late\">\($0)</span>" as HTML })</span>\
      <span class="row">\(buttons)</span></li>

      """
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
        "order-theme", "\(label)", [("name", file.theme.name), ("steps", "\(steps)")], back: query,
        name: "\(label): \(name)")
    }
    return buttons
      + button(
        "delete-theme", "\(words.delete)",
        [("name", file.theme.name), ("base", Fingerprint.text(of: file.bytes))], back: query,
        name: "\(words.delete): \(name)")
  }

  // MARK: - The sheet

  /// - Parameters:
  ///   - theme: What it begins with.
  ///   - former: The file that is changed; nil for a new theme.
  func theme(
    _ theme: Theme, over former: ThemeFile?, _ query: BoardQuery, error: HTML? = nil,
    _ status: Int = 200
  ) -> WebResponse {
    var hidden = [("op", operation), ("back", query.text)]
    if let former {
      hidden += [("former", former.theme.name), ("base", Fingerprint.text(of: former.bytes))]
    }
    let fields = self.hidden(hidden)
    let schemes = Theme.Scheme.allCases.map { scheme -> HTML in
      let name = scheme == .light ? words.light : words.dark
      return """
        <option value="\(scheme.rawValue)"\(" selected", if: scheme == theme.scheme)>\(name)</option>
        """
    }
    let colors = Theme.Role.allCases.map { role -> HTML in
      """
      <label>\(role.rawValue)<input type="color" name="\(role.rawValue)" \
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
      \(error.map { "<p class=\"late\" role=\"alert\">\($0)</p>" as HTML })
      \(fields)
      <div class="row">
      <label>\(words.name)<input name="name" value="\(theme.name)" required autocomplete="off"></label>
      <label>\(words.emoji)<input name="emoji" value="\(theme.emoji)" autocomplete="off" \
      maxlength="16"></label>
      <label>\(words.scheme)<select name="scheme">\(schemes)</select></label>
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
