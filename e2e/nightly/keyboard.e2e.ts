import type { Page } from '@playwright/test'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

/** One page of each kind; the shell around them is tested once. */
const walked = new Set([
  'dashboard',
  'events',
  'event',
  'tickets',
  'tickets-of-event',
  'ticket',
  'organisation',
  'participants',
  'edit-participant',
  'acts',
  'memberships',
  'new-membership',
  'my-profile',
  'edit-profile',
  'history',
])

/** What a control needs for keyboard users: one stop, a visible focus, and a name. */
interface Walk {
  readonly missed: string[]
  readonly twice: string[]
  readonly unseen: string[]
  readonly covered: string[]
}

/** Tabs through the page, from before its first control to behind its last. */
async function walk(page: Page, area: string): Promise<Walk> {
  const count = await page.evaluate<number>(`(() => {
    const area = document.querySelector(${JSON.stringify(area)})
    const groups = new Set()
    const walk = (globalThis.walk = { seen: new Map(), unseen: [], covered: [] })
    walk.name = (element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 60) || element.outerHTML.slice(0, 80)
    // The focus may be shown by the control's label, frame or icon.
    walk.look = (element) => [element, element.nextElementSibling, element.parentElement, element.closest('label')].map((one) => {
      // A link over a whole card shows it around the card.
      const styles = one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : []
      return styles.map((style) => [style.outline, style.boxShadow, style.borderColor].join(' ')).join(' ')
    }).join('|')
    walk.controls = [...area.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((element) => {
      if (element.tabIndex < 0 || element.disabled || element.closest('[inert]') || !element.checkVisibility({ visibilityProperty: true })) return false
      if (element.type !== 'radio') return true
      const first = !groups.has(element.name)
      groups.add(element.name)
      return first
    })
    walk.before = new Map(walk.controls.map((element) => [element, walk.look(element)]))
    area.setAttribute('tabindex', '-1')
    area.focus({ preventScroll: true })
    return walk.controls.length
  })()`)
  // A date has a stop for each of its parts, and one for its calendar.
  const dates = await page.locator(`${area} input[type=date]`).count()
  for (let stop = 0; stop <= count + 3 * dates; stop++) {
    await page.keyboard.press('Tab')
    const within = await page.evaluate<boolean>(`new Promise((resolve) => requestAnimationFrame(() => {
      const { walk } = globalThis, element = document.activeElement
      if (!element?.closest(${JSON.stringify(area)})) return resolve(false)
      walk.seen.set(element, (walk.seen.get(element) ?? 0) + 1)
      if (walk.look(element) === walk.before.get(element)) walk.unseen.push(walk.name(element))
      const { left, top, width, height } = (element.labels?.[0] ?? element).getBoundingClientRect()
      const upon = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
      if (!upon || !(element.contains(upon) || upon.contains(element) || [...element.labels ?? []].some((label) => label.contains(upon)))) walk.covered.push(walk.name(element))
      resolve(true)
    }))`)
    if (!within) break
  }
  return page.evaluate<Walk>(`(() => {
    const { seen, name, unseen, covered } = globalThis.walk
    const groups = new Set([...seen.keys()].map((element) => element.type === 'radio' && element.name))
    const missed = globalThis.walk.controls.filter((element) => !seen.has(element) && !(element.type === 'radio' && groups.has(element.name)))
    return { missed: missed.map(name), twice: [...seen].filter(([element, times]) => times > (element.type === 'date' ? 4 : 1)).map(([element]) => name(element)), unseen, covered }
  })()`)
}

const nothing: Walk = { missed: [], twice: [], unseen: [], covered: [] }

test("Tab reaches every control of a member's pages, once and in view", async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  for (const { name, open } of memberPages.filter((one) => walked.has(one.name))) {
    await open(page)
    await settled(page)
    expect.soft(await walk(page, '#main'), name).toEqual(nothing)
  }
  expect.soft(await walk(page, 'header'), 'header').toEqual(nothing)
})
