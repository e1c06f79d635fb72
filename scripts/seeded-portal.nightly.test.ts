import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { ledgerOf } from '#server/testing/purchase.ts'
import { refundLines } from '#server/testing/purchases/line-refunds.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { registerPayments } from './demo-world/register-payments.ts'
import { playRegister } from './demo-world/register-scenes.ts'
import { seedDemoWorld } from './seed.ts'

const run = promisify(execFile)
let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
  await seedDemoWorld(app.context)
  await registerPayments(app.context)
})

/** The example of the guide for developers, over HTTP, as a program of its own. */
const buyTicket = async (member: string) => {
  const env = { PATH: process.env.PATH, PORTAL: app.url, OIDC_ISSUER: inject('simulators').issuer, MEMBER: member }
  return (await run(process.execPath, ['docs/examples/buy-a-ticket.mjs'], { env })).stdout.trim().split('\n')
}

test('a program signs in, pays for a ticket by card, and gets it', async () => {
  const club = await buildClub(app)
  const soon = new Date(Date.now() + 3_600_000)
  await buildEvent(app, club, { title: 'The very next one', startsAt: soon, endsAt: new Date(soon.getTime() + 60_000) })

  const [who, what, price, order, ticket, ...rest] = await buyTicket('anna@example.com')
  expect(rest).toEqual([])
  expect(who).toBe('Signed in as Anna Holm')
  expect(what).toMatch(/^The very next one, \d{4}-.+, adult$/)
  expect(price).toBe('200.00 DKK')
  expect(order).toMatch(/^Order \S+ is paid, receipt \S+$/)

  const anna = await app.signIn('anna@example.com')
  const held = await app.call(tickets.list, {}, { as: anna })
  const bought = held.find(({ event }) => event.title === 'The very next one')!
  expect(bought.status).toBe('valid')
  expect(ticket).toBe(`Ticket ${bought.number} for Anna Holm: ${bought.code}`)
})

test('the demo clubs have captured at the gateway what they sold, and kept what they did not credit, however often they are registered', async () => {
  await registerPayments(app.context)
  // Two seasons of a member have the same number.
  const paid = await app.database.sql<{ number: string; kept: number }>(
    `select order_number as number, sum(amount - (
        select coalesce(sum(amount), 0) from refunds where payment_id = payments.id and status = 'done'))::int as kept
     from payments where status = 'captured' and not test_mode and org_id in (
        select id from organisations where key in ('ROKLUB', 'TENNIS', 'KOR')) group by 1`,
  )
  expect(paid.length).toBeGreaterThan(20)
  const kept = []
  for (const { number } of paid) {
    const { captures, credits } = await ledgerOf(number)
    const sum = (moves: typeof captures) => moves.reduce((all, { amount }) => all + amount, 0)
    kept.push({ number, kept: sum(captures) - sum(credits) })
  }
  expect(kept).toEqual(paid)
})

test('a seeded ticket is cancelled by its buyer, and a seeded payment refunded by the office: the money goes back', async () => {
  const office = await signedIn(app, 'all-clubs@example.com')
  const guest = await signedIn(app, 'anna@example.com')
  const [seeded] = await app.database.sql<{ entryId: string; eventId: string; orgId: string }>(
    `select entries.id as "entryId", entries.event_id as "eventId", entries.org_id as "orgId" from event_entries entries
     join orders on orders.id = entries.order_id and orders.buyer_id = $1 and not orders.test_mode
     join order_lines lines on lines.entry_id = entries.id and lines.total > 0
     join organisations on organisations.id = entries.org_id and organisations.key = 'ROKLUB'
     where entries.status = 'paid' order by entries.id limit 1`,
    [guest.memberId],
  )
  const { entryId, eventId, orgId } = seeded!
  await app.database.sql(
    `update events set refund_until_hours = 1, starts_at = portal_now() + interval '9 days', ends_at = portal_now() + interval '10 days'
     where id = $1`,
    [eventId],
  )
  await app.database.sql('update event_entries set present_at = null where id = $1', [entryId])
  await app.call(tickets.refund, { entryId }, { as: guest.token })

  const { orders: sold } = await app.call(orders.ofClub, { orgId }, { as: office.token })
  const order = sold.find(
    ({ can, buyer, lines }) => can.refund && buyer.email !== 'anna@example.com' && lines[0]!.parts.total.minor > 0,
  )!
  await refundLines(app, office, { orgId, order }, [0])
  await app.runJobs({ all: true })

  const refunds = await app.database.sql<{ number: string; status: string; amount: number }>(
    `select number, refunds.status, amount::int from refunds join orders on orders.id = order_id
     where order_id in (select order_id from event_entries where id = $1 union select $2::uuid) order by refunds.created_at`,
    [entryId, order.id],
  )
  expect(refunds.map(({ status }) => status)).toEqual(['done', 'done'])
  for (const { number, amount } of refunds)
    expect((await ledgerOf(number)).credits.filter(({ isSuccess }) => isSuccess)).toContainEqual(
      expect.objectContaining({ amount }),
    )
})

test("the rowing club's register has what its office did by hand", async () => {
  await playRegister(app.context)
  const one = async (query: string) =>
    (await app.database.sql<{ value: unknown }>(`select (${query}) as value`))[0]!.value
  expect(await one(`select count(*)::int from club_people where managed and number is not null`)).toBe(6)
  expect(
    await one(`select json_agg(json_build_array(provider, amount)) from payments where provider = 'manual'`),
  ).toEqual([['manual', 70000]])
  expect(await one(`select json_agg(status) from orders where due_on is not null`)).toEqual(['open'])
  expect(await one(`select json_agg(state) from imports`)).toEqual(['done'])
  expect(await one(`select json_agg(verdict order by row) from import_rows`)).toEqual(['new', 'new', 'new', 'error'])
  expect(await one(`select json_agg(role order by role) from team_people`)).toEqual([
    'player',
    'player',
    'player',
    'trainer',
  ])
  expect(await one(`select count(*)::int from attendance`)).toBe(1)
  const { token } = await signedIn(app, 'chair@roklub.example')
  const orgId = String(await one(`select id from organisations where key = 'ROKLUB'`))
  const { pairs } = await app.call(personDuplicates.list, { orgId }, { as: token })
  expect(pairs.map(({ people, because }) => [people[0]?.name, because])).toEqual([['Poul Nygaard', ['phone']]])
})
