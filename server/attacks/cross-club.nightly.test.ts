import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { officeCoupons } from '#contract/events/office-coupons.ts'
import { eventSeries } from '#contract/events/series.ts'
import { exports } from '#contract/exports.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { imports } from '#contract/people/imports.ts'
import { memberMessages } from '#contract/people/member-messages.ts'
import { personNotes } from '#contract/people/notes.ts'
import { register } from '#contract/people/register.ts'
import { teams } from '#contract/people/teams.ts'
import { orders } from '#contract/orders/orders.ts'
import { delayedKinds } from '#contract/audit/delayed-actions.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import type { LiveBells } from '#server/domains/notifications/index.ts'
import { nameRoutes } from '#server/http/openapi.ts'
import { routesOf } from '#server/routes.ts'
import type { Row } from '#server/testing/authorisation/authorisation-outcomes.ts'
import { rows } from '#server/testing/authorisation/authorisation-rows.ts'
import { buildAuthorisationWorld, type World } from '#server/testing/authorisation/authorisation-world.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { ApiProblem, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** The chair of one club, who may do everything there, with ids of another: every call of an office. */
let app: TestApp
let theirs: World
let ours: Club
let chair: Person
let picture: Uint8Array
let things: Awaited<ReturnType<typeof buildThings>>
/** Ids of what there is. */
let known: Set<string>

beforeAll(async () => {
  app = await sharedApp()
  const { world, tokens } = await buildAuthorisationWorld(app)
  theirs = world
  things = await buildThings(tokens['admin of the club']!)
  known = new Set([...(await everyId()), theirs.authorizationIdentifier])
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1d4e89' } })
    .png()
    .toBuffer()
  chair = await signedIn(app, 'dan@example.com')
  ours = await buildClub(app)
  await grantOffice(app, ours, chair, ['chair'])
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Builds the rows for fields of the matrix that hold an id of nothing, by the name of the field. */
async function buildThings(as: string) {
  const { club, eventId, entryId, anna, carla, threadId } = theirs
  const ofClub = { orgId: club.id }
  const { id: otherEventId } = await buildEvent(app, club, { status: 'draft' })
  const orderId = await idOf('order_lines', 'order_id', `id = '${theirs.lineId}'`)
  const template = { ...ofClub, title: 'Boats', text: 'They are free.' }
  const { id: templateId } = await app.call(officeConversations.addTemplate, template, { as })
  const text = { ...ofClub, threadId, text: 'Between us' }
  const { id: noteId } = await app.call(officeConversations.addNote, { ...text, token: newToken() }, { as })
  const note = { ...ofClub, memberId: anna.memberId, kind: 'note', text: 'Between us', followUpOn: null } as const
  const { id: clubNoteId } = await app.call(personNotes.add, note, { as })
  const { id: teamId } = await app.call(teams.add, { ...ofClub, name: 'U12', season: '' }, { as })
  await app.call(teams.addPeople, { ...ofClub, teamId, role: 'player', ids: [anna.memberId] }, { as })
  await app.call(officeAccess.invite, { ...ofClub, email: 'new@example.com', roles: ['door'] }, { as })
  await app.call(orders.refund, { ...ofClub, orderId, lineIds: [theirs.lineId] }, { as })
  const file = { fileName: 'a.csv', bytes: new TextEncoder().encode('Fornavn;Efternavn\nAnna;Holm\n') }
  const { id: importId } = await app.call(imports.upload, { ...ofClub, ...file }, { as })
  const view = { name: 'All', shared: true, filter: null, columns: [], sort: null }
  const { id: viewId } = await app.call(register.addView, { ...ofClub, ...view }, { as })
  const field = { ...ofClub, label: { da: 'Skab' }, options: [], kind: 'text' as const }
  const { id: fieldId } = await app.call(register.addField, field, { as })
  const written = { all: true, subject: { da: 'Hej' }, body: { da: 'Hej' }, token: newToken() } as const
  const { messageId } = await app.call(memberMessages.send, { ...ofClub, ...written }, { as })
  const rule = { unit: 'week' as const, every: 1, weekdays: [1], monthly: 'day' as const, until: null, count: 2 }
  const every = { ...rule, skipHolidays: false, skipWeeks: [], except: [] }
  const { id: seriesId } = await app.call(eventSeries.create, { ...ofClub, eventId: otherEventId, rule: every }, { as })
  const [keptId, goneId] = [await registered('Olga'), await registered('Otto')]
  const two = { keptId: await registered('Oda'), goneId: await registered('Ove'), take: [] }
  const { mergeId } = await app.call(personDuplicates.merge, { ...ofClub, ...two }, { as })
  const requestId = await insert('merge_requests', {
    kept_id: keptId,
    gone_id: goneId,
    asked_by: anna.memberId,
    until: '2099-01-01',
  })
  const wishId = await insert('waiting_wishes', {
    event_id: eventId,
    buyer_id: carla.memberId,
    mode: 'all',
    status: 'waiting',
  })
  const categoryId = await idOf('event_categories', 'id', `event_id = '${eventId}'`)
  const codes = {
    name: { da: 'Venner' },
    percent: 10,
    amount: null,
    eventId: null,
    categories: null,
    code: null,
    count: 2,
  }
  const limits = { validFrom: null, validUntil: null, totalLimit: null, perMemberLimit: null, listed: false }
  const { id: batchId } = await app.call(officeCoupons.create, { ...ofClub, ...codes, ...limits }, { as })
  const lists = ['members', 'payments', 'history', 'owes', 'registrations', 'couponCodes'] as const
  const exported = new Map<string, string>()
  for (const list of lists) {
    const which = { all: true, eventId, couponId: batchId, format: 'csv' }
    const { id } = await app.call(exports[list] as typeof exports.members, { ...ofClub, ...which } as never, { as })
    exported.set(list, id)
  }
  const actions = new Map<string, string>()
  for (const kind of delayedKinds) {
    const action = { actor_id: anna.memberId, kind, thing_id: newId(), label: 'x', payload: '{}', due_at: '2099-01-01' }
    actions.set(kind, await insert('delayed_actions', action))
  }
  const people = {
    memberId: anna.memberId,
    guardianId: anna.memberId,
    otherId: keptId,
    childIds: keptId,
    keptId,
    goneId,
  }
  const named: Readonly<Record<string, string>> = {
    ...people,
    eventId,
    templateId,
    noteId,
    clubNoteId,
    teamId,
    importId,
    viewId,
    fieldId,
    messageId,
    seriesId,
    mergeId,
    requestId,
    wishId,
    wishIds: wishId,
    categoryId,
    orderId,
    lineIds: theirs.lineId,
    membershipConfId: club.season.id,
    lastSeen: theirs.messageId,
    grantId: await grantOffice(app, club, await signedIn(app, 'bo@example.com'), ['chair']),
    invitationId: await idOf('office_invitations', 'id', `email = 'new@example.com'`),
  }
  return (domain: string, call: string, name: string): string | undefined => {
    if (name === 'exportId') return exported.get(lists.find((list) => call.startsWith(list))!)
    if (name === 'actionId') return actions.get(call.slice('stop'.length).toLowerCase())
    if (name === 'ids') return ['officeRegistrations', 'guestMessages'].includes(domain) ? entryId : anna.memberId
    return named[name]
  }
}

/** Adds a row of their club. */
async function insert(table: string, row: Record<string, string>): Promise<string> {
  const values = [newId(), theirs.club.id, ...Object.values(row)]
  const found = await app.database.sql<{ id: string }>(
    `insert into ${table} (id, org_id, ${Object.keys(row).join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    values,
  )
  return found[0]!.id
}

const idOf = async (table: string, column: string, which: string) =>
  (await app.database.sql<{ id: string }>(`select ${column} as id from ${table} where ${which}`))[0]!.id

/** Somebody in their register. */
async function registered(firstName: string): Promise<string> {
  const id = newId()
  await app.database.sql(`insert into members (id, first_name, last_name) values ($1, $2, 'Holm')`, [id, firstName])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source, managed) values ($1, $2, '2026-01-01', 'added', true)`,
    [theirs.club.id, id],
  )
  return id
}

const officeCalls = () =>
  nameRoutes(api, routesOf(app.context, {} as LiveBells)).flatMap(({ name, route: { endpoint, rules } }) => {
    if (typeof rules.may === 'string') return []
    const [domain = '', call = ''] = name.split('.')
    const { input } = (rows as Record<string, Record<string, Row>>)[domain]![call]!
    return [{ name, domain, call, endpoint, input: input(theirs) }]
  })

type Input = Record<string, unknown>

/** The input of the matrix with their real things, at our address. */
function inputOf({ domain, call, input }: ReturnType<typeof officeCalls>[number]): Input {
  const real = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => real(one, name))
    const isOfNothing = typeof value === 'string' && isId(value) && !known.has(value)
    if (value === null || isOfNothing) return things(domain, call, name) ?? value
    if (typeof value !== 'object' || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([part, one]) => [part, real(one, part)]))
  }
  return { ...(real(input, '') as Input), ...(input['bytes'] !== undefined && { bytes: picture }), orgId: ours.id }
}

const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
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

async function everyId(): Promise<string[]> {
  const tables = await app.database.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  )
  const all = await Promise.all(tables.map(({ name }) => app.database.sql<{ id: string }>(`select id from ${name}`)))
  return all.flat().map(({ id }) => id)
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
    const input = inputOf(one)
    const answer = await answerTo(one.endpoint, input)
    const unknown = await answerTo(one.endpoint, madeUp(input))
    const ids = JSON.stringify(input)
      .match(uuid)!
      .filter((id) => id !== ours.id)
    expect(
      ids.filter((id) => !known.has(id)),
      `${one.name} needs a thing of theirs`,
    ).toEqual([])
    if (ids.length > 0) {
      ofTheirs[one.name] = answer.status
      expect(answer, one.name).toEqual(unknown)
    }
    expect(answer.status, one.name).toBeLessThan(500)
    expect(answer.body, one.name).not.toMatch(/Anna|Alma|ROKLUB/)
  }
  expect(Object.keys(ofTheirs).length).toBeGreaterThan(120)
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
