import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

/** The member's own pages, which other stories in the same portal do not change. */
const walked = new Set([
  'dashboard',
  'tickets',
  'ticket',
  'participants',
  'add-participant',
  'acts',
  'memberships',
  'new-membership',
  'my-profile',
  'edit-profile',
  'history',
])

/** Controls that are smaller than a finger; links in sentences are exempt. */
const tooSmall = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a[href], button, input, select, summary')].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.mantine-Notifications-root')) return []
    const box = element.getBoundingClientRect()
    const around = ['::before', '::after'].map((part) => getComputedStyle(element, part)).filter(({ content, position }) => content !== 'none' && position === 'absolute')
    const label = element.labels?.[0]?.getBoundingClientRect()
    const size = (side) => Math.max(box[side], label?.[side] ?? 0, ...around.map((style) => parseFloat(style[side]) || 0))
    const inSentence = element.matches('a') && getComputedStyle(element).display === 'inline'
    if (box.width === 0 || inSentence || (size('width') >= 43 && size('height') >= 43)) return []
    return [(element.getAttribute('aria-label') ?? element.textContent ?? '').trim() + ' ' + Math.round(size('width')) + ' x ' + Math.round(size('height'))]
  })`)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('Everything that can be pressed is as large as a finger', async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    for (const { name, open } of memberPages.filter((one) => walked.has(one.name))) {
      await open(page)
      await settled(page)
      expect.soft(await tooSmall(page), name).toEqual([])
    }
  })
})

test('A page prints in light colours and without the shell, whatever the screen shows', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(paths.tickets())
  await settled(page)
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  expect(await scheme()).toBe('dark')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(scheme).toBe('light')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(scheme).toBe('dark')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('A printed calendar shows the names of events whole', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  // A4 in landscape.
  await page.setViewportSize({ width: 1047, height: 718 })
  // The month of an event that is on a Tuesday in ten to sixteen days.
  await page.goto(paths.calendar({ day: new Date(Date.now() + 13 * 86_400_000).toISOString().slice(0, 10) }))
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('radio', { name: 'Month' })).toBeHidden()
  await expect(page.locator('a[title]').filter({ hasText: 'Syng med: åben korprøve' })).toBeVisible()
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('[role=group] a[title]')].flatMap((link) => {
    const range = document.createRange()
    range.selectNodeContents(link)
    const box = link.getBoundingClientRect()
    return [...range.getClientRects()].some(({ right, bottom }) => right > box.right + 1 || bottom > box.bottom + 1) ? [link.textContent] : []
  })`)
  expect(cut).toEqual([])
})

test('A receipt and a month each print on one page, without the link to the content', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  const pages = async (landscape = false) => {
    const paper = await page.pdf({ preferCSSPageSize: true, format: 'A4', landscape, printBackground: true })
    return paper.toString('latin1').match(/\/Type \/Page\b/g)?.length
  }
  await page.goto(paths.calendar({ view: 'month' }))
  await settled(page)
  expect(await pages(), 'calendar').toBe(1)
  await page.goto(paths.memberships())
  await page
    .getByRole('link', { name: /^History of/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /^Receipt for/ })
    .first()
    .click()
  await expect(page.getByRole('article', { name: /^Receipt / })).toBeVisible()
  await settled(page)
  expect(await pages(), 'receipt').toBe(1)
  expect(await pages(true), 'receipt, if paper lies across').toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
})
