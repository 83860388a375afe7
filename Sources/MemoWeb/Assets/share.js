// Hands a task on: to the system's sheet, else copied, else shown to be copied by hand.

import { note } from "./live.js"
import { body, word } from "./net.js"
import { active, make, query } from "./page.js"

const fieldOf = (value) => Object.assign(make("textarea"), { value, readOnly: true })

/** Without https a page has no clipboard; the old way still works there. */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = fieldOf(text)
    ;(query("dialog[open]") ?? body).append(field)
    field.select()
    const isCopied = document.execCommand("copy")
    field.remove()
    return isCopied
  }
}

/** @param {string=} title What it is, if that isn't plain. */
export const offer = (text, title) => {
  const dialog = make("dialog", "popover")
  const box = make("form", "sheet")
  box.method = "dialog"
  const label = make("label", "", title ? `${title}: ${word("copy-this")}` : word("copy-this"))
  const field = fieldOf(text)
  label.append(field)
  box.append(label, make("button", "", word("close")))
  dialog.append(box)
  dialog.addEventListener("close", () => dialog.remove())
  body.append(dialog)
  dialog.showModal()
  field.select()
}

export const share = (card) => {
  const title = card.querySelector("a").textContent
  return shareText(title, title)
}

export const shareText = async (title, text) => {
  const focused = active()
  try {
    if (navigator.share) return await navigator.share({ title, text })
  } catch (error) {
    if (error.name === "AbortError") return
  }
  if (await copy(text)) note(word("copied"))
  else offer(text)
  if (!query("dialog[open]")) focused?.focus({ preventScroll: true })
}
