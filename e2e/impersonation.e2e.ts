import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages } from './support/axe.ts'
import { chooseClub, chooseOffer, unpaidOrder } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'

const selector = (page: Page) => page.getByRole('button', { name: 'Act as a member' })
const banner = (page: Page) => page.getByRole('region', { name: "You're acting as another member" })

/** The renewal question of an unpaid order that somebody else began. */
const renews = (page: Page) => unpaidOrder(page).getByRole('checkbox', { name: /^Renew/ })

/** The notice of an order that costs nothing and that somebody else began. */
const orderToAccept = (page: Page) =>
  page.getByRole('region', { name: /^You have an order to accept, \d+ minutes left:/ })

/** This browser's storage of purchases and typed text, for this tab and for all. */
const kept = (page: Page) =>
  page.evaluate<string>(`JSON.stringify([localStorage, sessionStorage].map((store) =>
    Object.entries(store).filter(([key]) => /order-draft|-drafts$|token$|first-login|^(draft|note) /.test(key)).toSorted()))`)

/** Opens the list and types into its field. */
async function search(page: Page, text: string) {
  await selector(page).click()
  await expect(page.getByRole('status').filter({ hasText: /^Members found: \d+$/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Search by name or e-mail' }).fill(text)
}

test(
  "A super admin acts as a member without the member's private rights, and the member can read what was done",
  { tag: '@nightly' },
  async ({ browser, portal, sessions, signedInAs }) => {
    const page = await signedInAs('super@example.com')
    await page.goto(paths.dashboard())
    const found = page.getByRole('status').filter({ hasText: /^(Members found: \d+|No members found\.)$/ })

    const own = await test.step('their own basket is begun', async () => {
      await page.goto(paths.newMembership())
      await chooseClub(page, 'Roskilde Fjord Roklub')
      await expect.poll(() => kept(page)).toContain('order-draft')
      await settled(page)
      const basket = await kept(page)
      await page.goto(paths.dashboard())
      return basket
    })

    await test.step('the list finds by name and address in any case, or says that it finds nobody', async () => {
      await search(page, 'ANNA@exa')
      await expect(found).toHaveText('Members found: 1')
      await expect(page.getByRole('option')).toHaveText(/^Anna Holmanna@example\.com/)
      await page.getByRole('combobox').fill('a holm')
      await expect(page.getByRole('option', { name: /^Anna Holm/ })).toBeVisible()
      await page.getByRole('combobox').fill('nobody is called so')
      await expect(found).toHaveText('No members found.')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox')).toBeHidden()
      await selector(page).click()
      await expect(page.getByRole('combobox')).toHaveValue('')
    })

    await test.step('not as oneself or another super admin', async () => {
      await page.getByRole('combobox').fill('super@')
      await page.getByRole('option').click()
      await expect(page.getByRole('alert').filter({ hasText: "another of the portal's administrators" })).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
    })

    await test.step('chosen by keyboard: the page is loaded anew, with the banner on every page', async () => {
      await page.getByRole('combobox').fill('anna@')
      await expect(found).toHaveText('Members found: 1')
      const loaded = page.waitForEvent('load')
      await page.keyboard.press('Enter')
      await loaded
      await expect(banner(page)).toContainText("You're acting as Anna Holm.")
      await expect(
        page.getByRole('button', { name: "Anna Holm: you're acting as this member. Choose another member" }),
      ).toContainText('anna@example.com')
      for (const path of [paths.myProfile(), paths.memberships(), paths.tickets(), '/nothing-here']) {
        await page.goto(path)
        await expect(banner(page)).toBeVisible()
      }
      await page.goto(paths.myProfile())
      await expect(page.getByText('Havnevej 12').first()).toBeVisible()
    })

    await test.step('actions reserved for the member are refused with the reason', async () => {
      await page.goto(paths.participants())
      await page.getByRole('button', { name: 'End the link with Bo Holm' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
      await expect(page.getByRole('dialog', { name: "The link couldn't be ended" })).toContainText(
        'Only the member can do this.',
      )
      await page.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByText('Only the member can do this. Stop acting as the member first.')).toBeVisible()
      await expect(page.getByRole('form', { name: 'Invite to your family' })).toHaveCount(0)
      await page.goto(paths.myProfile())
      for (const choice of await page.getByRole('switch').all()) await expect(choice).toBeDisabled()
    })

    await test.step('an order is prepared, which the member is notified of and pays', async () => {
      await page.goto(paths.newMembership())
      await chooseClub(page, 'Kammerkoret Havnelys')
      await chooseOffer(page, /^Sanger \d{4}/)
      await expect(page.getByRole('checkbox', { name: /^I agree that/ }), 'nobody agrees for another').toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
      await page.getByRole('button', { name: 'Prepare the order' }).click()
      await expect(page.getByRole('dialog', { name: 'The order is ready' })).toBeVisible()
      expect(await kept(page), 'nothing of the member is left in this browser').toBe(own)
      await page.getByRole('button', { name: 'OK' }).click()
      await page.goto(paths.dashboard())
      await expect(unpaidOrder(page)).toBeVisible()
      await expect(renews(page), 'nobody agrees for another').toHaveCount(0)
      await expect(unpaidOrder(page).getByRole('button', { name: 'Pay now' })).toHaveCount(0)
      await page.goto(paths.participants())
      // The page's own calls count as use, too.
      await settled(page)
    })

    await test.step('when the grant ends, the reason is said before the page is the own again', async () => {
      await inDatabase(portal, `update impersonations set used_at = portal_now() - interval '31 minutes'`)
      await page.getByRole('link', { name: 'Activity log' }).click()
      const over = page.getByRole('dialog', { name: "You're no longer acting as Anna Holm" })
      await expect(over).toContainText("wasn't used for 30 minutes")
      const loaded = page.waitForEvent('load')
      await over.getByRole('button', { name: 'Back to my account' }).click()
      await loaded
      await expect(banner(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Susanne Dahl your menu' })).toBeVisible()
    })

    await test.step('once more, and out by the banner', async () => {
      await search(page, 'anna@')
      await expect(found).toHaveText('Members found: 1')
      await page.keyboard.press('Enter')
      await expect(banner(page)).toBeVisible()
      await banner(page).getByRole('button', { name: 'Back to my account' }).click()
      await expect(banner(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Susanne Dahl your menu' })).toBeVisible()
    })

    await test.step('their own basket is as it was', async () => {
      expect(await kept(page)).toBe(own)
      await page.goto(paths.newMembership())
      await expect(page.getByRole('form', { name: 'New Membership' })).toContainText('Roskilde Fjord Roklub')
    })

    await test.step('Anna reads who acted as her, and has no such selector', async () => {
      await signedInAs('anna@example.com')
      const elsewhere = await browser.newContext({
        baseURL: portal.url,
        locale: 'en-GB',
        storageState: sessions.get('anna@example.com')!,
      })
      const anna = await elsewhere.newPage()
      await anna.goto(paths.acts())
      const began = anna.getByRole('listitem').filter({ hasText: 'Started acting as the member' }).first()
      await expect(began).toContainText('Susanne Dahl, for you')
      await expect(selector(anna)).toHaveCount(0)

      await anna.setViewportSize({ width: 390, height: 844 })
      await anna.goto(paths.dashboard())
      await expect(renews(anna)).not.toBeChecked()
      await renews(anna).check()
      await expect(unpaidOrder(anna)).toContainText('Susanne Dahl made this order for you.')
      const consent = unpaidOrder(anna).getByRole('checkbox', { name: /^I agree that/ })
      await unpaidOrder(anna).getByRole('button', { name: 'Pay now' }).click()
      await expect(consent).toBeFocused()
      await expect(unpaidOrder(anna)).toContainText('Tick the box to agree.')
      await consent.check()
      await unpaidOrder(anna).getByRole('button', { name: 'Pay now' }).click()
      await expect(anna.getByRole('heading', { name: 'Card payment' })).toBeVisible()
      await anna.goto(paths.dashboard())
      await expect(renews(anna), 'what she said is kept').toBeChecked()
      await expect(consent, 'and not asked again').toHaveCount(0)
      await unpaidOrder(anna).getByRole('button', { name: 'Cancel' }).click()
      await anna.getByRole('button', { name: 'Cancel the order' }).click()
      await expect(unpaidOrder(anna)).toHaveCount(0)
      await elsewhere.close()
    })
  },
)

test(
  'What a super admin chooses for a member and costs nothing is theirs when they accept it',
  { tag: '@nightly' },
  async ({ browser, portal, signedInAs }) => {
    const elsewhere = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const pia = await elsewhere.newPage()
    const email = await newBuyer(pia, portal, 'Pia')
    const sold = await inDatabase<{ id: string; price: number; surcharge: number }>(
      portal,
      `update membership_configurations sold set price = 0, surcharge = 0 from membership_configurations before, organisations
       where before.id = sold.id and organisations.id = sold.org_id and organisations.key = 'KOR'
       returning sold.id, before.price::int, before.surcharge::int`,
    )
    try {
      const page = await signedInAs('super@example.com')
      await page.goto(paths.dashboard())
      await search(page, email)
      await page.getByRole('option', { name: /^Pia Klok/ }).click()
      await expect(banner(page)).toContainText("You're acting as Pia Klok.")
      await page.goto(paths.newMembership())
      await chooseClub(page, 'Kammerkoret Havnelys')
      await chooseOffer(page, /^Sanger \d{4}/)
      await expect(page.getByText('The member is notified and accepts it.')).toBeVisible()
      await page.getByRole('button', { name: 'Prepare the order' }).click()
      const ready = page.getByRole('dialog', { name: 'The order is ready' })
      await expect(ready).toContainText('Only the member can accept.')
      await ready.getByRole('button', { name: 'OK' }).click()
      await page.goto(paths.memberships())
      await expect(orderToAccept(page)).toContainText('Only the member can accept it.')
      await expect(orderToAccept(page).getByRole('button', { name: 'Accept the order' })).toHaveCount(0)
      await banner(page).getByRole('button', { name: 'Back to my account' }).click()

      await pia.goto(paths.notifications())
      await expect(pia.getByText(/Susanne Dahl made an order for you, for Sanger/)).toBeVisible()
      await pia.getByRole('link', { name: /An order is ready for you/ }).click()
      const order = orderToAccept(pia)
      await expect(order).toContainText("Susanne Dahl made this order for you. There's nothing to pay")
      await settled(pia)
      await expectNoViolationsInBothLanguages(pia, 'an order to accept')
      await lookAt(pia, 'order-to-accept')
      await order.getByRole('button', { name: 'Accept the order' }).click()
      await expect(order).toContainText('Tick the box to agree.')
      await lookAt(pia, 'order-to-accept-unticked')
      await order.getByRole('checkbox', { name: /^I agree that/ }).check()
      await order.getByRole('button', { name: 'Accept the order' }).dblclick()
      await expect(
        pia.getByRole('heading', { level: 1, name: 'You are a member of Kammerkoret Havnelys' }),
      ).toBeVisible()
      await lookAt(pia, 'order-accepted')
      await pia.goto(paths.memberships())
      await expect(pia.getByRole('article', { name: 'Kammerkoret Havnelys' })).toContainText('Active')
      await expect(orderToAccept(pia)).toHaveCount(0)
    } finally {
      for (const { id, price, surcharge } of sold)
        await inDatabase(portal, 'update membership_configurations set price = $2, surcharge = $3 where id = $1', [
          id,
          price,
          surcharge,
        ])
      await elsewhere.close()
    }
  },
)

test('The dropdown stays usable on a phone', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('super@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.dashboard())
  await search(page, 'bo@')
  await page.getByRole('option', { name: /^Bo Holm/ }).click()
  await expect(banner(page)).toContainText("You're acting as Bo Holm.")
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await banner(page).getByRole('button', { name: 'Back to my account' }).click()
  await expect(banner(page)).toHaveCount(0)
})

test(
  'With more members than one list holds, the server searches',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    await inDatabase(
      portal,
      `insert into members (id, first_name, last_name, email)
     select portal_new_id(), 'Mange', 'Nummer ' || n, 'mange.' || n || '@example.com' from generate_series(1, 1100) n`,
    )
    try {
      const page = await signedInAs('super@example.com')
      await page.goto(paths.dashboard())
      const asked: string[] = []
      page.on('request', (request) => {
        const wanted = new URL(request.url()).searchParams.get('search')
        if (wanted !== null) asked.push(wanted)
      })
      await selector(page).click()
      const found = page
        .getByRole('status')
        .filter({ hasText: /^(Members found: \d+|The first [\d,]+\. Type more to narrow the search\.)$/ })
      const first = (count: string) => expect(found).toHaveText(`The first ${count}. Type more to narrow the search.`)
      await first('1,000')
      await page.getByRole('combobox').pressSequentially('mange', { delay: 20 })
      await first('50')
      await expect(page.getByRole('option')).toHaveCount(50)
      await page.getByRole('combobox').clear()
      await first('1,000')
      asked.length = 0
      await page.getByRole('combobox').pressSequentially('nummer 1099', { delay: 20 })
      await expect(found).toHaveText('Members found: 1')
      await expect(page.getByRole('option')).toContainText('mange.1099@example.com')
      // Searched once typing paused, not at every letter.
      expect(asked.at(-1)).toBe('nummer 1099')
      expect(asked.length).toBeLessThan('nummer 1099'.length / 2)
      await page.getByRole('combobox').fill('')
      await first('1,000')
    } finally {
      await inDatabase(portal, `delete from members where email like 'mange.%@example.com'`)
    }
  },
)
