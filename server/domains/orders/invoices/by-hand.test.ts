import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeToday } from '#contract/office/today.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { exports } from '#contract/exports.ts'
import { personTimeline } from '#contract/people/timeline.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { orders } from '#contract/orders/orders.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { handleOf, ledgerOf, mailsTo, payInWindow, paymentRequest, visit } from '#server/testing/purchase.ts'
import { addByHand, daysFrom, registered, today } from '#server/testing/purchases/by-hand.ts'
import { newestOrder, refundLines } from '#server/testing/purchases/line-refunds.ts'
import { goTo, runRecurring } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { remindOfInvoices } from './remind.ts'

let app: TestApp
let club: Club
let event: BuiltEvent
let [office, treasurer, anna, bo]: Person[] = []
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  treasurer = await signedIn(app, 'carla@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(
    `update members set address_line1 = 'Havnevej 1', post_code = '4000', city = 'Roskilde', country = 'Denmark' where id = any($1)`,
    [[anna.memberId, bo.memberId]],
  )
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  event = await buildEvent(app, club, { capacity: 2 })
  await registered(app, club, [anna!.memberId, bo!.memberId])
  await grantOffice(app, club, treasurer!, ['treasurer'])
})

const taken = (more: object = {}) =>
  ({ how: 'taken', method: 'cash', receivedOn: today(), reference: '', ...more }) as const
const season = (more: object = {}) => [{ membershipConfId: club.season.id, ...more }]
const place = (more: object = {}) => [{ eventId: event.id, category: 'adult', ...more }]
const add = (memberId: string, more: Partial<Parameters<typeof addByHand>[3]> = {}) =>
  addByHand(app, office!, club, { memberId, lines: season(), pay: taken(), ...more })
const invoice = (memberId = bo!.memberId, more: object = {}) =>
  add(memberId, { pay: { how: 'invoice', dueOn: daysFrom(today(), 14) }, ...more })
const record = (orderId: string, amount = club.season.total, more: object = {}, person = treasurer!) => {
  const { how: _, ...input } = taken(more)
  return app.call(byHand.record, { orgId: club.id, orderId, amount, ...input }, { as: person.token })
}
const payments = (query: object = {}) => app.call(orders.ofClub, { orgId: club.id, ...query }, { as: office!.token })
const owes = (query: object = {}) => app.call(byHand.owes, { orgId: club.id, ...query }, { as: treasurer!.token })
const healthy = async () => {
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
}
const numbersOf = async () => {
  const { orders: listed } = await payments({ sort: 'paid' })
  return listed.flatMap(({ receiptNumber, givenBack }) => [
    receiptNumber,
    ...givenBack.map((one) => one.creditNoteNumber),
  ])
}
const dueMoved = (orderId: string, days: number) =>
  app.database.sql(
    `update orders set due_on = due_on - $2::int, reserved_until = reserved_until - make_interval(days => $2) where id = $1`,
    [orderId, days],
  )
const unpaidOf = async (person: Person) =>
  (await app.call(orders.unpaid, {}, { as: person.token })).find(({ orgId }) => orgId === club.id)!
const tokenOf = async (person: Person) => {
  return (await unpaidOf(person)).token
}
const windowFor = async (person: Person, token: string, amount = club.season.total) => {
  const input = { ...paymentRequest(app, token, amount), freepayauthtoken: await handleOf(app, person, club.id) }
  return (await app.call(orders.openPaymentWindow, input, { as: person.token })).paymentWindowLink
}

test('a paper form paid in cash: the season, its receipt in the series, the mail and the register', async () => {
  const order = await add(bo!.memberId, { pay: taken({ reference: 'Form 12' }) })
  expect(order).toMatchObject({
    status: 'paid',
    total: { minor: club.season.total },
    taken: { method: 'cash', receivedOn: today(), reference: 'Form 12', by: expect.any(String) },
    receiptNumber: expect.stringMatching(/^\d{4}-00001$/),
  })
  await healthy()
  const mail = (await mailsTo(app, 'bo@example.com')).find(({ text }) => text.includes(order.receiptNumber!))
  expect(mail!.attachments.map(({ fileName }) => fileName).join()).toContain('receipt')
  expect(await codeOf(add(bo!.memberId))).toBe('term_already_held')
  const { entries } = await app.call(officeHistory.list, { orgId: club.id }, { as: office!.token })
  expect(entries[0]).toMatchObject({ name: 'added_by_hand', label: order.number })
})

test('several lines for a child: the order is the parent’s, and a repeated token is the same order', async () => {
  const token = newToken()
  const lines = [...season(), ...place()]
  const pay = taken({ method: 'mobilepay' })
  const first = await add(alma, { token, lines, pay })
  expect(first).toMatchObject({
    buyer: { name: 'Anna Holm' },
    lines: [{ memberName: 'Alma Holm' }, { memberName: 'Alma Holm' }],
  })
  expect((await add(alma, { token, lines, pay })).id).toBe(first.id)
  for (const changed of [{ lines: season() }, { pay: taken() }, { reason: 'Agreed by phone' }])
    await expect(add(alma, { token, lines, pay, ...changed })).rejects.toMatchObject({
      code: 'token_reused',
      body: { data: { order: { id: first.id, taken: { method: 'mobilepay' } } } },
    })
  const other = newToken()
  const both = await Promise.all([1, 2].map(() => add(bo!.memberId, { token: other })))
  expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  expect(await numbersOf()).toEqual([expect.stringMatching(/1$/), expect.stringMatching(/2$/)])
  await healthy()
})

test('another price, a closed sale and an age need a reason; what is full or held by others is never sold', async () => {
  await app.database.sql(
    `update membership_configurations set offer_start_date = current_date + 30, min_age = 90 where id = $1`,
    [club.season.id],
  )
  const quote = await app.call(
    byHand.quote,
    { orgId: club.id, memberId: bo!.memberId, lines: season() },
    { as: office!.token },
  )
  expect(quote.lines).toMatchObject([
    {
      price: { minor: club.season.total },
      overrules: ['configuration_not_on_sale', expect.any(String)],
      refusal: null,
    },
  ])
  expect(await codeOf(add(bo!.memberId))).toBe('reason_needed')
  const cheaper = await add(bo!.memberId, { lines: season({ price: 50_000 }), reason: 'Half a season' })
  // With its VAT of 25 %.
  expect(cheaper).toMatchObject({
    total: { minor: 50_000 },
    lines: [{ total: { minor: 50_000 } }],
  })
  expect(
    await app.database.sql('select price::int, vat::int, surcharge::int from order_lines where order_id = $1', [
      cheaper.id,
    ]),
  ).toEqual([{ price: 40_000, vat: 10_000, surcharge: 0 }])

  await add(anna!.memberId, { lines: place() })
  expect(await codeOf(add(anna!.memberId, { lines: place() }))).toBe('already_registered')
  await add(bo!.memberId, { lines: place({ price: 1 }), reason: 'Helps' })
  expect(await codeOf(add(alma, { lines: place() }))).toBe('event_sold_out')
  const other = await buildClub(app)
  expect(await codeOf(add(bo!.memberId, { lines: [{ membershipConfId: other.season.id }] }))).toBe(
    'configuration_not_found',
  )
  const theirs = await buildEvent(app, other)
  expect(await codeOf(add(bo!.memberId, { lines: [{ eventId: theirs.id, category: 'adult' }] }))).toBe(
    'event_not_found',
  )
  expect(await codeOf(add(treasurer!.memberId))).toBe('not_found')
  await healthy()
})

test('free needs a reason and has no receipt; days and amounts that cannot be are refused', async () => {
  expect(await codeOf(add(bo!.memberId, { pay: { how: 'free' } }))).toBe('reason_needed')
  const free = await add(bo!.memberId, { pay: { how: 'free' }, reason: 'Trainer' })
  expect(free).toMatchObject({ status: 'paid', total: { minor: 0 }, receiptNumber: null })
  const zero = { lines: season({ price: 0 }), reason: 'Trainer' }
  expect(await codeOf(add(anna!.memberId, zero))).toBe('nothing_to_pay')
  expect(await codeOf(add(anna!.memberId, { pay: taken({ receivedOn: daysFrom(today(), 1) }) }))).toBe(
    'received_day_wrong',
  )
  expect(await codeOf(add(anna!.memberId, { pay: taken({ receivedOn: daysFrom(today(), -400) }) }))).toBe(
    'received_day_wrong',
  )
  expect(await codeOf(invoice(anna!.memberId, { pay: { how: 'invoice', dueOn: daysFrom(today(), -1) } }))).toBe(
    'due_day_wrong',
  )
  await app.database.sql(`update organisations set bank_account = '', mobilepay = '' where id = $1`, [club.id])
  expect(await codeOf(invoice(anna!.memberId))).toBe('bank_account_missing')
  await healthy()
})

test('an invoice is mailed, holds its place, is owed, and is paid at the bank', async () => {
  const order = await invoice(bo!.memberId, { lines: place() })
  expect(order).toMatchObject({ status: 'open', dueOn: daysFrom(today(), 14), receiptNumber: null })
  await healthy()
  const mail = (await mailsTo(app, 'bo@example.com')).find(({ subject }) => subject.includes('Invoice'))
  expect(mail!.text).toContain('1234 0012345678')
  expect(mail!.text).toContain(order.number)
  const total = order.total!.minor
  expect(await owes()).toMatchObject({
    orders: [{ id: order.id, buyer: { name: 'Bo Holm' }, amount: { minor: total }, overdue: -14, reminders: 0 }],
    sum: { minor: total },
    overdue: { minor: 0 },
  })
  expect(await owes({ search: 'bo h' })).toMatchObject({ total: 1 })
  expect(await owes({ search: 'alma' })).toMatchObject({ total: 0 })
  expect(await owes({ overdue: 'true' })).toMatchObject({ total: 0 })

  expect(await codeOf(record(order.id, total - 1))).toBe('amount_mismatch')
  expect(await codeOf(record(order.id, total, {}, anna))).toBe('forbidden')
  const paid = await record(order.id, total, { method: 'bank_transfer', reference: 'Bank 77' })
  expect(paid).toMatchObject({ status: 'paid', taken: { method: 'bank_transfer', reference: 'Bank 77' } })
  const again = await record(order.id, total).catch((error: unknown) => error)
  expect(again).toMatchObject({
    code: 'order_paid_before',
    body: { data: { method: 'bank_transfer', amount: { minor: total }, day: today(), by: expect.any(String) } },
  })
  expect(await owes()).toMatchObject({ total: 0, sum: { minor: 0 } })
  await healthy()
})

test('an invoice is paid by card through the window, and its buyer cannot cancel it', async () => {
  const order = await invoice()
  const token = await tokenOf(bo!)
  // The office did not know where he lives, and neither did his profile.
  const where = (street: string, country = 'Denmark') =>
    app.database.sql(`update members set address_line1 = $2, country = $3 where id = $1`, [
      bo!.memberId,
      street,
      country,
    ])
  const forgetTown = () =>
    app.database.sql(`update orders set billing = billing || '{"city": ""}' where id = $1`, [order.id])
  await forgetTown()
  await where('')
  expect(await codeOf(windowFor(bo!, token))).toBe('address_incomplete')
  await where('Havnevej 1', 'Germany')
  expect(await codeOf(windowFor(bo!, token))).toBe('address_incomplete')
  await where('Havnevej 1')
  expect(await unpaidOf(bo!)).toMatchObject({ id: order.id, dueOn: order.dueOn, can: { pay: true, cancel: false } })
  expect(await app.call(orders.cancel, { token }, { as: bo!.token })).toEqual({ status: 'open' })
  await visit((await payInWindow(await windowFor(bo!, token), '0000'))!)
  await healthy()
  expect(await payments()).toMatchObject({
    orders: [{ id: order.id, status: 'paid' }],
    sums: [{ paid: { minor: club.season.total }, byHand: { minor: 0 } }],
  })
  expect((await record(order.id).catch((error: unknown) => error)) as object).toMatchObject({
    code: 'order_paid_before',
    body: { data: { method: 'card' } },
  })
  await forgetTown()
  await where('')
  expect(await codeOf(windowFor(bo!, token))).toBe('order_paid')
  await where('Havnevej 1')
})

test('of two offices that record one payment at once, one learns of the other', async () => {
  const order = await invoice()
  const outcomes = await readBeforeWriting(app, 'payments', () =>
    Promise.all([codeOf(record(order.id)), codeOf(record(order.id, club.season.total, {}, office))]),
  )
  expect(outcomes.toSorted()).toEqual(['ok', 'order_paid_before'])
  await healthy()
})

test('paid in cash while the card window is open: the card is not kept', async () => {
  const order = await invoice()
  const token = await tokenOf(bo!)
  const link = await windowFor(bo!, token)
  await record(order.id)
  await visit((await payInWindow(link, '0000'))!)
  await healthy()
  const ledger = await ledgerOf(order.number)
  expect(ledger.captures).toEqual([])
  expect(ledger.voids).toHaveLength(1)
  expect(await payments()).toMatchObject({
    orders: [{ status: 'paid', taken: { method: 'cash' }, givenBack: [{ cause: 'paid_otherwise', status: 'done' }] }],
    sums: [{ paid: { minor: 0 }, byHand: { minor: club.season.total } }],
  })
  // The club has nothing to return of a card that was released.
  expect((await payments()).orders[0]!.refundByHand).toBeUndefined()
  expect(await app.call(byHand.refunds, { orgId: club.id }, { as: treasurer!.token })).toEqual([])
})

test('cash and card in the same minute: one counts, the other is refused or refunded', async () => {
  for (let round = 0; round < 3; round++) {
    const buyer = [bo!, anna!][round % 2]!
    club = await buildClub(app)
    await registered(app, club, [anna!.memberId, bo!.memberId])
    await grantOffice(app, club, treasurer!, ['treasurer'])
    const order = await invoice(buyer.memberId)
    const token = await tokenOf(buyer)
    const back = (await payInWindow(await windowFor(buyer, token), '0000'))!
    const [, outcome] = await Promise.all([visit(back), codeOf(record(order.id))])
    await healthy()
    const { orders: listed } = await payments()
    expect(listed).toMatchObject([{ status: 'paid' }])
    expect(['ok', 'order_paid_before', 'payment_in_progress']).toContain(outcome)
    // The office's answer is what counts.
    expect(listed[0]!.taken !== undefined).toBe(outcome === 'ok')
    expect(listed[0]!.givenBack).toHaveLength(outcome === 'ok' ? 1 : 0)
  }
})

test('reminders after 7, 14 and 21 days, each once; then the invoice expires and its place is free', async () => {
  const order = await invoice(bo!.memberId, { lines: place() })
  const mails = async () => {
    const rows = await app.database.sql(
      `select from messages where template = 'invoice' and data ->> 'orderId' = $1 and data ? 'reminder'`,
      [order.id],
    )
    return rows.length
  }
  const remind = () => remindOfInvoices(app.context.db)
  await dueMoved(order.id, 14)
  await remind()
  expect(await mails()).toBe(0)
  for (const [at, expected] of [7, 14, 21].map((days, index) => [days, index + 1] as const)) {
    await dueMoved(order.id, 7)
    await app.database.sql(`update orders set reminded_at = reminded_at - interval '7 days' where id = $1`, [order.id])
    await app.database.sql(`update messages set once_key = once_key || '-' || $1 where template = 'invoice'`, [at])
    await Promise.all([remind(), remind()])
    await remind()
    expect(await mails()).toBe(expected)
  }
  expect(await owes()).toMatchObject({ orders: [{ overdue: 21, reminders: 3, expiresOn: daysFrom(today(), 7) }] })
  await dueMoved(order.id, 8)
  await runRecurring(app, 'orders.expire')
  await remind()
  expect(await mails()).toBe(3)
  expect(await owes()).toMatchObject({ total: 0 })
  await add(anna!.memberId, { lines: place() })
  await add(alma, { lines: place() })
  // The money comes after all, and its place is somebody else's.
  expect(await codeOf(record(order.id, order.total!.minor))).toBe('invoice_places_taken')
  await healthy()
})

test('an expired invoice is paid late while its season is free', async () => {
  const order = await invoice()
  await dueMoved(order.id, 50)
  await runRecurring(app, 'orders.expire')
  await app.database.sql(`update orders set created_at = created_at - interval '91 days' where id = $1`, [order.id])
  await runRecurring(app, 'privacy.delete-old')
  expect(await owes()).toMatchObject({ orders: [], total: 0 })
  for (const search of [order.number, 'bo holm'])
    expect(await owes({ search })).toMatchObject({
      orders: [{ id: order.id, buyer: { name: 'Bo Holm' }, expired: true, confirming: false }],
      sum: { minor: 0 },
      overdue: { minor: 0 },
    })
  const exported = async (chosen: { all: true; search?: string } | { ids: string[] }) =>
    (await app.call(exports.owes, { orgId: club.id, format: 'csv', ...chosen }, { as: treasurer!.token })).total
  expect(await exported({ all: true })).toBe(0)
  expect(await exported({ all: true, search: order.number })).toBe(1)
  expect(await exported({ ids: [order.id] })).toBe(1)
  const remind = { orgId: club.id, all: true as const, search: order.number }
  expect(await app.call(byHand.remind, remind, { as: treasurer!.token })).toEqual({ reminded: 0, skipped: 0 })
  expect(await record(order.id)).toMatchObject({
    status: 'paid',
    buyer: { name: 'Bo Holm', email: 'bo@example.com' },
    lines: [{ memberName: 'Bo Holm' }],
  })
  await healthy()
  expect(await owes({ search: order.number })).toMatchObject({ orders: [] })

  const old = await invoice(anna!.memberId)
  await dueMoved(old.id, 14 + 366)
  await runRecurring(app, 'orders.expire')
  expect(await owes({ search: old.number })).toMatchObject({ orders: [] })
})

test('a reminder whose transaction dies is sent by the next run, once', async () => {
  const order = await invoice()
  await dueMoved(order.id, 22)
  // The process dies between the count and the mail.
  await app.database.sql(
    `create function no_mail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
  )
  await app.database.sql(
    `create trigger no_mail before insert on messages for each row when (new.template = 'invoice') execute function no_mail()`,
  )
  await expect(remindOfInvoices(app.context.db)).rejects.toThrow()
  await app.database.sql('drop trigger no_mail on messages')
  await app.database.sql('drop function no_mail')
  expect(await owes()).toMatchObject({ orders: [{ reminders: 0, remindedAt: null }] })
  await remindOfInvoices(app.context.db)
  await remindOfInvoices(app.context.db)
  expect(await owes()).toMatchObject({ orders: [{ reminders: 1 }] })
  await healthy()
})

test('a family is not reminded of an invoice for somebody who has died', async () => {
  const liv = await buildParticipant(app, anna!, 'Liv')
  await registered(app, club, [liv])
  const order = await invoice(liv)
  await dueMoved(order.id, 22)
  await app.database.sql(
    `update club_people set left_on = '2026-01-01', left_reason = 'deceased' where org_id = $1 and member_id = $2`,
    [club.id, liv],
  )
  await remindOfInvoices(app.context.db)
  expect(await owes()).toMatchObject({ orders: [{ reminders: 0 }] })
  await app.database.sql(`update club_people set left_reason = 'moved' where member_id = $1`, [liv])
  await remindOfInvoices(app.context.db)
  expect(await owes()).toMatchObject({ orders: [{ reminders: 1 }] })
})

test('nobody is reminded at Christmas, at night, by a club that pauses, or without an address', async () => {
  const order = await invoice()
  const remindersOn = async (day: string, hours = 0) => {
    await goTo(app, day)
    await app.moveClock(`${hours} hours`)
    await app.database.sql(
      `update orders set due_on = $2::date - 8, reserved_until = $2::date + 20, reminders = 0, reminded_at = null where id = $1`,
      [order.id, day],
    )
    await runRecurring(app, 'orders.remind-of-invoices')
    const [row] = await app.database.sql<{ reminders: number }>('select reminders from orders where id = $1', [
      order.id,
    ])
    return row!.reminders
  }
  const state = (to: string) => app.database.sql('update organisations set state = $2 where id = $1', [club.id, to])
  const email = (to: string) =>
    app.database.sql(`update orders set billing = billing || jsonb_build_object('email', $2::text) where id = $1`, [
      order.id,
      to,
    ])
  try {
    expect([await remindersOn('2027-12-25'), await remindersOn('2027-12-28', 11)]).toEqual([0, 0])
    await state('paused')
    expect(await remindersOn('2027-12-29')).toBe(0)
    await state('live')
    await email('')
    expect(await remindersOn('2027-12-29')).toBe(0)
    await email('bo@example.com')
    expect(await remindersOn('2027-12-29')).toBe(1)
  } finally {
    await app.database.sql(`update portal_clock set "offset" = '0'`)
  }
})

test('an office reminds now, each once a day', async () => {
  const order = await invoice()
  const remind = () => app.call(byHand.remind, { orgId: club.id, ids: [order.id] }, { as: treasurer!.token })
  // Its invoice went out today.
  expect(await remind()).toEqual({ reminded: 0, skipped: 1 })
  await app.database.sql(`update orders set created_at = created_at - interval '2 days' where id = $1`, [order.id])
  expect(await remind()).toEqual({ reminded: 1, skipped: 0 })
  expect(await remind()).toEqual({ reminded: 0, skipped: 1 })
  const other = await buildClub(app)
  await grantOffice(app, other, bo!, ['treasurer'])
  expect(await app.call(byHand.remind, { orgId: other.id, ids: [order.id] }, { as: bo!.token })).toEqual({
    reminded: 0,
    skipped: 0,
  })
  expect(
    await codeOf(
      app.call(
        byHand.record,
        { orgId: other.id, orderId: order.id, amount: 1, method: 'cash', receivedOn: today(), reference: '' },
        { as: bo!.token },
      ),
    ),
  ).toBe('order_not_found')
})

test('an invoice that cannot be reminded of at this moment is left for the next time, not skipped', async () => {
  const order = await invoice()
  await app.database.sql(`update orders set created_at = created_at - interval '1 day' where id = $1`, [order.id])
  const remind = () => app.call(byHand.remind, { orgId: club.id, all: true }, { as: treasurer!.token })
  await inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`select from orders where id = ${order.id} for update`)
    expect(await remind()).toEqual({ reminded: 0, skipped: 0, left: 1 })
  })
  expect(await remind()).toEqual({ reminded: 1, skipped: 0 })
})

test('a cancelled invoice frees its season, and no money is recorded for it', async () => {
  const order = await invoice()
  const cancel = () =>
    app.call(byHand.cancel, { orgId: club.id, orderId: order.id, reason: 'Moved away' }, { as: treasurer!.token })
  await cancel()
  await cancel()
  expect(await codeOf(record(order.id))).toBe('order_ended')
  await add(bo!.memberId)
  await healthy()
})

test('a refund of cash: a credit note in the series, to be made by the club, and no call of the gateway', async () => {
  const order = await add(bo!.memberId, { lines: [...season(), ...place()] })
  await refundLines(app, office!, { orgId: club.id, order: await newestOrder(app, office!, club) }, [0])
  await carryOut(app)
  await healthy()
  const list = () => app.call(byHand.refunds, { orgId: club.id }, { as: treasurer!.token })
  const [open] = await list()
  expect(open).toMatchObject({
    orderId: order.id,
    amount: { minor: club.season.total },
    method: 'cash',
    buyer: { name: 'Bo Holm' },
  })
  expect(await payments()).toMatchObject({
    orders: [{ refundByHand: { minor: club.season.total }, givenBack: [{ status: 'done' }] }],
    sums: [{ paid: { minor: 0 }, refunded: { minor: 0 }, byHand: { minor: order.total!.minor - club.season.total } }],
  })
  expect(await ledgerOf(order.number)).toMatchObject({ captures: [], credits: [] })
  const tick = () => app.call(byHand.refunded, { orgId: club.id, refundId: open!.refundId }, { as: treasurer!.token })
  const inTimeline = async () => {
    const ofBo = { orgId: club.id, memberId: bo!.memberId, kind: 'refund' } as const
    return (await app.call(personTimeline.list, ofBo, { as: office!.token })).entries.map(({ state }) => state)
  }
  expect(await inTimeline()).toEqual(['to_return'])
  await tick()
  await tick()
  expect(await list()).toEqual([])
  expect(await inTimeline()).toEqual(['done'])
  expect((await payments()).orders[0]!.refundByHand).toBeUndefined()
  const [mail] = (await mailsTo(app, 'bo@example.com')).filter(({ subject }) => subject.includes('returns DKK'))
  expect(mail!.text).toContain('returns the amount to you itself')
  expect(await numbersOf()).toEqual([expect.stringMatching(/1$/), expect.stringMatching(/2$/)])
})

test('a refund asked for long ago counts in the week in which it is done', async () => {
  await add(bo!.memberId)
  await refundLines(app, office!, { orgId: club.id, order: await newestOrder(app, office!, club) }, [0])
  await carryOut(app)
  await app.runJobs()
  const refunded = async () =>
    (await app.call(officeToday.show, { orgId: club.id }, { as: treasurer!.token })).money!.refunded.minor
  const before = await refunded()
  // An id begins with the moment of its row.
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, amount, currency, test_mode, cause, method, status, created_at, done_at)
     select overlay(portal_new_id()::text placing '01900000' from 1 for 8)::uuid, order_id, org_id, payment_id, 100, currency, test_mode, cause, method, status,
       '2024-06-10', done_at from refunds where org_id = $1`,
    [club.id],
  )
  expect(await refunded()).toBe(before + 100)
})

test('payments are filtered by how they were paid', async () => {
  await add(bo!.memberId, { pay: taken({ method: 'mobilepay' }) })
  await add(anna!.memberId, { lines: place() })
  const by = async (...values: string[]) => {
    const filter = JSON.stringify({ field: 'method', op: 'any_of', values })
    return (await payments({ filter })).orders.map(({ buyer }) => buyer.name)
  }
  expect(await by('mobilepay')).toEqual(['Bo Holm'])
  expect(await by('cash')).toEqual(['Anna Holm'])
  expect(await by('card')).toEqual([])
  expect(await by('cash', 'mobilepay')).toHaveLength(2)
})

test('an approved relative outside the register is found by nobody by hand, gets nothing and joins nothing', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  await linkedTo(app, anna!, erik)
  const { email, name } = await app.database
    .sql<{ email: string; name: string }>(
      `select email, first_name || ' ' || last_name as name from members where id = $1`,
      [erik.memberId],
    )
    .then(([row]) => row!)
  const as = { as: office!.token }
  for (const which of [{ search: name }, { memberId: erik.memberId }])
    expect(await app.call(byHand.people, { orgId: club.id, ...which }, as)).toEqual([])
  const searched = { orgId: club.id, eventId: event.id, search: name }
  expect(await app.call(officeRegistrations.candidates, searched, as)).toEqual([])
  expect(await codeOf(add(erik.memberId))).toBe('not_found')
  const [firstName, lastName] = name.split(' ') as [string, string]
  const typed = { firstName, lastName, email, phone: '', dateOfBirth: null, consent: true as const }
  expect(await codeOf(app.call(byHand.addPerson, { orgId: club.id, ...typed }, as))).toBe('email_of_stranger')
  expect(
    await app.database.sql('select from club_people where org_id = $1 and member_id = $2', [club.id, erik.memberId]),
  ).toEqual([])
  // Her child is found.
  expect(await app.call(byHand.people, { orgId: club.id, memberId: alma }, as)).toHaveLength(1)
})

test('an event is offered when it is asked for, however many there are and however long it is over', async () => {
  const over = await buildEvent(app, club, { startsAt: new Date('2026-01-01T10:00:00Z') })
  await app.database.sql(
    `insert into events (id, org_id, title, starts_at, ends_at, public_from)
     select portal_new_id(), $1, 'Nr. ' || n, now() + n * interval '1 hour', now() + n * interval '2 hours', now() from generate_series(1, 200) n`,
    [club.id],
  )
  const offered = async (eventId?: string) =>
    (await app.call(byHand.offers, { orgId: club.id, ...(eventId && { eventId }) }, { as: office!.token })).events
  const all = await offered()
  expect([all.length, all.some(({ id }) => id === over.id || id === event.id)]).toEqual([200, false])
  for (const asked of [over, event]) {
    const events = await offered(asked.id)
    expect([events.length, events.find(({ id }) => id === asked.id)?.categories.length]).toEqual([200, 1])
  }
  const elsewhere = await buildEvent(app, await buildClub(app))
  expect((await offered(elsewhere.id)).some(({ id }) => id === elsewhere.id)).toBe(false)
})

test('somebody new is shown who may be the same, and is entered once', async () => {
  const call = (more: object = {}) =>
    app.call(
      byHand.addPerson,
      {
        orgId: club.id,
        firstName: 'Gerda',
        lastName: 'Gæst',
        dateOfBirth: '1954-03-01',
        email: null,
        phone: '',
        consent: true,
        ...more,
      } as never,
      { as: office!.token },
    )
  expect(await codeOf(call({ dateOfBirth: '2999-03-01' }))).toBe('invalid_input')
  const gerda = await call({ email: 'gerda@example.org', phone: '+45 20 30 40 50' })
  expect(await codeOf(call())).toBe('person_known')
  const token = newToken()
  const [another, again] = await Promise.all([1, 2].map(() => call({ another: true, token })))
  expect(again).toEqual(another)
  expect(another!.id).not.toBe(gerda.id)
  const duplicates = (more: object) =>
    app.call(
      byHand.duplicates,
      { orgId: club.id, firstName: '', lastName: '', dateOfBirth: null, email: '', phone: '', ...more },
      { as: office!.token },
    )
  expect(await duplicates({ email: 'Gerda@example.org' })).toMatchObject([{ id: gerda.id, reasons: ['email'] }])
  expect(await duplicates({ email: 'Gerda Gæst <gerda@example.org>' })).toMatchObject([{ id: gerda.id }])
  expect(await duplicates({ phone: '20304050' })).toMatchObject([{ id: gerda.id, reasons: ['phone'] }])
  expect(await duplicates({ firstName: 'gerda', lastName: 'GÆST' })).toHaveLength(2)
  expect(await duplicates({ firstName: 'gerda', lastName: 'GÆST', dateOfBirth: '1990-01-01' })).toEqual([])
  expect(await codeOf(call({ firstName: 'Grete', email: 'gerda@example.org' }))).toBe('person_known')
  expect(await codeOf(call({ firstName: 'Grete', email: 'carla@example.com' }))).toBe('email_of_stranger')
  const people = (search: string) => app.call(byHand.people, { orgId: club.id, search }, { as: office!.token })
  expect(await people('gæst')).toHaveLength(2)
  expect(await people('0045 2030 4050')).toMatchObject([{ id: gerda.id }])
  expect(await people('alma')).toMatchObject([{ id: alma, of: 'Anna Holm' }])
  const order = await add(gerda.id, { lines: place() })
  expect(order.status).toBe('paid')
  const registrations = await app.call(
    officeRegistrations.list,
    { orgId: club.id, eventId: event.id },
    { as: office!.token },
  )
  expect(registrations.people).toMatchObject([{ name: 'Gerda Gæst', state: 'paid', byHand: { method: 'cash' } }])
  await healthy()
})
