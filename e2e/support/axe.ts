import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { looksAtPages } from './looks.ts'
import { expectSpoken, inDanish, isPortal } from './spoken.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What stands in the way of reading a page: the rule, and the elements that break it. */
export type Violation = Pick<AxeResults['violations'][number], 'id' | 'nodes'>

export const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Axe finds nothing on a page as it stands. */
export async function expectNoViolations(page: Page, name: string) {
  if (looksAtPages()) await axeFindsNothing(page, name)
}

/** The same by day, too: for the story that looks at a page of each family. */
export const axeFindsNothing = (page: Page, name: string) => expectNothing(page, name, everyRule)

/** The same in light, and of the dark theme what differs there: its colours. */
export async function expectNoViolationsInBothThemes(page: Page, name: string) {
  if (!looksAtPages()) return
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, `${name}, dark`, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What another language and theme change: the names of things, the language's mark, headings, room for words, colours. */
const named: RunOptions = {
  runOnly: {
    type: 'rule',
    values: (
      'html-has-lang html-lang-valid valid-lang document-title page-has-heading-one empty-heading landmark-unique ' +
      'button-name link-name label ' +
      'image-alt role-img-alt svg-img-alt select-name input-button-name aria-command-name aria-dialog-name ' +
      'aria-input-field-name aria-toggle-field-name aria-tooltip-name aria-meter-name aria-progressbar-name ' +
      'aria-treeitem-name summary-name empty-table-header label-title-only target-size color-contrast'
    ).split(' '),
  },
}

/**
 * The same in both languages: everything in English and light, in Danish and dark what differs there. A page of the portal's
 * says nothing in the other's words, whichever is chosen.
 */
export async function expectNoViolationsInBothLanguages(page: Page, name: string) {
  if (!looksAtPages()) return
  if (!(await isPortal(page))) return expectNoViolationsInBothThemes(page, name)
  await expectNoViolations(page, name)
  await expectSpoken(page, 'en', name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await inDanish(page, async () => {
    await expectSpoken(page, 'da', name)
    await expectNothing(page, `${name}, in Danish, dark`, named)
  })
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
