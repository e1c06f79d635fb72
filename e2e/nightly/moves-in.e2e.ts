import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { tokenOfNewcomer } from '#server/testing/sign-in.ts'
import { paths } from '#web/paths.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase, minuteOver } from '../support/in-database.ts'
import { ignoreMembershipPrompt } from '../support/membership-prompt.ts'
import { fillRegistration } from '../support/sign-in.ts'
import { mailsTo } from '../support/simulated.ts'

const KEY = 'TENNIS'
const TAG = 'Moved in'
const list = path.resolve(import.meta.dirname, '../../docs/examples/members-messy-windows-1252.csv')

const shown = (count: number) => count.toLocaleString('en-GB')
const figure = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Result of the import' }).getByRole('row', { name: new RegExp(`^${name} `) })
const items = (of: Page | Locator, name: string) => of.getByRole('list', { name, exact: true }).getByRole('listitem')

test('A club of 1,200 moves in from a messy spreadsheet, and every count is the same on the screen and in the database', async ({
  browser,
  page,
  portal,
  request,
  signedInAs,
}) => {
  test.setTimeout(900_000)
  /** Everybody of the register with the tag of the list. @param more a filter beside that */
  const countIs = async (count: number, condition = 'true', more?: object) => {
    const [row] = await inDatabase<{ count: number }>(
      portal,
      `select count(*)::int as count from club_people people join members on members.id = people.member_id
       join organisations on organisations.id = people.org_id
       where key = $1 and $2 = any(tags) and merged_into is null and ${condition}`,
      [KEY, TAG],
    )
    expect(row!.count).toBe(count)
    const tagged = { field: 'tags', op: 'any_of', values: [TAG] }
    const filter = JSON.stringify(more ? { all: [tagged, more] } : tagged)
    await page.goto(paths.office(KEY, 'members', { filter }))
    await expect(page.getByText(new RegExp(`^${count} people: `))).toBeVisible()
  }

  await signedInAs('admin@tennis.example')
  await page.goto(paths.memberImports(KEY))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(list)
  await page.getByRole('form', { name: 'Columns' }).getByRole('button', { name: 'Next' }).click()
  const choices = page.getByRole('form', { name: 'Choices' })
  await choices.getByRole('radio', { name: 'No memberships' }).check()
  await choices.getByLabel('Tags for everyone in the file').fill(TAG)
  await choices.getByRole('button', { name: 'Check all rows' }).click()
  const tab = (name: string, count: number) => page.getByRole('tab', { name: new RegExp(`^${name} ?${shown(count)}$`) })

  await test.step('14 errors are corrected in place', async () => {
    const errors = items(page, 'Errors')
    await expect(errors).toHaveCount(14, { timeout: 120_000 })
    await expect(tab('New', 1180)).toBeVisible()
    await page.getByRole('button', { name: 'Split into two rows' }).click()
    for (let left = 13; left > 0; left--) {
      await expect(errors).toHaveCount(left)
      const field = errors.first().getByRole('textbox')
      const label = (await field.getAttribute('aria-label')) ?? (await errors.first().locator('label').innerText())
      await field.fill(label.startsWith('Navn') ? `Ny Person${left}` : '')
      await field.press('Enter')
    }
    await expect(tab('Errors', 0)).toBeVisible()
    await expect(tab('New', 1195)).toBeVisible()
  })

  await test.step('of six that can be somebody else, two are another person', async () => {
    await tab('Unsure', 6).click()
    for (const at of [0, 1]) await items(page, 'Unsure').nth(at).getByRole('button', { name: 'Another person' }).click()
    const rest = page.getByRole('group', { name: 'For all 4 without a choice:' })
    await rest.getByRole('button', { name: 'Same person' }).click()
    await expect(rest).toBeHidden()
  })

  await page.getByRole('button', { name: 'Import 1,201 rows', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo the import' })
  await expect(undo).toBeVisible({ timeout: 300_000 })
  const report = page.url()
  await expect(figure(page, 'Added')).toContainText('1,197')
  await countIs(1197)

  await test.step('ten rows are undone', async () => {
    await page.goto(report)
    const boxes = page.getByRole('checkbox', { name: /^Undo / })
    for (let at = 0; at < 10; at++) await boxes.nth(at).check()
    await page.getByRole('button', { name: 'Undo 10 rows' }).click()
    await expect(figure(page, 'Undone')).toContainText('10', { timeout: 60_000 })
    await countIs(1187)
  })

  const reachable = await inDatabase<{ email: string; firstName: string; lastName: string }>(
    portal,
    `select email, first_name as "firstName", last_name as "lastName" from club_people people
     join members on members.id = people.member_id join organisations on organisations.id = people.org_id
     where key = $1 and $2 = any(tags) and email is not null order by email`,
    [KEY, TAG],
  )
  expect(reachable.length).toBeGreaterThan(300)
  await test.step('everybody with an address is invited, and nobody presses Stop', async () => {
    await page.goto(report)
    const invite = { name: `Invite ${shown(reachable.length)} to sign in` }
    await page.getByRole('button', invite).click()
    await page.getByRole('dialog').getByRole('button', invite).click()
    await expect(page.getByText('The invitations go out in a minute').first()).toBeVisible()
    await minuteOver(portal)
    await expect.poll(() => invited(), { timeout: 120_000 }).toBe(reachable.length)
    await page.reload()
    await expect(figure(page, 'Invited')).toContainText(shown(reachable.length))
    await countIs(1187)
  })

  /** People whom the import invited. */
  async function invited(): Promise<number> {
    const [row] = await inDatabase<{ count: number }>(
      portal,
      `select count(distinct member_id)::int as count from import_rows where invited_at is not null`,
    )
    return row!.count
  }

  const invitationOf = async (email: string) =>
    /https?:\/\/\S+\/claim-account\?token=[\w.~%-]+/.exec((await mailsTo(request, email))[0]?.text ?? '')?.[0]
  await test.step('three of them follow their invitation in the browser', async () => {
    for (const person of reachable.slice(0, 3)) {
      await expect.poll(() => invitationOf(person.email), { timeout: 300_000 }).toBeDefined()
      const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
      const own = await context.newPage()
      await ignoreMembershipPrompt(own)
      await own.goto((await invitationOf(person.email))!)
      await own.getByRole('link', { name: 'Create an account' }).click()
      await fillRegistration(own, person)
      await own.getByRole('button', { name: 'Yes, connect' }).click()
      await expect(own.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
      await expect(own.getByRole('main').getByText(person.email).first()).toBeVisible()
      await context.close()
    }
    await countIs(3, 'not managed', { field: 'managed', op: 'any_of', values: ['person'] })
    await countIs(1187)
  })

  await test.step('37 others come by themselves and find themselves', async () => {
    const some = reachable.slice(3, 40)
    const discovery = await request.get('/realms/izy/.well-known/openid-configuration')
    const { issuer } = (await discovery.json()) as { issuer: string }
    for (const person of some) {
      const token = await tokenOfNewcomer(issuer, person)
      const answer = await request.post('/izy-member-api/api/v1/member/sign-in', {
        headers: { authorization: `Bearer ${token}` },
        data: {},
      })
      expect(answer.status(), await answer.text()).toBe(200)
      expect(await answer.json()).toMatchObject({ created: false, member: { email: person.email } })
    }
    await countIs(40, 'not managed', { field: 'managed', op: 'any_of', values: ['person'] })
    await countIs(1187)
  })

  await test.step('two duplicates are merged, and one merge is undone', async () => {
    for (const count of [1186, 1185]) {
      await page.goto(paths.duplicates(KEY))
      await page.getByRole('listitem').filter({ hasText: 'Same name' }).first().getByRole('link').click()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await expect(page.getByText('The two are merged').first()).toBeVisible()
      await countIs(count)
    }
    await page.goto(paths.duplicates(KEY))
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('The merge is undone').first()).toBeVisible()
    await countIs(1186)
    await countIs(40, 'not managed', { field: 'managed', op: 'any_of', values: ['person'] })
  })
})
