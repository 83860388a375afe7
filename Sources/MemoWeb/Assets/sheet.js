// Sheets over the board: tasks, the log, forms, and their drafts.

import { leaveMarks } from "./columns.js"
import {
  followDate, followForm, forget, formIn, goTo, isChanged, isGivenUp, tell,
} from "./forms.js"
import {
  bringMessages, keepFocus, localize, morph, note, refresh, refusal, say, settleAtMain,
} from "./live.js"
import {
  active, afterPause, all, body, byId, choose, focus, get, glide, make, on, parse, prefix, query, readdress, rise,
  trouble, word,
} from "./page.js"
import { post, requested } from "./row.js"

/** The place beside the list in the notes view, which imports this module. */
let notes = null
export const takeNotes = (one) => (notes = one)

let dialog = null
/** The address of the open sheet. */
let address = null
/** The task that was shown before its form. */
let cameFrom = null

/** @param {string=} opened The form's values when it was opened. */
export const prepare = (root, opened) => {
  localize(root)
  showWaiting()
  const form = formIn(root)
  if (!form) return
  followForm(form, opened)
  followDate(form)
}

/** Focuses the error of a sheet, else its first field, else its title. */
export const settleFocus = (sheet) => {
  const form = sheet.matches("form") ? sheet : null
  const isAtFault = form?.dataset.line
  const field = form?.querySelector("input[name=title], input[name=name], textarea")
  const target = (isAtFault ? null : sheet.querySelector("[role=alert]"))
    ?? field ?? sheet.querySelector("#sheet-title") ?? sheet
  if (!target.matches("input, textarea")) target.tabIndex = -1
  target.focus()
  if (isAtFault) goTo(form.elements.source, Number(form.dataset.line))
}

export const isOpen = () => dialog?.open
export const opened = () => (isOpen() ? dialog.querySelector("#sheet") : null)

export const show = (page, at, opened) => {
  const sheet = page.getElementById("sheet")
  if (!sheet) return say(page.body.firstElementChild)
  if (notes.place() && !isOpen() && (sheet.dataset.task || sheet.matches(".note"))) return notes.put(sheet, opened)
  if (!dialog) {
    dialog = make("dialog")
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault()
      close()
    })
    dialog.addEventListener("click", (event) => event.target === dialog && close())
    body.append(dialog)
  }
  const before = dialog.open && dialog.querySelector("article[data-task], form.note")?.dataset.task
  const { task } = sheet.dataset
  cameFrom = sheet.matches("form.edit") && before === task ? task : null
  dialog.querySelector("#sheet")?.remove()
  dialog.prepend(sheet)
  dialog.setAttribute("aria-label", sheet.querySelector("#sheet-title")?.textContent ?? "")
  prepare(dialog, opened)
  if (!dialog.open) {
    dialog.showModal()
    bringMessages(dialog)
    rise(dialog, task)
  }
  // A sheet in place of another has its entry in the history.
  if (at && history.state?.sheet) readdress(at)
  else if (at && location.href !== at) history.pushState({ sheet: true }, "", at)
  address = location.href
  settleFocus(sheet)
}

/** Opens a task for reading, with the board's query. */
const read = (task) => {
  const address = new URL(`${prefix}task/${task}${location.search}`, location)
  address.searchParams.delete("edit")
  return open(address.href)
}

let last = 0
/** Counts checks of the open sheet against the store. */
let looks = 0
/** Going back in history takes time, and would close the next sheet if that opened meanwhile. */
let leaving = Promise.resolve()
const goBack = () => {
  leaving = new Promise((done) => {
    addEventListener("popstate", done, { once: true })
    // A browser with too long a history has forgotten where to go back to.
    setTimeout(done, 1000)
  })
  history.back()
}

const newPath = `${prefix}new`

/** The page's template of a form for a new task or note; undefined without one. */
const newSheet = ({ searchParams }) => {
  const page = byId(`new-${byId("main")?.className}`)?.content.cloneNode(true)
  const status = searchParams.get("status")
  if (page && status) page.querySelector("[name=status]").value = status
  return page
}

/**
 * The sheets and forms of the shown tasks and of those opened before, for while the server is
 * unreachable.
 */
const known = new Map()
/** Keeps a sheet; without one, forgets it, since its text has changed. */
export const keepSheet = (path, sheet) => known.set(path, sheet?.outerHTML ?? "")

const readAhead = afterPause(2000, async () => {
  const fields = new URLSearchParams(location.search)
  const tasks = all(".card").map(({ id }) => id.slice(2)).filter((task) => {
    const path = `${prefix}task/${task}`
    return !known.get(path) || known.get(`${path}?edit`) === ""
  })
  if (!tasks[0]) return
  // An address has an end; the others come with the next change.
  for (const task of tasks.slice(0, 300)) fields.append("task", task)
  const { page } = await get(`${prefix}sheets?${fields}`)
  page?.querySelectorAll(".sheet").forEach((sheet) =>
    keepSheet(`${prefix}task/${sheet.dataset.task}${sheet.matches(".edit:not(.note)") ? "?edit" : ""}`, sheet))
})

const fetchSheet = async (url) => {
  const name = url.pathname + (url.searchParams.has("edit") ? "?edit" : "")
  const { status, page } = await get(url)
  const sheet = status === 200 && page.getElementById("sheet")
  if (sheet) keepSheet(name, sheet)
  const text = known.get(name)
  return page ?? (text ? parse(text) : null)
}

/** @param {boolean=} isBeside Whether the sheet is only for the place beside the list. */
export const open = async (at, isBeside) => {
  const url = new URL(at, location.href)
  const path = url.pathname
  const isTask = path.startsWith(`${prefix}task/`)
  if ((isTask || path === newPath) && !isOpen()) {
    if (!(await notes.settle())) return
    if (isTask) notes.want(path.slice(prefix.length + 5))
  }
  const number = ++last
  const before = looks
  const page = (path === newPath && newSheet(url)) || await fetchSheet(url)
  await leaving
  // Another sheet or view has been requested meanwhile.
  if (number !== last || (isBeside && !notes.place())) return
  if (!page) return note(trouble || word("later"))
  show(page, at)
  // An update during the request may be newer than its response.
  if (looks !== before) freshen()
}

const gallery = () => `${prefix}themes${location.search}`

export const close = async (isForced = false) => {
  if (!isOpen() || (!isForced && query("dialog.popover[open]"))) return
  const form = formIn(dialog)
  // A sheet that is being saved can't be closed.
  if (!isForced && form?.dataset.busy) return
  // A note is saved without a question.
  if (!isForced && form?.matches(".note") && isChanged(form)) return form.requestSubmit()
  if (!isForced && !(await isGivenUp(form))) return
  // A theme's form was opened from the gallery, which stays.
  if (!isForced && form?.matches(".theme")) return open(gallery())
  dialog.close()
  bringMessages(body)
  dialog.replaceChildren()
  settleAtMain()
  cameFrom = null
  if (history.state?.sheet && history.length > 1) goBack()
  refresh()
}

/** Cancels a form; returns to the task if it was shown before or is beside the list. */
export const giveUp = async (form) => {
  const { task } = form.dataset
  if (isOpen() && cameFrom !== task) return close()
  if (await isGivenUp(form)) read(task)
}

/** Asks before deleting several tasks, or one in the notes view; elsewhere a delete can be undone. */
const isMeant = async (tasks) => {
  const { length } = tasks
  if (length < 2 && !byId("detail")) return true
  const title = query(`[id="t-${tasks[0]}"] a, #detail h2`)?.textContent ?? ""
  const text = length > 1 ? word("ask-several").replace("2", length) : word("ask", title)
  return (await choose(text, ["delete", "cancel"])) === "delete"
}

/** Submits a form without leaving the page. */
export const submit = (form, button) => {
  // Each press of a checkbox is sent in turn.
  if (form.dataset.busy && button?.name !== "tick") return
  const data = new FormData(form, button)
  if (form.getAttribute("action") !== `${prefix}do`) return save(form, data)
  // A form runs once; a button can be pressed again.
  data.delete("op")
  return perform(data, form, button)
}

/** Saves a task, a new one, a theme, or the answer to a conflict. */
const save = async (form, data) => {
  const path = form.getAttribute("action").slice(prefix.length)
  // The form has already said that saving restores the deleted task.
  if (form.dataset.gone !== undefined) data.set("clash", "both")
  const awake = rest(form)
  form.dataset.busy = "yes"
  const answer = await post(path, data)
  delete form.dataset.busy
  awake()
  const { status, page } = answer ?? { status: 202 }
  if (page?.getElementById("sheet")) return show(page, null, form.dataset.opened)
  const isBeside = form.closest("#detail")
  const written = page?.querySelector("[data-written]")?.dataset.written
  if (status < 400) {
    forget(form)
    keepSheet(`${prefix}${path}?edit`)
    // A repaired file may have a new address.
    if (written) notes.want(written)
    if (!isBeside) await close(true)
    else if (answer) await read(written ?? path.slice(5))
    else notes.leave(form)
  }
  // The change is queued.
  if (!answer) return
  if (form.matches(".theme") && status < 400) return open(gallery())
  say(status < 400 ? page.querySelector(".said") : refusal(page))
  await refresh()
  // Focus the task that a form has added or moved.
  const card = !isBeside && byId(`t-${written}`)
  if (card && !isOpen() && !active().matches("input")) focus(card)
}

/** Disables a form while it is saved, since later input would be lost. */
const rest = (form) => {
  const focused = form.contains(active()) ? active() : null
  const button = form.querySelector("button.primary") ?? form.querySelector("button")
  const text = button.textContent
  // Not every browser moves the focus away by itself.
  focused?.blur()
  form.inert = true
  const slow = setTimeout(() => (button.textContent = word("saving")), 300)
  return () => {
    clearTimeout(slow)
    button.textContent = text
    form.inert = false
    if (form.isConnected && active() === body) focused?.focus({ preventScroll: true })
  }
}

/** Performs an action of a button or a key; returns whether it was not refused. */
const perform = async (data, form, button) => {
  const tasks = data.getAll("task")
  if (data.get("do") === "delete" && !(await isMeant(tasks))) return false
  data.set("sure", "yes")
  if (form) form.dataset.busy = "yes"
  const answer = await post("do", data)
  if (form) delete form.dataset.busy
  const isRefused = answer?.status >= 400
  if (!isRefused && (tasks.length > 1 || data.has("several"))) await leaveMarks()
  if (!answer && data.get("do") === "sync") note(word("offline"))
  if (answer && !(await isAsked(answer))) {
    const { page } = answer
    const isSwitch = button?.role === "switch"
    // An error would keep the sheet as it is.
    if (isSwitch) opened()?.querySelector("[role=alert]")?.remove()
    if (page.getElementById("sheet") && !isSwitch) return show(page)
    const isOne = form?.closest("dialog #sheet") && !form.closest(".gallery, .journal")
    if (isOne && !isSwitch && button?.name !== "tick") close(true)
    say(isRefused ? refusal(page) : page.querySelector(".said"))
  }
  return !isRefused
}

/** Performs an action on tasks, or on none; returns whether it was not refused. */
export const act = (tasks, action, more = {}) => {
  const data = new URLSearchParams({ do: action, ...more })
  for (const one of tasks) data.append("task", one)
  return perform(data)
}

/** Asks whether to undo an operation that was made elsewhere. */
const isAsked = async (answer) => {
  const ask = answer?.page.querySelector("[data-ask]")
  if (!ask) return false
  const { operation } = ask.querySelector("form").elements
  const choice = await choose(ask.querySelector("p").textContent, ["undo", "cancel"])
  if (choice === "undo") await act([], choice, { operation: operation.value })
  return true
}

/** The list to which an action moves a card that is elsewhere. */
const newPlace = (card, action) => {
  const lane = query(`.lane[data-status="${action}"] > ul`)
  return lane?.contains(card) ? null : lane
}

/** Counts the tasks of each column as if requested changes were done. */
const recount = () => {
  for (const lane of all("main > .lane")) {
    const name = lane.dataset.status
    const shown = lane.querySelectorAll(".card:not(.gone), .draft").length
    for (const count of all(`[data-status="${name}"] h2 .count, .tabs [data-lane="${name}"] .count`)) {
      // Tasks that the page doesn't show stay.
      count.dataset.unshown ??= count.textContent - lane.querySelectorAll(".card").length
      const text = String(Number(count.dataset.unshown) + shown)
      if (count.textContent !== text) count.textContent = text
    }
  }
}

/** Shows queued new tasks at their place. */
const showFresh = (changes) => {
  const waiting = new Map(changes.filter(({ isNew }) => isNew).map((change) => [`w-${change.op}`, change]))
  for (const card of all("[id^=w-]")) if (!waiting.has(card.id)) card.remove()
  for (const [id, { status = "todo", title, note = "" }] of waiting) {
    const lane = query(`.lane[data-status="${status}"] > ul, .lane[data-status=all] > ul`)
    if (lane && !byId(id)) lane.append(draftOf(id, title ?? note.split("\n")[0]))
  }
}

/** The card of a task that is not on the server yet. */
export const draftOf = (id, title) => {
  const card = make("li", "draft", title)
  card.id = id
  card.dataset.own = ""
  return card
}

/** Moves a card next to another one of its column. */
const putBeside = (card, { before, after }) => {
  const other = byId(`t-${before ?? after}`)
  if (other?.parentElement !== card.parentElement || other === card) return
  keepFocus(() => (before ? other.before(card) : other.after(card)))
}

const sameItem = (tick) => tick.replace(/ \w+ /, " ")

/** Shows a checkbox in its requested state, and sets what the next press requests. */
const showTick = (task, tick) => {
  for (const box of all("button[name=tick]")) {
    if (box.form.elements.task.value !== task || sameItem(box.value) !== sameItem(tick)) continue
    const isDone = tick.split(" ")[1] === "true"
    box.setAttribute("aria-checked", isDone)
    box.value = tick.replace(/ \w+ /, ` ${!isDone} `)
    box.classList.add("waits")
    if (box.matches(".one > *")) box.textContent = isDone ? "☑" : "☐"
  }
}

export const isByHand = () => byId("main")?.dataset.order === "by-hand"

/** Whether a card is not at its requested place. */
const isElsewhere = ({ tasks, do: action }) => tasks.some((task) => {
  const card = byId(`t-${task}`)
  return card && (action === "delete" ? !card.matches(".gone") : newPlace(card, action))
})

const showWaiting = () => {
  if (requested().some(isElsewhere)) glide(showAsked)
  else showAsked()
}

/** Shows requested changes and marks their cards; the manual order has no mark. */
const showAsked = () => {
  recount()
  const changes = requested()
  for (const change of changes) {
    for (const task of change.tasks) {
      if (change.tick) showTick(task, change.tick)
      const card = byId(`t-${task}`)
      if (!card) continue
      if (change.do === "rank") {
        if (isByHand()) putBeside(card, change)
      } else if (change.do === "delete") {
        keepFocus(() => card.classList.add("gone"))
      } else {
        card.classList.add("waits")
        const lane = newPlace(card, change.do)
        if (lane) keepFocus(() => lane.prepend(card))
      }
    }
  }
  showFresh(changes)
  recount()
}

addEventListener("popstate", () => {
  const isSheet = history.state?.sheet
  if (!isOpen() && isSheet) open(location.href)
  if (isOpen() && !isSheet) {
    if (!isChanged(formIn(dialog))) return close(true)
    history.pushState({ sheet: true }, "", address)
    return close()
  }
  refresh()
})

/** Updates an open task or list, and reports changes by others in an open form. */
const freshen = async () => {
  const look = ++looks
  const form = formIn(isOpen() ? dialog : document)
  // The notes view updates itself.
  if (form?.matches("#detail .note") && !isChanged(form)) return
  if (form) return tell(form)
  const sheet = opened()
  // A question and an error are only in the answer to a form.
  if (!sheet || sheet.querySelector("[role=alert]")) return
  const { status, page } = await get(location.href)
  const fresh = page?.getElementById("sheet")
  // Responses may arrive out of order.
  if (look !== looks) return
  if (fresh && sheet.isConnected) {
    // The calendar's address is shown only once, so it stays.
    const calendar = sheet.querySelector("dd:has([readonly])")?.cloneNode(true)
    if (calendar) fresh.querySelector("dd:has([value=calendar])").replaceWith(calendar)
    localize(fresh)
    morph(sheet, fresh)
  } else if (status === 404) {
    say(page.body.firstElementChild)
  }
}

/**
 * @param {string} at The page's address.
 * @param {Element=} sheet A sheet that was opened by its address.
 * @param {string=} values The values of its form when the page was opened.
 */
export const start = (at, sheet, values) => {
  document.documentElement.classList.add("scripted")
  prepare(byId("main"))
  if (sheet) show({ getElementById: () => sheet }, at, values)
  notes.follow()
  on("memo:fresh", () => {
    showWaiting()
    notes.follow()
    freshen()
    readAhead()
  })
  on("memo:row", showWaiting)
  readAhead()
}
