import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from './support/axe.ts'
import { payWithCard, paymentWindow, sayBirthDate } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { buyAdult, foundClub, sayAddress } from './support/fresh-club.ts'
import { inDatabase, minuteOver } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newcomer } from './support/newcomer.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { agree, anotherBrowser, pay, row as personRow, success, tick, total } from './support/registering.ts'
import { mailsTo, movedFor } from './support/simulated.ts'

/** A portal of its own: nobody has been there, and there is no club. */
let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal({ env: { DEMO_WORLD: 'off' } })
})
test.afterAll(() => portal.stop())

/** A local day from now. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
/** Fields of a category; those of its early prices come after them. A required one has a star. */
const field = (page: Page, category: string, label: string) =>
  page
    .getByRole('group', { name: category, exact: true })
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .first()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

async function looked(page: Page, name: string) {
  await settled(page)
  await expectNoViolationsInBothLanguages(page, name)
  await lookAt(page, `camp-${name}`)
}

/** Adds children in the form of a registration, which selects them. */
async function addChildren(page: Page, children: Readonly<Record<string, number>>) {
  for (const [name, age] of Object.entries(children)) {
    await page.getByRole('form', { name: 'Registration' }).getByRole('button', { name: 'Add participant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a participant' })
    await dialog.getByLabel('First name').fill(name)
    await dialog.getByLabel('Date of birth').fill(`${new Date().getFullYear() - age}-01-15`)
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(dialog).toBeHidden()
    await expect(tick(page, new RegExp(`^${name} Klok`))).toBeChecked()
    await toast(page, `${name} has been added.`).getByRole('button', { name: 'Close' }).click()
  }
}

/** @returns the order's number */
async function payFor(page: Page, amount: string): Promise<string> {
  await agree(page)
  await pay(page, amount).click()
  await expect(paymentWindow(page)).toBeVisible()
  const number = (await page
    .getByText(/^IZY-EVE-|^SEJL-/)
    .first()
    .textContent())!
  await payWithCard(page, '0000')
  await expect(success(page)).toBeVisible()
  return number
}

const mailed = (request: APIRequestContext, email: string, words: string | RegExp) =>
  expect
    .poll(async () => (await mailsTo(request, email)).map(({ subject, text }) => `${subject}\n${text}`))
    .toContainEqual(expect.stringMatching(words))

/** The files with those mails to somebody that say something. */
const creditNotes = async (request: APIRequestContext, email: string, words: string) =>
  (await mailsTo(request, email))
    .filter(({ subject, text }) => `${subject}\n${text}`.includes(words))
    .flatMap(({ attachments }) => attachments.map(({ fileName }) => fileName))

/** Selects people in the list of registrations. */
async function select(list: Locator, ...names: string[]) {
  for (const name of names) await list.getByRole('checkbox', { name: `Select ${name}` }).check()
}

test(
  'A fresh club runs a summer camp: sold by phase, pool and code, changed, printed, and cancelled with every order refunded',
  { tag: '@nightly' },
  async ({ browser, playwright }) => {
    test.slow()
    const request = await playwright.request.newContext({ baseURL: portal.url })
    const { clubPage, invited } = await foundClub(browser, portal, request)
    const manager = await invited('events@roklub.example', 'Event manager')
    const treasurer = await invited('treasurer@roklub.example', 'Treasurer')

    await test.step('the event manager begins a camp from the template', async () => {
      await manager.goto(paths.officeEvents('SEJL'))
      await looked(manager, 'events-none')
      await manager.getByRole('button', { name: 'New event' }).first().click()
      const dialog = manager.getByRole('dialog', { name: 'New event' })
      await dialog.getByLabel('Start with').selectOption('Camp')
      await dialog.getByLabel('Starts').fill(`${day(50)}T10:00`)
      await lookAt(manager, 'camp-new')
      await dialog.getByRole('button', { name: 'Create draft' }).click()
      await expect(heading(manager, 'Untitled')).toBeVisible()
      await manager.getByLabel('Title in Danish').fill('Sommerlejr')
      await manager.getByLabel('Title in English').fill('Summer camp')
      await expect(manager.getByText(/^Saved /)).toBeVisible()
      await looked(manager, 'what')
    })
    await test.step('a picture is cropped before it is saved, and described', async () => {
      const picture = manager.getByRole('group', { name: 'Picture', exact: true })
      const stripe = { create: { width: 1600, height: 400, channels: 3, background: '#fb3' } } as const
      const stripes = sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#2a7' } })
        .composite([{ input: stripe, gravity: 'north' }])
        .png()
        .toBuffer()
      await picture
        .locator('input[type=file]')
        .setInputFiles({ name: 'camp.png', mimeType: 'image/png', buffer: await stripes })
      const dialog = manager.getByRole('dialog', { name: 'Crop the picture' })
      await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
      await dialog.getByLabel('Crop: move it with the arrow keys').press('ArrowDown')
      await expectNoViolationsInBothLanguages(manager, 'a picture that is cropped')
      await lookAt(manager, 'camp-crop')
      await dialog.getByRole('button', { name: 'Use this part' }).press('Enter')
      await expect(dialog).toBeHidden()
      await manager.getByLabel('Description of the picture in Danish').fill('Telte ved vandet')
      await expect(manager.getByText("The picture's description is saved.")).toBeVisible()
      const shown = manager.getByRole('button', { name: /The important part/ }).locator('img')
      const ratio = await shown.evaluate(
        (img: { naturalWidth?: number; naturalHeight?: number }) => img.naturalWidth! / img.naturalHeight!,
      )
      expect(ratio).toBeCloseTo(16 / 9, 1)
      await lookAt(manager, 'camp-picture')
    })
    const eventId = manager.url().match(/events\/([^/?]+)/)![1]!
    const editor = (query?: { tab: string }) => paths.officeEvent('SEJL', eventId, query)

    await test.step('its place; anyone may come, and cancel until a fortnight before', async () => {
      await tab(manager, 'When and where').click()
      await manager.getByLabel('Place in Danish').fill('Bådhuset')
      await manager.getByLabel('Address').fill('Havnegade 12, 4000 Roskilde')
      await looked(manager, 'when')
      await tab(manager, 'Who and when').click()
      await manager.getByRole('radio', { name: 'Anyone' }).check()
      await expect(manager.getByLabel('Days before the start')).toHaveValue('14')
      await looked(manager, 'who')
    })

    await test.step('three categories with ages, beds for two of them, and an early price', async () => {
      await tab(manager, 'Prices and places').click()
      await manager.getByRole('button', { name: 'Add pool' }).click()
      await manager.getByLabel('Name of the pool').fill('Senge')
      await manager.getByLabel('Places in the pool').fill('5')
      await field(manager, 'Child', 'Price in DKK').fill('800')
      await field(manager, 'Child', 'Up to age').fill('12')
      await field(manager, 'Child', 'Pool').selectOption('Senge')
      await field(manager, 'Adult', 'Price in DKK').fill('1000')
      await field(manager, 'Adult', 'Places').fill('10')
      await manager.getByRole('button', { name: 'Add category' }).click()
      await field(manager, 'New category', 'Name in Danish').fill('Ung')
      await field(manager, 'Ung', 'Name in English').fill('Youth')
      await field(manager, 'Youth', 'Price in DKK').fill('800')
      await field(manager, 'Youth', 'From age').fill('13')
      await field(manager, 'Youth', 'Up to age').fill('17')
      await field(manager, 'Youth', 'Pool').selectOption('Senge')
      await manager.getByRole('button', { name: 'Move Youth up' }).click()
      await manager.getByRole('button', { name: 'Add early-bird price to Adult' }).click()
      await field(manager, 'new early-bird price', 'Name in Danish').fill('Tidlig')
      await field(manager, 'Tidlig', 'Name in English').fill('Early bird')
      await field(manager, 'Early bird', 'Price in DKK').fill('750')
      await manager.getByRole('button', { name: 'To fix (1)' }).click()
      await manager.getByRole('menuitem', { name: /^Adult, Early bird: Enter when this price ends/ }).click()
      await expect(field(manager, 'Early bird', 'Until')).toBeFocused()
      await field(manager, 'Early bird', 'Until').fill(`${day(20)}T12:00`)
      await expect(manager.getByText('Ready', { exact: true })).toBeVisible()
      await expect(manager.getByText(/^If it sells out: DKK.14,000\.00/)).toBeVisible()
      await looked(manager, 'prices')
    })

    await test.step('seen as a family sees it, before and after the early price', async () => {
      await manager.getByRole('link', { name: 'Preview' }).click()
      await expect(heading(manager, 'Summer camp')).toBeVisible()
      await expect(manager.getByText(/DKK\s750\.00/).first()).toBeVisible()
      await manager.getByRole('button', { name: 'After Early bird' }).click()
      await expect(manager.getByText(/DKK\s1,000\.00/).first()).toBeVisible()
      await looked(manager, 'preview')
      await manager.getByRole('link', { name: 'Back to the editor' }).click()
    })

    await test.step('published, and a code for it', async () => {
      await manager.getByRole('button', { name: 'Publish' }).click()
      const question = manager.getByRole('dialog', { name: 'Publish Summer camp?' })
      await expect(question).toContainText('The event is visible at once.')
      await question.getByRole('button', { name: 'Publish' }).click()
      await expect(manager.getByRole('button', { name: 'Save changes' })).toBeVisible()
      await tab(manager, 'Prices and places').click()
      await manager.getByRole('link', { name: 'Codes for this event' }).click()
      await manager.getByRole('link', { name: 'New discount code' }).first().click()
      const form = manager.getByRole('form', { name: 'New discount code' })
      await form.getByRole('textbox', { name: 'Code', exact: true }).fill('LEJR10')
      await form.getByLabel('Name in Danish').fill('Lejrrabat')
      await form.getByLabel('Name in English').fill('Camp discount')
      await form.getByLabel('Discount (%)').fill('10')
      await form.getByLabel('Event', { exact: true }).click()
      await manager.getByRole('option', { name: 'Summer camp' }).click()
      await looked(manager, 'code')
      await form.getByRole('button', { name: 'Create the code' }).click()
      await expect(manager.getByRole('heading', { name: 'LEJR10' })).toBeVisible()
    })

    const [rikke, tom, nora] = await Promise.all([1, 2, 3].map(() => anotherBrowser(browser, portal)))
    const emails = { rikke: '', tom: '', nora: '' }
    const orders = { rikke: '', tom: '', nora: '' }
    await test.step('a member finds the camp at her club, and registers early with a child', async () => {
      emails.rikke = await newcomer(rikke!, 'Rikke')
      await buyAdult(rikke!, clubPage)
      await rikke!.goto(paths.eventsOf('SEJL'))
      await rikke!.getByRole('article').getByRole('link', { name: 'Summer camp' }).first().click()
      await expect(heading(rikke!, 'Summer camp')).toBeVisible()
      await looked(rikke!, 'event')
      await rikke!.goto(paths.registerForEvent('SEJL', eventId))
      await tick(rikke!, /^Rikke Klok/).check()
      await addChildren(rikke!, { Asta: 8, Viggo: 10 })
      await tick(rikke!, /^Viggo Klok/).uncheck()
      await expect(personRow(rikke!, 'Rikke Klok')).toContainText(/Adult.*DKK.750\.00/)
      await expect(total(rikke!)).toHaveText(/1,550\.00$/)
      await looked(rikke!, 'register')
      orders.rikke = await payFor(rikke!, '1,550.00')
      await looked(rikke!, 'registered')
      await mailed(request, emails.rikke, /Tickets to /)
    })
    await test.step('she reads Danish', async () => {
      await rikke!.goto(paths.editProfile())
      const form = rikke!.getByRole('form', { name: 'Profile' })
      await form.getByLabel('Language').selectOption('Dansk')
      await form.getByRole('button', { name: 'Save profile' }).click()
      await expect(rikke!.getByRole('heading', { level: 1 })).toHaveText(/^(My Profile|Min profil)$/)
    })
    const register = async (page: Page, name: string, children: Readonly<Record<string, number>>) => {
      const email = await newcomer(page, name)
      await page.goto(paths.registerForEvent('SEJL', eventId))
      await sayBirthDate(page)
      await tick(page, new RegExp(`^${name} Klok`)).check()
      await addChildren(page, children)
      await sayAddress(page)
      return email
    }
    await test.step('another family uses the code', async () => {
      emails.tom = await register(tom!, 'Tom', { Ida: 11 })
      await tom!.getByRole('textbox', { name: 'Discount code' }).fill('LEJR10')
      await tom!.getByRole('button', { name: 'Use code', exact: true }).click()
      await expect(total(tom!)).toHaveText(/1,395\.00$/)
      await looked(tom!, 'register-code')
      orders.tom = await payFor(tom!, '1,395.00')
    })
    await test.step('a third one comes after the early price', async () => {
      await inDatabase(portal, `update portal_clock set "offset" = '21 days'`)
      emails.nora = await register(nora!, 'Nora', { Nils: 14 })
      await expect(total(nora!)).toHaveText(/1,800\.00$/)
      orders.nora = await payFor(nora!, '1,800.00')
    })

    await test.step('a new price counts from now on, and the editor says how many hold another one', async () => {
      await manager.goto(editor({ tab: 'prices' }))
      await field(manager, 'Adult', 'Price in DKK').fill('1100')
      await manager.getByRole('button', { name: 'Save changes' }).click()
      const saved = toast(manager, 'Your changes are saved.')
      await expect(saved.getByRole('button', { name: 'Undo' })).toBeVisible()
      await saved.getByRole('button', { name: 'Close' }).click()
      await expect(manager.getByText('1 person has bought or reserved it at another price.')).toBeVisible()
      await field(manager, 'Adult', 'Places').fill('2')
      await manager.getByRole('button', { name: 'Save changes' }).click()
      await expect(manager.getByText('At least 3: 3 are sold and 0 reserved.')).toBeVisible()
      await looked(manager, 'changed')
      await field(manager, 'Adult', 'Places').fill('10')
    })

    await test.step('a family gives up a place by the rule, and reads first what comes back', async () => {
      await nora!.goto(paths.ticketsOf('SEJL', eventId))
      await nora!.getByRole('link', { name: 'Nils Klok' }).click()
      await expect(nora!.getByText(/^You can cancel until .+ and get DKK.800\.00 back\.$/)).toBeVisible()
      await looked(nora!, 'ticket')
      await nora!.getByRole('button', { name: 'Cancel this ticket' }).click()
      const question = nora!.getByRole('dialog', { name: 'Cancel the ticket for Nils Klok?' })
      await expect(question).toContainText(/DKK.800\.00 goes back to the card/)
      await lookAt(nora!, 'camp-give-up')
      await question.getByRole('button', { name: 'Cancel this ticket' }).click()
      await expect(toast(nora!, 'Ticket cancelled')).toBeVisible()
      await expect.poll(() => movedFor(request, orders.nora)).toEqual({ captured: [180_000], credited: [80_000] })
      await expect
        .poll(() => creditNotes(request, emails.nora, 'was refunded by Sejlklubben Vestenvind'))
        .toEqual([expect.stringMatching(/^Credit-note-.+\.pdf$/)])
    })

    const people = () => manager.getByRole('table', { name: 'Registrations' })
    await test.step('the list: one is added by hand, one moved', async () => {
      await manager.goto(editor({ tab: 'people' }))
      await expect(people().getByRole('row')).toHaveCount(7)
      await manager.getByRole('link', { name: 'Register a person' }).click()
      const next = manager.getByRole('button', { name: 'Next', exact: true })
      await manager.getByLabel('Find a person').fill('Viggo')
      await manager.getByRole('radio', { name: /^Viggo Klok/ }).check()
      await next.click()
      const category = manager.getByLabel('Category')
      const child = category.getByRole('option', { name: /^Barn|^Child/ })
      await category.selectOption(await child.getAttribute('value'))
      await next.click()
      await manager.getByRole('radio', { name: 'Free' }).check()
      await manager.getByLabel('Reason').fill('Helps in the kitchen')
      await lookAt(manager, 'camp-by-hand')
      await manager.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(manager.getByRole('heading', { name: 'Added and paid' })).toBeFocused()
      await manager.getByRole('link', { name: 'Registrations', exact: true }).click()
      await select(people(), 'Ida Klok')
      await manager.getByRole('button', { name: 'Move', exact: true }).click()
      const move = manager.getByRole('dialog', { name: 'Move 1 person to another category' })
      await move.getByRole('radio', { name: 'Youth' }).check()
      await move.getByRole('button', { name: 'Move them' }).click()
      await expect(people().getByRole('row', { name: /Ida Klok/ })).toContainText('Youth')
      await manager.getByRole('button', { name: 'Clear the selection' }).click()
      await select(people(), 'Rikke Klok', 'Asta Klok')
      await expectNoViolationsInBothThemes(manager, 'registrations')
      await lookAt(manager, 'camp-people')
      // It is weeks away.
      await expect(manager.getByRole('button', { name: 'Mark as present' })).toBeHidden()
      await expect(manager.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
    })
    await test.step('it is printed', async () => {
      await manager.getByRole('button', { name: 'Print' }).click()
      const download = manager.waitForEvent('download')
      await manager.getByRole('menuitem', { name: 'By category' }).click()
      const file = await (await download).path()
      const { text } = readPdf(await readFile(file))
      for (const words of ['Summer camp', 'Klok, Asta', 'Klok, Viggo', 'Klok, Ida', 'Page 1 of 1'])
        expect(text).toContain(words.replace(/\s/g, ''))
      expect(text).not.toContain('Klok,Nils')
      if (process.env.SCREENSHOTS) await (await download).saveAs(`${process.env.SCREENSHOTS}/camp-list.pdf`)
    })
    await test.step('the treasurer refunds one', async () => {
      await treasurer.goto(editor({ tab: 'people' }))
      await select(treasurer.getByRole('table', { name: 'Registrations' }), 'Nora Klok')
      await treasurer.getByRole('button', { name: 'Refund', exact: true }).click()
      const dialog = treasurer.getByRole('dialog', { name: 'Refund 1 place?' })
      await expect(dialog.getByRole('status')).toContainText(/1 place, DKK.1,000\.00\s*Nora Klok/)
      await dialog.getByLabel('Reason').pressSequentially('Nora has a fever')
      await lookAt(treasurer, 'camp-refund')
      await dialog.getByRole('button', { name: /^Refund DKK.1,000\.00$/ }).click()
      await expect(toast(treasurer, /DKK.1,000\.00 is refunded in a minute for 1 place/)).toBeVisible()
      await minuteOver(portal)
      await expect
        .poll(() => movedFor(request, orders.nora))
        .toEqual({ captured: [180_000], credited: [80_000, 100_000] })
      await treasurer.goto(editor({ tab: 'money' }))
      await looked(treasurer, 'money')
    })

    await test.step('the camp is cancelled, and its refunds wait', async () => {
      await manager.goto(editor())
      await manager.getByRole('region', { name: 'Edit event' }).getByRole('button', { name: 'More' }).click()
      await manager.getByRole('menuitem', { name: 'Cancel the event…' }).click()
      await expect(heading(manager, 'Cancel Summer camp')).toBeVisible()
      await expect(manager.getByRole('row', { name: 'Orders 3', exact: true })).toBeVisible()
      // Who may not see money cancels without its figures.
      await expect(manager.getByRole('row', { name: /^Goes back to the cards/ })).toHaveCount(0)
      await expect(manager.getByText("You can't refund yourself.")).toBeVisible()
      await looked(manager, 'cancel-numbers')
      await manager.getByRole('button', { name: 'Next step' }).click()
      await manager.getByRole('button', { name: 'Next step' }).click()
      await expect(manager.getByText('Write why the event is cancelled.')).toBeVisible()
      await expect(manager.getByLabel('Text in Danish')).toBeFocused()
      await manager.getByLabel('Text in Danish').fill('Der er brændenælder overalt.')
      await manager.getByLabel('Text in English').fill('There are nettles everywhere.')
      await expect(manager.getByRole('region', { name: 'In Danish' })).toContainText('brændenælder')
      await looked(manager, 'cancel-text')
      await manager.reload()
      await expect(manager.getByLabel('Text in English')).toHaveValue('There are nettles everywhere.')
      await manager.getByRole('button', { name: 'Next step' }).click()
      await manager.getByRole('button', { name: 'Cancel the event' }).click()
      await expect(manager.getByText("That isn't the event's name.")).toBeVisible()
      await manager.getByLabel(/^Enter the name of the event/).fill('summer  camp')
      await looked(manager, 'cancel-name')
      await manager.getByRole('button', { name: 'Cancel the event' }).click()
      await expect(heading(manager, 'Cancellation of Summer camp')).toBeVisible()
      await expect(manager.getByRole('status').filter({ hasText: 'Waiting for approval' })).toBeVisible()
      await expect(manager.getByRole('button', { name: 'Approve the refunds' })).toBeHidden()
      await looked(manager, 'cancel-waiting')
      await manager.getByRole('link', { name: 'To the event' }).click()
      await expect(manager.getByText('The refunds are waiting for approval.')).toBeVisible()
      await mailed(request, 'treasurer@roklub.example', /^The cancellation of Summer camp is waiting for you/)
      expect(await movedFor(request, orders.rikke)).toEqual({ captured: [155_000], credited: [] })
      // Before anybody has approved.
      await mailed(request, emails.rikke, 'brændenælder overalt')
      await mailed(request, emails.tom, 'nettles everywhere')
    })

    await test.step('the treasurer finds it in Today, approves, and sees it finish', async () => {
      await treasurer.goto(paths.office('SEJL'))
      await looked(treasurer, 'today')
      await treasurer.getByRole('link', { name: 'Review and approve' }).click()
      await expect(heading(treasurer, 'Cancellation of Summer camp')).toBeVisible()
      await treasurer.getByRole('button', { name: 'Approve the refunds' }).click()
      const dialog = treasurer.getByRole('dialog', { name: /2,945\.00\?$/ })
      await dialog.getByRole('button', { name: 'Approve the refunds' }).click()
      await expect(treasurer.getByText('The cancellation is complete')).toBeVisible({ timeout: 90_000 })
      await looked(treasurer, 'cancel-done')
    })

    await test.step('the gateway refunded what it took, order by order', async () => {
      for (const [number, amount] of [
        [orders.rikke, 155_000],
        [orders.tom, 139_500],
        [orders.nora, 180_000],
      ] as const) {
        const { captured, credited } = await movedFor(request, number)
        expect(captured).toEqual([amount])
        expect(credited.reduce((sum, one) => sum + one, 0)).toBe(amount)
      }
    })
    await test.step('everybody gets their credit note; the report goes to who began it and who approved', async () => {
      await expect
        .poll(() => creditNotes(request, emails.rikke, 'Sommerlejr er aflyst'))
        .toEqual([expect.stringMatching(/^Kreditnota-.+\.pdf$/)])
      await expect
        .poll(() => creditNotes(request, emails.tom, 'Summer camp is cancelled'))
        .toEqual([expect.stringMatching(/^Credit-note-.+\.pdf$/)])
      // Amounts for who may see them.
      await mailed(request, 'events@roklub.example', /^The cancellation of Summer camp is finished\n/)
      await mailed(request, 'treasurer@roklub.example', /^The cancellation of Summer camp is finished\n[^]*2,945\.00/)
    })
    await test.step('page, ticket and receipt say so', async () => {
      await tom!.goto(paths.event('SEJL', eventId))
      await expect(heading(tom!, 'Summer camp has been cancelled')).toBeVisible()
      await expect(tom!.getByText('There are nettles everywhere.')).toBeVisible()
      await looked(tom!, 'cancelled-event')
      await tom!.getByRole('link', { name: 'See your tickets' }).click()
      await tom!.getByRole('link', { name: 'Tom Klok' }).click()
      await expect(tom!.getByText('This ticket is no longer valid')).toBeVisible()
      await looked(tom!, 'cancelled-event-ticket')
      await tom!.goto(paths.eventsOf('SEJL'))
      await settled(tom!)
      await expect(tom!.getByRole('link', { name: 'Summer camp' })).toHaveCount(0)
      await manager.goto(paths.officeEvents('SEJL', { tab: 'cancelled' }))
      await expect(manager.getByRole('link', { name: 'Summer camp' }).first()).toBeVisible()
      await looked(manager, 'events-cancelled')
    })
    await request.dispose()
  },
)
