import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { coveredParts, isInSight, scrollTo, scrollToEnd, swipeAndSettle, turnWheel } from './support/covered.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { closedClubs, longClub } from './support/long-lists.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
]
const phone = { width: 390, height: 844 }
const office = 'all-clubs@example.com'

interface ShownList {
  readonly rows: Locator
  /** Of a table whose heads stay in sight. */
  readonly heads?: Locator
}

interface LongList {
  readonly name: string
  readonly path: (club: { key: string; eventId: string }) => string
  readonly on: (page: Page) => ShownList
  /** Opens it, where it has no page. */
  readonly open?: (page: Page) => Promise<void>
  /** It is whole at once. */
  readonly whole?: true
}

/** A table, or cards where it is narrow. */
const dataList = (label: string) => (page: Page) => {
  const table = page.getByRole('table', { name: label })
  return {
    rows: table.locator('tbody tr').or(page.getByRole('list', { name: label }).locator('> li')),
    heads: table.locator('th'),
  }
}
const items = (label: string) => (page: Page) => ({ rows: page.getByRole('list', { name: label }).locator('> li') })

const registrations: LongList = {
  name: 'registrations',
  path: ({ key, eventId }) => paths.officeEvent(key, eventId, { tab: 'people' }),
  on: dataList('Registrations'),
}
const lists: readonly LongList[] = [
  registrations,
  { name: 'members', path: ({ key }) => paths.office(key, 'members'), on: dataList("The club's members") },
  { name: 'payments', path: ({ key }) => paths.clubPayments(key), on: dataList("The club's payments") },
  { name: 'events', path: ({ key }) => paths.officeEvents(key), on: dataList('Upcoming') },
  { name: 'codes', path: ({ key }) => paths.officeCoupons(key), on: items('Discount codes') },
  { name: 'conversations', path: ({ key }) => paths.inbox(key), on: items('Conversations') },
  {
    name: 'acts',
    path: ({ key }) => paths.office(key, 'history'),
    on: (page) => ({ rows: page.locator('[data-entry]') }),
  },
  {
    name: 'invitations',
    path: ({ key }) => paths.office(key, 'settings/people'),
    on: (page) => ({ rows: page.getByRole('listitem').filter({ hasText: /invited\d+@/ }) }),
    whole: true,
  },
  {
    name: 'seasons',
    path: ({ key }) => paths.officeMemberships(key),
    on: (page) => ({
      rows: page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: /Voksen \d/ }),
    }),
    whole: true,
  },
  {
    name: 'exports',
    path: ({ key }) => paths.office(key, 'members'),
    open: async (page) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Earlier exports' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
    on: (page) => ({ rows: page.getByRole('dialog').getByRole('listitem') }),
    whole: true,
  },
]
const clubs: LongList = {
  name: 'clubs',
  path: () => paths.operatorClubs(),
  on: (page) => ({ rows: page.locator('[data-list-row]') }),
}

/** Where a thing is once it no longer moves: a tap that lands while a page still scrolls only stops it. */
async function settledBox(page: Page, place: Locator) {
  for (let before = await place.boundingBox(); ;) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const box = await place.boundingBox()
    if (box && box.y === before?.y) return box
    before = box
  }
}

const hasFocus = (row: Locator) =>
  row.evaluate((node: unknown) => {
    const shown = node as { contains: (other: unknown) => boolean; ownerDocument: { activeElement: unknown } }
    return shown.contains(shown.ownerDocument.activeElement)
  })

/** Reads a list to its last row as a hand does, with another page of it, and back to its heads. */
async function readToTheEnd(page: Page, { name, on, whole }: LongList, scroll = turnWheel): Promise<void> {
  const { width, height } = page.viewportSize()!
  const at = `${name} at ${width} × ${height}`
  const { rows, heads } = on(page)
  const count = await rows.count()
  expect(count, `rows of a page: ${at}`).toBeGreaterThanOrEqual(20)
  const moveOver = async (row: Locator) => {
    const box = (await row.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, Math.min(box.y + 20, height - 120))
  }
  await moveOver(rows.first())
  expect(await scrollTo(page, rows.nth(count - 1), scroll), `the last row is in sight: ${at}`).toBe(true)
  const expectHeads = async (when: string) => {
    if (heads && (await heads.count()) > 0)
      expect(await isInSight(heads.nth(1)), `the heads, ${when}: ${at}`).toBe(true)
  }
  await expectHeads('beside the last row')
  if (!whole) {
    const more = page.getByRole('button', { name: 'Show more' })
    expect(await scrollTo(page, more, scroll), `“Show more” is in sight: ${at}`).toBe(true)
    if (heads) {
      await scrollToEnd(page)
      await expectHeads('at the end of the page')
    }
    await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(count)
    await expect.poll(() => hasFocus(rows.nth(count)), { message: `the first new row has the focus: ${at}` }).toBe(true)
    expect(await isInSight(rows.nth(count)), `the first new row is in sight: ${at}`).toBe(true)
    const all = await rows.count()
    await moveOver(rows.nth(count))
    expect(await scrollTo(page, rows.nth(all - 1), scroll), `the last row of all is in sight: ${at}`).toBe(true)
  }
}

test('The wheel leads to the last of many registrations, and the heads stay in sight', async ({
  portal,
  signedInAs,
}) => {
  const club = await longClub(portal)
  const page = await signedInAs(office)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(registrations.path(club))
  await settled(page)
  await readToTheEnd(page, registrations)
})

test(
  'Every list of an office is read to its last row by the wheel',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const club = await longClub(portal)
    const page = await signedInAs(office)
    for (const size of sizes)
      for (const list of lists) {
        await page.setViewportSize(size)
        await page.goto(list.path(club))
        await settled(page)
        await list.open?.(page)
        await readToTheEnd(page, list)
      }
  },
)

test('The clubs of the console are read to the last one', { tag: '@nightly' }, async ({ portal, signedInAs }) => {
  const takeAway = await closedClubs(portal, 70)
  const page = await signedInAs('super@example.com')
  for (const size of [...sizes, phone]) {
    await page.setViewportSize(size)
    await page.goto(clubs.path({ key: '', eventId: '' }))
    await settled(page)
    await readToTheEnd(page, clubs)
  }
  await takeAway()
})

test(
  'Nothing that stays in its place covers something else that does, with rows selected',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const club = await longClub(portal)
    const page = await signedInAs(office)
    await page.goto(registrations.path(club))
    for (const width of [320, 390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await settled(page)
      const { rows, heads } = registrations.on(page)
      await rows.nth(1).getByRole('checkbox').check()
      await page.mouse.move(width / 2, 500)
      for (const by of [0, 400, 800]) {
        await page.mouse.wheel(0, by)
        await expect.poll(() => isInSight(page.getByRole('button', { name: 'Mark as present' }))).toBe(true)
        expect(await coveredParts(page), `covered at ${width}, after the wheel turned by ${by}`).toEqual([])
        if (by === 0 && (await heads!.count()) > 0)
          expect(await isInSight(heads!.nth(1)), `the heads at ${width}`).toBe(true)
      }
      const list = page.getByRole('table').or(page.getByRole('list', { name: 'Registrations' }))
      const bar = page.getByRole('button', { name: 'Clear the selection' })
      expect((await bar.boundingBox())!.y, `what stands last at ${width}`).toBeGreaterThan(
        (await list.boundingBox())!.y,
      )
      await bar.click()
    }
  },
)

test.describe('On a phone', () => {
  test.use({ hasTouch: true, viewport: phone })

  test(
    'Every list of an office is read to its last row by thumb',
    { tag: '@nightly' },
    async ({ portal, signedInAs }) => {
      const club = await longClub(portal)
      const page = await signedInAs(office)
      for (const list of lists) {
        await page.goto(list.path(club))
        await settled(page)
        await list.open?.(page)
        await readToTheEnd(page, list, swipeAndSettle)
      }
    },
  )

  test('fourteen people are marked present by thumb', { tag: '@nightly' }, async ({ portal, signedInAs }) => {
    const club = await longClub(portal)
    const page = await signedInAs(office)
    await page.goto(registrations.path(club))
    await settled(page)
    const { rows } = registrations.on(page)
    expect(
      await isInSight(
        rows
          .first()
          .getByText(/^Gæst \d+$/)
          .first(),
      ),
      'the first person is in sight',
    ).toBe(true)
    const tabs = await Promise.all((await page.getByRole('tab').all()).map((tab) => tab.boundingBox()))
    expect(new Set(tabs.map((box) => box!.y)).size, 'rows of tabs').toBe(1)

    const tap = async (place: Locator) => {
      const box = await settledBox(page, place)
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    for (let at = 0; at < 14; at++) {
      const box = rows.nth(at).getByRole('checkbox')
      expect(await scrollTo(page, box, swipeAndSettle), `the box of person ${at + 1} is in sight`).toBe(true)
      await tap(box)
      await expect(page.getByText(`${at + 1} selected`, { exact: true })).toBeVisible()
    }
    expect(await coveredParts(page)).toEqual([])
    const mark = page.getByRole('button', { name: 'Mark as present' })
    const heights = await Promise.all(
      [page.getByRole('banner'), mark.locator('xpath=..'), page.getByRole('navigation').last()].map(
        async (part) => (await part.boundingBox())!.height,
      ),
    )
    expect(heights.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(211)
    expect(await isInSight(mark)).toBe(true)
    await tap(mark)
    await expect(page.getByRole('alert').filter({ hasText: '14' })).toBeVisible()
    expect(await coveredParts(page), 'with what was said').toEqual([])
    await expect(page.getByText(/14 are present/)).toHaveCount(1)
  })
})
