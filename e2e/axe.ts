import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Mantine's dialogs have a `header` element, which axe takes for a second banner of the page; readers do not. */
const dialogs = ['landmark-no-duplicate-banner', 'landmark-unique']

/** Axe finds nothing on a page as it stands. */
export const expectNoViolations = async (page: Page, name: string) =>
  expectNothing(page, name, new AxeBuilder({ page }).withTags(tags).disableRules(dialogs))

/** The same in light, and of the dark theme what differs there: its colours. */
export async function expectNoViolationsInBothThemes(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, `${name}, dark`, new AxeBuilder({ page }).withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNothing(page: Page, name: string, builder: AxeBuilder) {
  await colorsRest(page)
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, name).toEqual([])
}

/** Colours that are fading are neither one nor the other. */
const colorsRest = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<boolean>(
        "document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity)",
      ),
    )
    .toBe(true)
