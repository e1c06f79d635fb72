import { beforeAll, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { createTestApp, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { checkTicketCode } from './ticket-code.ts'

let app: TestApp
let club: Club
let [anna, bo, dan]: Person[] = []
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo, dan] = [
    await signedIn(app, 'anna@example.com'),
    await signedIn(app, 'bo@example.com'),
    await signedIn(app, 'dan@example.com'),
  ]
  alma = await buildParticipant(app, anna, 'Alma')
  club = await buildClub(app)
})

const listOf = (who: Person, input = {}) => app.call(tickets.list, input, { as: who.token })
const keys = async () => (await app.call(tickets.keys, {})).keys
const day = (days: number) => new Date(Date.now() + days * 86_400_000)
const during = (days: number) => ({ startsAt: day(days), endsAt: day(days + 0.1) })

test("a family sees everybody's tickets, with codes that the public keys verify", async () => {
  const event = await buildEvent(app, club, {
    title: 'Regatta',
    categories: [{ category: 'adult' }, { category: 'child' }],
  })
  const people = [
    { memberId: anna!.memberId, name: 'Anna Holm' },
    { memberId: alma, name: 'Alma Holm', category: 'child' },
  ]
  const { entryIds } = await buildTickets(app, event, { buyer: anna!, people })
  const found = await listOf(anna!, { eventId: event.id })
  expect(found).toMatchObject([
    {
      id: entryIds[0],
      isOwn: true,
      memberName: 'Anna Holm',
      categoryName: 'adult',
      status: 'valid',
      boughtBy: 'Anna Holm',
    },
    { id: entryIds[1], isOwn: false, memberName: 'Alma Holm', categoryName: 'child', past: false, hasReceipt: false },
  ])
  const read = checkTicketCode(found[1]!.code!, { keys: await keys(), eventId: event.id })
  expect(read).toEqual({
    ticket: { entryId: entryIds[1], eventId: event.id, category: 'child', initials: 'AH', isTest: false },
  })
  const again = await listOf(anna!, { eventId: event.id })
  expect(again).toEqual(found)
  expect(await app.call(tickets.item, { entryId: entryIds[1]! }, { as: anna!.token })).toEqual(found[1])
})

test('an unpaid place is not a ticket, and a refunded ticket has no code', async () => {
  const event = await buildEvent(app, club)
  const people = (['held', 'released', 'cancelled', 'paid'] as const).map((status) => ({
    memberId: dan!.memberId,
    status,
  }))
  const { entryIds } = await buildTickets(app, event, { buyer: dan!, people, testMode: true })
  const found = await listOf(dan!, { eventId: event.id })
  expect(found).toMatchObject([
    { id: entryIds[3], status: 'valid', isTest: true },
    { id: entryIds[2], status: 'cancelled', code: null },
  ])
  expect(checkTicketCode(found[0]!.code!, { keys: await keys() })).toMatchObject({ ticket: { isTest: true } })
  await expect(app.call(tickets.item, { entryId: entryIds[0]! }, { as: dan!.token })).rejects.toMatchObject({
    code: 'not_found',
  })
  const pdf = app.call(tickets.pdf, { entryId: entryIds[2]! }, { as: dan!.token })
  await expect(pdf).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('the next event comes first, and past events last, newest first', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  const plans = [during(-30), during(9), during(-2), during(1), during(-400), { startsAt: day(-3), endsAt: day(0.5) }]
  for (const [at, plan] of plans.entries()) {
    const event = await buildEvent(app, club, { ...plan, title: `Event ${at}` })
    await buildTickets(app, event, { buyer: erik, people: [{ memberId: erik.memberId }] })
  }
  const found = await listOf(erik)
  expect(found.map(({ event, past }) => [event.title, past])).toEqual([
    ['Event 5', false],
    ['Event 3', false],
    ['Event 1', false],
    ['Event 2', true],
    ['Event 0', true],
    ['Event 4', true],
  ])
})

test("a relative sees the family's tickets while the link exists, and keeps those they bought", async () => {
  const event = await buildEvent(app, club)
  const own = await buildTickets(app, event, {
    buyer: anna!,
    people: [{ memberId: anna!.memberId }, { memberId: alma }],
  })
  const bought = await buildTickets(app, event, { buyer: bo!, people: [{ memberId: alma }] })
  const seen = async () => (await listOf(bo!, { eventId: event.id })).map(({ id }) => id)
  const item = (entryId: string) => app.call(tickets.item, { entryId }, { as: bo!.token })
  expect(await seen()).toEqual(bought.entryIds)

  // Only who paid has the receipt.
  await app.database.sql(
    `insert into receipts (order_id, org_id, year, test_mode, number) select id, org_id, 2026, false, 1 from orders where id = $1`,
    [own.orderId],
  )
  expect(await listOf(anna!, { eventId: event.id })).toMatchObject([{ hasReceipt: true }, { hasReceipt: true }, {}])
  const link = await linkedTo(app, anna!, bo!)
  expect(await seen()).toEqual([...own.entryIds, ...bought.entryIds])
  expect(await item(own.entryIds[1]!)).toMatchObject({ isOwn: false, hasReceipt: false, status: 'valid' })

  await app.database.sql(`update family_invitations set status = 'ended' where id = $1`, [link])
  expect(await seen()).toEqual(bought.entryIds)
  await expect(item(own.entryIds[1]!)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await item(bought.entryIds[0]!)).toMatchObject({ boughtBy: 'Bo Holm' })
})

test.each(['pending', 'rejected', 'ended'] as const)('a link that is %s shows nothing', async (status) => {
  const event = await buildEvent(app, club)
  const { entryIds } = await buildTickets(app, event, { buyer: anna!, people: [{ memberId: alma }] })
  const carla = await signedIn(app, 'carla@example.com')
  await app.database.sql('delete from family_invitations where invitee_id = $1', [carla.memberId])
  await linkedTo(app, anna!, carla, status)
  const asked = { as: carla.token }
  expect(await listOf(carla)).toEqual([])
  for (const call of [tickets.item, tickets.pdf]) {
    await expect(app.call(call, { entryId: entryIds[0]! }, asked)).rejects.toMatchObject({ status: 404 })
  }
  await expect(app.call(tickets.pdfOfEvent, { eventId: event.id }, asked)).rejects.toMatchObject({ status: 404 })
})

test('many tickets take as many queries as one', async () => {
  const [one, many] = [await signedIn(app, 'unverified@example.com'), await signedIn(app, 'admin@tennis.example')]
  const event = await buildEvent(app, club)
  const peopleOf = (who: Person, count: number) => Array.from({ length: count }, () => ({ memberId: who.memberId }))
  await buildTickets(app, event, { buyer: one, people: peopleOf(one, 1) })
  for (let orders = 0; orders < 4; orders++) await buildTickets(app, event, { buyer: many, people: peopleOf(many, 20) })
  await listOf(one)
  expect(await listOf(many)).toHaveLength(80)
  expect(await countQueries(() => listOf(many))).toBe(await countQueries(() => listOf(one)))
})

test('one key signs, even when several servers need the first one at once', async () => {
  const fresh = await createTestApp()
  const asked = await Promise.all(Array.from({ length: 8 }, () => fresh.call(tickets.keys, {})))
  expect(new Set(asked.map(({ keys: all }) => JSON.stringify(all))).size).toBe(1)
  expect(asked[0]!.keys).toHaveLength(1)
  // Another is made when the one that signs was lost with its SECRETS_KEY; what it signed stays good.
  await fresh.database.sql(`update ticket_keys set private_key_encrypted = ''`)
  const { keys: all } = await fresh.call(tickets.keys, {})
  expect(all.map(({ kid }) => kid)).toEqual([expect.not.stringMatching(all[1]!.kid), asked[0]!.keys[0]!.kid])
  await fresh.close()
})
