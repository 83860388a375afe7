// The list with the task beside it: one is always open, read or edited in its place.

import { choose } from "./dialogs.js"
import { forget, forgetDraft, goOn, isAt, isChanged, rebase, valuesOf } from "./forms.js"
import { shareText } from "./hands.js"
import { heir, idsOf, morph, refusal, say } from "./live.js"
import { active, addressOf, all, byId, get, on, prefix, query, readdress, setField, word } from "./page.js"
import { post } from "./row.js"
import { act, isOpen, isRead, isSameTask, open, prepare, settleFocus, show, submit, takeNotes } from "./sheet.js"

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
  for (const [name, value] of [["open", task], ["edit", form()?.matches(":not(.note)") ? "1" : null]]) {
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
  // Who goes through the list stays there; who makes a note types it.
  const isMeant = hadFocus || !isRead(sheet) && !(sheet.matches(".note") && sheet.dataset.task)
  if (place().contains(sheet) && isMeant) settleFocus(sheet)
  const edited = form()
  // A file's text is saved when somebody says that it is whole.
  if (edited?.matches(".source")) return
  edited?.addEventListener("input", () => {
    clearTimeout(idle)
    idle = setTimeout(() => save(edited), pause)
  })
}

/** The form as the server has it now. */
const formOf = async (edited, task = edited.dataset.task) => {
  if (!task) return null
  const at = `${prefix}task/${task}?${edited.matches(".note") ? "view=notes" : "edit=1"}`
  const { page } = await get(at).catch(() => ({}))
  return page?.querySelector("form.edit") ?? null
}

/** A note that was new has a task now; who types in it goes on. */
const adopt = (edited, fresh) => {
  forgetDraft(edited)
  edited.setAttribute("action", fresh.getAttribute("action"))
  Object.assign(edited.dataset, { ...fresh.dataset, opened: edited.dataset.opened })
  for (const name of ["base", "path"]) edited.elements[name].value = fresh.elements[name].value
  edited.querySelector(".bar").replaceWith(fresh.querySelector(".bar"))
  mark()
}

/** What nobody has typed into is shown as others have made it. */
const freshen = async (edited) => {
  const fresh = await formOf(edited)
  const isOther = (name) => fresh.elements[name].value !== edited.elements[name].value
  if (fresh && edited.isConnected && !isChanged(edited) && (isOther("base") || isOther("path"))) {
    rebase(edited, fresh)
    edited.querySelector(".bar .kind").replaceWith(fresh.querySelector(".bar .kind"))
  }
}

/** What was typed is saved after a while without a key; who types goes on from there. */
const save = async (edited) => {
  if (!edited.isConnected || !isChanged(edited) || edited.dataset.busy) return
  edited.dataset.busy = "yes"
  const sent = valuesOf(edited)
  const path = edited.getAttribute("action").slice(prefix.length)
  const answer = await post(path, new FormData(edited)).finally(() => delete edited.dataset.busy)
  if (answer?.status >= 400) {
    // What was typed meanwhile is sent, and asked about, after the next pause.
    if (!isAt(edited, sent)) return
    const isAsked = answer.page.getElementById("sheet")
    return isAsked ? show(answer.page, null, edited.dataset.opened) : say(refusal(answer.page))
  }
  const made = answer?.page.querySelector("[data-written]")?.dataset.written
  if (path === "new" && !made) {
    // It is in the row; what is typed from now on would be another one.
    forget(edited, path)
    return leave(edited)
  }
  const fresh = await formOf(edited, made)
  if (path === "new" && fresh) adopt(edited, fresh)
  goOn(edited, sent)
  // What waits in the row is all that was typed till then.
  if (!answer || !fresh || !edited.isConnected) return
  if (isAt(edited, sent)) rebase(edited, fresh)
}

/**
 * Before another task is opened, what was typed is saved.
 *
 * @returns {Promise<boolean>} Whether there is nothing left to decide.
 */
const settle = async () => {
  const edited = form()
  if (edited && isChanged(edited)) await (edited.matches(".note") ? save(edited) : submit(edited))
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
  const edited = form()
  if (place().querySelector(".clash") || edited && (!edited.matches(".note") || isChanged(edited) || !edited.dataset.task)) {
    return mark()
  }
  const task = wanted && cardOf(wanted) ? wanted : current()
  let card = cardOf(task) ?? query(`[data-was="${task}"]`)
  // A page that was loaded anew has the note, and all fields where they were edited.
  const isWhole = new URLSearchParams(location.search).has("edit")
  if (card && edited && edited.dataset.task === card.id.slice(2) && !isWhole) {
    mark()
    return freshen(edited)
  }
  card ??= heir(before, `t-${task}`) ?? query("li.card")
  if (card) {
    // A page that was loaded anew goes on where somebody wrote.
    const fields = new URLSearchParams(location.search)
    const isSame = fields.get("open") === card.id.slice(2)
    return open(addressOf(card, fields.has("edit") && isSame), true)
  }
  place().replaceChildren()
  mark()
}

export const start = () => {
  takeNotes({ place, put, leave, settle, isSure, want, follow })
  on("click", ({ target }) => {
    const note = target.closest("form.note")
    if (!note) return
    const [text] = note.elements.note.value.split("\n")
    if (target.closest("[data-share]")) shareText(text, note.elements.note.value)
    else if (target.closest("[data-delete]")) act([note.dataset.task], "delete")
  })
}
