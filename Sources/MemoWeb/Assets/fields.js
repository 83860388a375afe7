// Fields of sheets: days, of the past as well, and the colors of themes.

import { refresh } from "./live.js"
import { get, prefix } from "./net.js"
import { on, readdress, setField, write } from "./page.js"

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

/** A day of the past, a step at a time. */
export const startPast = () => {
  let typed = 0
  on("input", ({ target }) => {
    if (!target.matches("[data-days]")) return
    const days = Number(target.value)
    const day = new Date()
    day.setDate(day.getDate() + days)
    const text = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, "0")).join("-")
    target.form.elements.at.value = days ? text : ""
    clearTimeout(typed)
    typed = setTimeout(() => {
      const address = new URL(location)
      setField(address.searchParams, "at", days && text)
      readdress(address)
      refresh()
    }, 120)
  })
}

const show = (form) => {
  const { style, dataset } = form.querySelector(".sample")
  style.cssText = dataset[form.elements.scheme.value]
  for (const { dataset: { token }, value } of form.elements) if (token) style.setProperty(`--${token}`, value)
}

export const followTheme = (form) => {
  form.addEventListener("input", () => show(form))
  show(form)
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
