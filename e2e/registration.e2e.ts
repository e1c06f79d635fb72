import { paths } from '#web/paths.ts'
import { payWithCard, paymentWindow, unpaidOrder } from './support/buy.ts'
import { couponFor, eventOf, ordersFor, withFamilyOfFour } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { answerMembershipPrompt } from './support/membership-prompt.ts'
import { newBuyer } from './support/newcomer.ts'
import {
  agree,
  anotherBrowser,
  decline,
  heading,
  look,
  party,
  pay,
  row,
  success,
  summary,
  tick,
  total,
} from './support/registering.ts'
import { capturedFor, mailsTo } from './support/simulated.ts'

const password = 'correct horse battery'

test('A family chosen before signing in is registered with a code and a child price in one payment, and gets its tickets', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const title = 'Lantern party'
  const eventId = await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: party })
  const code = await couponFor(portal, eventId, 10)
  const email = await newBuyer(await anotherBrowser(browser, portal), portal, 'Berta')
  await withFamilyOfFour(portal, email)

  await test.step('signed out the event and its prices are there, and what is chosen stays through the sign-in', async () => {
    // The old address redirects to the same page.
    await page.goto(`/event-${eventId}-register`)
    await expect(heading(page, title)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(paths.registerForEvent('ROKLUB', eventId))
    await page.getByRole('combobox', { name: 'How many: Adult' }).selectOption('2')
    await page.getByRole('combobox', { name: 'How many: Child' }).selectOption('2')
    await look(page, 'register-signed-out')
    // A typed code that was not applied yet is kept.
    await page.getByRole('textbox', { name: 'Discount code' }).fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, title)).toBeVisible()
    for (const name of ['Berta Klok', 'Otto Klok', 'Clara Klok', 'David Klok'])
      await expect(tick(page, new RegExp(`^${name}`))).toBeChecked()
    await expect(total(page)).toHaveText(/504\.00$/)
    await answerMembershipPrompt(page)
    await page.getByRole('button', { name: `Remove the code ${code}` }).click()
    await expect(total(page)).toHaveText(/560\.00$/)
  })

  await test.step('somebody is removed and added again; a reload shows the same', async () => {
    await tick(page, /^Otto Klok/).uncheck()
    await expect(total(page)).toHaveText(/360\.00$/)
    await page.reload()
    await expect(total(page)).toHaveText(/360\.00$/)
    await expect(tick(page, /^Otto Klok/)).not.toBeChecked()
    await tick(page, /^Otto Klok/).check()
    await page.getByRole('button', { name: 'Add participant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a participant' })
    await dialog.getByLabel('First name').fill('Ella')
    await dialog.getByLabel('Date of birth').fill('2019-02-03')
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(tick(page, /^Ella Klok/)).toBeChecked()
    await expect(page.getByRole('alert').filter({ hasText: 'Tick the box to agree.' })).toBeHidden()
    await expect(total(page)).toHaveText(/640\.00$/)
    await tick(page, /^Ella Klok/).uncheck()
    await expect(total(page)).toHaveText(/560\.00$/)
    await expect(row(page, 'Clara Klok')).toContainText(/DKK.80\.00/)
    await expect(row(page, 'Otto Klok')).toContainText(/DKK.200\.00/)
  })

  await test.step('without the consent nothing is sent, nor with a code that is typed and not valid', async () => {
    const typed = page.getByRole('textbox', { name: 'Discount code' })
    await typed.fill('NOSUCHCODE')
    await pay(page, '560.00').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Tick the box to agree.' })).toBeVisible()
    await agree(page)
    await pay(page, '560.00').click()
    await expect(typed).toBeFocused()
    await expect(typed).toHaveAccessibleDescription(/isn't valid here.*You're not registered yet/)
    await lookAt(page, 'register-code-refused')
    await typed.fill(code)
  })

  await test.step('a typed code takes ten percent off every line, as shown before; then all four are paid together', async () => {
    await pay(page, '560.00').click()
    await expect(total(page)).toHaveText(/504\.00$/)
    await expect(page.getByRole('alert').getByText(/is now DKK.504\.00/)).toBeVisible()
    await expect(summary(page)).toContainText(/−DKK.56\.00/)
    await look(page, 'register-family')
    await pay(page, '504.00').click()
    await expect(paymentWindow(page)).toBeVisible()
    const number = (await page.getByText(/^IZY-EVE-/).textContent())!
    await payWithCard(page, '0000')
    await expect(success(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(paths.eventConfirm('ROKLUB', eventId))
    await expect(page.getByText('Clara Klok · Child')).toBeVisible()
    expect(await capturedFor(request, number)).toEqual([50_400])
    await look(page, 'register-confirm')
  })

  await test.step('the tickets are there, and one mail brings them as a PDF with the calendar entry', async () => {
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await expect(page.getByRole('article', { name: /^Receipt / })).toContainText(title)
    await page.goBack()
    await page.getByRole('link', { name: 'See your tickets' }).click()
    expect(new URL(page.url()).pathname).toBe(paths.ticketsOf('ROKLUB', eventId))
    for (const name of ['Berta Klok', 'Otto Klok', 'Clara Klok', 'David Klok'])
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    const brought = async () =>
      (await mailsTo(request, email))
        .map(({ attachments }) => attachments.map(({ contentType }) => contentType.split(';')[0]))
        .filter((types) => types.includes('text/calendar'))
    await expect.poll(async () => (await brought()).length).toBe(1)
    expect((await brought())[0]).toContain('application/pdf')
  })

  await test.step('coming back, everybody is registered', async () => {
    await page.goto(paths.registerForEvent('ROKLUB', eventId))
    await expect(row(page, 'Clara Klok').getByRole('link', { name: 'See the ticket' })).toBeVisible()
    await expect(tick(page, /^Clara Klok/)).toBeDisabled()
    expect((await ordersFor(portal, eventId, email)).map(({ status }) => status)).toEqual(['paid'])
  })
})

test(
  'Joining in the same basket gives the member price at once, and removing the membership takes it away',
  { tag: '@nightly' },
  async ({ page, portal, request }) => {
    const title = 'Winter regatta'
    // In a season with enough days left: the last weeks of one are not offered.
    const left = Math.ceil((Date.UTC(new Date().getFullYear() + 1, 0) - Date.now()) / 86_400_000)
    const inDays = left > 70 ? 10 : left + 10
    const eventId = await eventOf(portal, { club: 'ROKLUB', title, inDays, categories: party })
    const email = await newBuyer(page, portal, 'Nora')
    await inDatabase(portal, `update members set date_of_birth = '1990-01-01' where email = $1`, [email])
    const join = page.getByRole('button', { name: /^Add membership .* for Nora Klok$/ })
    const leave = page.getByRole('button', { name: /^Remove the membership .* for Nora Klok$/ })

    await test.step('the price falls with the membership, and returns without it', async () => {
      await page.goto(paths.registerForEvent('ROKLUB', eventId))
      await expect(tick(page, /^Nora Klok/)).toBeChecked()
      await expect(row(page, 'Nora Klok')).toContainText(/DKK.200\.00.*Standard price/)
      await expect(total(page)).toHaveText(/DKK.200\.00$/)
      await join.click()
      await expect(leave).toBeFocused()
      await expect(row(page, 'Nora Klok')).toContainText(/DKK.150\.00/)
      await expect(row(page, 'Nora Klok')).toContainText('Member price with the membership in this basket')
      await look(page, 'register-joined')
      await leave.press('Enter')
      await expect(join).toBeFocused()
      await expect(total(page)).toHaveText(/DKK.200\.00$/)
      await expect(row(page, 'Nora Klok')).toContainText(/DKK.200\.00.*Standard price/)
      await agree(page)
      await join.press('Enter')
      await expect(leave).toBeVisible()
      await expect(row(page, 'Nora Klok')).toContainText('Member price with the membership in this basket')
    })

    await test.step('declined it says why, and nothing is taken', async () => {
      // The first click is a double click and still makes one order.
      await page.getByRole('button', { name: /^Pay DKK/ }).dblclick()
      await expect(paymentWindow(page)).toBeVisible()
      await payWithCard(page, '0002')
      await expect(decline(page)).toBeVisible()
      await expect(page.getByText("There isn't enough money in the account.")).toBeVisible()
      await look(page, 'register-decline')
    })

    await test.step('the form says that the order waits, and it is paid from there: membership and ticket in one payment', async () => {
      await page.getByRole('link', { name: 'Start over' }).click()
      await expect(unpaidOrder(page)).toContainText(title)
      await expect(leave).toBeVisible()
      await lookAt(page, 'register-unpaid')
      await unpaidOrder(page).getByRole('button', { name: 'Pay now' }).click()
      await payWithCard(page, '0000')
      await expect(success(page)).toBeVisible()
      const orders = await ordersFor(portal, eventId, email)
      expect(orders.map(({ status }) => status)).toEqual(['paid'])
      expect(await capturedFor(request, orders[0]!.number)).toEqual([orders[0]!.total])
      await expect(page.getByText('Nora Klok · Adult')).toBeVisible()
      await page.getByRole('link', { name: 'To my memberships' }).click()
      await expect(page.getByText('Roskilde Fjord Roklub').first()).toBeVisible()
    })
  },
)
