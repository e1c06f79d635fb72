import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { paths } from '#web/paths.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase, minuteOver } from '../support/in-database.ts'
import { lookAt } from '../support/look-at.ts'
import { newBuyer } from '../support/newcomer.ts'
import { anotherBrowser, tick } from '../support/registering.ts'
import { signInFresh } from '../support/sign-in.ts'
import { mailsTo, movedFor } from '../support/simulated.ts'

const KEY = 'ROKLUB'
const danishTitle = 'Sommerlejr ved søen'
const title = 'Summer camp by the lake'
/** Said to the kitchen and to nobody else. */
const secret = 'Hasselnødder og birkepollen'

type Language = 'da' | 'en'

/** The words of the pages in which families register, wait and answer. */
const say = {
  en: {
    agree: /^I agree that/,
    pay: /^Pay DKK/,
    done: /^See you on /,
    missing: 'Answer the questions.',
    choose: 'Choose',
    cancel: 'Cancel this ticket',
    join: 'Join the waiting list',
    accepted: /^See you on |^Payment Successful/,
    waiting: 'Waiting list',
    some: 'At least this many of us:',
    whole: 'All of us – otherwise we wait',
  },
  da: {
    agree: /^Jeg accepterer, at/,
    pay: /^Betal DKK|^Betal .*kr/,
    done: /^Vi ses den /,
    missing: 'Besvar spørgsmålene.',
    choose: 'Vælg',
    cancel: 'Annuller billetten',
    join: 'Skriv dig på ventelisten',
    accepted: /^Vi ses den /,
    waiting: 'Venteliste',
    some: 'Mindst så mange af os:',
    whole: 'Os alle – ellers venter vi',
  },
} as const

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Types with real keys, instead of what is there. */
async function type(field: Locator, text: string) {
  await field.fill('')
  await field.pressSequentially(text)
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const people = (page: Page) => page.getByRole('table', { name: 'Registrations' })

/** Chooses Danish in the profile: pages and mails follow. */
async function readDanish(page: Page) {
  await page.goto(paths.editProfile())
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Language').selectOption('Dansk')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'da')
}

/** Pays in the gateway's window, in whichever language it is. */
async function payByCard(page: Page) {
  await type(page.getByLabel(/^(Card number|Kortnummer)$/), '4100 0000 0000 0000')
  await type(page.getByLabel(/^(Expiry|Udløb)/), '12/39')
  await type(page.getByLabel(/^(CVC|Kontrolcifre)/), '123')
  await page.getByRole('button', { name: /^(Pay|Betal)/ }).click()
}

test('A camp by one story: questions, a list that is printed, a waiting list, a move, and a message, each in its reader’s language', async ({
  browser,
  portal,
  request,
  signedInAs,
}) => {
  test.setTimeout(900_000)
  const manager = await signedInAs('events@roklub.example')
  const chair = await anotherBrowser(browser, portal)
  await signInFresh(chair, 'chair@roklub.example')

  await test.step('the office makes a camp with a conditional, a sensitive and a later question', async () => {
    await manager.goto(paths.officeEvents(KEY))
    await manager.getByRole('button', { name: 'New event' }).first().click()
    const dialog = manager.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Start with').selectOption('Camp')
    await dialog.getByLabel('Starts').fill(`${day(50)}T10:00`)
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await type(manager.getByLabel('Title in Danish'), danishTitle)
    await type(manager.getByLabel('Title in English'), title)
    await tab(manager, 'When and where').click()
    await type(manager.getByLabel('Place in Danish'), 'Bådhuset')
    await tab(manager, 'Who and when').click()
    await manager.getByRole('radio', { name: 'Anyone' }).check()
    await tab(manager, 'Prices and places').click()
    await type(manager.getByLabel('Places in all'), '5')
    for (const [name, price] of [
      ['Child', '200'],
      ['Adult', '300'],
    ] as const)
      await type(manager.getByRole('group', { name, exact: true }).getByLabel('Price in DKK').first(), price)

    await tab(manager, 'Questions').click()
    const ask = async (english: string, danish: string, kind: string): Promise<Locator> => {
      await manager.getByRole('button', { name: 'Add a question' }).click()
      const fresh = manager.getByRole('group', { name: 'Untitled question' })
      await fresh.getByLabel('Answer', { exact: true }).selectOption(kind)
      await type(fresh.getByLabel(/^Question in Danish/), danish)
      const named = manager.getByRole('group', { name: danish })
      await type(named.getByLabel('Question in English'), english)
      const row = manager.getByRole('group', { name: english })
      await row.getByRole('button', { name: `Settings of ${english}` }).click()
      return row
    }
    const how = await ask('How do you come?', 'Hvordan kommer I?', 'Choose one')
    for (const [danish, english] of [
      ['Bus', 'By bus'],
      ['Bil', 'By car'],
    ] as const) {
      if ((await how.getByLabel('Option in Danish').count()) < (danish === 'Bus' ? 1 : 2))
        await how.getByRole('button', { name: 'Add an option' }).click()
      const at = danish === 'Bus' ? 0 : 1
      await type(how.getByRole('textbox', { name: 'Option in Danish' }).nth(at), danish)
      await type(how.getByRole('textbox', { name: 'Option in English' }).nth(at), english)
    }
    await how.getByLabel('Must be answered').check()
    const where = await ask('Where do you get on?', 'Hvor står I på?', 'A line of text')
    await where.getByLabel('Must be answered').check()
    await where.getByLabel('Ask only if').selectOption('the answer to “How do you come?” is')
    await where.getByRole('checkbox', { name: 'By bus' }).check()
    const plate = await ask('Number plate', 'Nummerplade', 'A line of text')
    await plate.getByLabel('Must be answered').check()
    await plate.getByLabel('When', { exact: true }).selectOption('Later, by a deadline')
    await plate.getByLabel(/^Can be answered and changed until/).fill(day(40))
    await plate.getByLabel('Ask only if').selectOption('the answer to “How do you come?” is')
    await plate.getByRole('checkbox', { name: 'By car' }).check()
    const sick = await ask('Allergies', 'Allergier', 'Several lines')
    await sick.getByLabel(/^Sensitive/).check()
    await type(sick.getByLabel(/^Why you ask, in Danish/), 'Til køkkenet')
    await type(sick.getByLabel('Why you ask, in English'), 'For the kitchen')
    await expect(manager.getByText('Ready', { exact: true })).toBeVisible()
    await lookAt(manager, 'camp-guests-questions')
    await manager.getByRole('button', { name: 'Publish', exact: true }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(manager.getByRole('button', { name: 'Save changes' })).toBeVisible()
  })
  const eventId = manager.url().match(/events\/([^/?]+)/)![1]!
  const editor = (name: string) => paths.officeEvent(KEY, eventId, { tab: name })

  const [nina, per, signe, vera, wilma] = (await Promise.all(
    ['nina', 'per', 'signe', 'vera', 'wilma'].map(() => anotherBrowser(browser, portal)),
  )) as [Page, Page, Page, Page, Page]
  const emails = { nina: '', per: '', signe: '', vera: '', wilma: '' }
  const children = async (email: string, ...names: string[]) =>
    inDatabase(
      portal,
      `insert into members (id, parent_id, first_name, last_name, date_of_birth)
       select portal_new_id(), id, name, 'Klok', '2018-05-01' from members, unnest($2::text[]) name where email = $1`,
      [email, names],
    )
  const orderOf = async (email: string) => {
    const [order] = await inDatabase<{ number: string }>(
      portal,
      `select number from orders join members on members.id = buyer_id where orders.event_id = $1 and members.email = $2`,
      [eventId, email],
    )
    return order!.number
  }

  await test.step('a mother registers with two children; what is required is asked beside each', async () => {
    emails.nina = await newBuyer(nina, portal, 'Nina')
    await children(emails.nina, 'Alma', 'Emil')
    await nina.goto(paths.registerForEvent(KEY, eventId))
    for (const name of ['Nina', 'Alma', 'Emil']) await tick(nina, new RegExp(`^${name} Klok`)).check()
    await nina.getByRole('checkbox', { name: say.en.agree }).check()
    await nina.getByRole('button', { name: say.en.pay }).click()
    await expect(nina.getByText(say.en.missing).first()).toBeVisible()
    const of = (name: string) => nina.getByRole('group', { name: `Questions for ${name} Klok` })
    // Only who comes by bus is asked where they get on.
    await of('Nina').getByLabel('How do you come?').selectOption('By bus')
    await expect(of('Nina').getByLabel('Where do you get on?')).toBeVisible()
    await of('Nina').getByLabel('How do you come?').selectOption('By car')
    await expect(of('Nina').getByLabel('Where do you get on?')).toBeHidden()
    for (const name of ['Alma', 'Emil']) {
      await of(name).getByLabel('How do you come?').selectOption('By bus')
      await type(of(name).getByLabel('Where do you get on?'), `At ${name}'s school`)
    }
    await type(of('Alma').getByLabel('Allergies'), secret)
    await expect(of('Alma')).toContainText('For the kitchen.')
    await lookAt(nina, 'camp-guests-answers')
    await nina.getByRole('button', { name: say.en.pay }).click()
    await payByCard(nina)
    await expect(nina.getByRole('heading', { level: 1, name: say.en.done })).toBeVisible()
  })

  await test.step('two others register in Danish, and the camp is sold out', async () => {
    for (const [page, name] of [
      [per, 'Per'],
      [signe, 'Signe'],
    ] as const) {
      const email = await newBuyer(page, portal, name)
      emails[name === 'Per' ? 'per' : 'signe'] = email
      await readDanish(page)
      await page.goto(paths.registerForEvent(KEY, eventId))
      await tick(page, new RegExp(`^${name} Klok`)).check()
      await page.getByLabel('Hvordan kommer I?').selectOption('Bus')
      await type(page.getByLabel('Hvor står I på?'), 'Banegården')
      await page.getByRole('checkbox', { name: say.da.agree }).check()
      await page.getByRole('button', { name: say.da.pay }).click()
      await payByCard(page)
      await expect(page.getByRole('heading', { level: 1, name: say.da.done })).toBeVisible()
    }
  })

  await test.step('an answer that is missing is in the mail, at home and in the office, until it is added on the ticket', async () => {
    const tickets = async () =>
      (await mailsTo(request, emails.nina)).find(({ subject }) => subject.endsWith(`Tickets to ${title}`))?.text
    await expect.poll(tickets).toContain('1 answer for the club')
    await nina.goto(paths.dashboard())
    await expect(nina.getByText(`Answers missing: ${title}`).first()).toBeVisible()
    await manager.goto(editor('people'))
    const row = people(manager).getByRole('row', { name: /^Select Nina Klok/ })
    await expect(row).toContainText(/answer missing/i)
    await nina.goto(paths.ticketsOf(KEY, eventId))
    await nina.getByRole('link', { name: /^Nina Klok/ }).click()
    const form = nina.getByRole('form', { name: 'Questions from the club' })
    await expect(form).toContainText('1 answer is missing.')
    await type(form.getByLabel('Number plate'), 'AB 12 345')
    await form.getByRole('button', { name: 'Save the answers' }).click()
    await expect(form).toContainText('Everything is answered.')
    await manager.reload()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText(/answer missing/i)
  })

  await test.step('the list is printed; the sensitive sheet only by who may read it', async () => {
    const printed = async (page: Page, item: string) => {
      await page.goto(editor('people'))
      await expect(people(page).getByRole('row')).toHaveCount(6)
      await page.getByRole('button', { name: 'Print' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      return readPdf(await readFile(await (await download).path())).text
    }
    const text = secret.replaceAll(' ', '')
    const plain = await printed(manager, 'By last name')
    for (const name of ['Nina', 'Alma', 'Emil', 'Per', 'Signe']) expect(plain).toContain(`Klok,${name}`)
    expect(plain).not.toContain(text)
    await manager.getByRole('button', { name: 'Print' }).click()
    await expect(manager.getByRole('menuitem')).toHaveCount(2)
    await expect(manager.getByRole('button', { name: 'Sensitive answers' })).toHaveCount(0)
    expect(await printed(chair, 'By last name')).not.toContain(text)
    expect(await printed(chair, 'With a sheet of sensitive answers')).toContain(text)
  })

  await test.step('two families wait: all of them, and at least one', async () => {
    emails.vera = await newBuyer(vera, portal, 'Vera')
    await children(emails.vera, 'Villads', 'Viola')
    emails.wilma = await newBuyer(wilma, portal, 'Wilma')
    await children(emails.wilma, 'Walter')
    for (const [page, mode] of [
      [vera, 'whole'],
      [wilma, 'some'],
    ] as const) {
      await readDanish(page)
      await page.goto(paths.event(KEY, eventId))
      const panel = page.getByRole('region', { name: say.da.waiting })
      await panel.getByRole('button', { name: say.da.join }).click()
      for (const box of await panel.getByRole('checkbox').all()) await box.check()
      await panel.getByRole('radio', { name: say.da[mode] }).check()
      await panel.getByRole('button', { name: say.da.join }).click()
      await expect(panel).toContainText('Venter på')
    }
  })

  await test.step('one who is registered cancels; the second is offered the place, because the first needs three', async () => {
    await per.goto(paths.ticketsOf(KEY, eventId))
    await per.getByRole('link', { name: /^Per Klok/ }).click()
    await per.getByRole('button', { name: say.da.cancel }).click()
    await per.getByRole('dialog').getByRole('button', { name: say.da.cancel }).click()
    await expect(per.getByText('Billetten er annulleret').first()).toBeVisible()
    const offer = async () =>
      (await mailsTo(request, emails.wilma)).find(({ subject }) => subject.includes(danishTitle))?.subject
    await expect.poll(offer).toBe(`Der er blevet plads: ${danishTitle}`)
    expect((await mailsTo(request, emails.vera)).filter(({ text }) => text.includes(danishTitle))).toEqual([])
    await manager.goto(editor('people'))
    const list = manager.getByRole('region', { name: 'Waiting list' })
    const rowOf = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await expect(rowOf('Wilma Klok').first()).toContainText('Offered until')
    await expect(rowOf('Vera Klok').first()).toContainText('No place free for them')
    await lookAt(manager, 'camp-guests-waiting')
  })

  await test.step('she accepts and pays, and her child waits on', async () => {
    await wilma.goto(paths.event(KEY, eventId))
    const order = wilma.getByRole('region', { name: /^Du har en ubetalt ordre/ })
    await order.getByRole('checkbox', { name: say.da.agree }).check()
    await order.getByRole('button', { name: 'Betal nu' }).click()
    await payByCard(wilma)
    await expect
      .poll(() =>
        inDatabase(portal, `select status from orders where event_id = $1 and origin = 'waiting_list'`, [eventId]),
      )
      .toEqual([{ status: 'paid' }])
    await wilma.goto(paths.event(KEY, eventId))
    await expect(wilma.getByRole('region', { name: say.da.waiting })).toContainText('Walter Klok')
  })

  await test.step('the camp moves; one keeps it on the ticket, one has the money back by the link of the mail', async () => {
    await manager.goto(editor('when'))
    await manager.getByLabel('Place in Danish').fill('Søbredden')
    await manager.getByLabel(/^Starts/).fill(`${day(57)}T10:00`)
    const notice = manager.getByRole('status').filter({ hasText: 'Send them the old and the new time or place' })
    await type(notice.getByLabel('Your words to the guests in Danish'), 'Bådhuset er under vand.')
    await type(notice.getByLabel('Your words to the guests in English'), 'The boathouse is flooded.')
    await expect(notice.getByLabel('Guests can have their money back until')).not.toHaveValue('')
    await manager.getByRole('button', { name: 'Save changes' }).click()
    await expect(manager.getByRole('timer')).toContainText(danishTitle)
    await minuteOver(portal)

    const moved = async (email: string) =>
      (await mailsTo(request, email)).find(({ text }) => text.includes('/moved?token='))
    await expect.poll(async () => (await moved(emails.nina))?.text).toContain('The boathouse is flooded.')
    await expect.poll(async () => (await moved(emails.signe))?.text).toContain('Bådhuset er under vand.')
    await expect.poll(async () => (await moved(emails.wilma))?.text).toContain('Bådhuset er under vand.')

    await nina.goto(paths.ticketsOf(KEY, eventId))
    await nina.getByRole('link', { name: /^Nina Klok/ }).click()
    const asked = nina.getByRole('note').filter({ hasText: 'The event has moved' })
    await asked.getByRole('button', { name: 'Keep the ticket' }).click()
    await expect(asked).toContainText('You keep the ticket.')

    const number = await orderOf(emails.signe)
    const link = /\S+\/moved\?token=[^\s)]+/.exec((await moved(emails.signe))!.text)![0]
    const reader = await anotherBrowser(browser, portal)
    await reader.goto(link)
    await reader.getByRole('button', { name: /^Refund/ }).click()
    await reader
      .getByRole('dialog', { name: 'Cancel the ticket?' })
      .getByRole('button', { name: /^Refund/ })
      .click()
    await expect(reader.getByText('The ticket is cancelled').first()).toBeVisible()
    await expect.poll(() => movedFor(request, number)).toEqual({ captured: [30_000], credited: [30_000] })
    await manager.goto(paths.guestMessages(KEY, eventId))
    const answers = manager.getByRole('region', { name: 'Answers after the move' })
    await expect(answers).toContainText('1 keeps it')
    await expect(answers).toContainText('1 refunded')
  })

  await test.step('guests are written to: stopped once, and sent the second time', async () => {
    const write = async (danish: string, english: string) => {
      await manager.goto(editor('people'))
      await manager.getByRole('button', { name: 'Write to guests' }).first().click()
      const dialog = manager.getByRole('dialog', { name: 'Write to the guests' })
      await type(dialog.getByLabel('Subject in Danish'), danish)
      await type(dialog.getByLabel('Text in Danish'), 'Det er mørkt i skoven.')
      await type(dialog.getByLabel('Subject in English'), english)
      await type(dialog.getByLabel('Text in English'), 'It is dark in the forest.')
      await dialog.getByRole('button', { name: 'Send in a minute' }).click()
      await expect(dialog).toBeHidden()
    }
    await write('Husk lygtte', 'Bring a torhc')
    await manager.getByRole('button', { name: 'Stop the message “Husk lygtte”' }).click()
    await write('Husk lygte', 'Bring a torch')
    await expect(manager.getByRole('button', { name: 'Stop the message “Husk lygte”' })).toBeVisible()
    await minuteOver(portal)
    const subjects = async (email: string) =>
      (await mailsTo(request, email)).map(({ subject }) => subject).filter((one) => /torch|torhc|lygt/.test(one))
    await expect.poll(() => subjects(emails.nina)).toEqual(['Bring a torch'])
    await expect.poll(() => subjects(emails.wilma)).toEqual(['Husk lygte'])
    const mail = (await mailsTo(request, emails.nina)).find(({ subject }) => subject === 'Bring a torch')!
    for (const name of ['Alma', 'Emil']) expect(mail.text).toContain(name)
    // Their places are cancelled.
    for (const gone of [emails.per, emails.signe]) expect(await subjects(gone)).toEqual([])
  })

  await test.step('every mail about the camp is in its reader’s language, and none has the sensitive answer', async () => {
    const languages: Record<keyof typeof emails, Language> = {
      nina: 'en',
      per: 'da',
      signe: 'da',
      vera: 'da',
      wilma: 'da',
    }
    for (const [name, language] of Object.entries(languages) as [keyof typeof emails, Language][]) {
      const mails = await mailsTo(request, emails[name])
      const about = mails.filter(({ subject, text }) =>
        [title, danishTitle].some((one) => `${subject} ${text}`.includes(one)),
      )
      expect(about.length).toBeGreaterThanOrEqual(name === 'vera' ? 0 : 2)
      for (const { subject, html } of about)
        expect([subject, /<html[^>]* lang="(\w+)"/.exec(html)?.[1]]).toEqual([subject, language])
      for (const { text, html } of mails) expect(text + html).not.toContain('Hasselnødder')
    }
  })
})
