// Checklists of cards: they come as they are opened.

import { idOf } from "./hands.js"
import { morph } from "./live.js"
import { get, prefix } from "./net.js"
import { all, byId, isFollowed, on } from "./page.js"
import * as sheet from "./sheet.js"

const formOf = (card) => card.querySelector("form.ticks")

/** The tasks whose list is open, also while their card is elsewhere. */
const opened = new Set()
/** As they came last, for when the server is away. */
const loaded = new Map()

const kept = (id) => loaded.get(id)?.cloneNode(true)

const fetchForm = async (id) => {
  const answer = await get(`${prefix}ticks/${id}`).catch(() => null)
  if (!answer) return kept(id)
  const form = answer.page.querySelector("form.ticks")
  if (!form) return null
  form.dataset.own = ""
  loaded.set(id, form)
  return kept(id)
}

/** Makes a link of each, and says whether its list is open. */
const show = () => {
  for (const link of all(".card a.ticks")) {
    const card = link.closest(".card")
    link.setAttribute("aria-expanded", Boolean(formOf(card)))
    link.href = card.querySelector("a").getAttribute("href")
  }
}

let looks = 0

const freshen = () => {
  const look = ++looks
  for (const id of opened) {
    const card = byId(`t-${id}`)
    const link = card?.querySelector("a.ticks")
    if (card && !link) formOf(card)?.remove()
    if (!link) continue
    const form = formOf(card) ?? kept(id)
    put(link, form)
    fetchForm(id).then((fresh) => {
      // Of two answers the first one may come last.
      if (!fresh || look !== looks || !form.isConnected) return
      morph(form, fresh)
      sheet.showWaiting()
    })
  }
  show()
}

const put = (link, form) => {
  if (!form.isConnected) link.parentElement.after(form)
}

const turn = async (link) => {
  const card = link.closest(".card")
  const id = idOf(card)
  const open = formOf(card)
  if (open) {
    open.remove()
    opened.delete(id)
  } else {
    const form = await fetchForm(id)
    // Without the server there is the sheet, if it was read before.
    if (!form) return sheet.open(`${prefix}task/${id}`)
    if (!card.isConnected || formOf(card)) return
    opened.add(id)
    put(link, form)
    sheet.showWaiting()
  }
  show()
}

export const start = () => {
  show()
  on("memo:fresh", freshen)
  on("click", (event) => {
    const link = event.target.closest("a.ticks")
    if (!link || isFollowed(event)) return
    event.preventDefault()
    turn(link)
  })
}
