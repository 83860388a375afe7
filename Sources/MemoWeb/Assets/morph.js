// Makes what a page shows like what the server sends, and takes nothing out that may stay.

const isInUse = (element) =>
  element === document.activeElement ||
  element.classList.contains("held") ||
  element.classList.contains("swiped")

/** Makes one element like another; children that have an id stay themselves wherever they go. */
export const morph = (old, fresh) => {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh)
    return
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
    return
  }
  const keeps = old.matches("details") ? ["open"] : old.matches("a.ticks") ? ["aria-expanded"] : old.matches("li.card") ? ["class"]
    : old.matches(".earlier, .menu > *") ? ["style"] : []
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
  const known = new Map()
  for (const child of old.children) if (child.id) known.set(child.id, child)
  const stays = new Set([...fresh.children].map(({ id }) => id).filter(Boolean))
  const nextToStay = (node) => {
    while (node && !stays.has(node.id)) node = node.nextSibling
    return node
  }
  let place = old.firstChild
  for (const child of [...fresh.childNodes]) {
    // What the script has added stays where it is, and what goes is in nobody's way.
    while (place && (place.dataset?.own !== undefined || (place.id && !stays.has(place.id)))) {
      place = place.nextSibling
    }
    const same = child.id ? known.get(child.id) : null
    if (same) {
      known.delete(child.id)
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
      } else old.insertBefore(same, place)
      morph(same, child)
    } else if (place && !place.id && !child.id && place.nodeName === child.nodeName) {
      const next = place.nextSibling
      morph(place, child)
      place = next
    } else {
      old.insertBefore(child, place)
    }
  }
  while (place) {
    const next = place.nextSibling
    if (place.dataset?.own === undefined && !known.has(place.id)) place.remove()
    place = next
  }
  for (const left of known.values()) left.remove()
}
