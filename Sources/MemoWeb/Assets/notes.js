// The notes view: a list, and beside it the open task to read or edit.

import { forget, goOn, isChanged, rebase, tell, textOf } from "./forms.js"
import { shareText } from "./hands.js"
import { heir, idsOf, morph, refusal, say } from "./live.js"
import {
  active, addressOf, addressWith, afterPause, all, byId, get, on, prefix, query, readdress,
} from "./page.js"
import { post, withdraw } from "./row.js"
import { act, close, draftOf, isOpen, keepSheet, open, prepare, settleFocus, show, submit, takeNotes } from "./sheet.js"

/** The place beside the list; null if there is no room for it. */
const place = () => (innerWidth >= 720 ? byId("detail") : null)

const current = () => place()?.querySelector("[data-task]")?.dataset.task
const form = () => place()?.querySelector("form.edit") ?? null
const cardOf = (task) => byId(`t-${task}`)

/** Shows in the list how a note begins, while it is typed. */
const showTitle = () => {
  const edited = form()
  byId("typed")?.remove()
  if (!edited?.matches(".note") || !isChanged(edited)) return
  const [title] = edited.elements.note.value.split("\n")
  const link = cardOf(edited.dataset.task)?.querySelector("a")
  if (link) link.textContent = title || "…"
  else if (title) query(".lane > ul").append(draftOf("typed", title))
}

/** Marks the open task in the list and in the address. */
const mark = () => {
  showTitle()
  for (const link of all("li.card > a[aria-current]")) {
    link.removeAttribute("aria-current")
  }
  const task = current()
  cardOf(task)?.querySelector("a").setAttribute("aria-current", "true")
  // Another view may be loading.
  if (location.pathname !== prefix || new URLSearchParams(location.search).get("view") !== "notes") return
  readdress(addressWith("open", task))
  readdress(addressWith("edit", form()?.matches(":not(.note)") && 1))
}

/** Closes a form whose change is queued. */
const leave = (edited) => {
  edited.replaceWith()
  mark()
}

const isRead = (one) => one?.matches("article") && !one.querySelector(".clash")
/** Whether both sheets show the same task for reading. */
const isSameTask = (shown, fresh) =>
  isRead(shown) && isRead(fresh) && shown.dataset.task === fresh.dataset.task

const put = (sheet, opened) => {
  const before = place().firstElementChild
  const hadFocus = place().contains(active())
  if (isSameTask(before, sheet)) morph(before, sheet)
  else place().replaceChildren(sheet)
  if (sheet.dataset.task === wanted) wanted = null
  prepare(place(), opened)
  mark()
  // Take the focus only if it was here before, or to type a new note.
  const isMeant = hadFocus || !isRead(sheet) && !(sheet.matches(".note") && sheet.dataset.task)
  if (place().contains(sheet) && isMeant) settleFocus(sheet)
}

/** The form with the server's current version. */
const formOf = async (edited, task = edited.dataset.task) => {
  if (!task) return null
  const at = `${prefix}task/${task}?${edited.matches(".note") ? "view=notes" : "edit=1"}`
  const { page } = await get(at)
  return page?.querySelector("form.edit") ?? null
}

/** Turns the form of a new note into that of its task, while the user types on. */
const adopt = (edited, fresh) => {
  const { opened } = edited.dataset
  forget(edited)
  edited.setAttribute("action", fresh.getAttribute("action"))
  Object.assign(edited.dataset, { ...fresh.dataset, opened })
  for (const name of ["base", "path"]) edited.elements[name].value = fresh.elements[name].value
  edited.querySelector(".bar").replaceWith(fresh.querySelector(".bar"))
  mark()
}

/** Shows others' changes in a form without input. */
const freshen = async (edited) => {
  const fresh = await formOf(edited)
  const isOther = (name) => fresh.elements[name].value !== edited.elements[name].value
  if (fresh && edited.isConnected && !isChanged(edited) && (isOther("base") || isOther("path"))) {
    rebase(edited, fresh)
    edited.querySelector(".bar .kind").replaceWith(fresh.querySelector(".bar .kind"))
  }
}

/** Saves after a pause in typing; typing may continue meanwhile. */
const saveLater = afterPause(10000, (edited) => save(edited, true))

/** @param {boolean=} goesOn Whether the form stays open. */
const save = async (edited, goesOn) => {
  if (!edited.isConnected || !isChanged(edited) || edited.dataset.busy) return
  // The answer to an open question decides.
  if (query("dialog.popover[open]")) return saveLater(edited)
  edited.dataset.busy = "yes"
  const sent = textOf(edited)
  const path = edited.getAttribute("action").slice(prefix.length)
  const answer = await post(path, new FormData(edited)).finally(() => delete edited.dataset.busy)
  if (answer?.status >= 400) {
    // The user has typed on; the next save sends that, and asks if necessary.
    if (textOf(edited) !== sent) return
    const isAsked = answer.page.getElementById("sheet")
    return isAsked ? show(answer.page, null, edited.dataset.opened) : say(refusal(answer.page))
  }
  const made = answer?.page.querySelector("[data-written]")?.dataset.written
  if (path === "new" && !made) {
    // A draft can be typed on; what is queued can't.
    if (goesOn && !answer) {
      withdraw(edited.elements.op.value)
      return saveLater(edited)
    }
    // The note is queued; keeping the form would create a second one.
    forget(edited)
    return edited.closest("dialog") ? close(true) : leave(edited)
  }
  const fresh = await formOf(edited, made)
  if (path === "new" && fresh) adopt(edited, fresh)
  keepSheet(edited.getAttribute("action"), fresh)
  goOn(edited, sent)
  // A queued change has everything typed so far.
  if (!answer || !fresh || !edited.isConnected) return
  if (textOf(edited) === sent) rebase(edited, fresh)
  // An update during the save may have reported it as another's change.
  tell(edited)
}

/**
 * Saves before another task is opened.
 *
 * @returns {Promise<boolean>} Whether nothing is left to decide.
 */
const settle = async () => {
  const edited = form()
  if (edited && isChanged(edited)) await (edited.matches(".note") ? save(edited) : submit(edited))
  return !(form() && isChanged(form())) && !place()?.querySelector(".clash")
}

let order = []
let wanted = null

/** Remembers a requested or new task, so that updates don't open another. */
const want = (task) => (wanted = task)

/** Opens the same task as before, else the next, else the first. */
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
  const fields = new URLSearchParams(location.search)
  // A reloaded page has a note; if the fields were being edited, load them.
  if (card && edited && edited.dataset.task === card.id.slice(2) && !fields.has("edit")) {
    mark()
    return freshen(edited)
  }
  card ??= heir(before, `t-${task}`) ?? query("li.card")
  if (card) {
    // After a reload, continue editing.
    const isSame = fields.get("open") === card.id.slice(2)
    return open(addressOf(card, fields.has("edit") && isSame), true)
  }
  place().replaceChildren()
  mark()
}

/** Deletes a note; what was typed is saved first, so that undoing brings it back. */
const remove = async (note) => {
  await save(note)
  if (isChanged(note) || !(await act([note.dataset.task], "delete"))) return
  forget(note)
  if (note.closest("dialog")) close(true)
}

export const start = () => {
  takeNotes({ place, put, leave, settle, want, follow })
  on("input", ({ target: { form: edited } }) => {
    // A file's text is saved only on request.
    if (!edited?.matches("#detail .edit:not(.source), dialog .note")) return
    showTitle()
    saveLater(edited)
  })
  on("click", ({ target }) => {
    const note = target.closest("form.note")
    if (!note) return
    if (target.closest("[data-share]")) shareText(note.elements.note.value)
    else if (target.closest("[data-delete]")) remove(note)
  })
}
