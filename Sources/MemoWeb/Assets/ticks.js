// Checklists of cards: they come as they are opened.

import { get, prefix } from "./net.js"
import { idOf } from "./hands.js"
import { open as openSheet } from "./sheet.js"
import { morph } from "./morph.js"

const formOf = (card) => card.querySelector("form.ticks")

const fetchForm = async (card) => {
  const { status, page } = await get(`${prefix}ticks/${idOf(card)}`).catch(() => ({}))
  const form = status === 200 ? page.querySelector("form.ticks") : null
  if (form) form.dataset.own = ""
  return form
}

/** Says of each whether it is open, and keeps those that are as the store is. */
const show = () => {
  for (const link of document.querySelectorAll(".card a.ticks")) {
    link.ariaExpanded = Boolean(formOf(link.closest(".card")))
  }
}

const freshen = () => {
  for (const form of document.querySelectorAll(".card > form.ticks")) {
    const card = form.closest(".card")
    if (!card.querySelector("a.ticks")) form.remove()
    else fetchForm(card).then((fresh) => fresh && form.isConnected && morph(form, fresh))
  }
  show()
}

const turn = async (link) => {
  const card = link.closest(".card")
  const open = formOf(card)
  if (open) open.remove()
  else {
    const form = await fetchForm(card)
    // Without the server there is the sheet, if it was read before.
    if (!form) return openSheet(`${prefix}task/${idOf(card)}`)
    if (!card.isConnected || formOf(card)) return
    link.parentElement.after(form)
  }
  show()
}

export const start = () => {
  show()
  document.addEventListener("memo:fresh", freshen)
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.ticks")
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    turn(link)
  })
}
