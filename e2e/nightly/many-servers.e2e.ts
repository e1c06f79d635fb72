import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from '../support/buy.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase, addNotifications } from '../support/in-database.ts'
import { SERVER_HEADER, startManyPortals, type ManyPortals } from '../support/many-portals.ts'
import { ignoreMembershipPrompt } from '../support/membership-prompt.ts'
import { signedIn, signInAs } from '../support/sign-in.ts'
import { capturedFor, confirmationsTo } from '../support/simulated.ts'

let portals: ManyPortals
test.beforeEach(async () => {
  portals = await startManyPortals()
})
test.afterEach(() => portals.stop())

test('An order paid through one server rings the bell at another, and killing that server loses nothing', async ({
  browser,
}, testInfo) => {
  const [buyer, other] = await Promise.all([erikAt('0'), erikAt('1')])
  const bell = other.getByRole('button', { name: /unread notifications?$/ })

  await chooseMembership(buyer, { name: 'Voksen', club: 'Roskilde Fjord Roklub' })
  // The time of the ring, by the machine's clock.
  const rung = bell.waitFor().then(() => Date.now())
  await payWithCard(buyer, '0000')
  await expect(bell).toHaveAccessibleName('1 unread notification')
  const [paid] = await inDatabase<{ at: string }>(
    portals,
    `select at from status_changes where thing = 'orders' and to_status = 'paid' order by id desc limit 1`,
  )
  testInfo.annotations.push({ type: 'paid to bell', description: `${(await rung) - new Date(paid!.at).getTime()} ms` })

  await test.step('its server is killed: the stream continues at the other, with what came in between', async () => {
    const again = other.waitForResponse((response) => response.url().endsWith('/notification/stream'))
    await portals.killServer(1)
    await addNotifications(portals, 'erik@example.com', [
      { type: 'ORDER_READY', title: 'While it moved', message: 'Nothing is missed' },
    ])
    await again
    await expect(bell).toHaveAccessibleName('2 unread notifications')
    await addNotifications(portals, 'erik@example.com', [
      { type: 'ORDER_READY', title: 'After it moved', message: 'Nothing is missed' },
    ])
    await expect(bell).toHaveAccessibleName('3 unread notifications')
  })

  /** A browser that one of the servers serves, with an open stream. */
  async function erikAt(server: string) {
    const context = await browser.newContext({
      baseURL: portals.url,
      locale: 'en-GB',
      extraHTTPHeaders: { [SERVER_HEADER]: server },
    })
    const page = await context.newPage()
    await ignoreMembershipPrompt(page)
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: 'Sign in' }).click()
    const opened = page.waitForResponse((response) => response.url().endsWith('/notification/stream'))
    await signInAs(page, 'erik@example.com')
    await signedIn(page).waitFor()
    await opened
    return page
  }
})

test('A server and a worker die during a payment: the others finish the purchase once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: portals.url, locale: 'en-GB' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'erik@example.com')
  await signedIn(page).waitFor()

  await chooseMembership(page, { name: 'Voksen', club: 'Roskilde Fjord Roklub' })
  const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
  // His number at the gateway is the same each year.
  const before = await capturedFor(context.request, orderNumber)
  await portals.killServer()
  await portals.killWorker()
  await payWithCard(page, '0000')

  await expect(paymentSuccessful(page)).toBeVisible()
  await page.goto(paths.memberships())
  await expect(page.getByRole('article', { name: 'Roskilde Fjord Roklub' })).toContainText('Active until')
  expect(await capturedFor(context.request, orderNumber)).toEqual([...before, 70_000])
  // The remaining worker sends the mail.
  await expect
    .poll(async () => (await confirmationsTo(context.request, 'erik@example.com', 'Roskilde Fjord Roklub')).length)
    .toBe(1)
  await context.close()
})
