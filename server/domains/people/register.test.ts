import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClubMember, officeMembers } from '#contract/memberships/club-members.ts'
import { MOST_CLUB_FIELDS, register } from '#contract/people/register.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { exports } from '#contract/exports.ts'
import { inTransaction } from '#server/database/db.ts'
import { insertManagedPerson, joinClub, numberPeople } from '#server/domains/members/index.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { addByHand, daysFrom, registered, today } from '#server/testing/purchases/by-hand.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let admin: Person
let carla: string
let dan: string
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  await buildClub(app, { key: 'TENNIS' })
  admin = await signedIn(app, 'admin@roklub.example')
  carla = await add({ firstName: 'Carla', lastName: 'Dahl', dateOfBirth: '2018-02-03' }, '1987-03-01')
  dan = await add({ firstName: 'Dan', lastName: 'Eg', phone: '+4520304050' }, '2020-01-01')
})
beforeEach(() => app.database.sql('truncate rate_windows'))

const add = (values: Parameters<typeof insertManagedPerson>[1], since: string) =>
  inTransaction(app.context.db, async (tx) => {
    const { id } = await insertManagedPerson(tx, values)
    await joinClub(tx, { orgId: club.id, memberIds: [id], source: 'added', managed: true, since })
    await numberPeople(tx, club.id)
    return id
  })

const listed = async (filter?: unknown, more: { search?: string; sort?: 'number' | '-number' } = {}, as = admin) =>
  (
    await app.call(
      officeMembers.list,
      { orgId: club.id, ...more, ...(filter !== undefined && { filter: JSON.stringify(filter) }) },
      { as: as.token },
    )
  ).people
const names = (people: readonly ClubMember[]) => people.map(({ name }) => name)
const person = async (id: string) => (await listed()).find((one) => one.id === id)!
const office = { as: () => admin.token }

test('people without a membership are in the register, with number, day and source, and are found by them', async () => {
  expect(await listed(undefined, { sort: 'number' })).toMatchObject([
    { id: carla, number: 1, since: '1987-03-01', status: 'none', source: 'added', managed: true, memberships: [] },
    { id: dan, number: 2, since: '2020-01-01', status: 'none', leftOn: null },
  ])
  expect(names(await listed(undefined, { search: '2' }))).toEqual(['Dan Eg'])
  expect(names(await listed({ field: 'status', op: 'any_of', values: ['none'] }, { sort: '-number' }))).toEqual([
    'Dan Eg',
    'Carla Dahl',
  ])
  expect(names(await listed({ field: 'born', op: 'empty' }))).toEqual(['Dan Eg'])
  expect(names(await listed({ field: 'number', op: 'from', value: 2 }))).toEqual(['Dan Eg'])
  expect(names(await listed({ field: 'managed', op: 'any_of', values: ['person'] }))).toEqual([])
})

test('a child whom somebody may act for has a guardian', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const bo = await buildParticipant(app, anna, 'Bo')
  await inTransaction(app.context.db, (tx) => joinClub(tx, { orgId: club.id, memberIds: [bo], source: 'joined' }))
  const guarded = (kind: string) => listed({ field: 'guardian', op: 'any_of', values: [kind] })
  expect(names(await guarded('some'))).toEqual([expect.stringContaining('Bo')])
  expect(names(await guarded('none'))).toEqual(['Carla Dahl', 'Dan Eg'])
})

test('who owes an invoice is found, tagged and exported by who may see money; others get no such filter or view', async () => {
  const own = await buildClub(app)
  const treasurer = await signedIn(app, 'all-clubs@example.com')
  const secretary = await signedIn(app, 'erik@example.com')
  await grantOffice(app, own, secretary, ['secretary'])
  await registered(app, own, [carla, dan])
  const which = { orgId: own.id, filter: JSON.stringify({ field: 'owes', op: 'any_of', values: ['some'] }) }
  const found = async (filter = which.filter) =>
    names((await app.call(officeMembers.list, { ...which, filter }, { as: treasurer.token })).people)
  expect(await found()).toEqual([])
  const pay = { how: 'invoice', dueOn: daysFrom(today(), 14) } as const
  await addByHand(app, treasurer, own, { memberId: dan, lines: [{ membershipConfId: own.season.id }], pay })
  expect(await found()).toEqual(['Dan Eg'])
  expect(await found(JSON.stringify({ field: 'owes', op: 'any_of', values: ['none'] }))).toEqual(['Carla Dahl'])
  const inTest = (is: boolean) => app.database.sql('update orders set test_mode = $2 where org_id = $1', [own.id, is])
  await inTest(true)
  expect(await found()).toEqual([])
  await inTest(false)

  const view = { name: 'Debt', shared: true, columns: [], sort: null }
  await app.call(register.addView, { ...which, ...view }, { as: treasurer.token })
  const answers = ({ token: as }: Person) =>
    Promise.all([
      codeOf(app.call(officeMembers.list, which, { as })),
      codeOf(app.call(exports.members, { ...which, format: 'csv' }, { as })),
      codeOf(app.call(register.badges, which, { as })),
      codeOf(app.call(register.tag, { ...which, add: ['debt'], remove: [] }, { as })),
    ])
  const views = async ({ token: as }: Person) =>
    (await app.call(register.views, { orgId: own.id }, { as })).map(({ name }) => name)
  expect(await answers(secretary)).toEqual(Array(4).fill('forbidden'))
  expect(await views(secretary)).toEqual([])
  expect(await answers(treasurer)).toEqual(Array(4).fill('ok'))
  expect(await views(treasurer)).toEqual(['Debt'])
})

test('who has left is in the list only where the filter asks for it', async () => {
  await app.database.sql(`update club_people set left_on = '2026-05-01' where member_id = $1`, [dan])
  expect(names(await listed())).not.toContain('Dan Eg')
  expect(names(await listed({ field: 'name', op: 'contains', value: 'Dan' }))).toEqual([])
  expect(await listed({ field: 'left', op: 'any_of', values: ['left'] })).toMatchObject([{ leftOn: '2026-05-01' }])
  expect(names(await listed({ field: 'left', op: 'any_of', values: ['left', 'here'] }))).toContain('Dan Eg')
  expect(names(await listed({ not: { field: 'left', op: 'any_of', values: ['here'] } }))).toEqual(['Dan Eg'])
  await app.database.sql(`update club_people set left_on = current_date + 9 where member_id = $1`, [dan])
  expect(names(await listed())).toContain('Dan Eg')
  await app.database.sql('update club_people set left_on = null where member_id = $1', [dan])
})

test('tags are put on everybody who matches, and taken away; a second press changes nothing', async () => {
  const tag = (sent: object) => app.call(register.tag, { orgId: club.id, add: [], remove: [], ...sent }, office1())
  const filter = JSON.stringify({ field: 'status', op: 'any_of', values: ['none'] })
  expect(await tag({ add: ['Kajak', 'Bestyrelse'], filter })).toEqual({ changed: 3, full: 0 })
  expect(await tag({ add: ['Kajak'], filter })).toEqual({ changed: 0, full: 0 })
  expect(await tag({ remove: ['Bestyrelse'], ids: [dan] })).toEqual({ changed: 1, full: 0 })
  expect(await person(dan)).toMatchObject({ tags: ['Kajak'] })
  expect(names(await listed({ field: 'tags', op: 'any_of', values: ['Bestyrelse', 'Golf'] }))).toEqual([
    expect.stringContaining('Bo'),
    'Carla Dahl',
  ])
  expect(await app.call(register.tags, { orgId: club.id }, office1())).toEqual([
    { tag: 'Bestyrelse', people: 2 },
    { tag: 'Kajak', people: 3 },
  ])
  const many = Array.from({ length: 19 }, (_, at) => `Mærke ${at}`)
  expect(await tag({ add: many, ids: [carla, dan] })).toEqual({ changed: 1, full: 1 })
  expect(await codeOf(tag({ add: ['Golf'] }))).toBe('invalid_input')
})

const office1 = () => ({ as: office.as() })

test("a club's own fields are filled in, filtered by, exported and archived, and nobody else's are", async () => {
  const field = {
    label: { da: 'Skab', en: 'Locker' },
    options: [{ da: 'Nord' }, { da: 'Syd' }],
  }
  const locker = await app.call(register.addField, { orgId: club.id, ...field, kind: 'choice' }, office1())
  expect(await app.call(register.addField, { orgId: club.id, ...field, kind: 'choice' }, office1())).toEqual(locker)
  const twice = { ...field, options: [{ da: 'Nord' }, { da: 'Nord' }] }
  expect(await codeOf(app.call(register.addField, { orgId: club.id, ...twice, kind: 'choice' }, office1()))).toBe(
    'invalid_input',
  )
  const save = async (own: Record<string, string | number | boolean | null>, version?: number) =>
    app.call(
      register.savePerson,
      { orgId: club.id, memberId: carla, tags: [], own, version: version ?? (await person(carla)).version },
      office1(),
    )
  expect(await save({ [locker.id]: 'Syd' })).toMatchObject({ own: { [locker.id]: 'Syd' } })
  expect(await codeOf(save({ [locker.id]: 'Syd' }, 1))).toBe('changed_meanwhile')
  expect(await codeOf(save({ [locker.id]: 'West' }))).toBe('invalid_input')
  expect(await codeOf(save({ [dan]: 'Syd' }))).toBe('invalid_input')
  // Renamed meanwhile: who has the old choice keeps it until they get another one.
  await app.database.sql('update club_fields set options = $1 where id = $2', [
    JSON.stringify([{ da: 'Nord' }, { da: 'Sydøst' }]),
    locker.id,
  ])
  expect(await save({ [locker.id]: 'Syd' })).toMatchObject({ own: { [locker.id]: 'Syd' } })
  const filter = { field: 'own', op: 'any_of', values: [`${locker.id}=Syd`] }
  expect(names(await listed(filter))).toEqual(['Carla Dahl'])

  const made = await app.call(
    exports.members,
    {
      orgId: club.id,
      format: 'csv',
      all: true,
      columns: ['number', `own:${locker.id}`],
      filter: JSON.stringify(filter),
    } as never,
    office1(),
  )
  const file = await app.call(exports.membersFile, { orgId: club.id, exportId: made.id }, office1())
  expect(Buffer.from(file.bytes).toString().replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'First name;Last name;No.;Locker',
    'Carla;Dahl;1;Syd',
  ])

  const archived = { orgId: club.id, fieldId: locker.id, ...field, archived: true, version: locker.version }
  expect(await app.call(register.saveField, archived, office1())).toMatchObject({ archived: true, version: 2 })
  expect(await codeOf(app.call(register.saveField, archived, office1()))).toBe('changed_meanwhile')
  for (let at = 0; at < MOST_CLUB_FIELDS; at++)
    await app.call(
      register.addField,
      { orgId: club.id, ...field, label: { da: `Felt ${at}` }, kind: 'text' },
      office1(),
    )
  await app.database.sql('truncate rate_windows')
  const back = { ...archived, archived: false, version: 2 }
  expect(await codeOf(app.call(register.saveField, back, office1()))).toBe('too_many_club_fields')
})

test('whoever has a choice that is renamed has its new text, and so have saved views; the history says how many', async () => {
  const own = await buildClub(app)
  await registered(app, own, [carla, dan])
  const as = { as: (await signedIn(app, 'all-clubs@example.com')).token }
  const label = { da: 'Skab' }
  const field = await app.call(
    register.addField,
    { orgId: own.id, label, options: [{ da: 'Nord' }, { da: 'Syd' }], kind: 'choice' },
    as,
  )
  await app.database.sql(
    `update club_people set fields = jsonb_build_object($2::text, case when member_id = $3 then 'Syd' else 'Nord' end) where org_id = $1`,
    [own.id, field.id, carla],
  )
  const filterOf = (choice: string) =>
    JSON.stringify({ field: 'own', op: 'any_of', values: [`${field.id}=Nord`, `${field.id}=${choice}`] })
  const view = { name: 'Skabe', shared: true, columns: [], sort: null }
  await app.call(register.addView, { orgId: own.id, ...view, filter: filterOf('Syd') }, as)
  const changed = { orgId: own.id, fieldId: field.id, label, version: 1, archived: false }
  await app.call(register.saveField, { ...changed, options: [{ da: 'Nord' }, { da: 'Syd "øst"' }] }, as)
  const found = async (choice: string) => {
    const filter = JSON.stringify({ field: 'own', op: 'any_of', values: [`${field.id}=${choice}`] })
    return names((await app.call(officeMembers.list, { orgId: own.id, filter }, as)).people)
  }
  expect(await found('Syd')).toEqual([])
  expect(await found('Syd "øst"')).toEqual(['Carla Dahl'])
  expect(await found('Nord')).toEqual(['Dan Eg'])
  const [saved] = await app.call(register.views, { orgId: own.id }, as)
  expect(saved).toMatchObject({ version: 2, filter: expect.any(String) as string })
  expect(JSON.parse(saved!.filter!)).toEqual(JSON.parse(filterOf('Syd "øst"')))
  const { entries } = await app.call(officeHistory.list, { orgId: own.id }, as)
  expect(entries.find(({ name }) => name === 'club_field_changed')).toMatchObject({
    before: { choices: ['Syd'] },
    after: { choices: ['Syd "øst"'], people: 1 },
  })
})

test('views are of one person or of the office; a shared one is changed by who may change members', async () => {
  const chair = await signedIn(app, 'bo@example.com')
  await grantOffice(app, club, chair, ['treasurer'])
  const view = {
    name: 'Børn',
    filter: JSON.stringify({ field: 'age', op: 'below', value: 18 }),
    columns: ['age'],
    sort: 'age',
  }
  const make = (shared: boolean, as: Person) =>
    app.call(register.addView, { orgId: club.id, ...view, shared } as never, { as: as.token })
  const own = await make(false, chair)
  expect(await make(false, chair)).toEqual(own)
  expect(await codeOf(make(true, chair))).toBe('forbidden')
  const shared = await make(true, admin)
  const seen = async (as: Person) =>
    (await app.call(register.views, { orgId: club.id }, { as: as.token })).map(({ id }) => id)
  expect(await seen(chair)).toEqual([shared.id, own.id])
  expect(await seen(admin)).toEqual([shared.id])

  const rename = (viewId: string, as: Person, version = 1) =>
    app.call(
      register.saveView,
      { orgId: club.id, viewId, ...view, shared: viewId === shared.id, name: 'U18', version } as never,
      {
        as: as.token,
      },
    )
  expect(await codeOf(rename(own.id, admin))).toBe('not_found')
  expect(await codeOf(rename(shared.id, chair))).toBe('forbidden')
  expect(await rename(shared.id, admin)).toMatchObject({
    name: 'U18',
    version: 2,
    columns: ['age'],
  })
  expect(await codeOf(rename(shared.id, admin))).toBe('changed_meanwhile')
  await app.call(register.deleteView, { orgId: club.id, viewId: own.id }, { as: chair.token })
  expect(await seen(chair)).toEqual([shared.id])
})

test('badges of everybody who matches are a PDF, in the history, and of nobody there is none', async () => {
  const print = (sent: object) => app.call(register.badges, { orgId: club.id, ...sent }, office1())
  const { bytes, fileName } = await print({ all: true })
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect(fileName).toBe('Badges.pdf')
  expect(await codeOf(print({ search: 'Nobody' }))).toBe('not_found')
  const [entry] = await app.database.sql(
    `select label from office_history where org_id = $1 and name = 'badges_printed'`,
    [club.id],
  )
  expect(entry).toEqual({ label: '3' })
})
