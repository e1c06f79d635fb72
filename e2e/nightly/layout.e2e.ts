import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { memberPages, settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

test('Nothing scrolls sideways on the narrowest phone', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    paths.dashboard(),
    paths.memberships(),
    paths.newMembership(),
    paths.myProfile(),
    paths.editProfile(),
    paths.notifications(),
    paths.participants(),
    paths.editParticipant(),
    paths.acts(),
  ]) {
    await page.goto(path)
    await settled(page)
    const [content, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )
    expect(content, path).toBe(screen)
  }
})

test('Every page of a member is as wide as the others, with its heading at the same edge', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  // From one edge to the other; a heading in a picture, a card or an empty page's middle stands further in.
  const edges = () =>
    page.evaluate<{ heading: number | null; left: number; right: number }>(`(() => {
      const content = document.querySelector('main [class*=content]')
      const boxes = [...content.querySelectorAll(':scope > *, :scope > * > *')].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 2)
      const heading = content.querySelector('header.mantine-Group-root > * > h1')
      return {
        heading: heading && Math.round(heading.getBoundingClientRect().left),
        left: Math.round(Math.min(...boxes.map(({ left }) => left))),
        right: Math.round(Math.max(...boxes.map(({ right }) => right))),
      }
    })()`)
  await page.goto(paths.dashboard())
  await settled(page)
  const { left, right } = await edges()
  for (const { name, open } of memberPages) {
    await open(page)
    await settled(page)
    const { heading, ...sides } = await edges()
    expect.soft(sides, name).toEqual({ left, right })
    if (heading !== null) expect.soft(heading, `the heading of ${name}`).toBe(left)
  }
})

test('Nothing moves while a page loads', async ({ browser, portal, signedInAs }) => {
  const shifts =
    'shifts.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) => [value, sources.map(({ node }) => node?.className ?? node?.nodeName)])'
  const observed = `self.shifts = []
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })`
  const expectStill = async (page: Page, path: string) => {
    await page.goto(path)
    await settled(page)
    expect(await page.evaluate(shifts), path).toEqual([])
  }
  for (const width of [390, 1440]) {
    const elsewhere = await browser.newContext({
      baseURL: portal.url,
      locale: 'en-GB',
      viewport: { width, height: 900 },
    })
    const front = await elsewhere.newPage()
    await front.addInitScript(observed)
    await expectStill(front, paths.dashboard())
    await elsewhere.close()
  }
  const page = await signedInAs('anna@example.com')
  await page.addInitScript(observed)
  await page.goto(paths.eventsOf('ROKLUB'))
  const event = await page.getByRole('article').getByRole('heading').getByRole('link').first().getAttribute('href')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [paths.dashboard(), paths.events(), event!, paths.newMembership()]) await expectStill(page, path)
  }
})
