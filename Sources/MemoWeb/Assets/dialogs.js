// Small dialogs over everything else: questions, menus, and texts to copy.

import { active, body, icon, make, word } from "./page.js"

/** Positions a menu below its card or at the mouse, within the window. */
const place = (dialog, at) => {
  const { width, height } = dialog.getBoundingClientRect()
  const within = (place, most) => Math.max(8, Math.min(place, most - 8))
  let [left, top] = [at.x, at.y]
  if (at.bottom) {
    // Below the card, else above, else on the side with more room.
    left = at.right - width
    top = at.bottom + 8 + height < innerHeight ? at.bottom + 8 : at.top - 8 - height
    if (top < 8) left = at.right + width < innerWidth ? at.right + 8 : at.left - width - 8
  }
  Object.assign(dialog.style, {
    margin: 0, left: `${within(left, innerWidth - width)}px`, top: `${within(top, innerHeight - height)}px`,
  })
}

/**
 * Shows a question or menu with a button for each answer.
 *
 * @param {string[]} choices The names of their words; in a menu they begin with the name of the
 *   icon.
 * @param {object=} menu The menu's position, and an element to keep bright; nothing for a question.
 * @param {(end: (choice: string) => void, list: Element) => void=} take Gets a function that
 *   answers for the user, and the dialog's content.
 * @returns {Promise<string>} When left without an answer: the last choice for a question, null for
 *   a menu.
 */
export const choose = (text, choices, menu, take) =>
  new Promise((answer) => {
    const dialog = make("dialog", menu ? "popover beside" : "popover")
    const list = make("div", "menu-list")
    const end = (choice) => {
      // Closing first returns the focus.
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

/** @param {string=} title A description of the text. */
export const offer = (text, title) => {
  const field = fieldOf(text)
  const label = title ? `${title}: ${word("copy-this")}` : word("copy-this")
  field.setAttribute("aria-label", label)
  return choose(label, ["close"], null, (end, list) => {
    list.firstChild.after(field)
    field.select()
  })
}
