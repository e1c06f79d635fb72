import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { signInAs } from './support/sign-in.ts'
import { ageSignIns } from './support/simulated.ts'

test('An operator who signed in long ago is asked again, and comes back to the page', async ({
  signedInAs,
  request,
}) => {
  const page = await signedInAs('super@example.com')
  await page.goto(paths.failedMessages())
  const heading = page.getByRole('heading', { level: 1, name: 'Undelivered messages' })
  await expect(heading).toBeVisible()

  await ageSignIns(request, 16)
  await page.goto(paths.failedMessages())
  await signInAs(page, 'super@example.com')
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
})
