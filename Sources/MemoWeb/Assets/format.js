// Dates as the reader has them, and elements that the script adds.

export const on = document.addEventListener.bind(document)
export const byId = document.getElementById.bind(document)
export const query = document.querySelector.bind(document)
export const all = (name) => [...document.querySelectorAll(name)]
/** What has the focus. */
export const active = () => document.activeElement
/** Tells whoever listens. */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))
/** A click that the browser follows by itself, to another tab or window, or that is followed. */
export const isFollowed = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey }) =>
  defaultPrevented || button || metaKey || ctrlKey || shiftKey
/** What is empty an address does without. */
export const setField = (fields, name, value) => value ? fields.set(name, value) : fields.delete(name)
/** So long after a finger is let go its click comes at the latest, in milliseconds. */
export const tapTime = 400
/** The page is the same one at another address. */
export const readdress = (address) => history.replaceState(history.state, "", address)

/** Puts the focus on a card, and the card into sight. */
export const focus = (card) => {
  card?.querySelector("a").focus({ preventScroll: true })
  card?.scrollIntoView({ block: "nearest" })
}

/** A sign of the page's own, beside a word. */
export const icon = (name) => {
  const [svg, use] = ["svg", "use"].map((one) => document.createElementNS("http://www.w3.org/2000/svg", one))
  svg.setAttribute("class", "i")
  svg.setAttribute("aria-hidden", "true")
  use.setAttribute("href", `#i-${name}`)
  svg.append(use)
  return svg
}

const formats = new Map()

const format = (style) => {
  try {
    return new Intl.DateTimeFormat(navigator.languages, style)
  } catch {
    // A browser may name languages that its own formats don't know.
    return new Intl.DateTimeFormat(undefined, style)
  }
}

/**
 * @param {Date} moment
 * @param {string} length Of its day, as `Intl` has it: `medium`, `full`.
 * @param {boolean=} isDay Whether it has no time of day.
 */
export const written = (moment, length, isDay) => {
  const name = `${length} ${isDay}`
  const style = isDay ? { dateStyle: length } : { dateStyle: length, timeStyle: "short" }
  if (!formats.has(name)) formats.set(name, format(style))
  return formats.get(name).format(moment)
}

/** Writes what the server says as a day, or as a day and a time. */
export const write = (time, length) => {
  const text = (time.dateTime ||= time.textContent)
  const isDay = text.length === 10
  const moment = new Date(isDay ? `${text}T00:00` : text.replace(" ", "T"))
  if (!isNaN(moment)) time.textContent = written(moment, length, isDay)
}

/** An element that the script adds. */
export const make = (name, className = "", textContent = "", role) => {
  const element = Object.assign(document.createElement(name), { className, textContent })
  if (role) element.setAttribute("role", role)
  return element
}
