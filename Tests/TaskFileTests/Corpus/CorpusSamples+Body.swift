extension CorpusSamples {
  /// A text with an invisible part, its first visible line, and more.
  mutating func body() -> String {
    // Lines that could be fields are never alone in the text.
    var text = pick(["", "\n", "\n\n"])
    for _ in 0..<number(0...3) { text += unseen() }
    text += first()
    for _ in 0..<number(0...3) {
      text += pick([unseen(), "\n# Later \(words(1...3))\n", "\n\(words(3...40))\n"])
    }
    // A rule at the start of a file would open a front matter.
    return manner == .plain ? text.replacing("---", with: "***") : text
  }

  private mutating func unseen() -> String {
    pick([
      "<!-- \(words(1...3)) -->\n", "<!--\n# \(words(1...3))\n\n-->\n", "\n",
      "\n<div align=\"center\">\n\(words(1...3))\n</div>\n\n", "\n![\(words(1...2))](a.png)\n\n",
      "\n![[photo.jpg]]\n\n", "\n[![ci](a.svg)](https://example.org) ![b](c.svg)\n\n", "\n***\n\n",
      "\n```sh\n# \(words(1...2))\n```\n\n", "\n~~~\n<!--\n~~~\n\n", "\n<br/>\n\n",
      "[//]: # (\(words(1...2)))\n", "[\(words(1...1))]: https://example.org\n",
      "[^1]: \(words(1...3))\n\n", "{{< toc >}}\n", "{{% notice\n  \(words(1...1)) %}}\n",
      "import A from './a.js'\n\n", "\u{200B}\n", "\n    \(words(1...3))\n\n", "> [!TIP]\n",
      "\n<img src=\"a.png\">\n\n", "\n<script>\nx = \"# a\"\n\n</script>\n\n",
      "\n| \(words(1...2)) | b |\n| :-- | --- |\n| \(words(1...2)) | c |\n\n",
    ])
  }

  private mutating func first() -> String {
    let title = words(1...8)
    return pick([
      "# \(title)\n", "## \(title) ##\n", "# \(title) {#an-anchor}\n", "\(title)\n=====\n",
      "\(title)\n", "- [ ] \(title)\n- [x] \(words(1...3))\n", "> \(title)\n> \(words(1...3))\n",
      "* \(title)\n", "2. \(title)\n", "**\(title)**\n", "_\(title)_ `\(words(1...2))`\n",
      "# <a name=\"x\"></a>\(title)\n", "\(words(60...80))\n",
      "\(title)\n  \(words(2...40))\nand more\n", "#hashtag \(title)\n", "", "\n",
      "> ### \(title)\n", "[\(title)](b.md) \(words(1...2))\n", "| \(title) | b |\n|---|---|\n",
    ])
  }
}
