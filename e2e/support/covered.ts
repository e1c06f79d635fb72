import type { Locator, Page } from '@playwright/test'

/** The parts of an element that these checks use; the stories are compiled without the browser's types. */
interface SeenElement {
  readonly ownerDocument: { elementFromPoint: (x: number, y: number) => SeenElement | null }
  contains: (other: SeenElement) => boolean
  getBoundingClientRect: () => { x: number; y: number; width: number; height: number }
}

/** Whether an element is where a hand or an eye would find it: in the window, with nothing over its middle. */
function isSeen(node: unknown): boolean {
  const element = node as SeenElement
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = element.ownerDocument.elementFromPoint(x + Math.min(width, 300) / 2, y + height / 2)
  return height > 0 && top !== null && element.contains(top)
}

export const isInSight = (place: Locator): Promise<boolean> => place.evaluate(isSeen)

/** Turns the wheel where the mouse is, and waits until the browser has drawn it. */
export async function turnWheel(page: Page, by: number): Promise<void> {
  await page.mouse.wheel(0, by)
  await twoFrames(page)
}

/** Draws what is in the middle of the window up by a thumb. */
export async function swipe(page: Page, by: number, atTheEnd = async () => {}): Promise<void> {
  const { width, height } = page.viewportSize()!
  const browser = await page.context().newCDPSession(page)
  const from = (height + by) / 2
  const touch = (type: 'touchStart' | 'touchMove', moved: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: width / 2, y: from - moved }] })
  await touch('touchStart', 0)
  for (let moved = 40; moved <= by; moved += 40) await touch('touchMove', moved)
  await atTheEnd()
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}

/** Swipes with a thumb that rests before it lifts: a tap on what still rolls only stops it. */
export const swipeAndSettle = (page: Page, by: number): Promise<void> =>
  swipe(page, by, async () => {
    for (let frame = 0; frame < 2; frame++) await twoFrames(page)
  })

const twoFrames = (page: Page) =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`)

type Scroll = (page: Page, by: number) => Promise<void>

/** Scrolls, a notch of the wheel or a swipe at a time, until a place is in sight. @returns whether it came into sight */
export async function scrollTo(page: Page, place: Locator, scroll: Scroll = turnWheel, most = 100): Promise<boolean> {
  for (let turns = 0; turns < most; turns++) {
    if (await isInSight(place)) return true
    await scroll(page, scroll === turnWheel ? 200 : 400)
  }
  return false
}

/** Scrolls to the end of the page. */
export async function scrollToEnd(page: Page): Promise<void> {
  for (let before = -1, now = 0; now !== before;) {
    before = now
    await turnWheel(page, 400)
    now = await page.evaluate<number>('scrollY')
  }
}

/** Pairs of what stays in its place while the page scrolls, of which one covers the other. */
export const coveredParts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const scrolls = (element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowY)
    const inWindow = (element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at)) return false
      return true
    }
    const parts = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, top, bottom, visibility } = getComputedStyle(element)
      const { width, height, y } = element.getBoundingClientRect()
      const isFixed = position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto') && inWindow(element))
      return isFixed && visibility === 'visible' && width > 0 && height > 0 && y + height > 0 && y < innerHeight
    })
    const nameOf = (element) => element.tagName.toLowerCase() + ' “' + element.innerText.trim().slice(0, 30) + '”'
    const found = []
    for (const [at, one] of parts.entries())
      for (const other of parts.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect()
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (wide > 1 && high > 1) found.push(nameOf(one) + ' and ' + nameOf(other))
      }
    return found
  })()`)
