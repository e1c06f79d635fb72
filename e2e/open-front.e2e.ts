import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { payWithCard, paymentWindow } from './support/buy.ts'
import { eventOf, ordersFor, withFamilyOfFour } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { answerMembershipPrompt } from './support/membership-prompt.ts'
import { newBuyer } from './support/newcomer.ts'
import { anotherBrowser, heading, look, party, success, tick } from './support/registering.ts'
import { ownPassword, signedIn, signInAs, signInFresh } from './support/sign-in.ts'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('A family is registered from a shared link, signed out, with six clicks and nothing typed but sign-in and card', async ({
  page,
  portal,
  browser,
}) => {
  const eventId = await eventOf(portal, { club: 'ROKLUB', title: 'Midwinter feast', capacity: 60, categories: party })
  const email = await newBuyer(await anotherBrowser(browser, portal), portal, 'Asta')
  await withFamilyOfFour(portal, email)
  let clicks = 0
  const press = async (what: Locator) => {
    clicks++
    await what.click()
  }
  const choose = async (what: string, value: string) => {
    clicks++
    await page.getByRole('combobox', { name: what }).selectOption(value)
  }

  await page.goto(paths.event('ROKLUB', eventId))
  await expect(title(page, 'Midwinter feast')).toBeVisible()
  await expect(page.getByText('60 places left').first()).toBeVisible()
  await look(page, 'open-event')
  await press(page.getByRole('link', { name: 'Register', exact: true }))
  await choose('How many: Adult', '2')
  await choose('How many: Child', '2')
  await expect(page.getByRole('heading', { name: /^Sign in to register for Midwinter feast, \d+ \w+$/ })).toBeVisible()
  await press(page.getByRole('button', { name: 'Sign in' }))
  // Not counted: the sign-in itself.
  await signInAs(page, email, ownPassword)
  await answerMembershipPrompt(page)

  await expect(heading(page, 'Midwinter feast')).toBeVisible()
  for (const name of ['Asta Klok', 'Otto Klok', 'Clara Klok', 'David Klok'])
    await expect(tick(page, new RegExp(`^${name}`))).toBeChecked()
  await press(page.getByRole('checkbox', { name: /^I agree that/ }))
  await press(page.getByRole('button', { name: /^Pay DKK.560\.00$/ }))
  await expect(paymentWindow(page)).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(6)
  await payWithCard(page, '0000')
  await expect(success(page)).toBeVisible()
  expect((await ordersFor(portal, eventId, email)).map(({ status }) => status)).toEqual(['paid'])
})

test('An event is read before scripts and style sheet have come, and nothing of it moves when they have', async ({
  page,
  portal,
}) => {
  const eventId = await eventOf(portal, { club: 'ROKLUB', title: 'Early words', categories: party })
  const parts = Promise.withResolvers<void>()
  await page.route(/\/assets\/(index-.*\.js|styles-.*\.css)$/, async (route) => {
    await parts.promise
    await route.continue()
  })
  await page.goto(paths.event('ROKLUB', eventId), { waitUntil: 'commit' })
  const words = [
    title(page, 'Early words'),
    page.getByText(/, \d\d:00\D+\d\d:00$/).first(),
    page.getByText('The boathouse').first(),
  ]
  const places = async () => {
    for (const one of words) await expect(one).toBeVisible()
    const boxes = await Promise.all(words.map((one) => one.boundingBox()))
    return boxes.flatMap((box) => [box!.x, box!.y])
  }
  const before = await places()
  const painted = () => page.evaluate("performance.getEntriesByName('first-contentful-paint').length")
  await expect.poll(painted).toBe(1)
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0)
  parts.resolve()
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toBeVisible()
  const moved = (await places()).map((place, at) => Math.abs(place - before[at]!))
  expect(Math.max(...moved)).toBeLessThan(2)

  // Whoever chose the other language waits for the page in it.
  await page.getByRole('button', { name: /^DA: / }).click()
  await expect(page.getByText('Tid og sted')).toBeVisible()
  await page.route(/\/assets\/index-.*\.js$/, (route) => void route.request())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Early words')).toBeAttached()
  await expect(page.getByText('Early words')).toBeHidden()
})

test(
  'A visitor finds a club or any event from the front page, reads the sum, and signs in only to register',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const name = 'Moonlight paddle'
    const eventId = await eventOf(portal, { club: 'ROKLUB', title: name, categories: party })
    await eventOf(portal, { club: 'ROKLUB', title: 'Secret moonlight', forMembers: true, categories: party })
    await page.goto(paths.dashboard())
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Find a club', exact: true })).toHaveAttribute(
      'href',
      paths.organisations(),
    )
    await main.getByRole('link', { name: 'See all events' }).click()
    await expect(title(page, 'Events')).toBeVisible()
    const cards = main.getByRole('article')
    await expect(cards).toHaveCount(12)
    await main.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(12)

    await main.getByRole('searchbox').pressSequentially('moonlight')
    await expect(cards).toHaveCount(1)
    await look(page, 'open-events')
    // The search is in the address, and stays through a reload.
    await page.reload()
    await expect(cards).toHaveCount(1)
    await main.getByRole('searchbox').fill('nothing of the kind')
    await expect(main.getByText('No events found')).toBeVisible()
    await look(page, 'open-events-none')

    await page.goto(`${paths.eventsOf('roklub')}?q=moonlight`)
    await expect(title(page, 'Events at Roskilde Fjord Roklub')).toBeVisible()
    await expect(cards).toHaveCount(1)
    await look(page, 'open-club-events')
    await cards.getByRole('link', { name: `Register for ${name}` }).click()
    await expect(heading(page, name)).toBeVisible()
    await page.getByRole('combobox', { name: 'How many: Adult' }).selectOption('2')
    await page.getByRole('combobox', { name: 'How many: Child' }).selectOption('1')
    await expect(page.getByText('Total', { exact: true }).locator('..')).toHaveText(/DKK.480\.00$/)
    expect(new URL(page.url()).pathname).toBe(paths.registerForEvent('ROKLUB', eventId))
    expect((await page.goto(paths.eventsOf('NOSUCH')))?.status()).toBe(404)
    await expect(title(page, 'Page Not Found')).toBeVisible()
  },
)

test(
  'A link of an event that is over, gone, not public yet or for members only says so and what to do',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const event = (name: string, more = {}) =>
      eventOf(portal, { club: 'ROKLUB', title: name, categories: party, ...more })
    const change = (id: string, what: string) => inDatabase(portal, `update events set ${what} where id = $1`, [id])
    const club = page.getByRole('main').getByRole('link', { name: 'See Roskilde Fjord Roklub' })

    const over = await event('Old regatta')
    await change(over, `starts_at = portal_now() - interval '2 days', ends_at = portal_now() - interval '1 day'`)
    await page.goto(paths.event('ROKLUB', over))
    await expect(title(page, 'Old regatta')).toBeVisible()
    await expect(page.getByText('This event is over. See the upcoming ones.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0)
    await club.click()
    await expect(title(page, 'Roskilde Fjord Roklub')).toBeVisible()

    const gone = await event('Withdrawn regatta')
    await change(gone, 'enabled = false')
    for (const path of [paths.event('ROKLUB', gone), paths.registerForEvent('ROKLUB', gone)]) {
      await page.goto(path)
      await expect(title(page, 'This event is no longer here')).toBeVisible()
      await expect(club).toBeVisible()
    }

    const early = await event('Secret regatta')
    await change(early, `public_from = portal_now() + interval '3 days'`)
    await page.goto(paths.event('ROKLUB', early))
    await expect(title(page, "This event isn't public yet")).toBeVisible()
    await expect(page.getByText(/^You can see it from .* The same link works then\.$/)).toBeVisible()

    const inside = await event('Night row', { forMembers: true })
    // Its old address, too.
    for (const path of [
      paths.event('ROKLUB', inside),
      `/event-${inside}-detail`,
      paths.registerForEvent('ROKLUB', inside),
    ]) {
      await page.goto(path)
      await expect(title(page, 'This event is for members of Roskilde Fjord Roklub')).toBeVisible()
      await expect(page.getByText('Night row')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Join Roskilde Fjord Roklub' })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'erik@example.com')
    await expect(heading(page, 'Night row')).toBeVisible()
  },
)

test(
  'Joining from a club page begins with a sign-in that says for what, in both languages, and continues there',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const [club] = await inDatabase<{ id: string }>(portal, `select id from organisations where key = 'ROKLUB'`)
    await page.goto('/')
    await expect(title(page, 'Everything in your clubs, in one place')).toBeVisible()
    await look(page, 'open-front')
    await page.getByRole('link', { name: 'See the club Roskilde Fjord Roklub' }).click()
    await expect(page).toHaveURL(paths.organisation(club!.id))
    await look(page, 'open-club')
    await page.getByRole('main').getByRole('link', { name: 'Join Roskilde Fjord Roklub', exact: true }).click()
    await expect(title(page, 'Sign in to join Roskilde Fjord Roklub')).toBeVisible()
    await page.getByRole('button', { name: 'Vis portalen på dansk' }).click()
    await expect(title(page, 'Log ind for at blive medlem af Roskilde Fjord Roklub')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log ind' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the portal in English' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'erik@example.com')
    await expect(page).toHaveURL(paths.newMembership({ orgId: club!.id }))
  },
)

test('Share gives the open address of an event and of a club', { tag: '@nightly' }, async ({ page, portal }) => {
  const eventId = await eventOf(portal, { club: 'ROKLUB', title: 'Lantern row', categories: party })
  const [club] = await inDatabase<{ id: string }>(portal, `select id from organisations where key = 'ROKLUB'`)
  await page.addInitScript(`navigator.share = async (what) => { window.shared = what }`)
  for (const path of [paths.event('ROKLUB', eventId), paths.organisation(club!.id)]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => page.evaluate('window.shared?.url')).toBe(portal.url + path)
  }
})

test(
  "A visitor's page needs nothing of a member's, and becomes the member's where somebody is signed in",
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const eventId = await eventOf(portal, { club: 'ROKLUB', title: 'Autumn row', categories: party })
    await signInFresh(page, 'erik@example.com')
    // As in a browser where they were never before, at the same sign-in service.
    await page.evaluate('localStorage.clear()')
    let frames = 0
    const wait = Promise.withResolvers<void>()
    await page.route(/\/assets\/frame-/, async (route) => {
      frames++
      await wait.promise
      await route.continue()
    })
    await page.goto(paths.event('ROKLUB', eventId))
    await expect(title(page, 'Autumn row')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register', exact: true })).toBeVisible()
    await expect(signedIn(page)).toHaveCount(0)
    wait.resolve()
    await expect(signedIn(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Who can come' })).toBeVisible()
    expect(frames).toBe(1)
  },
)

test(
  'The foot of a page leads to the licences of what the portal is made of',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto(paths.organisations())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Licences' }).click()
    for (const name of ['@mantine/core', 'react', 'workbox-core', 'Figtree', 'Tabler Icons'])
      await expect(page.getByText(new RegExp(`^## ${name} `, 'm'))).toBeVisible()
  },
)
