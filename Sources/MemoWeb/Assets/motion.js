// Cards travel to where they are moved, so that nobody has to look for them.

import { all, make } from "./format.js"
import { body } from "./net.js"

const wantsNone = matchMedia("(prefers-reduced-motion: reduce)")
/** Of a board that is another one altogether nothing travels. */
const most = 12

/** @returns {Promise<void>} At its end, at once where nothing is to move. */
export const move = async (element, frames, duration = 180) => {
  if (wantsNone.matches || !element.animate) return
  await element.animate(frames, { duration, easing: "ease-out" }).finished.catch(() => {})
}

/** A picture of a card, which nobody can use. */
export const pictureOf = (card, { left, top, width }) => {
  const picture = card.cloneNode(true)
  picture.removeAttribute("id")
  picture.className += " ghost"
  picture.inert = true
  for (const one of picture.querySelectorAll("button, input")) one.remove()
  for (const link of picture.querySelectorAll("a")) link.removeAttribute("href")
  picture.setAttribute("aria-hidden", "true")
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, maxWidth: "none" })
  return picture
}

const seen = () => {
  const found = new Map()
  for (const lane of all(".lane > ul")) {
    for (const card of lane.querySelectorAll(":scope > li.card")) {
      const box = card.getBoundingClientRect()
      // Those below it are out of sight as well.
      if (box.top > innerHeight) break
      if (box.height && box.bottom > 0) found.set(card, { box, lane })
    }
  }
  return found
}

/** A picture takes the way, where columns cut off what leaves them. */
const fly = async (card, from, frames) => {
  const layer = make("ul", "layer flight")
  const picture = pictureOf(card, from)
  layer.append(picture)
  body.append(layer)
  await move(picture, frames)
  layer.remove()
}

const way = (from, to) => `translate(${to.left - from.left}px,${to.top - from.top}px)`

/** Changes the board, and shows where its cards have gone. */
export const glide = (change) => {
  if (wantsNone.matches) return change()
  const before = seen()
  change()
  const after = seen()
  const came = [...after.keys()].filter((card) => !before.has(card))
  const gone = [...before.keys()].filter((card) => !after.has(card))
  if (came.length + gone.length > most) return
  for (const card of came) move(card, { opacity: [0, 1], transform: ["scale(.94)", "none"] })
  for (const card of gone) fly(card, before.get(card).box, { opacity: [1, 0], transform: ["none", "scale(.94)"] })
  for (const [card, { box, lane }] of after) {
    const old = before.get(card)
    if (!old || (old.box.left === box.left && old.box.top === box.top)) continue
    if (old.lane === lane) move(card, { transform: [way(box, old.box), "none"] })
    else {
      move(card, { opacity: [0, 0] })
      fly(card, old.box, { transform: ["none", way(old.box, box)] })
    }
  }
}
