// Forms: saves drafts while the user types, shows the meaning of dates, and asks before discarding
// changes.

import {
  active, afterPause, choose, get, make, memory, newOperation, prefix, query, send, word, write, written,
} from "./page.js"

const fields = (form) => [...form.elements].filter(({ name, type }) => name && type !== "hidden")
const encoded = (fields) => `${new URLSearchParams(fields.map(({ name, value }) => [name, value]))}`

/** What people type into a form. */
export const textOf = (form) => encoded(fields(form))
/** What saving a form sends: also the fields that nobody sees, such as its base. */
const sentBy = (form) => encoded([...form.elements].filter(({ name }) => name))
const valuesOf = (text) => Object.fromEntries(new URLSearchParams(text))

/**
 * The draft's name; two tabs with the same form share a draft, and the last one typed into wins.
 */
const nameOf = (form) => form.dataset.draft && `draft:${form.dataset.draft}`

export const isChanged = (form) =>
  form?.dataset.opened && textOf(form) !== form.dataset.opened

/** @param {boolean=} isLeft Whether the page is closing. */
const keep = (form, isLeft) => {
  const name = nameOf(form)
  if (!name) return
  if (isChanged(form)) {
    memory.set(name, { values: valuesOf(sentBy(form)), at: Date.now(), isLeft })
    form.dataset.kept = "yes"
  } else if (form.dataset.kept) {
    memory.set(name, null)
    delete form.dataset.kept
  }
}

/**
 * Deletes the draft of a form that was saved, queued or discarded; the answers to a conflict have
 * that of its form.
 */
export const forget = (form) => {
  if (nameOf(form)) memory.set(nameOf(form), null)
  delete form.dataset.opened
  delete form.dataset.draft
}

/** A draft with its text as saving its form would send it. */
const draftAt = (name) => {
  // Earlier pages kept the fields that nobody sees apart.
  const { values, at, isLeft, reason, ...unseen } = memory.get(name) ?? {}
  return { text: values && `${new URLSearchParams({ ...unseen, ...values })}`, at, isLeft, reason }
}

/** The form's name in a draft's name. */
export const formOf = (name) => name.slice(6)

/** Whether a draft was rejected, or its page was closed or crashed. */
const isLost = ({ at, isLeft, reason }) => reason || isLeft || Date.now() - at > 60000

/** Lost drafts without an open form. */
export const leftDrafts = () => {
  const names = memory.names("draft:").filter((name) =>
    isLost(memory.get(name)) && !query(`form[data-draft="${formOf(name)}"]`))
  return names.sort((one, other) => memory.get(one).at - memory.get(other).at)
}

/** A draft in the form of an unsent change. */
export const changeOfDraft = (name) => {
  const { text = "", at, reason } = draftAt(name)
  const task = formOf(name).replace(/-(note|text)$/, "")
  const path = task === "new" ? task : `task/${task}`
  return { path, text, reason: reason ?? written(new Date(at)) }
}

/**
 * Turns a rejected change into a draft of its form.
 *
 * @returns {string} The draft's name; empty if the change belongs to no form, or the form is open or
 *   has a draft.
 */
export const takeBack = ({ path, text }, reason) => {
  const task = path === "new" ? path : path.startsWith("task/") && path.slice(5)
  const values = valuesOf(text)
  const kind = "source" in values ? "-text" : "note" in values ? "-note" : ""
  const name = `draft:${task}${kind}`
  if (!task || memory.get(name) || query(`form[data-draft="${formOf(name)}"]`)) return ""
  memory.set(name, { values, at: Date.now(), reason })
  return name
}

/**
 * Continues typing after a save. The typed text lacks the others' changes, so the next save must
 * merge with them.
 */
export const goOn = (form, sent) => {
  form.elements.since.value = form.dataset.opened = sent
  form.elements.op.value = newOperation()
  keep(form)
}

/** After a save without further typing, takes over the server's version. */
export const rebase = (form, fresh) => {
  for (const [name, value] of new URLSearchParams(sentBy(fresh))) {
    const field = form.elements[name]
    if (field.value.trim() === value.trim()) continue
    const { selectionStart, selectionEnd } = field
    field.value = value
    if (field === active()) field.setSelectionRange?.(selectionStart, selectionEnd)
  }
  // A browser may display a value differently from what was sent.
  form.dataset.opened = textOf(form)
  keep(form)
}

const restore = (form, draft) => {
  const set = (text) => {
    for (const [name, value] of new URLSearchParams(text)) {
      const field = form.elements[name]
      if (field) field.value = value
    }
  }
  const before = sentBy(form)
  // Continue from the version that the draft was based on, so that others' changes are merged.
  set(draft.text)
  const line = make("div", "said", "", "status")
  const text = make("p", "", draft.reason ?? word("draft"))
  const button = make("button", "", word("discard"))
  button.type = "button"
  button.onclick = () => {
    set(before)
    keep(form)
    tell(form)
    line.remove()
    form.querySelector("input:not([type=hidden]), textarea").focus()
  }
  line.append(text, button)
  form.querySelector(".bar").after(line)
}

/**
 * @param {string=} opened The values when the form was opened, if they differ from the current
 *   ones.
 */
export const followForm = (form, opened) => {
  // Two changes with the same text need different ones, and a form may have been kept.
  form.elements.op.value = newOperation()
  form.dataset.opened = opened ?? textOf(form)
  form.addEventListener("input", () => keep(form))
  const draft = draftAt(nameOf(form))
  if (!draft.text) return
  const typed = new URLSearchParams(draft.text)
  if (fields(form).some(({ name, value }) => typed.get(name) !== value)) restore(form, draft)
  // What is typed in it is in the draft.
  if (isChanged(form)) form.dataset.kept = "yes"
  // It was saved in another way.
  else if (isLost(draft)) memory.set(nameOf(form), null)
  tell(form)
}

export const formIn = (root) => root.querySelector("form.edit, form.theme")

export const start = () => {
  const form = () => formIn(document)
  // Earlier pages kept a note under the name of its task's fields.
  for (const name of memory.names("draft:")) {
    const draft = memory.get(name)
    const own = `${name}-note`
    const isOld = draft.values?.note !== undefined && !name.endsWith("-note")
    if (!isOld || !isLost(draft) || memory.get(own)) continue
    memory.set(own, draft)
    memory.set(name, null)
  }
  // Without own words, a page leaves those of another tab alone.
  addEventListener("pagehide", () => isChanged(form()) && keep(form(), true))
  addEventListener("beforeunload", (event) => {
    if (isChanged(form()) && !form().dataset.draft) event.preventDefault()
  })
}

/** Shows in a form what others have changed since it was opened. */
export const tell = async (form) => {
  const line = form?.querySelector(".news")
  if (!line || !form.dataset.draft) return
  const { status, page } = await send(`news/${form.dataset.task}`, sentBy(form)).catch(() => ({}))
  const text = status === 200 ? page.body.textContent.trim() : ""
  form.toggleAttribute("data-gone", Boolean(page?.querySelector("[data-gone]")))
  if (line.textContent !== text) line.textContent = text
}

/** Selects the invalid line and scrolls to it. */
export const goTo = (field, line) => {
  const lines = field.value.split("\n")
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1] ?? "").length)
  field.scrollTop = ((line - 3) * field.scrollHeight) / lines.length
}

/** Whether a form can be closed; asks first if it was changed, and may save it. */
export const isGivenUp = async (form) => {
  if (!isChanged(form)) return true
  // The title before the edit, since the edit may have changed it.
  const opened = new URLSearchParams(form.dataset.opened)
  const title = opened.get("title") || opened.get("name")
  const text = word("changed", title || form.querySelector("#sheet-title").textContent)
  const choice = await choose(text, ["save", "discard", "stay"])
  if (choice === "save") form.requestSubmit()
  if (choice === "discard") forget(form)
  return choice === "discard"
}

// MARK: Fields

export const followDate = (form) => {
  const [field, pick, output] = ["date", "pick", "understood"].map((name) =>
    form.querySelector(`[data-${name}]`))
  if (!field) return
  let last = 0
  const understand = async () => {
    const number = ++last
    const { page } = await get(`${prefix}date?q=${encodeURIComponent(field.value)}`)
    if (number !== last) return
    const time = page?.querySelector("time")
    if (time) write(time)
    pick.value = time?.dateTime.slice(0, 10) ?? ""
    // While the server is away, nothing is said rather than what was typed before.
    output.replaceChildren(...page?.body.childNodes ?? [])
  }
  field.addEventListener("input", afterPause(150, understand))
  pick.addEventListener("change", () => {
    // Keep the typed time of day.
    const clock = output.querySelector("time")?.dateTime.slice(10) ?? ""
    field.value = pick.value ? pick.value + clock : ""
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })
  if (field.value) understand()
}
