internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// The settings of this browser and of the store, and the authorized browsers.
extension PageMaker {
  /// - Parameters:
  ///   - newKey: The calendar's key if it was just made; it is not stored.
  ///   - error: Why the authorizations can't be stored.
  func settings(
    _ registry: BrowserRegistry, newKey: String? = nil, error: MemoError? = nil
  ) -> WebResponse {
    let keys = choice("keys", isOn: device.hasLetterKeys, words.singleLetterKeys)
    let compact = choice("density", isOn: device.isCompact, words.compact)
    let name = theme.map { "\($0.emoji) \($0.name)".sanitized } ?? words.systemsColors
    let browser: HTML = """
      \(heading("\(words.thisBrowser)", depth: 1))
      <dl>
      <dt>\(words.theme.headline)</dt><dd>\(name) \
      \(link("themes", "\(words.themes.headline)"))</dd>
      <dt>\(words.singleLetterKeys)</dt><dd>\(keys)</dd>
      <dt>\(words.compact)</dt><dd>\(compact)</dd>
      </dl>
      """
    let autosync = choice(
      "autosync", isOn: storeState.status.syncsByItself ?? false, words.automaticSync)
    let store: HTML = """
      \(heading("\(words.theStore)", depth: 1))
      <dl>
      \("<dt>\(words.automaticSync)</dt><dd>\(autosync)</dd>", if: readOnly == nil && storeState.sync != nil)
      <dt>\(words.calendar)</dt><dd>\(calendar(registry.calendar != nil, newKey))</dd>
      </dl>
      """
    return sheet(words.settings, alert(error) + browser + store)
  }

  /// An on/off setting: a switch.
  private func choice(_ action: String, isOn: Bool, _ name: String) -> HTML {
    button(
      action, "\(isOn ? words.on : words.off)", [("value", isOn ? "false" : "true")],
      name: name, kind: " role=\"switch\" aria-checked=\"\(isOn ? "true" : "false")\"")
  }

  private func calendar(_ isMade: Bool, _ newKey: String?) -> HTML {
    var text: HTML = "<p>\(words.calendarIsFor)</p>"
    if let newKey {
      let scheme = site.isSecure ? "https" : "http"
      let host = request.header("host") ?? "localhost"
      let address = "\(scheme)://\(host)/calendar/\(newKey).ics"
      text += """
        <p>\(words.calendarIsShownOnce)</p>\
        <p><input readonly value="\(address)" aria-label="\(words.calendar)"></p>
        """
    } else if isMade {
      text += "<p>\(words.calendarIsThere)</p>"
    }
    if visitor.isDevice { return text + "<p class=\"dim\">\(words.onlyThisMachine)</p>" }
    guard readOnly == nil else { return text }
    let make = isMade ? words.makeNewAddress : words.makeAddress
    var buttons = button("calendar", "\(make)", [("value", "new")])
    if isMade {
      buttons += button("calendar", "\(words.deleteAddress)", [("value", "none")])
    }
    return text + "<div class=\"row\">\(buttons)</div>"
  }

  func devices(_ registry: BrowserRegistry, error: MemoError? = nil) -> WebResponse {
    func day(_ seconds: Int64) -> HTML { time("\(dates.now.at(seconds).date)") }
    let rows = registry.guests.map { guest -> HTML in
      let away: HTML =
        visitor.isDevice
        ? ""
        : button(
          "revoke", "\(words.revoke)", [("name", guest.visitor.name)],
          name: "\(words.revoke): \(guest.visitor.name.sanitized)")
      let author = guest.visitor.author.map { ", \(words.changesAs($0.name.sanitized))" } ?? ""
      return """
        <li><span class="what"><strong>\(guest.visitor.name.sanitized)</strong> \
        \("(\(words.thisBrowser)) ", if: guest.visitor == visitor)\
        <span class="dim">\(guest.visitor.isDevice ? words.device : words.thisMachine), \
        \(said(words.since, day(guest.since))), \
        \(said(words.seen, day(guest.seen)))\(author)</span></span>\(away)</li>

        """
    }
    return sheet(
      words.devices,
      """
      \(alert(error))
      <ul class="problems">
      \(rows)</ul>
      <p>\(visitor.isDevice ? words.onlyThisMachine : words.howToGetCode)</p>
      """)
  }

  private func alert(_ error: MemoError?) -> HTML {
    error.map { "<p class=\"late\" role=\"alert\">\($0.message.sanitized)</p>" } ?? ""
  }

  // MARK: - Changes

  /// Handles the browser's settings and authorizations, which don't change the store.
  ///
  /// - Returns: Nil for other forms.
  func ownAction(_ form: FormFields) -> Answer? {
    func chosen(_ cookie: WebRequest.Header, _ page: String = "") -> Answer {
      var response = WebResponse.redirect(href(page))
      response.headers.append(cookie)
      return .response(response)
    }
    switch form["do"] {
    case "theme":
      let name = form["name"] ?? ""
      // Choosing the store's theme means following it.
      return chosen(
        DeviceChoices.cookie(theme: name == storeState.themeName ? nil : name, prefix))
    case "keys", "density":
      let isOn = form["value"] == "true"
      let value = form["do"] == "keys" ? (isOn ? nil : "off") : (isOn ? "compact" : nil)
      return chosen(DeviceChoices.cookie(form["do"] ?? "", value, prefix), "settings")
    case "revoke", "calendar":
      guard !visitor.isDevice else { return refused(words.onlyThisMachine, 403) }
      let isRevocation = form["do"] == "revoke"
      if !isRevocation, readOnly != nil { return .response(cantBeChanged) }
      return .access { registry, key in
        let newKey = form["value"] == "none" ? nil : key
        do throws(MemoError) {
          if isRevocation {
            _ = try registry.revoke(form["name"] ?? "")
            return devices(registry)
          }
          registry.calendar = newKey.map(KeyDigest.text)
          try registry.write()
          return settings(registry, newKey: newKey)
        } catch {
          return isRevocation ? devices(registry, error: error) : settings(registry, error: error)
        }
      }
    default: return nil
    }
  }
}
