// npm run bench -- office: the list of a club's members with 20,000 people, that of its payments with 100,000 orders, that of its 1,000 events
// and that of the 100,000 registrations of one event, by filter, order and page; exports, an event's editor, and a list of 500 people to print.
import { writeFileSync } from 'node:fs'
import type { Db } from '#server/database/db.ts'
import { exportedLists, type ExportedList } from '#server/domains/exports/lists.ts'
import { writeFile } from '#server/domains/exports/write-file.ts'
import { type EventClub, showEditedEvent } from '#server/domains/events/office/edited-event.ts'
import { listOfficeEvents } from '#server/domains/events/office/list-office-events.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { printRegistrations } from '#server/domains/events/office/print-registrations.ts'
import { listRegistrations } from '#server/domains/events/office/registrations.ts'
import { listClubMembers, type WhichMembers } from '#server/domains/memberships/club-members/list-club-members.ts'
import { listClubOrders, type WhichPayments } from '#server/domains/orders/office/club-orders.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { fillClub } from './office/fill.ts'
import { fillOfficeEvents } from './office/fill-events.ts'
import { fillRegistrations } from './office/fill-registrations.ts'
import { fillOrders } from './office/fill-orders.ts'
import { line, onDatabase, openBench, percentile, readOptions, say, timed } from './support/head.ts'

const options = readOptions({
  people: 20_000,
  orders: 100_000,
  rounds: 40,
  registrations: 100_000,
  events: 1000,
  /** One of the four lists. */
  only: '',
})
/** Of one page, in milliseconds. */
const LIMIT = 200
const database = 'office'
const { cluster, run } = await openBench([])
await run(() => measureAll())

async function measureAll() {
  await cluster.create(database)
  say(`Filling a club with ${options.people} people`)
  const { orgId, seasons } = await fillClub(cluster, database, options.people)
  await onDatabase(cluster, database, (db, pids) => measure(db, pids, orgId, seasons))
}

async function measure(db: Db, pids: readonly number[], orgId: string, seasons: readonly string[]) {
  const admins = await cluster.sql<{ id: string }>(database, 'select id from members order by id limit 1')
  const seller = {
    actor: { actorId: admins[0]!.id, via: { language: 'da' }, roles: [{ org: 'BENCHA', role: 'ADMIN' }], grants: [] },
    organisation: { id: orgId, key: 'BENCHA', name: 'Club A', currency: 'DKK' },
  } as unknown as OfficeCaller<EventClub>
  line(`a page of 50; p95 at most ${LIMIT} ms`, 'p50 / p95 ms, processor ms, of how many')
  const measures = (list: string) => options.only === '' || options.only === list
  if (measures('members')) {
    for (const [what, which] of memberLists(seasons))
      await measureList(pids, what, which, (page) => listClubMembers(db, seller, { ...which, ...page }))
    await measureExports(db, orgId, 'members', 'people')
  }
  if (measures('payments')) {
    say(`Filling it with ${options.orders} orders`)
    await fillOrders(cluster, database, options.orders)
    for (const [what, which] of paymentLists())
      await measureList(pids, what, which, (page) => listClubOrders(db, seller, { ...which, ...page }))
    await measureExports(db, orgId, 'payments', 'lines of orders')
  }
  if (measures('events')) {
    say(`Filling it with ${options.events} events`)
    const eventId = await fillOfficeEvents(cluster, database, options.events)
    for (const [what, which] of eventLists())
      await measureList(pids, what, which, async (page) => {
        const { next, counts } = await listOfficeEvents(db, seller, { ...which, ...page })
        return { next, total: counts[which.tab] }
      })
    await measureList(pids, 'an event with all that its editor shows', {}, async () => {
      await showEditedEvent(db, seller, { eventId })
      return { next: null, total: 1 }
    })
  }
  if (measures('registrations')) {
    say(`Filling an event with ${options.registrations} registrations`)
    const filled = await fillRegistrations(cluster, database, options.registrations)
    for (const [what, which] of registrationLists(filled.categoryId))
      await measureList(pids, what, which, (page) =>
        listRegistrations(db, seller, { eventId: filled.eventId, ...which, ...page }),
      )
    await measurePrint(db, seller, filled.printedId)
  }
}

/** A list of 500 people as a PDF; twice, because the first loads fonts. */
async function measurePrint(db: Db, caller: OfficeCaller<EventClub>, eventId: string) {
  for (const what of ['the first list', 'the next list']) {
    const begun = performance.now()
    const { bytes } = await printRegistrations(
      createSecrets('a key of the benchmark, 32 letters or more'),
      db,
      caller,
      { eventId, sort: 'name', language: 'da' },
    )
    const seconds = (performance.now() - begun) / 1000
    const { length } = bytes as Uint8Array
    line(`500 people to print, ${what}`, `${seconds.toFixed(2)} s, ${Math.round(length / 1000)} kB`)
    if (process.env['PRINTED']) writeFileSync(process.env['PRINTED'], bytes as Uint8Array)
  }
}

/** Reading and writing a file, at once and in the parts of the job. */
async function measureExports(db: Db, orgId: string, name: 'members' | 'payments', what: string) {
  const list = exportedLists[name] as unknown as ExportedList<object, unknown>
  for (const [format, part, most] of [
    ['csv', 5000, 5000],
    ['xlsx', 5000, 5000],
    ['csv', 2500, Infinity],
    ['xlsx', 2500, Infinity],
  ] as const) {
    const begun = performance.now()
    const rows = []
    let after: string | undefined
    do {
      const read = await list.read(db, orgId, {}, { after, limit: part }, 'da')
      rows.push(...read.rows)
      after = read.next ?? undefined
    } while (after && rows.length < most)
    const { length } = await writeFile(format, 'bench', list.columns('da', {}), rows)
    const seconds = (performance.now() - begun) / 1000
    line(
      `${rows.length} ${what} to ${format}, ${part} at once`,
      `${seconds.toFixed(1)} s, ${Math.round(length / 1000)} kB`,
    )
  }
}

interface Pages {
  readonly pages?: number
}

/** An office's queries of its list of members. */
function memberLists(seasons: readonly string[]): [string, WhichMembers & Pages][] {
  const active = { field: 'status', op: 'any_of', values: ['active'] } as const
  const young = { field: 'age', op: 'below', value: 18 } as const
  const season = { field: 'membership', op: 'any_of', values: [seasons[1]!] } as const
  return [
    ['everybody by name', {}],
    ['everybody by name, the hundredth page', { pages: 100 }],
    ['everybody by age', { sort: 'age' }],
    ['everybody by status, backwards', { sort: '-status' }],
    ['everybody by the first day', { sort: 'since' }],
    ['on a day of another year', { day: '2024-03-01', sort: 'status' }],
    ['active and under 18', { filter: { all: [active, young] } }],
    ['active, not with the season before', { filter: { all: [active, { not: season }] } }],
    ['under 18, or with the season before, by age', { filter: { any: [young, season] }, sort: 'age' }],
    ['a name in a filter', { filter: { field: 'name', op: 'contains', value: 'anne' } }],
    ['a search for a name', { search: 'hansen' }],
    ['a search for an e-mail address', { search: '777@' }],
    ['a search for a phone number', { search: '20 30' }],
    ['a search that finds nobody', { search: 'nobody here' }],
  ]
}

/** An office's queries of its list of payments. */
function paymentLists(): [string, WhichPayments & Pages][] {
  const paid = { field: 'status', op: 'any_of', values: ['paid'] } as const
  const partly = { field: 'status', op: 'any_of', values: ['partly_refunded', 'refunded'] } as const
  const live = { field: 'mode', op: 'any_of', values: ['live'] } as const
  const month = { field: 'paid', op: 'between', from: '2026-03-01', to: '2026-03-31' } as const
  const year = { field: 'paid', op: 'between', from: '2025-01-01', to: '2025-12-31' } as const
  return [
    ['all payments, newest first', {}],
    ['all payments, the second page', { pages: 2 }],
    ['all payments, the hundredth page', { pages: 100 }],
    ['all payments, oldest first', { sort: 'paid' }],
    ['all payments by amount', { sort: '-amount' }],
    ['all payments by buyer', { sort: 'buyer' }],
    ['a month', { filter: month }],
    ['a year, not refunded', { filter: { all: [year, paid] } }],
    ['a year, not refunded, the second page', { filter: { all: [year, paid] }, pages: 2 }],
    ['refunded, at least in part', { filter: { all: [partly, live] } }],
    ['a month, or refunded', { filter: { any: [month, partly] } }],
    ['a search for a name', { search: 'hansen' }],
    ['a search for what was bought', { search: 'adult 2026' }],
    ['a search for a name and what was bought', { search: 'adult hansen' }],
    ['a search for an amount', { search: '885,00' }],
    ['a search for a receipt', { search: '2025-00777' }],
    ['a search that finds nothing', { search: 'nobody here' }],
  ]
}

type EventList = Parameters<typeof listOfficeEvents>[2] & Pages

/** An office's queries of its list of events. */
function eventLists(): [string, EventList][] {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return [
    ['coming events', { tab: 'coming' }],
    ['coming events, the second page', { tab: 'coming', pages: 2 }],
    ['events that are over, the fifth page', { tab: 'over', pages: 5 }],
    ['drafts', { tab: 'drafts' }],
    ['cancelled events', { tab: 'cancelled' }],
    ['six weeks of the calendar', { tab: 'coming', from: day(0), until: day(42) }],
    ['a search for an event', { tab: 'coming', search: 'arrangement 7' }],
  ]
}

type RegistrationList = Omit<Parameters<typeof listRegistrations>[2], 'eventId' | 'after'> & Pages

/** An office's queries of the people of an event. */
function registrationLists(categoryId: string): [string, RegistrationList][] {
  const where = (field: string, ...chosen: string[]) => ({ field, op: 'any_of', values: chosen }) as never
  return [
    ['everybody of an event, by last name', {}],
    ['everybody of an event, the second page', { pages: 2 }],
    ['everybody of an event, the hundredth page', { pages: 100 }],
    ['everybody of an event, by category', { sort: 'category' }],
    ['everybody of an event, by age', { sort: 'age' }],
    ['everybody of an event, the newest first', { sort: '-bought' }],
    ['of an event, a category', { filter: where('category', categoryId) }],
    ['of an event, paid', { filter: where('state', 'paid') }],
    ['of an event, under 18', { filter: where('minor', 'yes') }],
    ['of an event, paid and not present', { filter: { all: [where('state', 'paid'), where('present', 'no')] } }],
    [
      'of an event, not paid or to be refunded by hand',
      { filter: { any: [where('state', 'held'), where('toPayBack', 'yes')] } },
    ],
    ['of an event, a search for a name', { search: 'hansen' }],
    ['of an event, a search that finds nobody', { search: 'nobody here' }],
  ]
}

/** Asks for a page as often as the rounds say. */
async function measureList(
  pids: readonly number[],
  what: string,
  { pages = 1 }: Pages,
  read: (page: { after?: string | undefined }) => Promise<{ next: string | null; total: number }>,
) {
  let after: string | undefined
  for (let page = 1; page < pages; page++) after = (await read({ after })).next ?? undefined
  const { times, cpu, last } = await timed(options.rounds, () => read({ after }), { pids })
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  line(what, `${p50.toFixed(0)} / ${p95.toFixed(0)}, ${cpu.toFixed(0)}, ${last.total}${p95 > LIMIT ? ' OVER' : ''}`)
}
