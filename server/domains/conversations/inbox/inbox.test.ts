import { beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { asked, askedByVisitor, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let other: Club
let [anna, bo, admin, superAdmin]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  other = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  superAdmin = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await app.database.sql('truncate rate_windows')
  await app.database.sql('truncate threads cascade')
})

type Query = { state?: 'open' | 'answered' | 'closed'; q?: string; after?: string }
const inbox = (query: Query = {}) =>
  app.call(officeConversations.inbox, { orgId: club.id, ...query }, { as: admin!.token })
const subjects = async (query: Query = {}) => (await inbox(query)).threads.map(({ subject }) => subject)
const ask = (subject: string, text = 'Hello', person = anna!) => asked(app, club, person, { subject, text })
const writeOn = (threadId: string) =>
  app.call(conversations.write, { threadId, text: 'Anybody there?', token: newToken() }, { as: anna!.token })
const setState = async (threadId: string, state: 'open' | 'answered' | 'closed') => {
  const lastSeen = await newestIn(app, threadId)
  return app.call(officeConversations.setState, { orgId: club.id, threadId, state, lastSeen }, { as: admin!.token })
}

test('the longest wait is first, also after another message; the rest is newest first', async () => {
  const first = await ask('First')
  await app.moveClock('1 minute')
  const second = await ask('Second')
  await app.moveClock('1 minute')
  await ask('Third')
  await app.moveClock('1 minute')
  await writeOn(first.thread.id)
  expect(await subjects({ state: 'open' })).toEqual(['First', 'Second', 'Third'])
  expect(await subjects()).toEqual(['First', 'Third', 'Second'])
  // After an answer the wait starts with the next message.
  await setState(first.thread.id, 'answered')
  expect(await subjects({ state: 'open' })).toEqual(['Second', 'Third'])
  await app.moveClock('1 minute')
  await ask('Fourth')
  await app.moveClock('1 minute')
  await writeOn(first.thread.id)
  expect(await subjects({ state: 'open' })).toEqual(['Second', 'Third', 'Fourth', 'First'])
  await setState(second.thread.id, 'closed')
  const { counts, threads } = await inbox({ state: 'closed' })
  expect(counts).toEqual({ open: 3, answered: 0, closed: 1 })
  expect(threads).toMatchObject([{ subject: 'Second', asker: { name: 'Anna Holm', memberId: anna!.memberId } }])
})

test('is searched by all words of subject, texts, name and address; no character is an operator', async () => {
  await ask('Bådplads på Åen', 'Har I plads til en 2x inrigger?')
  await ask('100% rabat_kode', 'Virker C:\\koden ikke?', bo)
  await askedByVisitor(app, club, { subject: 'Prøvetime', name: 'Øjvind Å. Åsen', email: 'oj@visitor.example' })
  await asked(app, other, anna!, { subject: 'Bådplads hos de andre' })
  for (const [q, found] of [
    ['bådplads', 'Bådplads på Åen'],
    ['INRIGGER plads', 'Bådplads på Åen'],
    ['anna åen', 'Bådplads på Åen'],
    ['2x', 'Bådplads på Åen'],
    ['øjvind', 'Prøvetime'],
    ['visitor.example', 'Prøvetime'],
    ['oj', 'Prøvetime'],
    ['0%', null],
    ['100%', '100% rabat_kode'],
    ['rabat_kode', '100% rabat_kode'],
    ['rabatxkode', null],
    ['c:\\koden', '100% rabat_kode'],
    ['.*', null],
    ["' or '1'='1", null],
    ['anna nobody', null],
    ['ad', null],
  ] as const) {
    expect([q, await subjects({ q })]).toEqual([q, found === null ? [] : [found]])
  }
  // Short words are looked for at the beginning alone: no index helps with them, and texts are long.
  await ask('Qx', `${'lang tekst '.repeat(80)} zq`)
  expect([await subjects({ q: 'zq' }), await subjects({ q: 'qx' })]).toEqual([[], ['Qx']])
  expect(await subjects({ q: ' \t ' })).toHaveLength(4)
  expect(await subjects({ q: 'bådplads', state: 'closed' })).toEqual([])
})

test('is paged, each thread once, with as many statements for a full page as for an empty one', async () => {
  await inbox()
  const empty = await countQueries(() => inbox())
  await app.database.sql(
    `insert into threads (id, org_id, member_id, subject, state, created_at, last_at, waiting_since)
     select gen_random_uuid(), $1, $2, 'Number ' || n, 'open', at, at, at
     from generate_series(1, 65) n, lateral (select now() - make_interval(mins => n / 3) as at)`,
    [club.id, anna!.memberId],
  )
  for (const state of ['open', undefined] as const) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await inbox({ ...(state ? { state } : {}), ...(after ? { after } : {}) })
      expect(page.counts.open).toBe(65)
      seen.push(...page.threads.map(({ id }) => id))
      after = page.next
    } while (after)
    expect([seen.length, new Set(seen).size]).toEqual([65, 65])
  }
  expect(await countQueries(() => inbox())).toBe(empty)
  // Where a page ended stays where it is, whatever is written in that thread meanwhile.
  for (const state of ['open', undefined] as const) {
    const query = state ? { state } : {}
    const page = await inbox(query)
    await app.database.sql(
      `update threads set state = 'answered', last_at = now() + interval '1 hour', waiting_since = now() + interval '1 hour' where id = $1`,
      [page.threads.at(-1)!.id],
    )
    const next = await inbox({ ...query, after: page.next! })
    expect(next.threads).toHaveLength(30)
    expect(next.threads.filter(({ id }) => page.threads.some((one) => one.id === id))).toEqual([])
  }
  for (const after of [newId(), '1_2', `x_${newId()}`, `-1_${newId()}`])
    expect(await codeOf(inbox({ after }))).toBe('invalid_input')
})

test('offices are the clubs that the caller administers, with their open threads', async () => {
  const { thread } = await ask('First')
  await ask('Second')
  await setState(thread.id, 'answered')
  const offices = async (person: Person, which: { waiting?: 'true' } = {}) =>
    (await app.call(officeConversations.offices, which, { as: person.token })).map(({ club: { key }, open }) => [
      key,
      open,
    ])
  expect(await offices(admin!)).toEqual([['ROKLUB', 1]])
  expect(await offices(superAdmin!)).toEqual(
    expect.arrayContaining([
      ['ROKLUB', 1],
      [other.key, 0],
    ]),
  )
  expect(await offices(superAdmin!, { waiting: 'true' })).toEqual([['ROKLUB', 1]])
  expect(await offices(anna!)).toEqual([])
})

test('notes belong to the office: stored once, removed by their author, never shown to the asker', async () => {
  const { thread } = await ask('First')
  const which = { orgId: club.id, threadId: thread.id }
  const note = { ...which, text: 'SECRET: owes us an oar', token: newToken() }
  const [kept, again] = await Promise.all(
    [0, 1].map(() => app.call(officeConversations.addNote, note, { as: admin!.token })),
  )
  expect(again).toEqual(kept)
  const shown = await app.call(officeConversations.showInOffice, which, { as: superAdmin!.token })
  expect(shown.thread.notes).toBe(1)
  expect(shown.notes).toEqual([{ ...kept, can: { remove: false } }])
  expect(kept).toMatchObject({ author: 'Rikke Bach', can: { remove: true } })

  const own = await app.call(conversations.show, { threadId: thread.id }, { as: anna!.token })
  const list = await app.call(conversations.list, {}, { as: anna!.token })
  expect(JSON.stringify([own, list])).not.toContain('SECRET')
  expect(await subjects({ q: 'SECRET' })).toEqual([])

  const remove = (person: Person, noteId = kept!.id) =>
    codeOf(app.call(officeConversations.removeNote, { ...which, noteId }, { as: person.token }))
  expect(await remove(superAdmin!)).toBe('not_found')
  expect(await remove(admin!)).toBe('ok')
  expect(await remove(admin!)).toBe('not_found')
  const history = await app.database.sql(
    `select name, before, after from office_history where thing_id = $1 and name like 'note%' order by id`,
    [which.threadId],
  )
  expect(history).toEqual([
    { name: 'note_added', before: null, after: null },
    { name: 'note_removed', before: null, after: null },
  ])
})

test('templates belong to the club: unique titles, at most a hundred, also when added at once', async () => {
  const add = (title: string, orgId = club.id, person = admin!) =>
    app.call(officeConversations.addTemplate, { orgId, title, text: 'Dear {name}' }, { as: person.token })
  const price = await add('Price of a boat')
  expect(await codeOf(add('PRICE of a boat'))).toBe('template_exists')
  expect(await codeOf(add('Price of a boat', other.id, superAdmin))).toBe('ok')
  const change = (templateId: string, title: string, orgId = club.id, person = admin!) =>
    app.call(officeConversations.changeTemplate, { orgId, templateId, title, text: 'Hi' }, { as: person.token })
  const season = await add('A season')
  expect(await codeOf(change(season.id, 'price OF A boat'))).toBe('template_exists')
  expect(await change(season.id, 'A SEASON')).toMatchObject({ title: 'A SEASON', text: 'Hi' })
  expect(await codeOf(change(season.id, 'Stolen', other.id, superAdmin))).toBe('not_found')
  const over = (version: number, text: string) => {
    const body = { title: 'A SEASON', text, version }
    const which = { orgId: club.id, templateId: season.id }
    return app.call(officeConversations.changeTemplate, { ...which, ...body }, { as: admin!.token })
  }
  expect(await over(2, 'Hello')).toMatchObject({ version: 3 })
  await expect(over(2, 'Unseen')).rejects.toMatchObject({
    code: 'changed_meanwhile',
    body: { data: { current: { text: 'Hello', version: 3 } } },
  })
  const [{ before, after }] = (await app.database.sql(
    `select before, after from office_history where org_id = $1 and name = 'template_changed' order by id desc`,
    [club.id],
  )) as [{ before: unknown; after: unknown }]
  expect([before, after]).toEqual([{ text: 'Hi' }, { text: 'Hello' }])
  const list = async () =>
    (await app.call(officeConversations.templates, { orgId: club.id }, { as: admin!.token })).map(({ title }) => title)
  expect(await list()).toEqual(['A SEASON', 'Price of a boat'])

  const same = await Promise.all(Array.from({ length: 8 }, () => codeOf(add('Twice'))))
  expect(same.toSorted()).toEqual(['ok', ...Array(7).fill('template_exists')])
  await app.database.sql(
    `insert into answer_templates (id, org_id, title, text) select gen_random_uuid(), $1, 'T' || n, 'x' from generate_series(1, 95) n`,
    [club.id],
  )
  const many = await Promise.all(Array.from({ length: 8 }, (_, n) => codeOf(add(`Last ${n}`))))
  expect(many.toSorted()).toEqual(['ok', 'ok', ...Array(6).fill('too_many_templates')])
  const remove = (orgId: string, person: Person) =>
    codeOf(app.call(officeConversations.removeTemplate, { orgId, templateId: price.id }, { as: person.token }))
  expect(await remove(other.id, superAdmin!)).toBe('not_found')
  expect(await remove(club.id, admin!)).toBe('ok')
  expect(await list()).not.toContain('Price of a boat')
})

test('the card shows membership, family and orders of this club, nothing of another', async () => {
  const card = async (threadId: string, orgId = club.id, person = admin!) =>
    app.call(officeConversations.card, { orgId, threadId }, { as: person.token })
  await app.database.sql(`update members set phone = '+4512345678' where id = any($1)`, [
    [anna!.memberId, bo!.memberId],
  ])
  const { thread } = await ask('First')
  // She belongs to the other club alone: this one knows who asks.
  await buy(app, anna!, other)
  expect(await card(thread.id)).toMatchObject({
    memberId: anna!.memberId,
    name: 'Anna Holm',
    email: 'anna@example.com',
    phone: '',
    profileImage: null,
    membership: null,
    family: [],
    orders: [],
  })

  const alma = await buildParticipant(app, anna!, 'Alma')
  const emil = await buildParticipant(app, anna!, 'Emil')
  await linkedTo(app, bo!, anna!)
  const carla = await signedIn(app, 'carla@example.com')
  await linkedTo(app, anna!, carla, 'pending')
  await buy(app, anna!, club)
  await prepare(app, anna!, [{ memberId: emil, season: club.season }])
  for (const memberId of [alma, bo!.memberId, carla.memberId]) {
    await app.database.sql(
      `with made as (
         insert into memberships (id, org_id, member_id, enabled) values (gen_random_uuid(), $1, $2, true) returning id
       )
       insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
       select gen_random_uuid(), made.id, $1, $2, $3, 2026, $4, $5, 'active' from made`,
      [club.id, memberId, club.season.id, club.season.startDate, club.season.endDate],
    )
  }
  const known = await card(thread.id)
  expect(known).toMatchObject({
    phone: '+4512345678',
    membership: { status: 'active', endDate: club.season.endDate },
    family: [
      { memberId: alma, name: 'Alma Holm', as: 'participant', status: 'active' },
      { memberId: bo!.memberId, as: 'relative', status: 'active' },
    ],
    orders: [
      { status: 'open', total: { minor: club.season.total, currency: 'DKK' } },
      { status: 'paid', total: { minor: club.season.total, currency: 'DKK' } },
    ],
  })
  expect(JSON.stringify(known)).not.toContain(other.key)

  const visitor = await askedByVisitor(app, club)
  expect(await card(visitor.threadId)).toBeNull()
})
