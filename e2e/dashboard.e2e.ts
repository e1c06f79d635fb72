import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'

test("Carla's dashboard begins with the family request that waits for her answer, and links to it", async ({
  signedInAs,
}) => {
  const page = await signedInAs('carla@example.com')
  await page.goto(paths.dashboard())
  const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
  await expect(waiting.first()).toContainText('Anna Holm would like to link with you')
  await waiting.first().getByRole('link', { name: 'See and answer' }).click()
  await page.getByRole('button', { name: 'See and answer Anna Holm' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeVisible()
})

test('Memberships that cannot be loaded say so once, and appear at the next try', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  const busy = /\/membership\/list|\/order/
  await page.route(busy, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(paths.memberships())
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed).toContainText("We couldn't load this")
  await expect(failed).toHaveCount(1)
  await page.unroute(busy)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: 'Roskilde Fjord Roklub' })).toBeVisible()
  await expect(failed).toHaveCount(0)
})
