import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { mailsTo } from './support/simulated.ts'

test(
  'Somebody known to the club signs in with an unverified address and gets their profile by a mailed link',
  { tag: '@nightly' },
  async ({ request, signedInAs }) => {
    const email = 'unverified@example.com'
    const page = await signedInAs(email)
    await page.goto(paths.myProfile())
    await expect(page.getByText('Kamstrupstien 8')).toHaveCount(0)

    const letters = async () =>
      (await mailsTo(request, email)).filter(({ subject }) => subject.startsWith('Was it you'))
    await expect.poll(async () => (await letters()).length).toBe(1)
    const link = /https?:\/\/\S+\/claim-account\?token=[\w.~%-]+/.exec((await letters())[0]!.text)![0]

    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, connect' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    await expect(page.getByText('Kamstrupstien 8')).toBeVisible()

    await test.step('from then on the link leads to the profile', async () => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Yes, connect' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    })
  },
)
