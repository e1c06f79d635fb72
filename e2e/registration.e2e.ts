import type { Browser, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './axe.ts'
import { payWithCard, paymentWindow, unpaidOrder } from './buy.ts'
import { couponFor, eventOf, ordersFor, withFamilyOfFour } from './event-in-database.ts'
import { expect, test } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import { lookAt } from './look-at.ts'
import { answerMembershipPrompt, ignoreMembershipPrompt } from './membership-prompt.ts'
import { newcomer, settleIn } from './newcomer.ts'
import type { Portal } from './portal.ts'
import { capturedFor, mailsTo } from './simulated.ts'

const password = 'correct horse battery'
const party = [
  { category: 'adult', name: 'Adult', price: 200, memberPrice: 150, minAge: 15 },
  { category: 'child', name: 'Child', price: 80, maxAge: 14 },
]

const tick = (page: Page, name: RegExp | string) => page.getByRole('checkbox', { name })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: tick(page, new RegExp(`^${name}`)) })
const summary = (page: Page) => page.getByRole('region', { name: 'Your registration' })
const total = (page: Page) => page.getByText('Total', { exact: true }).locator('..')
const pay = (page: Page, amount: string) =>
  page.getByRole('button', { name: new RegExp(String.raw`^Pay DKK.${amount.replaceAll('.', '\\.')}$`) })
const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree that/ }).check()
const success = (page: Page) => page.getByRole('heading', { level: 1, name: 'Registration Success' })
const decline = (page: Page) => page.getByRole('heading', { level: 1, name: 'Registration Decline' })
const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: `Register for ${title}` })

// Two sign-ins, a payment and a dozen pages; pictures take their time.
test.beforeEach(() => test.setTimeout(process.env.SCREENSHOTS === undefined ? 120_000 : 300_000))

/** A browser of its own, where nobody is signed in yet. */
async function anotherBrowser(browser: Browser, portal: Portal): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  return page
}

/** Everything that a page must be, in both themes. */
async function look(page: Page, name: string) {
  await expectNoViolationsInBothThemes(page, name)
  await lookAt(page, name)
}

test('A family is chosen before the sign-in, registered with a code and a child price in one payment, and gets its tickets', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const title = 'Lantern party'
  const eventId = await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: party })
  const code = await couponFor(portal, eventId, 10)
  const email = await newcomer(await anotherBrowser(browser, portal), 'Berta')
  await settleIn(portal, email)
  await withFamilyOfFour(portal, email)

  await test.step('signed out the event and its prices are there, and what is chosen stays through the sign-in', async () => {
    // The old address leads to the same page.
    await page.goto(`/event-${eventId}-register`)
    await expect(heading(page, title)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(paths.registerForEvent('ROKLUB', eventId))
    await page.getByRole('combobox', { name: 'How many: Adult' }).selectOption('2')
    await page.getByRole('combobox', { name: 'How many: Child' }).selectOption('2')
    await look(page, 'register-signed-out')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, title)).toBeVisible()
    for (const name of ['Berta Klok', 'Otto Klok', 'Clara Klok', 'David Klok'])
      await expect(tick(page, new RegExp(`^${name}`))).toBeChecked()
    await expect(total(page)).toHaveText(/560\.00$/)
    await answerMembershipPrompt(page)
  })

  await test.step('somebody is left out and taken back in; a reload finds the same', async () => {
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
    await expect(total(page)).toHaveText(/640\.00$/)
    await tick(page, /^Ella Klok/).uncheck()
    await expect(total(page)).toHaveText(/560\.00$/)
    await expect(row(page, 'Clara Klok')).toContainText(/DKK.80\.00/)
    await expect(row(page, 'Otto Klok')).toContainText(/DKK.200\.00/)
  })

  await test.step('a code takes ten percent off every line', async () => {
    await page.getByRole('textbox', { name: /code/i }).fill(code)
    await page.getByRole('textbox', { name: /code/i }).press('Enter')
    await expect(total(page)).toHaveText(/504\.00$/)
    await expect(summary(page)).toContainText(/−DKK.56\.00/)
    await look(page, 'register-family')
  })

  await test.step('without the consent nothing is sent; then all four are paid at once', async () => {
    await pay(page, '504.00').click()
    await expect(page.getByText('Agree to the processing of your data to continue.')).toBeVisible()
    await agree(page)
    await pay(page, '504.00').click()
    await expect(paymentWindow(page)).toBeVisible()
    const number = (await page.getByText(/^IZY-EVE-/).textContent())!
    await payWithCard(page, '0000')
    await expect(success(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(paths.eventConfirm('ROKLUB', eventId))
    await expect(page.getByText('Clara Klok · Child')).toBeVisible()
    expect(await capturedFor(request, number)).toEqual([50_400])
    await lookAt(page, 'register-confirm')
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

test('Whoever joins in the same basket pays the member price at once, and the price returns when they take it out', async ({
  page,
  portal,
  request,
}) => {
  const title = 'Winter regatta'
  const eventId = await eventOf(portal, { club: 'ROKLUB', title, categories: party })
  const email = await newcomer(page, 'Nora')
  await settleIn(portal, email)
  await inDatabase(portal, `update members set date_of_birth = '1990-01-01' where email = $1`, [email])
  const join = page.getByRole('button', { name: /^Add the membership .* for Nora Klok$/ })
  const leave = page.getByRole('button', { name: /^Take out the membership .* for Nora Klok$/ })

  await test.step('the price falls with the membership, and returns without it', async () => {
    await page.goto(paths.registerForEvent('ROKLUB', eventId))
    await expect(tick(page, /^Nora Klok/)).toBeChecked()
    await expect(row(page, 'Nora Klok')).toContainText(/DKK.200\.00.*Standard price/)
    await expect(total(page)).toHaveText(/DKK.200\.00$/)
    await join.click()
    await expect(leave).toBeFocused()
    await expect(row(page, 'Nora Klok')).toContainText(/DKK.150\.00/)
    await expect(row(page, 'Nora Klok')).toContainText('Member price through the membership in this basket')
    await look(page, 'register-joined')
    await leave.press('Enter')
    await expect(join).toBeFocused()
    await expect(total(page)).toHaveText(/DKK.200\.00$/)
    await expect(row(page, 'Nora Klok')).toContainText(/DKK.200\.00.*Standard price/)
    await agree(page)
    await join.press('Enter')
    await expect(leave).toBeVisible()
    await expect(row(page, 'Nora Klok')).toContainText('Member price through the membership in this basket')
  })

  await test.step('declined it says why, and nothing is taken', async () => {
    // With the first double click: one order all the same.
    await page.getByRole('button', { name: /^Pay DKK/ }).dblclick()
    await expect(paymentWindow(page)).toBeVisible()
    await payWithCard(page, '0002')
    await expect(decline(page)).toBeVisible()
    await expect(page.getByText('There is not enough money on the account.')).toBeVisible()
    await look(page, 'register-decline')
  })

  await test.step('the form says that the order waits, and it is paid from there: membership and ticket in one payment', async () => {
    await page.getByRole('link', { name: 'Back to the selection' }).click()
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
})

test('With the keyboard alone a free event is booked at once, and a full one says what to do', async ({
  page,
  portal,
}) => {
  const free = await eventOf(portal, {
    club: 'KOR',
    title: 'Open rehearsal',
    categories: [{ category: 'seat', name: 'Seat', price: 0 }],
  })
  const email = await newcomer(page, 'Kaja')
  const control = (role: 'button' | 'checkbox' | 'link', name: RegExp | string) => page.getByRole(role, { name })
  /** Tabs until something has the focus. */
  const tabTo = async (role: 'button' | 'checkbox' | 'link', name: RegExp | string) => {
    const wanted = control(role, name)
    await expect(wanted).toBeVisible()
    for (let presses = 0; presses < 60; presses++) {
      if ((await wanted.and(page.locator(':focus')).count()) === 1) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The keyboard does not reach ${String(name)}`)
  }

  await page.goto(paths.registerForEvent('KOR', free))
  await expect(tick(page, /^Kaja Klok/)).toBeChecked()
  await tabTo('checkbox', /^Kaja Klok/)
  await page.keyboard.press('Space')
  await expect(tick(page, /^Kaja Klok/)).not.toBeChecked()
  await look(page, 'register-empty')
  await tabTo('button', 'Register')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose at least one person.')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await tabTo('checkbox', /^Kaja Klok/)
  await page.keyboard.press('Space')
  await expect(control('button', 'Register for free')).toBeVisible()
  await expect(page.getByText('This club is in test mode')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Billing' })).toBeHidden()
  await tabTo('checkbox', /^I agree that/)
  await page.keyboard.press('Space')
  await tabTo('button', 'Register for free')
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeVisible()
  await expect(page.getByText('there is nothing to pay')).toBeVisible()
  await look(page, 'register-confirm-free')

  await test.step('a full event says so, with what can be done', async () => {
    const full = await eventOf(portal, { club: 'KOR', title: 'Full concert', capacity: 0, categories: party })
    await page.goto(paths.registerForEvent('KOR', full))
    await expect(page.getByRole('heading', { name: 'Registration is not possible' })).toBeVisible()
    await expect(page.getByText('There are no places left.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See other events' })).toBeVisible()
    await look(page, 'register-full')
    const members = await eventOf(portal, { club: 'KOR', title: 'Members only', forMembers: true, categories: party })
    await page.goto(paths.registerForEvent('KOR', members))
    await expect(row(page, 'Kaja Klok')).toContainText('Members only.')
    await look(page, 'register-refused')
  })
  expect(await ordersFor(portal, free, email)).toMatchObject([{ status: 'paid', total: 0 }])
})

test('Two browsers race for the last place: one gets it, the other is told and keeps the form; offline nothing is lost', async ({
  page,
  portal,
  browser,
}) => {
  const title = 'Last boat'
  const eventId = await eventOf(portal, {
    club: 'ROKLUB',
    title,
    capacity: 2,
    categories: [{ category: 'seat', name: 'Seat', price: 50 }],
  })
  const other = await anotherBrowser(browser, portal)
  const [first, second] = [await newcomer(page, 'Pia'), await newcomer(other, 'Rolf')]
  for (const email of [first, second]) await settleIn(portal, email)
  await withFamilyOfFour(portal, second)
  await inDatabase(portal, `update events set capacity = 1 where id = $1`, [eventId])

  await test.step('both choose the last place', async () => {
    for (const each of [page, other]) await each.goto(paths.registerForEvent('ROKLUB', eventId))
    await tick(other, /^Rolf Klok/).check()
    for (const each of [page, other]) {
      await expect(total(each)).toHaveText(/DKK.50\.00$/)
      await agree(each)
    }
  })

  await test.step('offline the form says so and stays as it is', async () => {
    await page.context().setOffline(true)
    await pay(page, '50.00').click()
    await expect(page.getByRole('alert').filter({ hasText: 'You can safely try again' })).toBeVisible()
    await expect(tick(page, /^Pia Klok/)).toBeChecked()
    await page.context().setOffline(false)
  })

  await test.step('at the same moment: one of them goes on to pay', async () => {
    await Promise.all([
      page.getByRole('button', { name: 'Try again' }).dblclick(),
      other.getByRole('button', { name: /^Pay DKK/ }).dblclick(),
    ])
    const isPaying = async (each: Page) => (await paymentWindow(each).count()) === 1
    await expect.poll(async () => [await isPaying(page), await isPaying(other)].filter(Boolean).length).toBe(1)
    const [winner, loser] = (await isPaying(page)) ? [page, other] : [other, page]
    const name = loser === page ? 'Pia Klok' : 'Rolf Klok'
    const told = loser.getByRole('alert').filter({ hasText: 'Not everything is possible' })
    await expect(told).toContainText(name)
    await expect(told).toContainText('There are no places left.')
    await expect(tick(loser, new RegExp(`^${name}`))).toBeChecked()
    await expect(loser.getByRole('button', { name: 'Register', exact: true })).toBeVisible()
    await look(loser, 'register-lost')

    await payWithCard(winner, '0000')
    await expect(success(winner)).toBeVisible()
  })
  const orders = [...(await ordersFor(portal, eventId, first)), ...(await ordersFor(portal, eventId, second))]
  expect(orders.map(({ status }) => status)).toEqual(['paid'])
})
