import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { axeFindsNothing } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { signInAs } from './support/sign-in.ts'
import { ageSignIns, mailsTo } from './support/simulated.ts'
import { tabTo } from './support/tab-to.ts'

const operator = 'super@example.com'
const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name })
/** The frame's menu. */
const menu = (page: Page) =>
  page
    .getByRole('navigation')
    .filter({ has: page.getByRole('link', { name: 'Health' }) })
    .first()
/** Says why, and leads to the provider. */
async function askedAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('needs a sign-in from the last 15 minutes')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

test(
  'An operator who signed in long ago is asked again, and comes back to what was typed',
  { tag: '@nightly' },
  async ({ signedInAs, request }) => {
    const page = await signedInAs(operator)
    await page.goto(paths.operatorNewClub())
    await page.getByLabel("The club's name").fill('Sejlklubben Vestenvind')
    await ageSignIns(request, 16)
    await page.goto(paths.operatorClubs())
    await askedAgain(page)
    await signInAs(page, operator)
    await expect(heading(page, 'All clubs')).toBeVisible()
    await expect(page.getByRole('row', { name: /Roskilde Fjord Roklub/ })).toBeVisible()
    await page.goto(paths.operatorNewClub())
    await expect(page.getByLabel("The club's name")).toHaveValue('Sejlklubben Vestenvind')

    await page.goto(paths.operatorClub('ROKLUB'))
    await page.getByRole('button', { name: 'View the office' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('They cannot find their receipts')
    await ageSignIns(request, 16)
    await page.reload()
    await askedAgain(page)
    await signInAs(page, operator)
    await page.getByRole('button', { name: 'View the office' }).press('Enter')
    await expect(dialog.getByLabel(/^Reason/)).toHaveValue('They cannot find their receipts')
    await dialog.getByRole('button', { name: 'View the office' }).click()
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(page).toHaveURL(/\/office\/ROKLUB$/)
    await expect(page.getByText("You're viewing only and can't change anything")).toBeVisible()
    await page.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(page).toHaveURL(/\/operator\/clubs\/ROKLUB$/)
  },
)

test(
  'A club is created in five steps, with a reload in the middle, and goes live',
  { tag: '@nightly' },
  async ({ signedInAs, request, portal }) => {
    const page = await signedInAs(operator)
    const dialog = page.getByRole('dialog')
    await page.goto(paths.operatorClubs())
    await expect(heading(page, 'All clubs')).toBeVisible()
    await menu(page).getByRole('link', { name: 'New club' }).click()
    await expect(heading(page, 'New club')).toBeVisible()

    await test.step('who: errors are at their fields, and nothing typed is lost', async () => {
      await next(page)
      await expect(page.getByLabel("The club's name")).toBeFocused()
      await page.getByLabel("The club's name").fill('Sejlklubben Vestenvind')
      await page.getByLabel(/^Key/).fill('roklub')
      await expect(page.getByText('Roskilde Fjord Roklub already has this key.')).toBeVisible()
      await page.getByLabel(/^Key/).fill('operator')
      await expect(page.getByText("This key is one of the portal's own addresses.")).toBeVisible()
      await page.getByLabel(/^Key/).fill('sejl klub')
      await expect(page.getByText('Use 2 to 20 letters A–Z and digits')).toBeVisible()
      await page.getByLabel(/^Key/).fill('sejl')
      await expect(page.getByText('The key is free.')).toBeVisible()
      await page.getByLabel('CVR number').fill('1234')
      await page.getByLabel(/^E-mail address/).fill('kontor@sejl.example')
      await next(page)
      await expect(page.getByText('A CVR number has eight digits.')).toBeVisible()
      await page.getByLabel('CVR number').fill('12345678')
      await expect(page.getByText("That isn't a CVR number")).toBeVisible()
      await page.getByLabel('CVR number').fill('10150817')
      await page.getByLabel('Colour').fill('#ffd400')
      await expect(page.getByText("White text can't be read on #ffd400")).toBeVisible()
      await page.getByLabel('Colour').fill('#0b5c87')
      await expect(page.getByText("White text can't be read on")).toHaveCount(0)
      await page.getByLabel('Address', { exact: true }).fill('Havnegade 12')
      await axeFindsNothing(page, 'new club')
      await next(page)
    })

    await test.step('memberships from a template, kept over a reload', async () => {
      await expect(heading(page, 'Memberships', 2)).toBeFocused()
      await page.getByRole('combobox', { name: 'Start with' }).click()
      await page.getByRole('option', { name: 'Sports club' }).click()
      await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue(/^Voksen 20/)
      const price = page.getByLabel('Price in kroner').first()
      const wrong = {
        '-1': "An amount can't be negative.",
        abc: 'Enter an amount such as 1250 or 1,250.50.',
        '10000000': 'Enter a price from DKK 0 to 1,000,000.',
      }
      for (const typed of ['-1', 'abc', '10000000'] as const) {
        await price.fill(typed)
        await next(page)
        await expect(page.getByText(wrong[typed])).toBeVisible()
        await expect(price).toBeFocused()
      }
      await page.reload()
      await expect(price).toHaveValue('10000000')
      await price.fill('950,50')
      const firstDay = page.getByLabel('First day').first()
      const day = await firstDay.inputValue()
      await firstDay.fill('')
      await next(page)
      await expect(firstDay).toBeFocused()
      await firstDay.fill(day.replace('-01-01', '-02-01'))
      // Another tab goes on where this one is.
      const tab = await page.context().newPage()
      await tab.goto(paths.operatorNewClub())
      await expect(heading(tab, 'Memberships', 2)).toBeVisible()
      await expect(tab.getByLabel('Price in kroner').first()).toHaveValue('950,50')
      await expect(tab.getByLabel('First day').first()).toHaveValue(/-02-01$/)
      await tab.close()
      await next(page)
    })

    await test.step('a chair is invited', async () => {
      await page.getByLabel('E-mail address of person 1').fill('chair@sejl.example')
      await next(page)
    })

    await test.step('a key is tried at once', async () => {
      const key = page.getByLabel('Key at the card provider (Freepay)')
      await key.fill('no-key-of-the-gateway')
      await page.getByRole('button', { name: 'Try the key' }).click()
      await expect(page.getByText('The card provider refuses the key.')).toBeVisible()
      await key.fill('7d1f0c34-58b2-4f7e-9a55-0c1e8d2b4f60')
      await page.getByRole('button', { name: 'Try the key' }).press('Enter')
      await expect(page.getByText('The card provider accepts the key.')).toBeVisible()
      await next(page)
      // The key is not kept, so it is asked for again.
      await page.reload()
      await expect(key).toHaveValue('')
      await key.fill('7d1f0c34-58b2-4f7e-9a55-0c1e8d2b4f60')
      await next(page)
    })

    await test.step('it opens in test mode, and the chair gets a link', async () => {
      await expect(page.getByText('chair@sejl.example (chair)')).toBeVisible()
      // Somebody took the key meanwhile.
      await inDatabase(
        portal,
        `insert into organisations (id, key, name, contact_email) values (portal_new_id(), 'SEJL', 'Another', 'a@b.example')`,
      )
      await page.getByRole('button', { name: 'Create the club in test mode' }).click()
      await expect(page.getByLabel(/^Key/)).toBeFocused()
      await expect(page.getByText(/already has this key/)).toBeVisible()
      await page.getByLabel(/^Key/).fill('vest')
      await expect(page.getByText('The key is free.')).toBeVisible()
      for (let step = 0; step < 4; step++) await next(page)
      await page.getByRole('button', { name: 'Create the club in test mode' }).click()
      await expect(heading(page, 'Sejlklubben Vestenvind')).toBeVisible()
      await expect(page.getByText('Test payments only')).toBeVisible()
      await expect.poll(async () => (await mailsTo(request, 'chair@sejl.example')).length).toBe(1)
      await axeFindsNothing(page, 'club of the operator')
    })

    await test.step('it goes live once somebody is in its office, with its key typed and a reason', async () => {
      const goLive = page.getByRole('button', { name: 'Go live' })
      await expect(goLive).toBeDisabled()
      await expect(page.getByRole('listitem').filter({ hasText: 'Missing' })).toHaveCount(3)
      // The chair's part is in the stories of the office.
      await inDatabase(
        portal,
        `insert into office_grants (id, org_id, member_id, roles)
       select portal_new_id(), organisations.id, members.id, '{chair}' from organisations, members
       where key = 'VEST' and email = 'bo@example.com'`,
      )
      await inDatabase(portal, `update organisations set terms_version = 1, privacy_version = 1 where key = 'VEST'`)
      await page.reload()
      await goLive.click()
      const confirm = dialog.getByRole('button', { name: 'Go live' })
      await dialog.getByLabel(/^Reason/).fill('They have seen their receipts')
      await expect(confirm).toBeDisabled()
      await dialog.getByLabel(/^Enter the club's key/).fill('vest')
      await axeFindsNothing(page, 'going live')
      await confirm.click()
      await expect(page.getByText('Real payments')).toBeVisible()
    })

    await test.step('a pause stops its sales, with a message on its page', async () => {
      await page.getByRole('button', { name: 'Pause' }).click()
      await dialog.getByLabel("Message on the club's page, in Danish").fill('Vi flytter.')
      await dialog.getByLabel("Message on the club's page, in English").fill('We are moving.')
      await dialog.getByLabel(/^Reason/).fill('They asked for it')
      await dialog.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByRole('button', { name: 'Resume sales' })).toBeVisible()
      await page.getByRole('link', { name: "The club's page" }).click()
      await expect(page.getByText('We are moving.')).toBeVisible()
      await page.goBack()
    })

    await test.step('the console finds it', async () => {
      await menu(page).getByRole('link', { name: 'Clubs' }).click()
      await page.getByLabel('Search by name, key or CVR number').fill('10150817')
      await expect(page.getByRole('status').filter({ hasText: /^1 club$/ })).toBeVisible()
      await axeFindsNothing(page, 'clubs of the operator')
    })
  },
)

test(
  'Health and people: what waits is shown, and somebody is disabled and enabled',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs(operator)
    await page.goto(paths.operatorHealth())
    await expect(heading(page, 'What the portal needs', 2)).toBeVisible()
    await axeFindsNothing(page, 'health')
    await page.goto(paths.operatorPeople())
    await page.getByLabel('Search by name or e-mail address').fill('dan@exa')
    await page.getByRole('button', { name: /^Disable Dan/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('Lost phone')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: /^Enable Dan/ }).click()
    await dialog.getByLabel(/^Reason/).fill('Found again')
    await dialog.getByRole('button', { name: 'Enable' }).click()
    await expect(page.getByRole('button', { name: /^Disable Dan/ })).toBeVisible()
    await axeFindsNothing(page, 'people')
  },
)

test('Nobody else sees the console', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('admin@roklub.example')
  await page.goto(paths.operatorClubs())
  await expect(page.getByText("You're not allowed to do this.")).toBeVisible()
})

test('A new club is made with the keyboard alone', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs(operator)
  await page.goto(paths.operatorClubs())
  await expect(heading(page, 'All clubs')).toBeVisible()
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await page.keyboard.press('Enter')
  }
  const type = async (label: string | RegExp, text: string) => {
    await tabTo(page, page.getByRole('main').getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New club' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'New club')).toBeFocused()
  await press('Next')
  await expect(page.getByLabel("The club's name")).toBeFocused()
  await page.keyboard.type('Bridgeklubben Klør Es')
  await type(/^Key/, 'esser')
  await type(/^E-mail address/, 'kontor@esser.example')
  await press('Next')

  await expect(heading(page, 'Memberships', 2)).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Start with' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Association' })).toBeVisible()
  for (let presses = 0; presses < 4; presses++) {
    if (await page.locator('[data-combobox-selected]', { hasText: 'Association' }).isVisible()) break
    await page.keyboard.press('ArrowUp')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue(/^Medlem 20/)
  await press('Next')

  await expect(heading(page, 'The office', 2)).toBeFocused()
  await type('E-mail address of person 1', 'chair@esser.example')
  await press('Next')
  await expect(heading(page, 'Card payments', 2)).toBeFocused()
  await press('Next')
  await expect(heading(page, 'Review', 2)).toBeFocused()
  await press('Create the club in test mode')
  await expect(heading(page, 'Bridgeklubben Klør Es')).toBeFocused()

  await press('Add a key')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
  await page.keyboard.type('They sent it')
  await tabTo(page, dialog.getByLabel('Key at the card provider (Freepay)'), 'Shift+Tab')
  await page.keyboard.type('no-key-of-the-gateway')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("The card provider doesn't know this key.")).toBeVisible()
  await expect(dialog.getByLabel('Key at the card provider (Freepay)')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add a key' })).toBeFocused()
})
