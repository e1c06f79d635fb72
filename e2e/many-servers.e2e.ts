import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { startManyPortals, type ManyPortals } from './many-portals.ts'
import { signedIn, signInAs } from './sign-in.ts'
import { capturedFor, mailsTo } from './simulated.ts'

let portals: ManyPortals
test.beforeAll(async () => {
  test.setTimeout(120_000)
  portals = await startManyPortals()
})
test.afterAll(() => portals.stop())

test('A server and a worker die while the buyer pays: the others finish the purchase, once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: portals.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'erik@example.com')
  await signedIn(page).waitFor()

  await chooseMembership(page, { name: 'Voksen', club: 'Roskilde Fjord Roklub' })
  const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
  await portals.killServer()
  await portals.killWorker()
  await payWithCard(page, '0000')

  await expect(paymentSuccessful(page)).toBeVisible()
  await page.goto(paths.memberships())
  await expect(page.getByRole('article', { name: 'Roskilde Fjord Roklub' })).toContainText('Active until')
  expect(await capturedFor(context.request, orderNumber)).toEqual([70_000])
  // The worker that is left sends the mail.
  await expect.poll(async () => (await mailsTo(context.request, 'erik@example.com')).length).toBe(1)
  await context.close()
})
