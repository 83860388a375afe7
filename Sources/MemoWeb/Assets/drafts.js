// Keeps what is typed, as it is typed.

import { get, memory, prefix, word } from "./net.js"

const fields = (form) => [...form.elements].filter(({ name, type }) => name && type !== "hidden")
const values = (form) => Object.fromEntries(fields(form).map(({ name, value }) => [name, value]))
// What the text was begun on, and what the server calls the change.
const marks = ["base", "path", "op"]
const nameOf = (form) => form.dataset.draft && `draft:${form.dataset.draft}`

export const isChanged = (form) =>
  Boolean(form?.dataset.opened) && JSON.stringify(values(form)) !== form.dataset.opened

export const keep = (form) => {
  const name = nameOf(form)
  if (!name) return
  const hidden = Object.fromEntries(marks.map((mark) => [mark, form.elements[mark]?.value]))
  const { version } = form.dataset
  memory.set(name, isChanged(form) ? { values: values(form), version, ...hidden } : null)
}

/** It is saved, or in the row, or given up. */
export const forget = (form, path) => {
  if (path?.startsWith("task/")) memory.set(`draft:${path.slice(5)}`, null)
  if (!form) return
  if (nameOf(form)) memory.set(nameOf(form), null)
  delete form.dataset.opened
  delete form.dataset.draft
}

const restore = (form, draft) => {
  const former = Object.fromEntries(marks.map((mark) => [mark, form.elements[mark]?.value]))
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined && form.elements[name]) form.elements[name].value = value
    }
  }
  const before = values(form)
  // It goes on from the text it was begun on: what others did since is merged.
  set({ ...draft.values, ...draft, values: undefined })
  const { version } = form.dataset
  if (draft.version) form.dataset.version = draft.version
  const line = document.createElement("div")
  line.className = "said"
  line.setAttribute("role", "status")
  const text = document.createElement("p")
  text.textContent = word("draft")
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = word("discard")
  button.onclick = () => {
    set({ ...before, ...former })
    if (version) form.dataset.version = version
    keep(form)
    tell(form)
    line.remove()
    fields(form)[0].focus()
  }
  line.append(text, button)
  form.querySelector(".bar").after(line)
}

/** @param {string=} opened How the form looked when it was opened, if that is not how it looks. */
export const follow = (form, opened) => {
  form.dataset.opened = opened ?? JSON.stringify(values(form))
  const draft = nameOf(form) && memory.get(nameOf(form))
  if (draft && JSON.stringify(draft.values) !== JSON.stringify(values(form))) restore(form, draft)
  form.addEventListener("input", () => keep(form))
  if (draft) tell(form)
}

/** Says on a sheet what others have done to its task since it was opened. */
export const tell = async (form) => {
  const line = form?.querySelector(".news")
  if (!line || !form.dataset.draft) return
  const at = `${prefix}news/${form.dataset.draft}?version=${form.dataset.version}`
  const { status, page } = await get(at).catch(() => ({}))
  const text = status === 200 ? page.body.textContent.trim() : ""
  if (line.textContent !== text) line.textContent = text
}

/** Asks what is to become of a sheet that was changed. */
export const ask = (form) =>
  new Promise((answer) => {
    const question = document.createElement("dialog")
    question.className = "popover"
    const list = document.createElement("div")
    list.className = "menu-list"
    const title = document.createElement("p")
    title.textContent = word("changed").replace("…", form.elements.title?.value ?? form.elements.name.value)
    list.append(title)
    for (const choice of ["save", "discard", "stay"]) {
      const button = document.createElement("button")
      button.textContent = word(choice)
      button.onclick = () => {
        question.remove()
        answer(choice)
      }
      list.append(button)
    }
    question.append(list)
    question.addEventListener("cancel", () => {
      question.remove()
      answer("stay")
    })
    document.body.append(question)
    question.showModal()
  })
