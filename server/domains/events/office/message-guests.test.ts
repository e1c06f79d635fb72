import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeHistory } from '#contract/audit/history.ts'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [chair, anna, bo]: Person[] = []
let [alma, emil]: string[] = []
let camp: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  emil = await buildParticipant(app, anna, 'Emil')
  await app.database.sql(`update members set language = 'en' where id = $1`, [anna.memberId])
  await app.database.sql(`update members set language = 'da' where id = $1`, [bo.memberId])
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update delayed_actions set state = 'stopped' where state = 'waiting'`)
  club = await buildClub(app)
  camp = await buildEvent(app, club, {
    title: `Lejr ${club.key}`,
    titleTexts: { da: `Lejr ${club.key}`, en: `Camp ${club.key}` },
    onePerPerson: false,
    categories: [{ category: 'free', price: 0 }, { category: 'adult' }],
  })
})

const as = (person = chair!) => ({ as: person.token })
const which = () => ({ orgId: club.id, eventId: camp.id })
const take = (person: Person, memberIds = [person.memberId], category = 'free') =>
  prepare(
    app,
    person,
    memberIds.map((memberId) => ({ memberId, event: camp, category })),
  )
const texts = { subject: { da: 'Husk lygte', en: 'Bring a torch' }, body: { da: 'Det er mørkt.', en: 'It is dark.' } }
type Asked = Partial<Parameters<typeof app.call<typeof guestMessages.send>>[1]>
const send = (asked: Asked = {}, person = chair!) =>
  app.call(guestMessages.send, { ...which(), all: true, ...texts, token: newToken(), ...asked }, as(person))
const preview = (asked: object = {}) => app.call(guestMessages.preview, { ...which(), all: true, ...asked }, as())
const filter = (field: string, ...values: string[]) => JSON.stringify({ field, op: 'any_of', values })
const listed = async () => (await app.call(clubMessages.list, which(), as())).messages
async function minuteOver() {
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
}
/** Subject and text of this event's mails to somebody. */
const mails = async (address: string) =>
  (await mailsTo(app, address)).filter(({ text }) => text.includes(club.key) && /torch|lygte/.test(text))
const readers = () =>
  app.database.sql<{ reader: string; about: string[] }>(
    `select reader_id as reader, about from club_message_readers join club_messages on id = message_id where event_id = $1 order by 1`,
    [camp.id],
  )

test('each reader gets one mail in their language, which names the children', async () => {
  await take(anna!, [anna!.memberId, alma!, emil!])
  await take(bo!)
  const { readers: count } = await send()
  expect(count).toBe(2)
  expect(await mails('anna@example.com')).toEqual([])
  await minuteOver()
  const [toAnna, ...more] = await mails('anna@example.com')
  expect(more).toEqual([])
  expect(toAnna!.subject).toBe('Bring a torch')
  expect(toAnna!.text).toContain('It is dark.')
  expect(toAnna!.text).toMatch(/Alma .*Emil/)
  expect(toAnna!.text).toContain(`Camp ${club.key}`)
  const [toBo] = await mails('bo@example.com')
  expect(toBo!.subject).toBe('Husk lygte')
  expect(toBo!.text).not.toContain('Alma')
  expect(toBo!.text).toContain(`/contact-us?orgId=${club.id}&event=${camp.id}`)
  const bells = await app.database.sql(
    `select receiver_id from notifications where data ->> 'eventId' = $1 and title like '%torch%'`,
    [camp.id],
  )
  expect(bells.length).toBe(2)
  expect(await listed()).toMatchObject([{ state: 'sent', readers: 2, sent: 2, failed: 0, unwanted: 0, filter: null }])
})

test('a child without an address is read for by a guardian, a guest by who bought the place, and the rest are named', async () => {
  await take(bo!, [bo!.memberId])
  await take(anna!, [alma!])
  await app.database.sql(`update event_entries set member_id = $1 where event_id = $2 and member_id = $3`, [
    emil,
    camp.id,
    bo!.memberId,
  ])
  await app.database.sql('update members set email = null where id = $1', [anna!.memberId])
  try {
    const { readers: count, people, leftOut, mail } = await preview()
    // Bo bought the place that Emil has; Alma's guardian has no address.
    expect({ count, people, leftOut }).toMatchObject({
      count: 1,
      people: 1,
      leftOut: [{ reason: 'no_email', count: 1 }],
    })
    expect(leftOut[0]!.names[0]).toMatch(/^Alma/)
    expect(mail!.intro).toContain('Emil')
  } finally {
    await app.database.sql(`update members set email = 'anna@example.com' where id = $1`, [anna!.memberId])
  }
})

test('nobody is written to about somebody who has died', async () => {
  await take(anna!, [anna!.memberId, alma!])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source, left_on, left_reason) values ($1, $2, '2020-01-01', 'added', '2026-01-01', 'deceased')
     on conflict (org_id, member_id) do update set left_on = excluded.left_on, left_reason = excluded.left_reason`,
    [club.id, alma],
  )
  const { readers: count, people, leftOut, mail } = await preview()
  await app.database.sql('delete from club_people where org_id = $1 and member_id = $2', [club.id, alma])
  expect({ count, people, leftOut }).toMatchObject({ count: 1, people: 1, leftOut: [{ reason: 'died', count: 1 }] })
  expect(mail!.intro).not.toContain('Alma')
})

test('guests are chosen by the filter of the list, and cancelled places are left out', async () => {
  await take(anna!)
  await take(bo!, [bo!.memberId], 'adult')
  expect((await preview()).readers).toBe(2)
  expect((await preview({ filter: filter('state', 'held') })).some.map(({ id }) => id)).toEqual([bo!.memberId])
  expect((await preview({ filter: filter('state', 'paid', 'free') })).some.map(({ id }) => id)).toEqual([
    anna!.memberId,
  ])
  await app.database.sql(`update event_entries set present_at = now() where event_id = $1 and status = 'paid'`, [
    camp.id,
  ])
  expect((await preview({ filter: filter('present', 'yes') })).some.map(({ id }) => id)).toEqual([anna!.memberId])
  await app.database.sql(`update event_entries set status = 'cancelled' where event_id = $1 and status = 'paid'`, [
    camp.id,
  ])
  expect((await preview({ filter: filter('state', 'cancelled') })).readers).toBe(0)
  expect(await codeOf(send({ filter: filter('state', 'cancelled') }))).toBe('nobody_to_write')
})

test('a preview is in the language of the chosen reader', async () => {
  await take(anna!)
  await take(bo!)
  const asAnna = await preview({ readerId: anna!.memberId })
  expect(asAnna).toMatchObject({ english: 1, mail: { language: 'en' } })
  expect(asAnna.mail!.intro).toContain(`has written to you about Camp ${club.key}`)
  const asBo = await preview({ readerId: bo!.memberId })
  expect(asBo.mail).toMatchObject({ language: 'da' })
  expect(asBo.mail!.intro).toContain(`skriver til dig om Lejr ${club.key}`)
  expect((await preview({ readerId: chair!.memberId })).mail).toBeTruthy()
})

test('stopped within the minute nobody reads it, and the second who stops it is too late', async () => {
  await take(anna!)
  await send()
  const [action] = await app.call(delayedActions.list, { orgId: club.id }, as())
  expect(action).toMatchObject({ kind: 'message', label: 'Husk lygte', can: { stop: true } })
  const stop = () => app.call(delayedActions.stopMessage, { orgId: club.id, actionId: action!.id }, as())
  await stop()
  expect(await codeOf(stop())).toBe('too_late_to_stop')
  await minuteOver()
  expect(await mails('anna@example.com')).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'stopped', sent: 0 }])
})

test('a repeated press writes one message, and what is carried out twice sends one mail', async () => {
  await take(anna!)
  const token = newToken()
  const both = await Promise.all([send({ token }), send({ token })])
  expect(both[0]).toEqual(both[1])
  expect((await readers()).length).toBe(1)
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  await app.database.sql(
    `update delayed_actions set state = 'waiting', ended_at = null where kind = 'message' and thing_id = $1`,
    [both[0].messageId],
  )
  await minuteOver()
  expect((await mails('anna@example.com')).length).toBe(1)
})

test('whoever has lost the right meanwhile sends nothing', async () => {
  await take(bo!)
  await grantOffice(app, club, anna!, ['event_manager'])
  await send({}, anna)
  await app.database.sql('update office_grants set revoked_at = portal_now() where member_id = $1', [anna!.memberId])
  await minuteOver()
  expect(await mails('bo@example.com')).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'stopped' }])
})

test('mails that were given up are listed with why, and sent again; those who want none are counted', async () => {
  await take(anna!)
  await take(bo!)
  await app.database.sql(
    `insert into message_preferences (member_id, kind, channel, wanted) values ($1, 'events', 'mail', false)`,
    [bo!.memberId],
  )
  const { messageId } = await send()
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  await app.database.sql(
    `update messages set status = 'failed', error = 'No such mailbox' where template = 'club-message' and data ->> 'clubMessageId' = $1 and member_id = $2`,
    [messageId, anna!.memberId],
  )
  expect(await listed()).toMatchObject([{ state: 'sent', sent: 0, failed: 1, unwanted: 1 }])
  const one = { orgId: club.id, messageId }
  const [failure] = await app.call(clubMessages.failures, one, as())
  expect(failure).toMatchObject({ email: 'anna@example.com', error: 'No such mailbox' })
  expect(await app.call(clubMessages.retry, one, as())).toEqual({ retried: 1 })
  expect(await app.call(clubMessages.retry, one, as())).toEqual({ retried: 0 })
  await app.runJobs({ all: true, mayFail: true })
  expect(await listed()).toMatchObject([{ state: 'sent', sent: 1, failed: 0, unwanted: 1 }])
  const { entries } = await app.call(officeHistory.ofEvent, which(), as())
  expect(entries.map(({ name }) => name)).toEqual(['guests_message_retried', 'guests_messaged'])
  await app.database.sql('delete from message_preferences where member_id = $1', [bo!.memberId])
})
