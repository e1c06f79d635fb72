import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { looksAtPages } from './looks.ts'
import { expectSpoken, inDanish, isPortal } from './spoken.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A violation: the rule, and the elements that break it. */
export type Violation = Pick<AxeResults['violations'][number], 'id' | 'nodes'>

export const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Axe calls it experimental.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** Expects no violations on the current page. */
export async function expectNoViolations(page: Page, name: string) {
  if (looksAtPages()) await axeFindsNothing(page, name)
}

/** Checks a page also outside the nightly run. */
export const axeFindsNothing = (page: Page, name: string) => expectNothing(page, name, everyRule)

/** Checks a page in the light theme, and the colours of the dark one. */
export async function expectNoViolationsInBothThemes(page: Page, name: string) {
  if (!looksAtPages()) return
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, `${name}, dark`, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The rules that depend on language and theme: names, the language attribute, headings, text space, colours. */
const named: RunOptions = {
  runOnly: {
    type: 'rule',
    values: (
      'html-has-lang html-lang-valid valid-lang document-title page-has-heading-one empty-heading landmark-unique ' +
      'button-name link-name label label-content-name-mismatch ' +
      'image-alt role-img-alt svg-img-alt select-name input-button-name aria-command-name aria-dialog-name ' +
      'aria-input-field-name aria-toggle-field-name aria-tooltip-name aria-meter-name aria-progressbar-name ' +
      'aria-treeitem-name summary-name empty-table-header label-title-only target-size color-contrast'
    ).split(' '),
  },
}

/**
 * Checks a page in both languages: all rules in English and light, and in Danish and dark the rules that can differ. The portal's own
 * pages must have no text in the other language.
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
 * Runs axe, which is loaded once a document, and returns the violations only: transferring its source and full results
 * costs more than the check. Frames are not checked; a visible frame is a violation.
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
  expect.soft([...found, ...(await page.evaluate<string[]>(spokenOtherwise))], name).toEqual([])
}

/**
 * Controls with a name that does not begin with what is seen (WCAG 2.5.3), with both: who speaks to a computer says what they see. Signs and
 * pictures of words (`aria-hidden`) are left out. A name made from the content may have hidden words, but not before the first one seen.
 */
export const spokenOtherwise = `(() => {
  const controls =
    'a[href], button, summary, input, select, textarea, ' +
    ['button', 'link', 'tab', 'menuitem', 'switch', 'checkbox', 'radio', 'option'].map((role) => '[role=' + role + ']').join()
  const words = (text) => text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? []
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const seen = (element) => {
    const texts = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const inside = walker.currentNode.parentElement
      if (isShown(inside) && !inside.closest('[aria-hidden=true], select, textarea')) texts.push(walker.currentNode.textContent)
    }
    return texts.join(' ')
  }
  axe.setup(document)
  const found = [...document.querySelectorAll(controls)].flatMap((control) => {
    if (control.closest('[aria-hidden=true], [inert]') || !control.checkVisibility()) return []
    const isField = control.matches('input, select, textarea')
    const text = isField ? [...(control.labels ?? [])].map(seen).join(' ') : seen(control)
    const name = axe.commons.text.accessibleText(control)
    const shown = words(text)
    // Numbers, such as days of a calendar, are no words.
    if (!/\\p{L}/u.test(text)) return []
    const begins =
      isField || control.matches('[aria-label], [aria-labelledby]')
        ? words(name).join('').startsWith(shown.join(''))
        : words(name).join('').startsWith(shown[0])
    return begins ? [] : ['seen as "' + text.trim() + '", spoken as "' + name + '"']
  })
  axe.teardown()
  return found
})()`

/** Waits for colour transitions and for the frame after a theme change. */
const colorsRest = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const isStill = ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity
    const look = () => (document.getAnimations().every(isStill) ? resolve() : setTimeout(look, 50))
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)
