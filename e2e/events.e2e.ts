import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'

test(
  'Anna finds an event, reads who may come and why not, and looks through her calendar by keyboard',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')

    await test.step('filters are in the address, and Back removes them', async () => {
      await page.goto(paths.events())
      // Another story may have made Anna a member of every club.
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('In your clubs')
      await page.getByLabel('Club', { exact: true }).selectOption({ label: 'Tennisklubben Lunden' })
      await expect(page).toHaveURL(/\?club=TENNIS$/)
      await expect(page.getByRole('article').filter({ hasText: 'Roskilde Fjord Roklub' })).toHaveCount(0)
      await page.getByLabel('Type').selectOption('Kursus')
      await expect(page).toHaveURL(/\?club=TENNIS&kind=Kursus$/)
      await expect(page.getByRole('article', { name: 'Begynderkursus for voksne' })).toBeVisible()
      await expect(page.getByRole('article', { name: 'Fredagsdouble' })).toHaveCount(0)
      await page.goBack()
      await expect(page.getByLabel('Type')).toHaveValue('')
      await expect(page.getByRole('article', { name: 'Fredagsdouble' })).toBeVisible()
      await page.getByLabel('Search').fill('nothing of the kind')
      await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible()
      await page.getByRole('button', { name: 'Clear the filters' }).first().click()
      await expect(page).toHaveURL(/\/events$/)
      await expect(page.getByLabel('Search')).toHaveValue('')
    })

    await test.step('days are typed with the keyboard, and the way back does not stop at each digit', async () => {
      await page.getByLabel('When').selectOption({ label: 'Choose dates' })
      await page.getByLabel('From', { exact: true }).focus()
      await page.keyboard.type('12122026')
      await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-12-12')
      await expect(page).toHaveURL(/\?when=range&from=2026-12-12$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/events$/)
    })

    await test.step('more comes on request, and reading continues there', async () => {
      const mine = page.getByRole('region', { name: 'In your clubs' }).getByRole('article')
      await expect(mine).toHaveCount(12)
      await page.getByRole('button', { name: 'Show more' }).first().click()
      await expect.poll(() => mine.count()).toBeGreaterThan(12)
      await expect(mine.nth(12).getByRole('link').first()).toBeFocused()
    })

    await test.step('a club has its events at its key in any case; another key has none', async () => {
      await page.goto('/tennis/events?fits=true')
      await expect(page).toHaveURL(/\/TENNIS\/events\?fits=true$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Events at Tennisklubben Lunden' })).toBeVisible()
      await page.goto('/NOCLUB/events')
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    })

    await test.step('a card leads to the registration where it is open, and else to what there is to read', async () => {
      const card = (name: string) => page.getByRole('article', { name })
      await page.goto(paths.eventsOf('TENNIS'))
      await expect(card('Minitennis for 5-8-årige').getByRole('link', { name: /^Register for/ })).toHaveAttribute(
        'href',
        /\/TENNIS\/events\/[^/]+\/register$/,
      )
      await expect(
        card('Klubmesterskab, finaler').getByRole('link', { name: 'See more about Klubmesterskab, finaler' }),
      ).toHaveAttribute('href', /\/TENNIS\/events\/[^/]+$/)
    })

    await test.step('an event says for each of the family what they may take', async () => {
      await page.goto(paths.eventsOf('TENNIS'))
      await page.getByRole('link', { name: 'Minitennis for 5-8-årige', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Minitennis for 5-8-årige' })).toBeFocused()
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
      await expect(crumbs.getByRole('link', { name: 'Events' })).toHaveAttribute('href', '/TENNIS/events')
      await expect(crumbs).toContainText('Event Detail')
      const family = page.getByRole('region', { name: 'Who can come' })
      await expect(family.getByRole('listitem').filter({ hasText: 'Anna Holm (you)' }).first()).toContainText(
        'Ages 5 to 8 on the day.',
      )
      // A membership would not make her young enough.
      await expect(family.getByRole('link', { name: /^Join Tennisklubben Lunden, DKK/ })).toHaveCount(0)
      const map = page.getByRole('link', { name: 'Show on a map' })
      await expect(map).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(map).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/search\?query=Lundevej/)
      const file = await page.request.get(
        (await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'))!,
      )
      expect(await file.text()).toContain('SUMMARY:Minitennis for 5-8-årige')

      const [, , , id] = new URL(page.url()).pathname.split('/')
      await page.goto(`/event-${id}-detail`)
      await expect(page).toHaveURL(new RegExp(`/TENNIS/events/${id}$`))
      await page.goto(paths.event('ROKLUB', id!))
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    })

    await test.step('keys move through the days of the calendar, over the end of the month', async () => {
      await page.goto(paths.calendar({ day: '2026-11-30' }))
      await page.getByRole('heading', { level: 2, name: 'November 2026' }).waitFor()
      const month = (name: string) => page.getByRole('group', { name, exact: true })
      const day = (name: string | RegExp) => page.getByRole('group').getByRole('button', { name })
      await day(/^Monday,? 30 November 2026/).focus()
      await page.keyboard.press('ArrowRight')
      await expect(day(/^Tuesday,? 1 December 2026/)).toBeFocused()
      await expect(month('December 2026')).toBeVisible()
      await page.keyboard.press('End')
      await expect(day(/^Sunday,? 6 December 2026/)).toBeFocused()
      await page.keyboard.press('PageDown')
      await expect(day(/^Wednesday,? 6 January 2027/)).toBeFocused()
      await expect(month('January 2027').getByRole('button', { name: 'Week 53' })).toBeVisible()
      await expect(page).toHaveURL(/day=2027-01-06$/)
      await page.keyboard.press('PageUp')
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('heading', { level: 3, name: /^Sunday,? 29 November 2026$/ })).toBeVisible()
      for (const view of ['Week', 'List']) {
        await page.getByRole('radio', { name: view }).check()
        await expect(page).toHaveURL(new RegExp(`view=${view.toLowerCase()}`))
      }
      await page.goBack()
      await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()
    })
  },
)

test(
  'a list that fails to load says so, and loads when the reader tries again',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('bo@example.com')
    let broken = true
    const problem = { code: 'internal', title: 'Broken', status: 500 }
    await page.route(/event-api\/api\/v1\/eve\/(list|kinds|.+\/item)/, (route) =>
      broken
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
        : route.fallback(),
    )
    await page.goto(paths.events())
    await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toHaveCount(1)
    await settled(page)
    await expectNoViolationsInBothThemes(page, 'events that cannot be had')
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'In your clubs' }).getByRole('article').first()).toBeVisible()

    // On the front page, whose one call fails as well as what it stands for: each part asks again, and says so where it fails.
    broken = true
    const ofFamily = /member\/home|family\/people|membership\/list/
    await page.route(ofFamily, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(paths.dashboard())
    await expect(page.getByRole('region', { name: 'Events for you' }).getByRole('alert')).toBeVisible()
    await settled(page)
    broken = false
    await page.unroute(ofFamily)
    await page.goto(paths.events())

    const event = page.getByRole('article').first().getByRole('link').first()
    const address = (await event.getAttribute('href'))!
    broken = true
    await page.goto(address)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    broken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Registration' })).toBeVisible()
  },
)
