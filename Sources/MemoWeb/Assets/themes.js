// A theme's sheet looks as it says, and says how well its colors are told from each other.

const luminance = (color) => {
  const part = (place) => {
    const value = parseInt(color.slice(place, place + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

const ratio = (one, other) => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const show = (form) => {
  const { canvas, card } = form.elements
  // Not the form: with bad colors nobody could mend them.
  const sample = form.querySelector(".sample")
  for (const { dataset, type, value } of form.elements) {
    if (type === "color") sample.style.setProperty(`--${dataset.token}`, value)
  }
  for (const output of form.querySelectorAll("output")) {
    if (!output.textContent.trim()) continue
    const { value } = form.elements[output.dataset.role]
    const found = Math.min(ratio(value, canvas.value), ratio(value, card.value))
    output.textContent = output.textContent.replace(/[\d.]+/, (Math.floor(found * 10) / 10).toFixed(1))
    const needed = Number(output.textContent.match(/[\d.]+/g).at(-1))
    output.classList.toggle("late", found < needed)
  }
}

export const follow = (form) => {
  form.addEventListener("input", () => show(form))
  show(form)
}
