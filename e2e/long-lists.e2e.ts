import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { coveredParts, isInSight, wheelTo } from './support/covered.ts'
import { eventOf } from './support/event-in-database.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { eventsOf, peopleAt } from './support/long-lists.ts'
import type { Portal } from './support/portal.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
]

const longEvent = (portal: Portal) =>
  eventOf(portal, {
    club: 'ROKLUB',
    title: 'Lang fest',
    inDays: 0,
    categories: [{ category: 'adult', name: 'Voksen', price: 100 }],
  })

/** The list of a page: a table, or cards where it is narrow. */
function listOn(page: Page, name: string) {
  const table = page.getByRole('table', { name })
  const cards = page.getByRole('list', { name })
  return {
    whole: table.or(cards),
    rows: table.locator('tbody tr').or(cards.locator('> li')),
    head: table.locator('th'),
  }
}

async function moveOver(page: Page, list: Locator): Promise<void> {
  const { x, y, width } = (await list.boundingBox())!
  await page.mouse.move(x + width / 2, Math.max(y, 64) + 120)
}

interface LongList {
  readonly name: string
  readonly label: string
  readonly nightly: boolean
  readonly path: (eventId: string) => string
}

const lists: readonly LongList[] = [
  {
    name: 'members',
    label: "The club's members",
    nightly: true,
    path: () => paths.office('ROKLUB', 'members'),
  },
  { name: 'payments', label: "The club's payments", nightly: false, path: () => paths.clubPayments('ROKLUB') },
  {
    name: 'registrations',
    label: 'Registrations',
    nightly: true,
    path: (id) => paths.officeEvent('ROKLUB', id, { tab: 'people' }),
  },
  { name: 'events', label: 'Upcoming', nightly: true, path: () => paths.officeEvents('ROKLUB') },
]

for (const { name, label, path, nightly } of lists)
  test(
    `The wheel leads to the last of many ${name}, and the heads stay in sight`,
    nightly ? { tag: '@nightly' } : {},
    async ({ portal, signedInAs }) => {
      const eventId = await longEvent(portal)
      await peopleAt(portal, eventId, 70)
      await eventsOf(portal, 'ROKLUB', name === 'events' ? 70 : 0)
      const page = await signedInAs('admin@roklub.example')
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.goto(path(eventId))
        await settled(page)
        const { whole, rows, head } = listOn(page, label)
        const before = await rows.count()
        expect(before, 'rows of a page').toBeGreaterThanOrEqual(20)
        await moveOver(page, whole)
        const at = `${name} at ${size.width} × ${size.height}`
        expect(await wheelTo(page, rows.nth(before - 1)), `the last row is in sight: ${at}`).toBe(true)
        if ((await head.count()) > 0)
          expect(await isInSight(head.nth(1)), `the heads are in sight beside the last row: ${at}`).toBe(true)

        const more = page.getByRole('button', { name: 'Show more' })
        if ((await more.count()) === 0) continue
        expect(await wheelTo(page, more), `“Show more” is in sight: ${at}`).toBe(true)
        await more.click()
        await expect.poll(() => rows.count()).toBeGreaterThan(before)
        await moveOver(page, whole)
        expect(await wheelTo(page, rows.nth(before), 6), `the list goes on where one was: ${at}`).toBe(true)
        const all = await rows.count()
        expect(await wheelTo(page, rows.nth(all - 1)), `the last row after more is in sight: ${at}`).toBe(true)
      }
    },
  )

test('Nothing that stays in its place covers something else that does, with rows selected', async ({
  portal,
  signedInAs,
}) => {
  const eventId = await longEvent(portal)
  await peopleAt(portal, eventId, 30)
  const page = await signedInAs('admin@roklub.example')
  await page.goto(paths.officeEvent('ROKLUB', eventId, { tab: 'people' }))
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await settled(page)
    const { rows, head } = listOn(page, 'Registrations')
    await rows.nth(1).getByRole('checkbox').check()
    await page.mouse.move(width / 2, 500)
    for (const by of [0, 400, 800]) {
      await page.mouse.wheel(0, by)
      await expect.poll(() => isInSight(page.getByRole('button', { name: 'Mark as present' }))).toBe(true)
      expect(await coveredParts(page), `covered at ${width}, after the wheel turned by ${by}`).toEqual([])
      if (by === 0 && (await head.count()) > 0) expect(await isInSight(head.nth(1)), `the heads at ${width}`).toBe(true)
    }
    await page.getByRole('button', { name: 'Clear the selection' }).click()
  }
})

test.describe('On a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('fourteen people are marked present by thumb', async ({ portal, signedInAs }) => {
    const eventId = await longEvent(portal)
    await peopleAt(portal, eventId, 30)
    const page = await signedInAs('admin@roklub.example')
    await page.goto(paths.officeEvent('ROKLUB', eventId, { tab: 'people' }))
    await settled(page)
    const { rows } = listOn(page, 'Registrations')
    expect(await isInSight(rows.first().getByText('Gæst 001', { exact: true })), 'the first person is in sight').toBe(
      true,
    )
    const tabs = await Promise.all((await page.getByRole('tab').all()).map((tab) => tab.boundingBox()))
    expect(new Set(tabs.map((box) => box!.y)).size, 'rows of tabs').toBe(1)

    const tap = async (x: {
      boundingBox: () => Promise<{ x: number; y: number; width: number; height: number } | null>
    }) => {
      const box = (await x.boundingBox())!
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    await page.mouse.move(195, 500)
    for (let at = 0; at < 14; at++) {
      const box = rows.nth(at).getByRole('checkbox')
      expect(await wheelTo(page, box), `the box of person ${at + 1} is in sight`).toBe(true)
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
