import { expect, type Page } from '@playwright/test'
import { inDanish, isPortal } from './spoken.ts'

interface View {
  readonly name: string
  readonly width: number
  readonly height: number
  /** The root's font size. */
  readonly text: string
}

const narrowest: View = { name: '320 px', width: 320, height: 640, text: '' }

/** The narrowest phone and a usual one. */
export const phones: readonly View[] = [narrowest, { name: '390 px', width: 390, height: 844, text: '' }]

/** The narrowest phone, and twice the text size on a phone and on a desktop. */
const allViews: readonly View[] = [
  narrowest,
  { name: '390 px, 200 % text', width: 390, height: 844, text: '200%' },
  { name: '1280 px, 200 % text', width: 1280, height: 900, text: '200%' },
]

/**
 * Runs in the page and lists what doesn't fit: sideways scrolling, cut text, broken words and numbers, text outside its button,
 * controls outside their card, and what lies over something else.
 */
const misfits = `(() => {
  const found = new Set()
  const page = document.documentElement
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim().slice(0, 60)
  // Text for screen readers only is in a pixel, or in a line as thin, which hides all that is inside.
  const isPixel = ({ width, height }, element) => (width <= 2 || height <= 2) && getComputedStyle(element).overflow === 'hidden'
  const unseen = new Set()
  const elements = [...document.body.querySelectorAll('*')].filter((element) => {
    const box = element.getBoundingClientRect()
    if (unseen.has(element.parentElement) || isPixel(box, element)) unseen.add(element)
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return box.width > 2 && box.height > 2 && !unseen.has(element) && !element.closest('svg') && isSeen
  })
  const visible = new Set(elements)
  const styles = new Map(elements.map((element) => [element, getComputedStyle(element)]))
  // It and all around it. What has no box of its own, such as \`display: contents\`, is left out.
  const outwards = (element) => {
    const found = []
    for (let at = element; at !== document.body; at = at.parentElement) if (visible.has(at)) found.push(at)
    return found
  }
  const isInScroller = (element) =>
    outwards(element).some((at) => /auto|scroll/.test(styles.get(at).overflowX) && at.scrollWidth > at.clientWidth)
  const textsIn = (element) => {
    const texts = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.data.trim() && visible.has(node.parentElement)) texts.push(node)
    return texts
  }
  const range = document.createRange()
  const linesOf = (text, start = 0, end = text.data.length) => {
    range.setStart(text, start)
    range.setEnd(text, end)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }

  if (page.scrollWidth > page.clientWidth) {
    const wide = elements.filter((element) => element.getBoundingClientRect().right > page.clientWidth + 1 && !isInScroller(element))
    found.add('scrolls sideways by ' + (page.scrollWidth - page.clientWidth) + ' px: ' + wide.slice(-2).map(nameOf).join(' | '))
  }

  for (const element of elements) {
    // The whole text is in its title, or on the page that it links to.
    if (element.closest('[title], a[href]') || element.querySelector('[title]') || element.closest('article')?.querySelector('a[href]')) continue
    const { overflowX, webkitLineClamp } = styles.get(element)
    const box = element.getBoundingClientRect()
    const isCut =
      (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && !isInScroller(element) &&
        textsIn(element).some((text) => linesOf(text).some(({ left, right, top }) => top < box.bottom - 3 && (left < box.left - 1 || right > box.right + 1)))) ||
      (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1)
    if (isCut) found.add('cut: ' + nameOf(element))
  }

  for (const button of elements.filter((element) => element.matches('button, a[class*=Button], [role=tab]') && !element.querySelector('[title]'))) {
    const box = button.getBoundingClientRect()
    // A second line below a clipping button is hidden as a whole, and its icon stays.
    const outside = ({ left, right, top, bottom }) =>
      !(styles.get(button).overflowY === 'hidden' && top >= box.bottom - 3) &&
      (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3)
    // A count stands on the corner of its icon.
    const isCount = (text) => text.parentElement.closest('.mantine-Indicator-indicator')
    if (textsIn(button).some((text) => !isCount(text) && linesOf(text).some(outside))) found.add('outgrows its button: ' + nameOf(button))
  }

  // Sticky elements and layers pass over the page on purpose.
  const layerOf = (element) =>
    outwards(element).find((at) => /fixed|sticky/.test(styles.get(at).position) || at.matches('[role=dialog]')) ?? document.body
  // A picture with something written on it, and a list that opens, lie over each other on purpose, too.
  const isRaised = (element) => outwards(element).some((at) => styles.get(at).position === 'absolute')
  const isCutOff = (element, { left, right, top, bottom }) =>
    outwards(element).some((at) => {
      const box = at.getBoundingClientRect()
      return styles.get(at).overflow !== 'visible' && (right > box.right + 1 || bottom > box.bottom + 1 || left < box.left - 1 || top < box.top - 1)
    })
  const controls = elements.filter((element) => element.matches('button, input, select, textarea, a[class*=Button], label[class*=track], [class*=Switch-track]'))
  const pieces = [
    ...textsIn(document.body).flatMap((text) => linesOf(text).map((box) => ({ element: text.parentElement, box }))),
    ...controls.map((element) => ({ element, box: element.getBoundingClientRect() })),
  ]
    .filter(({ element, box }) => !isRaised(element) && !isCutOff(element, box))
    .map((piece) => ({ ...piece, layer: layerOf(piece.element) }))
    .toSorted((a, b) => a.box.top - b.box.top)
  for (const [at, one] of pieces.entries())
    for (let next = at + 1; next < pieces.length && pieces[next].box.top < one.box.bottom - 4; next++) {
      const other = pieces[next]
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide <= 4 || high <= 4 || one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue
      found.add('“' + nameOf(one.element) + '” and “' + nameOf(other.element) + '” lie over each other')
    }

  for (const control of controls) {
    const box = control.getBoundingClientRect()
    const card = outwards(control.parentElement).find((at) => styles.get(at).borderLeftWidth !== '0px' || styles.get(at).boxShadow !== 'none')
    if (!card || isInScroller(control) || isRaised(control)) continue
    const around = card.getBoundingClientRect()
    if (box.right > around.right + 1 || box.left < around.left - 1) found.add('stands outside its card: ' + nameOf(control))
  }

  for (const text of textsIn(document.body)) {
    // Compounds may break after their hyphen, and addresses anywhere.
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00ad\\u200b/–—-]*\\p{L}{3}[^\\s\\u00ad\\u200b/–—-]*/gu)) {
      if (text.parentElement.closest('[title]') || /[@_:\\d]|\\.\\w{2}/.test(word)) continue
      const lines = linesOf(text, index, index + word.length)
      const width = lines.reduce((sum, line) => sum + line.width, 0)
      // A word that is nearly as wide as the screen has to break somewhere.
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1 && width < page.clientWidth * 0.7)
        found.add('broken word: ' + word + ' in “' + nameOf(text.parentElement) + '”')
    }
    // Amounts and phone numbers.
    for (const { 0: number, index } of text.data.matchAll(/−?DKK\\u00a0[\\d.,]+\\d|−?\\d[\\d.,]*\\u00a0kr\\.|\\d\\d(\\u00a0\\d\\d){3}/gu))
      if (new Set(linesOf(text, index, index + number.length).map(({ top }) => Math.round(top))).size > 1)
        found.add('broken number: ' + number)
  }
  return [...found]
})()`

/** Expects that everything on a page fits at each width and text size, in both languages. */
export async function expectFits(page: Page, name: string, views = allViews): Promise<void> {
  if (!(await isPortal(page))) return
  const before = page.viewportSize()!
  const look = async (language: string) => {
    for (const view of views) {
      await page.setViewportSize({ width: view.width, height: view.height })
      await page.evaluate(`document.documentElement.style.fontSize = '${view.text}'; scrollTo(0, 0)`)
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      expect.soft(await page.evaluate<string[]>(misfits), `${name} at ${view.name}, in ${language}`).toEqual([])
    }
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    await page.setViewportSize(before)
  }
  await look('English')
  await inDanish(page, () => look('Danish'))
}
