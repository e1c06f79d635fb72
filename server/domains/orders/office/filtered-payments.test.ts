import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Filter } from '#contract/filters.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import type { paymentFilterFields } from '#contract/orders/office.ts'
import { orders } from '#contract/orders/orders.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

interface Paid {
  readonly id: string
  readonly day: string
  readonly status: 'paid' | 'partly_refunded' | 'refunded'
  readonly mode: 'live' | 'test'
  readonly method: string
  readonly total: number
  readonly refunded: number
  readonly taken: number
  readonly returned: number
}

let app: TestApp
let admin: Person
let club: Club
/** All that was paid, as it is reckoned here, newest first. */
let all: readonly Paid[]
beforeAll(async () => {
  app = await sharedApp()
  const anna = await signedIn(app, 'anna@example.com')
  admin = await signedIn(app, 'all-clubs@example.com')
  club = await buildClub(app)
  const [orgId, memberId] = [club.id, anna.memberId]
  await buy(app, anna, club)
  const event = await buildEvent(app, club)
  const other = await buildEvent(app, club)
  const at = { orgId, memberId, reason: 'At the door' }
  const categoryId = event.categories['adult']!.id
  const hand = { ...at, eventId: event.id, categoryId, method: 'cash', amount: 12_500 } as const
  await app.call(officeRegistrations.add, hand, { as: admin.token })
  const pay = { how: 'taken', method: 'cash', receivedOn: copenhagenDate(new Date()), reference: '' } as const
  const lines = [{ eventId: other.id, category: 'adult' as const, price: 9000 }]
  await app.call(byHand.add, { ...at, token: newToken(), lines, pay }, { as: admin.token })
  // Every nine hours after the night in which summer ends, and around a new year.
  await app.database.sql(
    `insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash,
       total, currency, test_mode, billing, language, paid_at, created_at)
     select portal_new_id(), $1, $2, 'FIL-' || n, case when n % 7 = 0 then 'refunded' else 'paid' end, 'fil' || n, '', 'fil' || n, '',
       case n % 4 when 0 then 0 when 1 then 177000 else 88500 end, 'DKK', n % 11 = 5,
       json_build_object('name', 'Buyer ' || n, 'email', n || '@fil.example'), 'da', moment, moment
     from generate_series(0, 59) n, lateral (select timestamptz '2025-10-24 22:30+00' + make_interval(days => n % 2 * 60, hours => n * 9)) at (moment)`,
    [orgId, memberId],
  )
  await app.database.sql(
    `insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id,
       start_date, end_date, price, vat_rate, vat, surcharge, total, refunded)
     select portal_new_id(), orders.id, position, 'membership', buyer_id, 'Anna', 'Season', $2, (select id from memberships where org_id = $1), '2026-01-01', '2026-12-31', total / 2, 0, 0, 0, total / 2,
       case when status = 'refunded' or substr(number, 5)::int % 6 = position then total / 2 else 0 end
     from orders, generate_series(0, 1) position where org_id = $1 and number like 'FIL-%'`,
    [orgId, club.season.id],
  )
  await app.database.sql(`update orders set search = '' where org_id = $1`, [orgId])
  all = await reckon(orgId)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Reads the tables one by one and adds up here. */
async function reckon(orgId: string): Promise<Paid[]> {
  const rows = <Row extends object>(text: string) => app.database.sql<Row>(text, [orgId])
  const paid = await rows<{ id: string; status: string; total: string; test_mode: boolean; at: Date }>(
    `select id, status, total, test_mode, coalesce(paid_at, created_at) as at from orders
     where org_id = $1 and status in ('paid', 'refunded') order by at desc, id desc`,
  )
  const ofLines = await rows<{ order_id: string; refunded: string }>(
    'select order_id, lines.refunded from order_lines lines join orders on orders.id = order_id where org_id = $1',
  )
  const hands = await rows<{ order_id: string; hand_amount: string; hand_returned_at: Date | null; method: string }>(
    'select order_id, hand_amount, hand_returned_at, hand_method as method from event_entries where org_id = $1 and hand_amount > 0',
  )
  const manual = await rows<{ order_id: string; method: string }>(
    `select order_id, method from payments where org_id = $1 and provider = 'manual' and status = 'captured'`,
  )
  expect([hands.length, manual.length]).toEqual([1, 1])
  return paid.map(({ id, status, total, test_mode, at }) => {
    const refunded = sum(ofLines.filter(({ order_id }) => order_id === id).map((line) => Number(line.refunded)))
    const taken = hands.filter(({ order_id }) => order_id === id)
    const byClub = manual.find(({ order_id }) => order_id === id) ?? taken[0]
    return {
      id,
      day: copenhagenDate(at),
      status: status === 'refunded' ? 'refunded' : refunded > 0 ? 'partly_refunded' : 'paid',
      mode: test_mode ? 'test' : 'live',
      method: byClub?.method ?? (Number(total) === 0 ? 'free' : 'card'),
      total: Number(total),
      refunded,
      taken: sum(taken.map(({ hand_amount }) => Number(hand_amount))),
      returned: sum(taken.filter((one) => one.hand_returned_at).map(({ hand_amount }) => Number(hand_amount))),
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

async function listed(query: { search?: string; filter?: string }) {
  const ids: string[] = []
  let after: string | undefined
  for (;;) {
    const page = await app.call(
      orders.ofClub,
      { orgId: club.id, ...query, ...(after && { after }) },
      { as: admin.token },
    )
    ids.push(...page.orders.map(({ id }) => id))
    after = page.next ?? undefined
    if (!after) return { ids, total: page.total, sums: page.sums }
  }
}

type Field = keyof typeof paymentFilterFields
const year: Filter<Field> = { field: 'paid', op: 'between', from: '2025-01-01', to: '2025-12-31' }
const inYear = ({ day }: Paid) => day >= '2025-01-01' && day <= '2025-12-31'
const any = (field: Field, ...values: string[]): Filter<Field> => ({ field, op: 'any_of', values })
const isPaid = ({ status }: Paid) => status === 'paid'

test.for<[string, Filter<Field> | undefined, (one: Paid) => boolean, string?]>([
  ['everything', undefined, () => true],
  ['a year', year, inYear],
  ['a year that was not refunded', { all: [year, any('status', 'paid')] }, (one) => inYear(one) && isPaid(one)],
  ['all but that', { not: { all: [year, any('status', 'paid')] } }, (one) => !(inYear(one) && isPaid(one))],
  ['a day of 25 hours', { field: 'paid', op: 'is', value: '2025-10-26' }, ({ day }) => day === '2025-10-26'],
  ['before a day', { field: 'paid', op: 'below', value: '2025-10-29' }, ({ day }) => day < '2025-10-29'],
  ['from a day on', { field: 'paid', op: 'from', value: '2026-01-01' }, ({ day }) => day >= '2026-01-01'],
  ['without a day', { field: 'paid', op: 'empty' }, () => false],
  [
    'before a day, or refunded',
    { any: [{ field: 'paid', op: 'below', value: '2025-10-29' }, any('status', 'refunded', 'partly_refunded')] },
    (one) => one.day < '2025-10-29' || !isPaid(one),
  ],
  [
    'a year in cash or free',
    { all: [year, any('method', 'cash', 'free')] },
    (one) => inYear(one) && one.method !== 'card',
  ],
  ['in cash', any('method', 'cash'), ({ method }) => method === 'cash'],
  ['an amount', undefined, ({ total }) => total === 88_500, '885,00'],
  ['an amount in a year', year, (one) => inYear(one) && one.total === 88_500, '885,00'],
  ['a refund', { field: 'refunded', op: 'from', value: 1 }, ({ refunded, returned }) => refunded + returned > 0],
])('%s: rows, their number and their sums are those of a plain reckoning', async ([what, filter, isMeant, search]) => {
  const meant = all.filter(isMeant)
  expect(meant.length > 0).toBe(what !== 'without a day')
  const live = meant.filter(({ mode }) => mode === 'live')
  const money = (amounts: readonly number[]) => ({ minor: sum(amounts), currency: 'DKK' })
  const byClub = (one: Paid) => one.method !== 'card' && one.method !== 'free' && one.taken === 0
  expect(await listed({ ...(search && { search }), ...(filter && { filter: JSON.stringify(filter) }) })).toEqual({
    ids: meant.map(({ id }) => id),
    total: meant.length,
    sums:
      live.length === 0
        ? []
        : [
            {
              paid: money(live.map((one) => (byClub(one) ? 0 : one.total))),
              refunded: money(live.map((one) => (byClub(one) ? 0 : one.refunded))),
              byHand: money(live.map((one) => one.taken - one.returned + (byClub(one) ? one.total - one.refunded : 0))),
            },
          ],
  })
})
