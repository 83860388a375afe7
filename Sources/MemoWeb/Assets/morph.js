// Makes what a page shows like what the server sends, and takes nothing out that may stay.

const isTypedInto = (element) =>
  element === document.activeElement &&
  element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=submit], [type=button])")
const isInUse = (element) =>
  isTypedInto(element) ||
  element.classList.contains("held") ||
  element.classList.contains("swiped")

/** What children are known by: their id, or the words of an item and its number among equal ones. */
const keysOf = (parent) => {
  const keys = new Map()
  const counts = new Map()
  for (const child of parent.children) {
    const box = child.matches("li") && child.querySelector(":scope > button.tick, :scope > form > button.tick")
    // Its value is a line, what is asked for, and the words.
    const words = box ? box.value.replace(/^\S+ \S+ /, "") : ""
    counts.set(words, (counts.get(words) ?? 0) + 1)
    if (child.id) keys.set(child, child.id)
    else if (box) keys.set(child, `${counts.get(words)} ${words}`)
  }
  return keys
}

/** Makes one element like another; children that are known stay themselves wherever they go. */
export const morph = (old, fresh) => {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh)
    return
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
    return
  }
  const keeps = old.matches("details") ? ["open"] : old.matches("a.ticks") ? ["aria-expanded", "href"] : old.matches("li.card") ? ["class", "style"]
    : old.matches(".menu > *") ? ["style"] : []
  for (const { name, value } of [...fresh.attributes]) {
    if (keeps.includes(name) && isInUse(old)) continue
    if (old.getAttribute(name) !== value && !(name === "value" && isInUse(old))) {
      old.setAttribute(name, value)
    }
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !keeps.includes(name) && name !== "tabindex") {
      old.removeAttribute(name)
    }
  }
  // The task that is read beside the list is fetched by itself; what is there for who has no script
  // is a text for who has.
  if (old.matches("input, textarea, #detail, noscript")) return
  const keys = new Map([...keysOf(old), ...keysOf(fresh)])
  const known = new Map()
  for (const child of old.children) if (keys.has(child)) known.set(keys.get(child), child)
  const stays = new Set([...fresh.children].filter((child) => keys.has(child)).map((child) => keys.get(child)))
  const nextToStay = (node) => {
    while (node && !stays.has(keys.get(node))) node = node.nextSibling
    return node
  }
  // What the script has added at the end stays there, and is read last.
  const end = () => {
    const all = [...old.childNodes]
    return all[all.findLastIndex((node) => node.dataset?.own === undefined) + 1] ?? null
  }
  let place = old.firstChild
  for (const child of [...fresh.childNodes]) {
    // What the script has added stays where it is, and what goes is in nobody's way.
    while (place && (place.dataset?.own !== undefined || (keys.has(place) && !stays.has(keys.get(place))))) {
      place = place.nextSibling
    }
    const same = known.get(keys.get(child))
    if (same) {
      known.delete(keys.get(child))
      // What is taken out and put in again loses the focus and a click that has begun: of one that
      // has moved down only that one is, and nothing for one that is gone.
      const stay = nextToStay(place)
      if (stay && stay !== same && nextToStay(stay.nextSibling) === same) {
        if (stay === place) place = place.nextSibling
        old.append(stay)
      }
      if (nextToStay(place) === same) {
        while (place !== same) {
          const gone = place
          place = place.nextSibling
          if (gone.dataset?.own === undefined) gone.remove()
        }
        place = same.nextSibling
      } else old.insertBefore(same, place ?? end())
      morph(same, child)
    } else if (place && !keys.has(place) && !keys.has(child) && place.nodeName === child.nodeName) {
      const next = place.nextSibling
      morph(place, child)
      place = next
    } else {
      old.insertBefore(child, place ?? end())
    }
  }
  while (place) {
    const next = place.nextSibling
    if (place.dataset?.own === undefined && !known.has(keys.get(place))) place.remove()
    place = next
  }
  for (const left of known.values()) left.remove()
}
