// Small dialogs over all else: questions, menus, and texts to be copied.

import { active, body, icon, make, word } from "./page.js"

/** Below its card, or where a mouse has asked for it, within the window. */
const place = (dialog, at) => {
  const { width, height } = dialog.getBoundingClientRect()
  const within = (place, most) => Math.max(8, Math.min(place, most - 8))
  let [left, top] = [at.x, at.y]
  if (at.bottom) {
    // Below it, else above, else on the side that has more room.
    left = at.right - width
    top = at.bottom + 8 + height < innerHeight ? at.bottom + 8 : at.top - 8 - height
    if (top < 8) left = at.right + width < innerWidth ? at.right + 8 : at.left - width - 8
  }
  Object.assign(dialog.style, {
    margin: 0, left: `${within(left, innerWidth - width)}px`, top: `${within(top, innerHeight - height)}px`,
  })
}

/**
 * A question, or a menu, with a button for each answer.
 *
 * @param {string[]} choices The names of their words, which in a menu begin with that of their sign.
 * @param {object=} menu Where it opens, and what stays bright beside it; a question has neither.
 * @param {(end: (choice: string) => void, list: Element) => void=} take Gets what answers it in
 *   somebody's place, and what it consists of.
 * @returns {Promise<string>} The last choice also where a question is left, null where a menu is.
 */
export const choose = (text, choices, menu, take) =>
  new Promise((answer) => {
    const dialog = make("dialog", menu ? "popover beside" : "popover")
    const list = make("div", "menu-list")
    const end = (choice) => {
      // Closed first, it gives the focus back.
      dialog.close()
      dialog.remove()
      answer(choice)
    }
    const leave = () => end(menu ? null : choices.at(-1))
    const title = make("p", menu ? "about" : "", text)
    title.id = "question"
    dialog.setAttribute("aria-labelledby", "question")
    list.append(title)
    for (const choice of choices) {
      const button = make("button", choice === "delete" ? "danger" : "")
      if (menu) button.append(icon(choice.split("-")[0]))
      button.append(word(choice))
      button.onclick = () => end(choice)
      list.append(button)
    }
    if (menu?.bright) dialog.append(menu.bright)
    dialog.append(list)
    dialog.addEventListener("cancel", leave)
    dialog.addEventListener("click", ({ target }) => target === dialog && leave())
    dialog.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const buttons = [...list.querySelectorAll("button")]
      buttons.at((buttons.indexOf(active()) + step) % buttons.length).focus()
    })
    body.append(dialog)
    dialog.showModal()
    if (menu) place(dialog, menu.at)
    take?.(end, list)
  })

export const fieldOf = (value) => Object.assign(make("textarea"), { value, readOnly: true })

/** @param {string=} title What it is, if that isn't plain. */
export const offer = (text, title) => {
  const field = fieldOf(text)
  const label = title ? `${title}: ${word("copy-this")}` : word("copy-this")
  field.setAttribute("aria-label", label)
  return choose(label, ["close"], null, (end, list) => {
    list.firstChild.after(field)
    field.select()
  })
}
