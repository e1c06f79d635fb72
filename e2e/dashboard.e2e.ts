import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'

test(
  "Carla's dashboard begins with the family request that waits for her answer, and takes it in one press",
  { tag: '@nightly' },
  async ({ signedInAs, portal }) => {
    const page = await signedInAs('carla@example.com')
    await page.goto(paths.dashboard())
    await expect(page.getByRole('main').getByText('Anna Holm would like to link with you')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Decline' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Family link approved!')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('main').getByText('Anna Holm would like to link with you')).toHaveCount(0)
    // Other stories look at the request.
    await inDatabase(
      portal,
      `update family_invitations set status = 'pending', answered_at = null
       where status = 'approved' and invitee_email = 'carla@example.com'`,
    )
  },
)

test(
  'Memberships that cannot be loaded say so once, and appear at the next try',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
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
  },
)

test(
  'The first page is one call, and begins with what waits at the club somebody runs',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('admin@roklub.example')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/(home|membership\/list|family\/people|unpaid|ticket\/list|eve\/list|mine\/list|by-email)$/.test(pathname))
        asked.push(pathname)
    })
    await page.goto(paths.dashboard())
    const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
    await expect(waiting.first()).toContainText(/questions? to answer at Roskilde Fjord Roklub.*waiting since \d/)
    await expect(waiting.nth(1)).toContainText(/Renew at Roskilde Fjord Roklub.*By 31 December \d{4}/)
    await expect(page.getByRole('region', { name: 'Events for you' })).toBeVisible()
    expect(asked).toEqual([expect.stringMatching(/\/member\/home$/)])
  },
)

test(
  'A super admin is not asked to buy, and a former member is welcomed back',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const operator = await signedInAs('super@example.com')
    await operator.goto(paths.dashboard())
    await expect(operator.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(operator.getByRole('region', { name: 'Become a member' })).toHaveCount(0)

    const former = await signedInAs('erik@example.com')
    await former.goto(paths.dashboard())
    await expect(former.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
    await expect(former.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
    await expect(former.getByRole('list', { name: 'When it suits you' })).toContainText(
      'Become a member of Roskilde Fjord Roklub again.',
    )
    await expect(former.getByRole('region', { name: 'Become a member' })).toHaveCount(0)
  },
)
