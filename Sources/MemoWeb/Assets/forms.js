// Forms: what is typed is kept as it is typed, days and colors are shown as they are understood, and
// nothing is given up without a question.

import { choose } from "./dialogs.js"
import {
  active, get, make, memory, newOperation, on, prefix, query, send, word, write, written,
} from "./page.js"

const fields = (form) => [...form.elements].filter(({ name, type }) => name && type !== "hidden")
export const valuesOf = (form) =>
  Object.fromEntries(fields(form).map(({ name, value }) => [name, value]))
// What the text was begun on, and what the server calls the change.
const marks = ["base", "path", "since", "op"]

/** What is typed into the same form in two tabs is one draft: the last one who types has it. */
const nameOf = (form) => form.dataset.draft && `draft:${form.dataset.draft}`

const textOf = (form) => JSON.stringify(valuesOf(form))
const marksOf = (form) =>
  Object.fromEntries(marks.map((mark) => [mark, form.elements[mark]?.value]))

export const isChanged = (form) =>
  form?.dataset.opened && textOf(form) !== form.dataset.opened

/** @param {boolean=} isLeft Whether its page goes. */
export const keep = (form, isLeft) => {
  const name = nameOf(form)
  if (!name) return
  const draft = { values: valuesOf(form), at: Date.now(), isLeft, ...marksOf(form) }
  memory.set(name, isChanged(form) ? draft : null)
}

/** The question about a sheet, while it is asked. */
let question = null
/** What was saved meanwhile, or isn't there any more, is asked about no more. */
export const endQuestion = () => {
  if (question && !(question.form.isConnected && isChanged(question.form))) question.end("stay")
}

/** It is saved, or in the row, or given up. */
export const forget = (form, path) => {
  if (path?.startsWith("task/")) {
    for (const kind of ["", "-text"]) memory.set(`draft:${path.slice(5)}${kind}`, null)
  }
  if (form) {
    if (nameOf(form)) memory.set(nameOf(form), null)
    delete form.dataset.opened
    delete form.dataset.draft
  }
  endQuestion()
}

/** What is typed has another place from now on. */
export const forgetDraft = (form) => memory.set(nameOf(form), null)

/** What was typed into such a form. A note is one text, and the same task has fields in its sheet. */
const find = (form) => {
  const draft = nameOf(form) && memory.get(nameOf(form))
  return draft && Object.keys(draft.values).every((name) => form.elements[name]) ? draft : null
}

/** What its form says of itself: the task, or that it is of its file's text. */
export const formOf = (name) => name.slice(6)

/** Drafts that nobody is at: they were refused, their page went, or it has ended without a word. */
export const leftDrafts = () => {
  const names = memory.names("draft:").filter((name) => {
    const { at, isLeft, reason } = memory.get(name)
    return (reason || isLeft || Date.now() - at > 60000) && !query(`form[data-draft="${formOf(name)}"]`)
  })
  return names.sort((one, other) => memory.get(one).at - memory.get(other).at)
}

/** As a change that was not sent. */
export const changeOfDraft = (name) => {
  const { values, path = "", at, reason } = memory.get(name) ?? {}
  const task = formOf(name).replace(/-text$/, "")
  return {
    path: task === "new" ? task : `task/${task}`,
    text: `${new URLSearchParams({ path, ...values })}`,
    reason: reason ?? written(new Date(at), "medium"),
  }
}

/**
 * What was refused is a draft of the form that it was typed in.
 *
 * @returns {boolean} Whether there is such a form, and nothing else was typed into it meanwhile.
 */
export const takeBack = ({ path, text }, reason) => {
  const task = path === "new" ? path : path.startsWith("task/") && path.slice(5)
  const { base, since, op, back, clash, path: file, ...values } = Object.fromEntries(new URLSearchParams(text))
  const name = `draft:${task}${values.source === undefined ? "" : "-text"}`
  if (!task || memory.get(name)) return false
  memory.set(name, { values, at: Date.now(), reason, base, since, op, path: file })
  return true
}

/** A draft of a task that is gone can still be a new one. */
export const makeNew = (name) => {
  const { values, at, reason } = memory.get(name)
  if (values.source !== undefined || memory.get("draft:new")) return false
  memory.set("draft:new", { values, at, reason })
  memory.set(name, null)
  return true
}

export const isAt = (form, values) => textOf(form) === JSON.stringify(values)

/**
 * What was sent is what the next words go on from: what others did meanwhile is not in the text
 * that is being typed, and so has to be merged with it.
 */
export const goOn = (form, sent) => {
  form.elements.since.value = new URLSearchParams(sent)
  form.elements.op.value = newOperation()
  form.dataset.opened = JSON.stringify(sent)
  endQuestion()
  keep(form)
}

/** It was saved, and nobody has typed since: it is now as the server has it. */
export const rebase = (form, fresh) => {
  const then = valuesOf(fresh)
  for (const [name, value] of Object.entries(then)) {
    const field = form.elements[name]
    if (field.value.trim() === value.trim()) continue
    const { selectionStart, selectionEnd } = field
    field.value = value
    if (field === active()) field.setSelectionRange?.(selectionStart, selectionEnd)
  }
  for (const mark of marks) form.elements[mark].value = fresh.elements[mark].value
  // A browser may show a value otherwise than it was sent.
  form.dataset.opened = textOf(form)
  endQuestion()
  keep(form)
}

const restore = (form, draft) => {
  const former = marksOf(form)
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements[name]
      if (value !== undefined && field) field.value = value
      // Nobody begins a task as done.
      if (field?.selectedIndex < 0) field.selectedIndex = 0
    }
  }
  const before = valuesOf(form)
  // It goes on from the text it was begun on: what others did since is merged.
  set({ ...draft.values, ...draft })
  const line = make("div", "said", "", "status")
  const text = make("p", "", draft.reason ?? word("draft"))
  const button = make("button", "", word("discard"))
  button.type = "button"
  button.onclick = () => {
    set({ ...before, ...former })
    keep(form)
    tell(form)
    line.remove()
    form.querySelector("input:not([type=hidden]), textarea").focus()
  }
  line.append(text, button)
  form.querySelector(".bar").after(line)
}

/** @param {string=} opened How the form looked when it was opened, if that is not how it looks. */
export const followForm = (form, opened) => {
  form.dataset.opened = opened ?? textOf(form)
  form.addEventListener("input", () => keep(form))
  const draft = find(form)
  if (!draft) return
  if (JSON.stringify(draft.values) !== textOf(form)) restore(form, draft)
  tell(form)
}

export const start = () => {
  const form = () => query("form.edit, form.theme")
  addEventListener("pagehide", () => form() && keep(form(), true))
  addEventListener("beforeunload", (event) => {
    if (isChanged(form()) && !form().dataset.draft) event.preventDefault()
  })
}

/** Says on a sheet what others have done to its task since it was opened. */
export const tell = async (form) => {
  const line = form?.querySelector(".news")
  if (!line || !form.dataset.draft) return
  const { base, path, since } = form.elements
  const opened = new URLSearchParams({ base: base.value, path: path.value, since: since?.value ?? "" })
  const { status, page } = await send(`news/${form.dataset.task}`, String(opened)).catch(() => ({}))
  const text = status === 200 ? page.body.textContent.trim() : ""
  form.toggleAttribute("data-gone", Boolean(page?.querySelector("[data-gone]")))
  if (line.textContent !== text) line.textContent = text
}

/** The line at fault is selected, and in sight. */
export const goTo = (field, line) => {
  const lines = field.value.split("\n")
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1] ?? "").length)
  field.scrollTop = ((line - 3) * field.scrollHeight) / lines.length
}

/** Asks what is to become of a sheet that was changed. */
const ask = (form) => {
  // As it is known: what it is called in the sheet may be what was changed.
  const { title, name } = JSON.parse(form.dataset.opened)
  const text = title || name || form.querySelector("#sheet-title").textContent
  const choices = ["save", "discard", "stay"]
  return choose(word("changed", text), choices, null, (end) => (question = { form, end }))
    .finally(() => (question = null))
}

/** Whether a sheet is canceled; what was changed is asked about before, and may be saved. */
export const isGivenUp = async (form) => {
  const choice = isChanged(form) ? await ask(form) : "discard"
  if (choice === "save") form.requestSubmit()
  if (choice !== "discard") return false
  forget(form)
  return true
}

// MARK: Fields

export const followDate = (form) => {
  const [field, pick, output] = ["date", "pick", "understood"].map((name) =>
    form.querySelector(`[data-${name}]`))
  if (!field) return
  let timer = 0
  let last = 0
  const understand = async () => {
    const number = ++last
    const at = `${prefix}date?q=${encodeURIComponent(field.value)}`
    const { status, page } = field.value.trim() ? await get(at).catch(() => ({})) : {}
    if (number !== last || (field.value.trim() && status !== 200)) return
    const time = page?.querySelector("time")
    if (time) write(time, "full")
    pick.value = time?.getAttribute("datetime").slice(0, 10) ?? ""
    output.replaceChildren(...(page?.body.childNodes ?? []))
  }
  field.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(understand, 150)
  })
  pick.addEventListener("change", () => {
    // A time of day that was written stays.
    const clock = output.querySelector("time")?.getAttribute("datetime").slice(10) ?? ""
    field.value = pick.value ? pick.value + clock : ""
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })
  if (field.value) understand()
}

const showSample = (form) => {
  const { style, dataset } = form.querySelector(".sample")
  style.cssText = dataset[form.elements.scheme.value]
  for (const { dataset: { token }, value } of form.elements) if (token) style.setProperty(`--${token}`, value)
}

export const followTheme = (form) => {
  form.addEventListener("input", () => showSample(form))
  showSample(form)
}

/** @param {(theme: string, steps: number) => void} put Puts a theme so many places on. */
export const startThemes = (put) => {
  let held = null
  const place = (element) => element.closest?.("[data-place]")
  on("dragstart", ({ target }) => (held = place(target)))
  on("dragover", (event) => held && place(event.target) && event.preventDefault())
  on("drop", ({ target }) => {
    const steps = place(target)?.dataset.place - held?.dataset.place
    if (steps) put(held.querySelector("[name=name]").value, steps)
  })
}
