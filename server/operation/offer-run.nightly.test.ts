import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, type Club, signedIn } from '../testing/builders.ts'
import { type BuiltEvent, buildEvent } from '../testing/builders/event-builders.ts'
import { booksOf, brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { dieAt } from '../testing/outside/portal-processes.ts'
import { prepare } from '../testing/purchase.ts'
import { runRecurring } from '../testing/purchases/renewing.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Offers of a waiting list whose workers die with SIGKILL, before and after the commit of an offer and once its mail has left. */
const PLACES = 40
const WISHES = 60

let app: TestApp
let club: Club
let event: BuiltEvent
/** Of each wish in the order of joining, how many places it is for: all of them or none. */
const sizes = Array.from({ length: WISHES }, (_, at) => (at % 5 === 0 ? 3 : 1))
const addressOf = (at: number) => `waits${at}@${club.key.toLowerCase()}${at % 10}.example`

beforeAll(async () => {
  app = await createTestApp()
  club = await buildClub(app)
  event = await buildEvent(app, club, {
    capacity: PLACES,
    onePerPerson: false,
    startsAt: new Date(Date.now() + 40 * 86_400_000),
    categories: [{ category: 'adult', price: 0 }],
  })
})
afterAll(() => app.close())

/** Wishes in the database: joining is no part of this. */
const join = () =>
  app.database.sql(
    `with asked as (select * from json_to_recordset($1::json) as one (at int, size int, email text)),
       buyers as (
         insert into members (id, first_name, last_name, email)
         select portal_new_id(), 'Buyer', 'Nr' || at, email from asked returning id, email),
       children as (
         insert into members (id, parent_id, first_name, last_name)
         select portal_new_id(), buyers.id, 'Child', 'Nr' || at from asked join buyers using (email)
         cross join generate_series(2, size) returning id, parent_id),
       wishes as (
         insert into waiting_wishes (id, org_id, event_id, buyer_id, mode, status, joined_at)
         select portal_new_id(), $2, $3, buyers.id, 'all', 'waiting', portal_now() + make_interval(secs => at)
         from asked join buyers using (email) returning id, buyer_id),
       people as (
         insert into waiting_people (wish_id, member_id, category_id, position)
         select wishes.id, person.id, $4, row_number() over (partition by wishes.id order by person.id) from wishes
         join (select id, id as of from buyers union all select id, parent_id from children) person on person.of = wishes.buyer_id)
     update events set waiting = (select count(*) from asked) where id = $3`,
    [
      JSON.stringify(sizes.map((size, at) => ({ at, size, email: addressOf(at) }))),
      club.id,
      event.id,
      event.categories.adult!.id,
    ],
  )

/** Each wish in the order of joining: its offers, places that are held, notifications and mails. */
const seen = () =>
  app.database.sql<{ email: string; status: string; offers: number; held: number; bells: number; mails: number }>(
    `select members.email, wishes.status,
       (select count(*)::int from waiting_offers where wish_id = wishes.id) as offers,
       (select count(*)::int from waiting_offers join event_entries using (order_id)
         where wish_id = wishes.id and event_entries.status = 'held') as held,
       (select count(*)::int from notifications where receiver_id = members.id) as bells,
       (select count(*)::int from messages where member_id = members.id and status = 'sent') as mails
     from waiting_wishes wishes join members on members.id = wishes.buyer_id
     where wishes.event_id = $1 order by wishes.joined_at`,
    [event.id],
  )
const offersMade = async () => (await seen()).filter(({ offers }) => offers > 0).length

/** Whom the rule offers a place: each in turn whose wish fits what is left. */
function fitting(places: number, waiting: readonly number[]): Set<number> {
  let left = places
  return new Set(waiting.filter((at) => sizes[at]! <= left && (left -= sizes[at]!) >= 0))
}

test('workers die between the offers: each wish whose turn it is gets one, with one mail, and no place is lost', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  for (let bought = 0; bought < PLACES; bought += 10)
    await prepare(
      app,
      carla,
      Array.from({ length: 10 }, () => ({ memberId: carla.memberId, event })),
    )
  await join()
  const given = await app.database.sql<{ id: string }>('select id from event_entries where event_id = $1', [event.id])
  for (const { id } of given) {
    await app.database.sql('delete from rate_windows')
    await app.call(tickets.cancel, { entryId: id }, { as: carla.token })
  }

  const progress = []
  for (const point of ['offer.making', 'offer.made', 'offer.making:3', 'offer.made:2']) {
    expect(await dieAt(app, point)).toBe(true)
    progress.push(await offersMade())
  }
  // Nothing of an offer that was not committed, and all of one that was.
  expect(progress).toEqual([0, 1, 3, 5])
  expect(await dieAt(app, 'mail.sent')).toBe(true)
  await app.runJobs({ all: true, mayFail: true })

  const first = fitting(PLACES, [...sizes.keys()])
  const wishes = await seen()
  expect(wishes).toEqual(
    wishes.map(({ email }, at) => {
      const one = first.has(at) ? 1 : 0
      const status = one ? 'offered' : 'waiting'
      return { email, status, offers: one, held: one * sizes[at]!, bells: one, mails: one }
    }),
  )
  expect(wishes.reduce((sum, { held }) => sum + held, 0)).toBe(PLACES)
  await mailedOnce()

  // Nobody accepts: all of them run out at once, and the workers die as the next are offered.
  await app.moveClock('3 days')
  await runRecurring(app, 'events.look-at-waiting-lists')
  for (const point of ['offer.making:2', 'offer.made:3', 'mail.sent']) expect(await dieAt(app, point)).toBe(true)
  await app.runJobs({ all: true, mayFail: true })
  const then = fitting(
    PLACES,
    [...sizes.keys()].filter((at) => !first.has(at)),
  )
  expect(await seen()).toEqual(
    sizes.map((size, at) => {
      const email = addressOf(at)
      if (first.has(at)) return { email, status: 'ran_out', offers: 1, held: 0, bells: 2, mails: 2 }
      const one = then.has(at) ? 1 : 0
      return { email, status: one ? 'offered' : 'waiting', offers: one, held: one * size, bells: one, mails: one }
    }),
  )
  await mailedOnce()
  expect(await brokenInvariants(app, club)).toEqual([])
}, 600_000)

/** The mail server got as many mails as were sent; a repeated Message-ID is one mail. */
async function mailedOnce() {
  const { mailbox } = await booksOf(app, club)
  for (const { email, mails } of await seen())
    expect([email, mailbox.filter(({ to }) => to === email).length]).toEqual([email, mails])
}
