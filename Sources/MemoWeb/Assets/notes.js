// The list with the task beside it: one is always open, read or edited in its place.

import { ask, choose, forget, goOn, isAt, isChanged, rebase, valuesOf } from "./drafts.js"
import { get, prefix, word } from "./net.js"
import { post } from "./row.js"
import { heir, idsOf, isOwn, refusal, say } from "./live.js"
import { morph } from "./morph.js"
import { isOpen, open, prepare, show, submit } from "./sheet.js"

/** Where it is; null where there is no room for it. */
export const place = () => (innerWidth >= 720 ? document.getElementById("detail") : null)

const current = () => place()?.querySelector("[data-task]")?.dataset.task
const form = () => place()?.querySelector("form.edit") ?? null
const cardOf = (task) => document.getElementById(`t-${task}`)

/** The list says which one is open, and so does the address. */
const mark = () => {
  for (const link of document.querySelectorAll("li.card > a[aria-current]")) {
    link.removeAttribute("aria-current")
  }
  const task = current()
  cardOf(task)?.querySelector("a").setAttribute("aria-current", "true")
  const address = new URL(location.href)
  if (address.pathname !== prefix || address.searchParams.get("open") === (task ?? null)) return
  if (task) address.searchParams.set("open", task)
  else address.searchParams.delete("open")
  history.replaceState(history.state, "", address)
}

const pause = 10000
let idle = 0

export const put = (sheet, opened) => {
  clearTimeout(idle)
  const before = place().firstElementChild
  const isRead = (one) => one?.matches("article") && !one.querySelector(".clash")
  if (isRead(before) && isRead(sheet) && before.dataset.task === sheet.dataset.task) morph(before, sheet)
  else place().replaceChildren(sheet)
  if (sheet.dataset.task === wanted) wanted = null
  prepare(place(), opened)
  mark()
  const edited = form()
  // A file's text is saved when somebody says that it is whole.
  if (edited?.matches(".source")) return
  edited?.addEventListener("input", () => {
    clearTimeout(idle)
    idle = setTimeout(() => save(edited), pause)
  })
}

/** What was typed is saved after a while without a key; who types goes on from there. */
const save = async (edited) => {
  if (!edited.isConnected || !isChanged(edited) || edited.dataset.busy) return
  edited.dataset.busy = "yes"
  const sent = valuesOf(edited)
  const path = edited.getAttribute("action").slice(prefix.length)
  isOwn([edited.dataset.task])
  const answer = await post(path, new FormData(edited)).finally(() => delete edited.dataset.busy)
  if (answer?.status >= 400) {
    // What was typed meanwhile is sent, and asked about, after the next pause.
    if (!isAt(edited, sent)) return
    const isAsked = answer.page.getElementById("sheet")
    return isAsked ? show(answer.page, null, edited.dataset.opened) : say(refusal(answer.page))
  }
  goOn(edited, sent)
  // What waits in the row is all that was typed till then.
  if (!answer) return
  const { page } = await get(`${prefix}${path}?edit=1`).catch(() => ({}))
  const fresh = page?.querySelector("form.edit")
  if (!fresh || !edited.isConnected) return
  if (isAt(edited, sent)) rebase(edited, fresh)
  else edited.dataset.version = fresh.dataset.version
}

/**
 * Before another task is opened, what was typed is saved.
 *
 * @returns {Promise<boolean>} Whether there is nothing left to decide.
 */
export const settle = async () => {
  const edited = form()
  if (edited && isChanged(edited)) await submit(edited)
  return !(form() && isChanged(form())) && !place()?.querySelector(".clash")
}

/** *Cancel* of what is edited in its place. */
export const giveUp = async () => {
  const edited = form()
  if (isChanged(edited)) {
    const choice = await ask(edited)
    if (choice === "stay") return
    if (choice === "save") return edited.requestSubmit()
  }
  forget(edited)
  open(`${prefix}task/${edited.dataset.task}${location.search}`)
}

/** In the list with the task beside it, a delete asks; elsewhere it is done, and offered to be undone. */
export const isSure = async (task) => {
  if (!document.getElementById("detail")) return true
  const title = document.getElementById(`t-${task}`)?.querySelector("a").textContent
  const text = word("ask").replace("…", title ?? document.querySelector("#detail h2")?.textContent ?? "")
  return (await choose(text, ["delete", "cancel"])) === "delete"
}

let order = []
let wanted = null

/** What was asked for, or just made, is opened whatever comes between. */
export const want = (task) => (wanted = task)

/** One that was open, else the next, else the first. */
export const follow = () => {
  if (!place() || isOpen()) return
  const before = order
  order = idsOf(document.querySelectorAll("li.card"))
  if (place().querySelector("form.edit, .clash")) return mark()
  const task = wanted && cardOf(wanted) ? wanted : current()
  const card = cardOf(task) ?? heir(before, `t-${task}`) ?? document.querySelector("li.card")
  if (card) return open(card.querySelector("a").href)
  place().replaceChildren()
  mark()
}
