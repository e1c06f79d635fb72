import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { carryOut } from '../testing/carry-out.ts'
import { booksOf } from '../testing/invariants/broken-invariants.ts'
import { dieAt } from '../testing/outside/portal-processes.ts'
import { prepare } from '../testing/purchase.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** A message to many whose workers die with SIGKILL in a part of its mails and after it: no reader twice, none lost. */
const GUESTS = 2000

let app: TestApp
let club: Club
let office: Person
let camp: BuiltEvent
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
  club = await buildClub(app)
  camp = await buildEvent(app, club, { onePerPerson: false, categories: [{ category: 'free', price: 0 }] })
  await prepare(app, office, [{ memberId: office.memberId, event: camp, category: 'free' }])
  await app.database.sql(
    `with guests as (
       insert into members (id, first_name, last_name, email)
       select portal_new_id(), 'Guest', 'Nr' || at, 'guest' || at || '@' || $3 || at % 50 || '.example' from generate_series(2, $2) at returning id
     )
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person)
     select portal_new_id(), event_id, category_id, org_id, guests.id, order_id, 'paid', false
     from guests, event_entries where event_id = $1`,
    [camp.id, GUESTS, club.key.toLowerCase()],
  )
})

afterAll(() => app.close())

test('a worker that dies in and after the parts of a message mails every reader once, and loses none', async () => {
  const as = { as: office.token }
  const ofEvent = { orgId: club.id, eventId: camp.id }
  const texts = { subject: { da: 'Husk lygte' }, body: { da: 'Det er mørkt.' } }
  const { readers } = await app.call(guestMessages.send, { ...ofEvent, ...texts, all: true, token: newToken() }, as)
  expect(readers).toBe(GUESTS)
  await carryOut(app)
  for (const point of [
    'broadcast.mailing',
    'broadcast.mailed',
    'broadcast.mailing:2',
    'broadcast.mailed',
    'mail.sent:9',
  ])
    expect(await dieAt(app, point)).toBe(true)
  await app.runJobs({ all: true, mayFail: true })
  const [message] = (await app.call(clubMessages.list, ofEvent, as)).messages
  expect(message).toMatchObject({ state: 'sent', readers: GUESTS, sent: GUESTS, failed: 0, unwanted: 0 })
  const [mails] = await app.database.sql<{ mails: number; people: number; bells: number }>(
    `select count(*)::int as mails, count(distinct member_id)::int as people,
       (select count(*)::int from notifications where data ->> 'eventId' = $1 and title like '%Husk lygte') as bells
     from messages where template = 'club-message'`,
    [camp.id],
  )
  expect(mails).toEqual({ mails: GUESTS, people: GUESTS, bells: GUESTS })
  // A repeated Message-ID is one mail.
  const { mailbox } = await booksOf(app, club)
  const received = mailbox.filter(({ to }) => to.includes(`@${club.key.toLowerCase()}`))
  expect([received.length, new Set(received.map(({ to }) => to)).size]).toEqual([GUESTS - 1, GUESTS - 1])
}, 600_000)
