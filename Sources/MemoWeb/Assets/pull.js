// Sheets under a finger, and above a keyboard.

import { active, make, on } from "./format.js"
import { close } from "./sheet.js"

const slack = 8

/** Not every browser makes the page smaller where a keyboard covers it. */
const makeRoom = () => {
  const { height, offsetTop, scale } = visualViewport
  const { style } = document.documentElement
  // Who looks closer sees a part as well, and nothing is covered.
  const set = (name, size) => style.setProperty(name, scale < 1.1 ? `${size}px` : "")
  set("--seen", height)
  set("--above", offsetTop)
}

/** How far below the top of a text its caret is, as a text of the same width would have it. */
const caretIn = (field) => {
  const style = getComputedStyle(field)
  const mirror = make("div")
  for (const name of ["font", "lineHeight", "padding", "boxSizing", "letterSpacing"]) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", overflowWrap: "anywhere", width: `${field.clientWidth}px`,
  })
  mirror.textContent = `${field.value.slice(0, field.selectionEnd)}.`
  document.body.append(mirror)
  const height = mirror.offsetHeight
  mirror.remove()
  return height
}

/** What is typed is seen: the field, and of a text the line of the caret. */
const showCaret = (field) => {
  if (field.matches("textarea")) {
    const bottom = caretIn(field)
    if (bottom > field.scrollTop + field.clientHeight || bottom < field.scrollTop + 24) {
      field.scrollTop = bottom - field.clientHeight / 2
    }
  }
  field.scrollIntoView({ block: "nearest" })
}

/** A sheet that is pulled down by a finger is closed. */
export const start = () => {
  visualViewport.addEventListener("scroll", makeRoom)
  visualViewport.addEventListener("resize", () => {
    makeRoom()
    if (active().matches("#sheet *")) showCaret(active())
  })
  let from = null
  const sheet = (target) => target.closest?.("dialog:not(.popover)")
  on("touchstart", ({ target, touches: [touch, second] }) => {
    const dialog = sheet(target)
    const scrolls = target.closest?.("textarea, input[type=range], pre")?.scrollTop > 0
    from = dialog && !second && dialog.scrollTop <= 0 && !scrolls
      ? { dialog, x: touch.clientX, y: touch.clientY, way: 0 } : null
  })
  on("touchmove", (event) => {
    if (!from) return
    const [touch] = event.touches
    const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
    // Any other way it scrolls, selects or is nothing.
    if (from.way === 0 && dy < Math.max(slack, Math.abs(dx) * 1.5)) {
      if (Math.hypot(dx, dy) > slack) from = null
      return
    }
    from.way = Math.max(1, dy)
    event.preventDefault()
    from.dialog.style.transform = `translateY(${from.way}px)`
  }, { passive: false })
  const done = (isLetGo) => {
    if (!from) return
    const { dialog, way } = from
    from = null
    dialog.style.transform = ""
    if (isLetGo && way > 100) close()
  }
  on("touchend", () => done(true))
  on("touchcancel", () => done(false))
}
