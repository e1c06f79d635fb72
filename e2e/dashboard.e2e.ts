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
