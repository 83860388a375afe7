// The list with the task beside it: one is always open, read or edited in its place.

import { choose, goOn, isAt, isChanged, rebase, valuesOf } from "./drafts.js"
import { active, all, byId, query, readdress, setField } from "./format.js"
import { addressOf, get, prefix, word } from "./net.js"
import { post } from "./row.js"
import { heir, idsOf, isOwn, refusal, say } from "./live.js"
import { morph } from "./morph.js"
import { isOpen, isRead, isSameTask, open, prepare, settleFocus, show, submit, takeNotes } from "./sheet.js"

/** Where it is; null where there is no room for it. */
const place = () => (innerWidth >= 720 ? byId("detail") : null)

const current = () => place()?.querySelector("[data-task]")?.dataset.task
const form = () => place()?.querySelector("form.edit") ?? null
const cardOf = (task) => byId(`t-${task}`)

/** The list says which one is open, and so does the address. */
const mark = () => {
  for (const link of all("li.card > a[aria-current]")) {
    link.removeAttribute("aria-current")
  }
  const task = current()
  cardOf(task)?.querySelector("a").setAttribute("aria-current", "true")
  const address = new URL(location)
  const fields = address.searchParams
  // Another view may have been asked for, which is not there yet.
  if (address.pathname !== prefix || fields.get("view") !== "notes") return
  const before = String(fields)
  for (const [name, value] of [["open", task], ["edit", form() ? "1" : null]]) {
    setField(fields, name, value)
  }
  if (String(fields) !== before) readdress(address)
}

/** What is in the row is done with. */
const leave = (edited) => {
  edited.replaceWith()
  mark()
}

const pause = 10000
let idle = 0

const put = (sheet, opened) => {
  clearTimeout(idle)
  const before = place().firstElementChild
  const hadFocus = place().contains(active())
  if (isSameTask(before, sheet)) morph(before, sheet)
  else place().replaceChildren(sheet)
  if (sheet.dataset.task === wanted) wanted = null
  prepare(place(), opened)
  mark()
  // Who goes through the list stays there.
  if (place().contains(sheet) && (hadFocus || !isRead(sheet))) settleFocus(sheet)
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
const settle = async () => {
  const edited = form()
  if (edited && isChanged(edited)) await submit(edited)
  return !(form() && isChanged(form())) && !place()?.querySelector(".clash")
}

/** In the list with the task beside it, a delete asks; elsewhere it is done, and offered to be undone. */
const isSure = async (task) => {
  if (!byId("detail")) return true
  const title = byId(`t-${task}`)?.querySelector("a").textContent
  const text = word("ask", title ?? query("#detail h2")?.textContent ?? "")
  return (await choose(text, ["delete", "cancel"])) === "delete"
}

let order = []
let wanted = null

/** What was asked for, or just made, is opened whatever comes between. */
const want = (task) => (wanted = task)

/** One that was open, else the next, else the first. */
const follow = async () => {
  if (!place() || isOpen()) return
  const before = order
  order = idsOf(all("li.card"))
  if (place().querySelector("form.edit, .clash")) return mark()
  const task = wanted && cardOf(wanted) ? wanted : current()
  let card = cardOf(task)
  if (!card && task?.startsWith("file-")) {
    // It has another address where it was moved.
    const { page } = await get(`${prefix}task/${task}`).catch(() => ({}))
    if (current() !== task || form()) return
    card = cardOf(page?.getElementById("sheet")?.dataset.task)
  }
  card ??= heir(before, `t-${task}`) ?? query("li.card")
  if (card) {
    // A page that was loaded anew goes on where somebody wrote.
    const fields = new URLSearchParams(location.search)
    const [at, id] = [fields.get("open"), card.id.slice(2)]
    const isSame = at === id || at?.startsWith("file-") && current() === id
    return open(addressOf(card, fields.has("edit") && isSame), true)
  }
  place().replaceChildren()
  mark()
}

export const start = () => takeNotes({ place, put, leave, settle, isSure, want, follow })
