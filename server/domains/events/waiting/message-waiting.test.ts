import { beforeAll, expect, test } from 'vitest'
import { officeHistory } from '#contract/audit/history.ts'
import { officeWaiting, waiting } from '#contract/events/waiting.ts'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [anna, bo, carla, office]: Person[] = []
let [alma, otto]: string[] = []
let camp: BuiltEvent
let wishes: string[] = []
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  carla = await signedIn(app, 'carla@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  otto = await buildParticipant(app, anna, 'Otto')
  club = await buildClub(app)
  camp = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'adult', price: 0 }] })
  await prepare(app, carla, [{ memberId: carla.memberId, event: camp }])
  wishes = [await join(anna, [alma, otto]), await join(bo, [bo.memberId])]
})

const join = async (person: Person, memberIds: string[]) => {
  const people = memberIds.map((memberId) => ({ memberId, category: 'adult' }))
  return (await app.call(waiting.join, { eventId: camp.id, people, mode: 'any' }, { as: person.token })).id
}
const which = () => ({ orgId: club.id, eventId: camp.id })
const texts = { subject: { da: 'Om ventelisten', en: 'About the list' }, body: { da: 'Vi ved mere fredag.' } }
const as = () => ({ as: office!.token })
type Chosen = { wishIds: string[] } | { all: true }
const preview = (chosen: Chosen) => app.call(officeWaiting.previewMessage, { ...which(), ...chosen }, as())
const send = (chosen: Chosen) =>
  app.call(officeWaiting.message, { ...which(), ...chosen, ...texts, token: newToken() }, as())
const mails = async (address: string) =>
  (await mailsTo(app, address)).filter(({ text }) => text.includes('Vi ved mere fredag.') && text.includes(camp.id))

test('whoever joined gets one mail that names those who wait, and nobody else', async () => {
  expect(await preview({ all: true })).toMatchObject({ readers: 2, people: 3, leftOut: [] })
  const asBo = await preview({ wishIds: [wishes[1]!] })
  expect(asBo).toMatchObject({ readers: 1, people: 1, some: [{ id: bo!.memberId }] })
  expect(asBo.mail!.intro).toMatch(/because you're waiting|fordi du venter/)
  expect((await send({ all: true })).readers).toBe(2)
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
  const [toAnna, ...more] = await mails('anna@example.com')
  expect(more).toEqual([])
  expect(toAnna!.text).toMatch(/Alma .*Otto/)
  expect((await mails('bo@example.com')).length).toBe(1)
  expect(await mails('carla@example.com')).toEqual([])
  const bells = await app.database.sql<{ data: object }>(
    `select data from notifications where receiver_id = $1 and data ->> 'eventId' = $2 and data ? 'waits'`,
    [bo!.memberId, camp.id],
  )
  expect(bells.length).toBe(1)
  const { messages } = await app.call(clubMessages.list, which(), as())
  expect(messages).toMatchObject([{ audience: 'waiting', state: 'sent', readers: 2, sent: 2 }])
  const { entries } = await app.call(officeHistory.ofEvent, which(), as())
  expect(entries[0]).toMatchObject({ name: 'waiting_messaged', after: { people: 2 } })
})

test('whoever has a place by now or no longer waits is not written to, and another event has nobody of these', async () => {
  const other = await buildEvent(app, club, {})
  expect(
    await codeOf(
      app.call(
        officeWaiting.message,
        { orgId: club.id, eventId: other.id, wishIds: wishes, ...texts, token: newToken() },
        as(),
      ),
    ),
  ).toBe('nobody_to_write')
  await app.database.sql(`update event_entries set member_id = $1, status = 'paid' where event_id = $2`, [
    alma,
    camp.id,
  ])
  expect((await preview({ wishIds: [wishes[0]!] })).mail!.intro).not.toContain('Alma')
  await app.call(waiting.leave, { wishId: wishes[1]! }, { as: bo!.token })
  expect(await preview({ all: true })).toMatchObject({ readers: 1, people: 1 })
})
