import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { personNotes } from '#contract/people/notes.ts'
import { teams } from '#contract/people/teams.ts'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** The chair of one club, who may do everything there, with ids of another: every call of an office. */
let app: TestApp
let theirs: World
let ours: Club
let chair: Person
let things: Awaited<ReturnType<typeof buildThings>>

beforeAll(async () => {
  app = await sharedApp()
  const { world, tokens } = await buildAuthorisationWorld(app)
  theirs = world
  things = await buildThings(tokens['admin of the club']!)
  chair = await signedIn(app, 'dan@example.com')
  ours = await buildClub(app)
  await grantOffice(app, ours, chair, ['chair'])
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Builds the rows for fields of the matrix that hold an id of nothing, by the name of the field. */
async function buildThings(as: string) {
  const { club, eventId, entryId, anna, threadId } = theirs
  const ofClub = { orgId: club.id }
  const oneOf = async (query: string) => (await app.database.sql<{ id: string }>(query, [club.id]))[0]!.id
  for (const endpoint of [exports.members, exports.payments, exports.history] as const)
    await app.call(endpoint, { ...ofClub, format: 'csv', all: true }, { as })
  await app.call(exports.registrations, { ...ofClub, eventId, format: 'csv', all: true }, { as })
  const template = { ...ofClub, title: 'Boats', text: 'They are free.' }
  const { id: templateId } = await app.call(officeConversations.addTemplate, template, { as })
  const text = { ...ofClub, threadId, text: 'Between us' }
  const { id: noteId } = await app.call(officeConversations.addNote, { ...text, token: newToken() }, { as })
  const note = { ...ofClub, memberId: anna.memberId, kind: 'note', text: 'Between us', followUpOn: null } as const
  const { id: clubNoteId } = await app.call(personNotes.add, note, { as })
  const { id: teamId } = await app.call(teams.add, { ...ofClub, name: 'U12', season: '' }, { as })
  await app.call(teams.addPeople, { ...ofClub, teamId, role: 'player', ids: [anna.memberId] }, { as })
  await app.call(officeAccess.invite, { ...ofClub, email: 'new@example.com', roles: ['door'] }, { as })
  const orderId = await oneOf(
    `select order_id as id from order_lines where id = '${theirs.lineId}' and $1::uuid is not null`,
  )
  await app.call(orders.refund, { ...ofClub, orderId, lineIds: [theirs.lineId] }, { as })
  return {
    eventId,
    templateId,
    noteId,
    clubNoteId,
    teamId,
    memberId: anna.memberId,
    ids: [entryId],
    bytes: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1d4e89' } })
      .png()
      .toBuffer(),
    categoryId: await oneOf(`select id from event_categories where event_id = '${eventId}' and $1::uuid is not null`),
    grantId: await grantOffice(app, club, await signedIn(app, 'bo@example.com'), ['chair']),
    invitationId: await oneOf('select id from office_invitations where org_id = $1'),
    actionId: await oneOf(`select id from delayed_actions where org_id = $1 and kind = 'refund'`),
    /** Codes are exported by the batch, and here is none. */
    exportId: (call: string) => {
      const list = /^(members|payments|history)/.exec(call)?.[0] ?? 'registrations'
      return oneOf(`select id from exports where org_id = $1 and list = '${list}'`)
    },
  }
}

const officeCalls = () =>
  nameRoutes(api, routesOf(app.context, {} as LiveBells)).flatMap(({ name, route: { endpoint, rules } }) => {
    if (typeof rules.may === 'string') return []
    const [domain = '', call = ''] = name.split('.')
    return [
      { name, call, endpoint, input: (rows as Record<string, Record<string, Row>>)[domain]![call]!.input(theirs) },
    ]
  })

type Input = Record<string, unknown>

/** The input of the matrix with their real things, at our address. */
async function inputOf({ call, input }: ReturnType<typeof officeCalls>[number]): Promise<Input> {
  const known = new Set(Object.values(theirs).flat())
  const real: Input = {}
  for (const [field, value] of Object.entries(input)) {
    const thing = field === 'exportId' ? await things.exportId(call) : things[field as keyof typeof things]
    real[field] = known.has(value) || thing === undefined ? value : thing
  }
  return { ...real, orgId: ours.id }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** The input with ids of nothing. */
const madeUp = ({ bytes, ...input }: Input): Input => ({
  ...(JSON.parse(JSON.stringify(input).replaceAll(uuid, (id) => (id === ours.id ? id : newId()))) as Input),
  ...(bytes !== undefined && { bytes }),
})

async function answerTo(endpoint: Endpoint, input: Input) {
  await app.database.sql('delete from rate_windows')
  try {
    return { status: 200, body: JSON.stringify(await app.call(endpoint, input, { as: chair.token })) ?? '' }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { status: error.status, body: JSON.stringify(error.body).replaceAll(uuid, 'id') }
  }
}

/** Every row of their club, and of tables that name no club, as text. */
async function rowsNow(): Promise<Set<string>> {
  const tables = await app.database.sql<{ name: string; ofClub: boolean }>(
    `select table_name as name, bool_or(column_name = 'org_id') as "ofClub" from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_windows' group by 1`,
  )
  const all = await Promise.all(
    tables.map(async ({ name, ofClub }) => {
      const found = await app.database.sql<{ row: string }>(
        `select t::text as row from ${name} t where ${ofClub ? 'org_id = $1' : '$1::uuid is not null'}`,
        [theirs.club.id],
      )
      return found.map(({ row }) => `${name} ${row}`)
    }),
  )
  return new Set(all.flat())
}

test('a chair reaches nothing of another club by any call of an office, and changes nothing there', async () => {
  const before = await rowsNow()
  const ofTheirs: Record<string, number> = {}
  for (const one of officeCalls()) {
    const input = await inputOf(one)
    const answer = await answerTo(one.endpoint, input)
    const unknown = await answerTo(one.endpoint, madeUp(input))
    const ids = JSON.stringify(input)
      .match(uuid)!
      .filter((id) => id !== ours.id)
    if (ids.length > 0) {
      ofTheirs[one.name] = answer.status
      expect(answer, one.name).toEqual(unknown)
    }
    expect(answer.status, one.name).toBeLessThan(500)
    expect(answer.body, one.name).not.toMatch(/Anna|Alma|ROKLUB/)
  }
  expect(Object.keys(ofTheirs).length).toBeGreaterThan(60)
  const others = Object.entries(ofTheirs).filter(([, status]) => status !== 404)
  // The history of their event at our club is an empty list, and a message to their people has no reader.
  expect(Object.fromEntries(others)).toEqual({
    'delayedActions.stopGrant': 409,
    'delayedActions.stopLeave': 409,
    'delayedActions.stopMessage': 409,
    'delayedActions.stopMove': 409,
    'delayedActions.stopOffer': 409,
    'delayedActions.stopRefund': 409,
    'imports.stopInvite': 409,
    'memberMessages.preview': 200,
    'memberMessages.send': 409,
    'officeCoupons.create': 422,
    'officeHistory.ofEvent': 200,
    'officeHistory.ofPerson': 200,
  })
  const after = await rowsNow()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
})
