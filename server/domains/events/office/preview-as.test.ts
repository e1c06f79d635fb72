import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventPreview } from '#contract/events/preview.ts'
import { type EditedEvent, type EventFields, officeEvents } from '#contract/events/office.ts'
import type { Input } from '#contract/endpoint.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [office, anna]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const as = (person = office!) => ({ as: person.token, headers: { 'accept-language': 'en' } })

/** A camp in July 2049 that nobody has published: for all from June, on sale from 5 June, cheaper until the 20th. */
async function camp(changes: Partial<EventFields> = {}): Promise<EditedEvent> {
  const draft = await app.call(
    officeEvents.create,
    { orgId: club.id, template: null, startsAt: '2049-07-05T10:00' },
    as(),
  )
  const [adult] = draft.fields.categories
  const early = { id: newId(), name: { da: 'Tidlig', en: 'Early bird' }, until: '2049-06-20T12:00', places: null }
  return app.call(
    officeEvents.save,
    {
      orgId: club.id,
      eventId: draft.id,
      version: draft.version,
      ...draft.fields,
      title: { da: 'Lejr', en: 'Camp' },
      forMembers: false,
      publicFrom: '2049-06-01T08:00',
      saleFrom: '2049-06-05T18:00',
      categories: [
        {
          ...adult!,
          name: { da: 'Voksen', en: 'Adult' },
          price: 40_000,
          memberPrice: 30_000,
          minAge: 18,
          phases: [{ ...early, price: 35_000, memberPrice: 25_000 }],
        },
        { ...adult!, id: newId(), name: { da: 'Barn', en: 'Child' }, price: 10_000, maxAge: 17, phases: [] },
      ],
      ...changes,
    },
    as(),
  )
}

type Look = Omit<Input<typeof eventPreview.asAnybody>, 'orgId' | 'eventId'>
const look = ({ id }: EditedEvent, query: Look) =>
  app.call(eventPreview.asAnybody, { orgId: club.id, eventId: id, ...query }, as())
const lookAs = ({ id }: EditedEvent, memberId: string, at: string) =>
  app.call(eventPreview.asPerson, { orgId: club.id, eventId: id, memberId, at }, as())

/** The offers to each person with their prices, or the reason why there is none. */
async function offers(event: EditedEvent, query: Look) {
  const { event: shown, refusal } = await look(event, query)
  if (!shown) return refusal?.code
  return shown.people.map(
    ({ name, choices }) =>
      `${name}: ${choices
        .map(({ category, price, gates: [rule] }) => `${category} ${rule ? rule.code : price.minor / 100}`)
        .join(', ')}`,
  )
}

test('a draft is shown as it will be, at any time: hidden, announced, early, later, over', async () => {
  const event = await camp()
  expect(await offers(event, { as: 'guest', at: '2049-05-31T23:00' })).toBe('event_not_public')
  const announced = await look(event, { as: 'guest', at: '2049-06-01T08:00' })
  expect(announced).toMatchObject({
    at: '2049-06-01T06:00:00.000Z',
    event: { title: 'Camp', enabled: true, gates: [{ code: 'event_sale_not_started' }] },
  })
  expect(await offers(event, { as: 'guest', at: '2049-06-05T18:00' })).toEqual([
    'A guest: voksen 350, barn category_age',
  ])
  expect(await offers(event, { as: 'guest', at: '2049-06-20T12:00' })).toEqual([
    'A guest: voksen 400, barn category_age',
  ])
  expect((await look(event, { as: 'guest', at: '2049-07-20T10:00' })).event?.gates).toMatchObject([
    { code: 'event_over' },
  ])
  expect(await offers(event, { as: 'guest' })).toBe('event_not_public')
})

test('members and children see their own prices', async () => {
  const event = await camp()
  const at = '2049-06-10T10:00'
  expect(await offers(event, { as: 'member', at })).toEqual(['A member: voksen 250, barn category_age'])
  expect(await offers(event, { as: 'member', at, age: 16 })).toEqual(['A member: voksen category_age, barn 100'])
  expect(await offers(event, { as: 'parent', at })).toEqual([
    'A member: voksen 250, barn category_age',
    'Their child: voksen category_age, barn 100',
  ])
  const own = await camp({ forMembers: true, guestsInvited: false })
  expect(await offers(own, { as: 'visitor', at })).toBe('event_members_only')
  expect(await offers(own, { as: 'member', at })).toEqual(['A member: voksen 250, barn category_age'])
  expect(await offers(own, { as: 'guest', at })).toEqual([
    'A guest: voksen event_members_only, barn event_members_only',
  ])
})

test("somebody of the club is shown without their family, and nobody of another club's", async () => {
  const event = await camp()
  const at = '2049-06-10T10:00'
  expect(await codeOf(lookAs(event, anna!.memberId, at))).toBe('not_found')
  await buildParticipant(app, anna!, 'Carla')
  await buy(app, anna!, club)
  const { event: shown } = await lookAs(event, anna!.memberId, at)
  expect(shown?.people).toMatchObject([
    // Not a member in 2049.
    { memberId: anna!.memberId, isCaller: true, choices: [{ price: { minor: 35_000 } }, {}] },
  ])
  expect(
    await codeOf(app.call(eventPreview.asPerson, { orgId: club.id, eventId: newId(), memberId: newId() }, as())),
  ).toBe('event_not_found')
})

test('a look changes nothing, and no other call sees its clock', async () => {
  const event = await camp()
  await look(event, { as: 'member', at: '2049-06-10T10:00' })
  const [{ drift }] = (await app.database.sql<{ drift: number }>(
    `select abs(extract(epoch from portal_now() - now() - "offset"))::float8 as drift from portal_clock`,
  )) as [{ drift: number }]
  expect(drift).toBe(0)
  const again = await app.call(officeEvents.item, { orgId: club.id, eventId: event.id }, as())
  expect(again).toEqual(event)
})

test('a look at a time that clocks skip is refused', async () => {
  const looked = look(await camp(), { as: 'guest', at: '2049-03-28T02:30' })
  await expect(looked).rejects.toMatchObject({ code: 'invalid_input', body: { errors: [{ path: 'at' }] } })
})
