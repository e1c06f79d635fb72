// npm run bench -- guests: what an office does with many guests at once: places that are freed for a long waiting list, a message to all
// guests, and a series of events.
import { setTimeout as wait } from 'node:timers/promises'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { type EditedEvent, type EventFields, officeEvents, type SeriesScope } from '#contract/events/office.ts'
import { type EventSeries, eventSeries } from '#contract/events/series.ts'
import { type ClubMessage, clubMessages } from '#contract/notifications/club-messages.ts'
import { newToken } from '#server/database/new-id.ts'
import { fillPaidEvent } from './cancel/fill.ts'
import { call, line, openBench, readOptions, say } from './support/head.ts'
import { readWorld } from './support/world.ts'

const { guests, waiting, freed, dates, check } = readOptions({
  guests: 2000,
  waiting: 1000,
  freed: 50,
  dates: 104,
  check: false,
})
/** In seconds: until all freed places are offered, until the last mail of a message after its minute, and of each call of a series. */
const LIMITS = { offer: 5, message: 60, series: 2 }
const database = 'guests'
const { cluster, outside, secretsKey, fill, open, run } = await openBench([database], true)
await run(measure, check)

async function measure(): Promise<string[]> {
  await fill(database, 1)
  say(`Filling a full event with ${guests} guests, and ${waiting} who wait`)
  const { orgId, eventId } = await fillPaidEvent(cluster, database, { orders: guests, secretsKey })
  await fillWaiting(eventId)
  const { people } = await readWorld(cluster, database)
  const [office] = await outside.signIn([{ ...people[0]!, roles: ['org:B0000|role:ADMIN'] }])
  const portal = await open(database)
  const broken: string[] = []
  const show = (what: string, limit: number, seconds: number) => {
    line(`${what}; at most ${limit} s`, `${seconds.toFixed(1)} s`)
    if (seconds > limit) broken.push(`${what}: ${seconds.toFixed(1)} s; at most ${limit}`)
  }
  const since = (begun: number) => (performance.now() - begun) / 1000
  const item = (id: string) => call<EditedEvent>(portal.url, officeEvents.item, office!, { orgId, eventId: id })
  const save = ({ id, version, fields }: EditedEvent, changes: Partial<EventFields>, scope?: SeriesScope) =>
    call<EditedEvent>(
      portal.url,
      officeEvents.save,
      office!,
      { orgId, eventId: id },
      { ...fields, ...changes, version, scope },
    )

  say(`Freeing ${freed} places`)
  const full = await item(eventId)
  const begun = performance.now()
  await save(full, { categories: full.fields.categories.map((one) => ({ ...one, capacity: guests + freed })) })
  const offers = `select count(*)::int as count from waiting_offers`
  await countTo(offers, 1)
  const first = since(begun)
  await countTo(offers, freed)
  show(`${freed} places are offered to the first of ${waiting} who wait`, LIMITS.offer, since(begun))
  line('the first of them', `${first.toFixed(1)} s`)

  say(`Writing to ${guests} guests`)
  const text = { subject: { da: 'Husk telt' }, body: { da: 'Vi mødes ved broen.' }, token: newToken() }
  const asked = performance.now()
  await call(portal.url, guestMessages.send, office!, { orgId, eventId }, { all: true, ...text })
  line('the call that writes', `${since(asked).toFixed(1)} s`)
  let stopped = asked
  const list = { ...clubMessages.list, path: `${clubMessages.list.path}?eventId=${eventId}` }
  const look = async () => (await call<{ messages: ClubMessage[] }>(portal.url, list, office!, { orgId })).messages[0]!
  for (let message = await look(); message.state !== 'sent' || message.sent < guests; message = await look()) {
    if (message.state === 'waiting') stopped = performance.now()
    await wait(250)
  }
  show(`a mail to each of ${guests} guests, after the minute to stop it`, LIMITS.message, since(stopped))

  say(`Writing a series of ${dates} dates`)
  const startsAt = `${new Date().getFullYear() + 1}-01-06T18:00`
  const draft = await call<EditedEvent>(
    portal.url,
    officeEvents.create,
    office!,
    { orgId },
    { template: null, startsAt },
  )
  const training = await save(draft, { title: { da: 'Træning' }, endsAt: startsAt.replace('18:00', '20:00') })
  const rule = {
    unit: 'week',
    every: 1,
    weekdays: [1, 3, 5],
    monthly: 'day',
    until: null,
    count: dates,
    skipHolidays: false,
    skipWeeks: [],
    except: [],
  }
  const wrote = performance.now()
  const series = await call<EventSeries>(
    portal.url,
    eventSeries.create,
    office!,
    { orgId, eventId: training.id },
    { rule },
  )
  show(`a series of ${series.dates.length} dates is written`, LIMITS.series, since(wrote))
  const edited = await item(series.dates[0]!.eventId)
  const changed = performance.now()
  await save(edited, { title: { da: 'Sen træning' }, endsAt: startsAt.replace('18:00', '21:00') }, 'all')
  show('all its dates are changed', LIMITS.series, since(changed))
  const published = performance.now()
  await call(portal.url, eventSeries.publish, office!, { orgId, seriesId: series.id }, {})
  show('and published', LIMITS.series, since(published))
  await portal.stop()
  return broken
}

/** The event is full, and members who have no place wait for one each, all in their own name. */
async function fillWaiting(eventId: string): Promise<void> {
  await cluster.sql(database, `update event_categories set capacity = sold where event_id = $1`, [eventId])
  await cluster.sql(
    database,
    `create temp table new_people as
       with added as (
         insert into members (id, first_name, last_name, email, phone, gender, date_of_birth, address_line1, city, post_code, country)
         select portal_new_id(), 'Wait' || n, 'Nameson', 'wait' || n || '@mail.example', '+4520112233', 'FEMALE', date '1990-01-01', 'Havnevej 1',
           'Roskilde', '4000', 'Denmark'
         from generate_series(1, ${waiting}) n returning id
       ) select id, row_number() over () as n from added;
     insert into waiting_wishes (id, org_id, event_id, buyer_id, mode, status, joined_at)
       select portal_new_id(), events.org_id, events.id, new_people.id, 'any', 'waiting', now() - interval '9 days' + n * interval '1 minute'
       from new_people cross join events;
     insert into waiting_people (wish_id, member_id, category_id, position)
       select wishes.id, wishes.buyer_id, categories.id, 0 from waiting_wishes wishes
       join event_categories categories on categories.event_id = wishes.event_id;
     update events set waiting = ${waiting}`,
  )
  await cluster.sql(database, 'vacuum (analyze)')
}

/** Throws when it takes more than a minute. */
async function countTo(sql: string, count: number): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(50)) {
    const [row] = await cluster.sql<{ count: number }>(database, sql)
    if (row!.count >= count) return
  }
  throw new Error(`Less than ${count} offers were made within a minute`)
}
