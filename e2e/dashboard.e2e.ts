import { paths } from '#web/paths.ts'
import { expect, test } from './ground/fixtures.ts'

test('Carla reads first that a family link waits for her, and that her profile has more to fill in', async ({
  signedInAs,
}) => {
  const page = await signedInAs('carla@example.com')
  await page.goto(paths.dashboard())
  const main = page.getByRole('main')
  await expect(main.getByText('Anna Holm').first()).toBeVisible()
  await expect(main.getByText('More to fill in')).toBeVisible()
  await expect(main.getByText('Complete', { exact: true })).toBeHidden()
})
