import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { inTransaction } from '#server/database/db.ts'
import { requestMail } from '#server/domains/notifications/index.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { workOf } from '#server/schedule.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { sentBy } from '#server/testing/count-queries.ts'
import { mailerTo } from '#server/testing/mails/sending.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildTickets, type TicketPlan } from '#server/testing/builders/ticket-builders.ts'

let app: TestApp
let anna: Person
let alma: string
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  club = await buildClub(app)
})

async function receiptFor(orderId: string) {
  await app.database.sql(
    `insert into receipts (order_id, org_id, year, test_mode, number)
     select id, org_id, 2026, test_mode, (select count(*) + 1 from receipts where org_id = orders.org_id) from orders where id = $1`,
    [orderId],
  )
}

/** The mail about an order, as its buyer gets it. */
async function mailAbout(orderId: string) {
  const mail = {
    template: 'tickets-paid',
    memberId: anna.memberId,
    orgId: null,
    data: { orderId },
    onceKey: `order-paid:${orderId}`,
  } as const
  await inTransaction(app.context.db, (tx) => requestMail(tx, mail))
  await app.runJobs({ all: true })
  const [found] = (await mailsTo(app, 'anna@example.com')).filter(({ from }) => from.includes(club.key))
  return found!
}

const buyTickets = async (plan: Partial<TicketPlan> = {}, price = 20_000) => {
  const event = await buildEvent(app, club, { title: 'Regatta', categories: [{ category: 'adult', price }] })
  const people = [
    { memberId: anna.memberId, name: 'Anna Holm' },
    { memberId: alma, name: 'Alma Holm' },
  ]
  return { event, ...(await buildTickets(app, event, { buyer: anna, people, ...plan })) }
}

test('the mail has all tickets in one file, a calendar file and the receipt', async () => {
  const { event, orderId } = await buyTickets()
  await receiptFor(orderId)
  const mail = await mailAbout(orderId)
  expect(mail.subject).toBe('Anna and Alma – Tickets to Regatta')
  expect(mail.attachments).toMatchObject([
    { fileName: 'Tickets-Regatta.pdf', contentType: 'application/pdf' },
    { fileName: 'Tickets.ics', contentType: expect.stringContaining('text/calendar') },
    { fileName: 'Receipt-for-tickets-2026-00001.pdf', contentType: 'application/pdf' },
  ])
  for (const words of [
    'Anna Holm',
    'Alma Holm',
    `${app.url}/${club.key}/events/${event.id}/tickets`,
    'receipt is attached',
  ])
    expect(mail.text).toContain(words)
})

test('one ticket is named in the singular, and a free place has no receipt', async () => {
  const { orderId } = await buyTickets({ people: [{ memberId: anna.memberId }] }, 0)
  const mail = await mailAbout(orderId)
  expect(mail.subject).toBe('Ticket to Regatta')
  expect(mail.attachments.map(({ fileName }) => fileName)).toEqual([
    expect.stringMatching(/^Ticket-.*\.pdf$/),
    'Tickets.ics',
  ])
  expect(mail.text).toContain('There was nothing to pay')
  expect(mail.text).not.toContain('receipt is attached')
})

test('an erased person, who has no name any more, is not in the subject', async () => {
  const { orderId } = await buyTickets()
  await app.database.sql(`update order_lines set member_name = '' where order_id = $1 and member_id = $2`, [
    orderId,
    alma,
  ])
  expect((await mailAbout(orderId)).subject).toBe('Tickets to Regatta')
})

test('a test purchase says that it is one', async () => {
  const { orderId } = await buyTickets({ testMode: true })
  const mail = await mailAbout(orderId)
  expect(mail.subject).toBe('TEST – Anna and Alma – Tickets to Regatta')
  expect(mail.text).toContain("This is a test: you haven't been charged.")
})

test('a membership bought with tickets is in the same mail', async () => {
  const { event, orderId } = await buyTickets()
  await app.database.sql(
    `insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, start_date, end_date, price, vat_rate, vat, surcharge, total)
     values (gen_random_uuid(), $1, 9, 'membership', $2, 'Anna Holm', 'Adult 2026', $3, '2026-01-01', '2026-12-31', 0, 0, 0, 0, 0)`,
    [orderId, anna.memberId, club.season.id],
  )
  await app.database.sql(`update orders set kinds = '{membership,event}' where id = $1`, [orderId])
  const mail = await mailAbout(orderId)
  expect(mail.subject).toBe(`Anna and Alma – Membership and tickets at Club ${club.key}`)
  for (const words of ['Adult 2026', 'Regatta', `/events/${event.id}/tickets`]) expect(mail.text).toContain(words)
})

test('mails that wait together are read in as many statements as a few', async () => {
  const mailer = mailerTo(app.context.config.mail.smtpUrl, { patience: 10_000 })
  const { run } = workOf({ ...app.context, mailer }).handlers.find(({ name }) => name === 'notifications.send-mail')!
  async function readsFor(mails: number): Promise<number> {
    const before = await app.database.sql<{ id: string }>('select id from messages')
    for (let at = 0; at < mails; at++) {
      const { orderId } = await buyTickets({ people: [{ memberId: anna.memberId }] })
      await receiptFor(orderId)
      const mail = {
        template: 'tickets-paid',
        memberId: anna.memberId,
        orgId: null,
        data: { orderId },
        onceKey: orderId,
      } as const
      await inTransaction(app.context.db, (tx) => requestMail(tx, mail))
    }
    const all = await app.database.sql<{ id: string }>('select id from messages')
    const ids = all.map(({ id }) => id).filter((id) => !before.some((one) => one.id === id))
    const job = { attempt: 1, maxAttempts: 20 }
    const sent = await sentBy(() => Promise.all(ids.map((mailId) => run({ mailId }, job))))
    const ends = await app.database.sql('select status, error from messages where id = any($1)', [ids])
    expect(ends).toEqual(ids.map(() => ({ status: 'sent', error: '' })))
    return sent.filter((text) => /^\s*select/.test(text)).length
  }
  await readsFor(1)
  expect(await readsFor(12)).toBe(await readsFor(3))
})

test('the buyer, and nobody else, opens the receipt from any of its tickets', async () => {
  const { orderId, entryIds } = await buyTickets()
  await receiptFor(orderId)
  for (const historyId of entryIds) {
    expect(await app.call(orders.receipt, { historyId }, { as: anna.token })).toMatchObject({ number: '2026-00001' })
  }
  const bo = await signedIn(app, 'bo@example.com')
  for (const call of [orders.receipt, orders.receiptPdf]) {
    await expect(app.call(call, { historyId: entryIds[0]! }, { as: bo.token })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
})
