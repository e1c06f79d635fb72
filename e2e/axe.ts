import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What stands in the way of reading a page: the rule, and the elements that break it. */
export type Violation = Pick<AxeResults['violations'][number], 'id' | 'nodes'>

const everywhere: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Mantine's dialogs have a `header` element, which axe takes for a second banner of the page; readers do not.
  rules: { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } },
}

/** Axe finds nothing on a page as it stands. */
export const expectNoViolations = async (page: Page, name: string) => expectNothing(page, name, everywhere)

/** The same in light, and of the dark theme what differs there: its colours. */
export async function expectNoViolationsInBothThemes(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, `${name}, dark`, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Runs axe, which a document keeps once it has it, and hands over what it found only: carrying its source and all that it
 * looked at to and fro costs more than looking. What a frame shows is not looked at; one that is to be seen is a violation.
 */
export async function violationsOf(page: Page, options: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(`${source};undefined`)
  const all = {
    ...options,
    resultTypes: ['violations'],
    checks: { 'frame-tested': { options: { isViolation: true } } },
  }
  return page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(all)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
  )
}

async function expectNothing(page: Page, name: string, options: RunOptions) {
  await colorsRest(page)
  const violations = await violationsOf(page, options)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, name).toEqual([])
}

/** Colours that are fading are neither one nor the other; a page hears of another theme with its next frame. */
const colorsRest = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const rests = ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity
    const look = () => (document.getAnimations().every(rests) ? resolve() : setTimeout(look, 50))
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)
