import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolations } from './support/axe.ts'
import {
  chooseClub,
  chooseOffer,
  goToPayment,
  paymentFailed,
  paymentSuccessful,
  paymentWindow,
  payWithCard,
  unpaidOrder,
} from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'
import { capturedFor } from './support/simulated.ts'

const rowing = 'Roskilde Fjord Roklub'
const tennis = 'Tennisklubben Lunden'
const choir = 'Kammerkoret Havnelys'

/** A person of this story only, with an address. @returns their e-mail */
async function buyer(page: Page, portal: Portal, firstName: string): Promise<string> {
  const email = await newBuyer(page, portal, firstName)
  return email
}

/** Gives a member two children, a relative who approved the link, one who has not answered and one who said no. */
async function withFamily(portal: Portal, email: string) {
  await inDatabase(
    portal,
    `with parent as (select id from members where email = $1),
       children as (
         insert into members (id, parent_id, first_name, last_name, date_of_birth)
         select portal_new_id(), parent.id, name, 'Klok', '2016-05-01' from parent, unnest(array['Clara', 'David']) name),
       relative as (
         insert into members (id, first_name, last_name, email, date_of_birth)
         values (portal_new_id(), 'Otto', 'Klok', 'otto.' || $1, '1980-02-02') returning id)
     insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at)
     select portal_new_id(), parent.id, case when link.status = 'approved' then relative.id end,
       link.name || '.' || $1, portal_new_id(), link.status, case when link.status <> 'pending' then portal_now() end
     from parent, relative, (values ('otto', 'approved'), ('pia', 'pending'), ('ruth', 'rejected')) link(name, status)`,
    [email],
  )
}

const ordersOf = async (portal: Portal, email: string) =>
  inDatabase<{ number: string; status: string }>(
    portal,
    `select orders.number, orders.status from orders join members on members.id = orders.buyer_id
     where members.email = $1 order by orders.id`,
    [email],
  )

const pay = (amount: string) => new RegExp(String.raw`^Pay DKK.${amount.replaceAll('.', '\\.')}$`)
const total = (page: Page) =>
  page.getByRole('region', { name: 'Your order' }).getByText('Total', { exact: true }).locator('..')

/** Runs axe where pages differ most. */
async function look(page: Page, name: string, { axe = false } = {}) {
  if (axe) await expectNoViolations(page, name)
  await lookAt(page, name)
}

test(
  'A parent buys for four in one payment, and then in two clubs, one after the other',
  { tag: '@nightly' },
  async ({ page, portal, request }) => {
    // Three payments at the gateway, and twelve pages.
    const email = await buyer(page, portal, 'Berta')
    await withFamily(portal, email)

    await test.step('chooses two kinds of membership for four people', async () => {
      await page.goto(paths.newMembership())
      await expect(page.getByRole('link', { name: `pia.${email} Hasn't answered yet` })).toBeVisible()
      await expect(page.getByRole('link', { name: `ruth.${email} Declined – ask again` })).toBeVisible()
      await look(page, 'basket-empty')
      await chooseClub(page, rowing)
      for (const name of ['Clara Klok', 'David Klok', 'Otto Klok']) await page.getByRole('checkbox', { name }).check()
      const of = (name: string) => page.getByRole('group', { name, exact: true })
      for (const name of ['Berta Klok', 'Otto Klok']) await expect(of(name)).toContainText(/Voksen \d{4}/)
      for (const name of ['Clara Klok', 'David Klok']) await expect(of(name)).toContainText(/Junior \d{4}/)
      await expect(total(page)).toHaveText(/2,100\.00$/)
      await of('David Klok').getByRole('button', { name: 'Edit the membership for David Klok' }).click()
      const kinds = of('David Klok').getByRole('radiogroup', { name: 'Membership for David Klok' })
      await expect(kinds.getByRole('radio', { name: /^Voksen/ }), 'he is ten years old').toHaveCount(0)
      await kinds.getByRole('radio', { name: /^Passiv \d{4}/ }).click()
      await expect(total(page)).toHaveText(/1,950\.00$/)
      await kinds.getByRole('radio', { name: /^Junior \d{4}/ }).click()
      await expect(total(page)).toHaveText(/2,100\.00$/)
    })

    await test.step('takes one out and brings it back: the total follows', async () => {
      await page.getByRole('checkbox', { name: 'Otto Klok' }).uncheck()
      await expect(total(page)).toHaveText(/1,400\.00$/)
      await expect(page.getByRole('checkbox', { name: 'Otto Klok' })).not.toBeChecked()
      await page.getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(total(page)).toHaveText(/2,100\.00$/)
      await expect(page.getByRole('checkbox', { name: /^Renew automatically/ })).not.toBeChecked()
      await look(page, 'basket-full', { axe: true })
    })

    await test.step('without network it says so, and the basket stays as it is', async () => {
      await page.getByRole('checkbox', { name: /^I agree that/ }).check()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: pay('2,100.00') }).click()
      await expect(page.getByRole('alert').filter({ hasText: "It's safe to try again" })).toBeVisible()
      await expect(total(page)).toHaveText(/2,100\.00$/)
      await page.context().setOffline(false)
    })

    await test.step('is declined, and pays the same order for all four', async () => {
      await goToPayment(page, 'Try again')
      const number = (await page.getByText(/^ROKLU-M-/).textContent())!
      await payWithCard(page, '0001')
      await expect(paymentFailed(page)).toBeVisible()
      await page.getByRole('button', { name: 'Pay again' }).click()
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
      for (const name of ['Berta Klok', 'Clara Klok', 'David Klok', 'Otto Klok'])
        await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
      expect(await capturedFor(request, number)).toEqual([210_000])
    })

    await test.step('chooses in two clubs, of which each is paid on its own', async () => {
      await page.goto(paths.newMembership())
      await chooseClub(page, rowing)
      await page.getByRole('radiogroup', { name: 'Season' }).getByRole('radio').last().check()
      await expect(page.getByText(/^Voksen \d{4}: Already bought$/)).toBeVisible()
      await expect(page.getByRole('radio', { name: /^Voksen/ }), 'what she has is not offered').toHaveCount(0)
      await chooseClub(page, tennis)
      await chooseOffer(page, /^Passiv \d{4}/)
      await page.getByRole('button', { name: 'Add a membership in another club' }).click()
      await chooseClub(page, choir)
      await chooseOffer(page, /^Støttemedlem \d{4}/)
      await page.getByRole('checkbox', { name: 'Clara Klok' }).check()
      await page.getByRole('button', { name: 'Edit the membership for Clara Klok' }).click()
      await chooseClub(page, tennis)
      await expect(page.getByRole('group', { name: 'Clara Klok', exact: true })).toContainText(/Junior \d{4}/)
      await expect(total(page)).toHaveText(/1,050\.00$/)
      await look(page, 'basket-two-clubs')
      await goToPayment(page, /^Pay DKK.1,050\.00 in 2 payments$/)
      expect(await ordersOf(portal, email)).toHaveLength(3)
    })

    await test.step('pays the first; the second is declined and the first stays paid', async () => {
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
      const rest = page.getByRole('region', { name: '1 of 2 paid' })
      await expect(rest).toContainText('Reserved for you')
      await look(page, 'basket-next', { axe: true })
      await rest.getByRole('button', { name: /^Next: pay DKK.150\.00 to Kammerkoret Havnelys$/ }).click()
      await payWithCard(page, '0001')
      await expect(paymentFailed(page)).toBeVisible()
      await expect(rest.getByRole('listitem').filter({ hasText: tennis })).toContainText('Paid')
      await look(page, 'basket-second-declined')
      await page.getByRole('button', { name: 'Pay again' }).click()
      await payWithCard(page, '0000')
      await expect(page.getByRole('region', { name: '2 of 2 paid' })).toBeVisible()
      expect((await ordersOf(portal, email)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    })
  },
)

test(
  'A double click and two tabs make one order; the basket is kept, and removed when its owner signs out',
  { tag: '@nightly' },
  async ({ page, portal, context, request }) => {
    const email = await buyer(page, portal, 'Tove')
    const consoleSaid: string[] = []
    page.on('console', (message) => consoleSaid.push(message.text()))

    await test.step('a club without payment provider says so in place of the button', async () => {
      await page.route('**/org/mine/list', async (route) => {
        const response = await route.fetch()
        const clubs = (await response.json()) as { name: string; paymentProviderId: string | null }[]
        await route.fulfill({
          response,
          json: clubs.map((club) => (club.name === choir ? { ...club, paymentProviderId: null } : club)),
        })
      })
      await page.goto(paths.newMembership())
      await chooseClub(page, choir)
      await chooseOffer(page, /^Sanger \d{4}/)
      await expect(page.getByText(`${choir} doesn't take card payments here yet.`)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
      expect(consoleSaid.filter((text) => text.includes('has no payment provider'))).toHaveLength(1)
      await look(page, 'basket-no-provider', { axe: true })
    })

    await test.step('without the address of the window the browser stays and the order is kept', async () => {
      await chooseClub(page, tennis)
      await chooseOffer(page, /^Senior \d{4}/)
      await page.route('**/payment/freepay/link', (route) => route.fulfill({ json: { paymentWindowLink: '' } }), {
        times: 1,
      })
      await page.getByRole('checkbox', { name: /^I agree that/ }).check()
      await page.getByRole('button', { name: pay('1,550.00') }).click()
      await expect(page.getByRole('alert').filter({ hasText: "We couldn't open the payment" })).toBeVisible()
      expect(consoleSaid).toContain('Payment window link is missing.')
      await expect(unpaidOrder(page)).toBeVisible()
      await look(page, 'basket-failed', { axe: true })
      expect(await ordersOf(portal, email)).toHaveLength(1)
    })

    await test.step('another tab shows the same unpaid order, and both lead to its payment', async () => {
      const tab = await context.newPage()
      await tab.goto(paths.newMembership())
      const payIn = (where: Page) => unpaidOrder(where).getByRole('button', { name: /^Pay/ })
      await expect(payIn(tab)).toBeEnabled()
      await Promise.all([payIn(page).dblclick(), payIn(tab).click()])
      await expect(paymentWindow(page)).toBeVisible()
      await expect(paymentWindow(tab)).toBeVisible()
      const made = await ordersOf(portal, email)
      expect(made).toHaveLength(1)
      await expect(page.getByText(made[0]!.number)).toBeVisible()
      await payWithCard(tab, '0000')
      await expect(paymentSuccessful(tab)).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'New Membership' })).toBeVisible()
      expect(await capturedFor(request, made[0]!.number)).toEqual([155_000])
      await tab.close()
    })

    await test.step('a basket is there in another visit, until its person signs out', async () => {
      await page.getByRole('button', { name: 'Buy something else' }).click()
      await chooseClub(page, rowing)
      await chooseOffer(page, /^Passiv \d{4}/)
      const later = await context.newPage()
      await page.close()
      await later.goto(paths.newMembership())
      await expect(later.getByRole('button', { name: pay('200.00') })).toBeVisible()
      await later.getByRole('button', { name: 'Logout' }).click()
      await expect(later.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(await later.evaluate(`localStorage.getItem('order-draft')`)).toBeNull()
    })
  },
)

test('A season appears on the first day of its sale', { tag: '@nightly' }, async ({ page, portal }) => {
  await buyer(page, portal, 'Signe')
  const name = `Forårskor ${crypto.randomUUID().slice(0, 6)}`
  const [season] = await inDatabase<{ id: string }>(
    portal,
    `insert into membership_configurations (id, org_id, name, price, start_date, end_date, offer_start_date)
     select portal_new_id(), id, $1, 30000, portal_now()::date + 30, portal_now()::date + 120, portal_now()::date + 2
     from organisations where name = $2 returning id`,
    [name, choir],
  )
  try {
    await page.goto(paths.newMembership())
    await chooseClub(page, choir)
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toHaveCount(0)
    await inDatabase(portal, `update portal_clock set "offset" = interval '2 days'`)
    await page.reload()
    await page.getByRole('radiogroup', { name: 'Season' }).getByRole('radio').last().check()
    await chooseOffer(page, new RegExp(`^${name}`))
    await expect(page.getByRole('button', { name: pay('300.00') })).toBeEnabled()
  } finally {
    await inDatabase(portal, `update portal_clock set "offset" = interval '0'`)
    await inDatabase(portal, 'delete from membership_configurations where id = $1', [season!.id])
  }
})
