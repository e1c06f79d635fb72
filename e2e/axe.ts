import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Mantine's dialogs have a `header` element, which axe takes for a second banner of the page; readers do not. */
const dialogs = ['landmark-no-duplicate-banner', 'landmark-unique']

/** Axe finds nothing on a page as it stands. */
export async function expectNoViolations(page: Page, name: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).disableRules(dialogs).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, name).toEqual([])
}
