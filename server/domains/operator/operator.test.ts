import { beforeAll, beforeEach, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { HealthPart, operator } from '#contract/operator.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, buildParticipant, signedIn, type Person } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { invitationToken } from '#server/domains/office/index.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let susanne: Person
let anna: Person
let dan: Person
beforeAll(async () => {
  app = await sharedApp()
  susanne = await signedIn(app, 'super@example.com')
  anna = await signedIn(app, 'anna@example.com')
  dan = await signedIn(app, 'dan@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const as = {
  get as() {
    return susanne.token
  },
}
const reason = 'They asked for it'
const clubs = (query: { search?: string; state?: 'test'; after?: string } = {}) => app.call(operator.clubs, query, as)
const refused = async () => {
  const others = [operator.clubs, operator.health] as const
  return Promise.all(others.map((endpoint) => codeOf(app.call(endpoint, {}, { as: anna.token }))))
}

test('an operator who invites themself says why, and the club sees it beside them and in its history', async () => {
  const club = await buildClub(app)
  const erik = await signedIn(app, 'erik@example.com')
  await grantOffice(app, club, erik, ['chair'])
  const invitation = { orgId: club.id, email: 'super@example.com', role: 'secretary' } as const
  expect(await codeOf(app.call(operator.invite, { ...invitation, reason: ' ' }, as))).toBe('invalid_input')
  await app.call(operator.invite, { ...invitation, reason }, as)
  const people = () => app.call(officeAccess.people, { orgId: club.id }, { as: erik.token })
  expect((await people()).invitations).toMatchObject([{ email: 'super@example.com', reason }])
  const [row] = await app.database.sql<{ id: string; expiresAt: Date }>(
    'select id, expires_at as "expiresAt" from office_invitations where org_id = $1',
    [club.id],
  )
  const token = invitationToken(app.context.secrets, row!)
  await app.call(officeAccess.accept, { token }, as)
  expect((await people()).people.find(({ memberId }) => memberId === susanne.memberId)).toMatchObject({ reason })
  const { entries } = await app.call(officeHistory.list, { orgId: club.id }, { as: erik.token })
  expect(entries).toMatchObject([{ name: 'access_accepted' }, { name: 'access_invited', byOperator: true, reason }])
})

test('nobody but an operator sees the console', async () => {
  expect(await refused()).toEqual(['forbidden', 'forbidden'])
})

test('clubs that need somebody come first, then by name, with the figures of 30 days', async () => {
  const names = ['Albertslund Atletik', 'Bjerring Bridge', 'Comedy Choir']
  const [well, red, trial] = await Promise.all([buildClub(app), buildClub(app), buildClub(app, { testMode: true })])
  for (const [at, club] of [well, red, trial].entries())
    await app.database.sql('update organisations set name = $2 where id = $1', [club.id, names[at]])
  await buy(app, anna, well)
  await buy(app, anna, trial)
  await app.runJobs({ all: true })
  await app.database.sql(
    `insert into messages (id, once_key, template, data, status) values ($1, $2, 'contact-many', $3, 'failed')`,
    [newId(), newId(), JSON.stringify({ orgId: red.id })],
  )
  const { clubs: listed, total } = await clubs()
  expect(total).toBe(listed.length)
  const ours = listed.filter(({ id }) => [well, red, trial].some((club) => club.id === id))
  expect(ours.map(({ name }) => name)).toEqual(['Bjerring Bridge', 'Albertslund Atletik', 'Comedy Choir'])
  expect(ours[0]).toMatchObject({ failedMails: 1, unresolved: 0, orders: 0, officeSeenAt: null })
  expect(ours[1]).toMatchObject({
    state: 'live',
    members: 1,
    orders: 1,
    money: { minor: well.season.total, currency: 'DKK' },
    failedMails: 0,
  })
  expect(ours[2]).toMatchObject({ state: 'test', members: 0, orders: 0, money: { minor: 0 } })
  await app.database.sql('insert into club_starts (org_id, asked_by, asked_at) values ($1, $2, portal_now())', [
    trial.id,
    anna.memberId,
  ])
  const asking = (await clubs()).clubs.filter(({ id }) => [well, red, trial].some((club) => club.id === id))
  expect(asking.map(({ name, asksToGoLive }) => [name, asksToGoLive])).toEqual([
    ['Bjerring Bridge', false],
    ['Comedy Choir', true],
    ['Albertslund Atletik', false],
  ])
  expect((await app.call(operator.health, {}, as)).asking.map(({ key }) => key)).toEqual([trial.key])
  expect((await clubs({ search: 'bridge bjerr' })).clubs.map(({ id }) => id)).toEqual([red.id])
  expect((await clubs({ search: well.key.toLowerCase() })).clubs.map(({ id }) => id)).toEqual([well.id])
  expect((await clubs({ search: '%' })).clubs).toEqual([])
  expect((await clubs({ state: 'test' })).clubs.every(({ state }) => state === 'test')).toBe(true)
})

test('pages follow each other without a gap', async () => {
  await inTransaction(app.context.db, (tx) =>
    tx.execute(sql`
      insert into organisations (id, key, name, contact_email)
      select portal_new_id(), 'P' || n, 'Paged ' || n % 7, 'p@club.example' from generate_series(1, 120) n`),
  )
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof clubs>> = await clubs({ search: 'paged', ...(after && { after }) })
    expect(page.total).toBe(120)
    seen.push(...page.clubs.map(({ id }) => id))
    after = page.next
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([120, 120])
})

const person = async (search: string) => (await app.call(operator.people, { search }, as))[0]!
const setEnabled = (memberId: string, enabled: boolean, who = susanne) =>
  app.call(operator.setEnabled, { memberId, enabled, reason }, { as: who.token })

test('a disabled person is refused from the next call on, until they are enabled', async () => {
  expect(await person('dan@exa')).toMatchObject({ id: dan.memberId, enabled: true, isOperator: false, isSelf: false })
  const ask = () => codeOf(app.call(members.byEmail, { email: 'dan@example.com' }, { as: dan.token }))
  expect(await ask()).toBe('ok')
  expect(await setEnabled(dan.memberId, false)).toMatchObject({ enabled: false })
  expect(await ask()).toBe('member_disabled')
  expect(await person('dan@exa')).toMatchObject({ enabled: false })
  await setEnabled(dan.memberId, true)
  expect(await ask()).toBe('ok')
  await setEnabled(dan.memberId, true)
  const rows = await app.database.sql(
    'select name, reason, by_operator from office_history where thing_id = $1 order by id',
    [dan.memberId],
  )
  expect(rows).toEqual(['member_disabled', 'member_enabled'].map((name) => ({ name, reason, by_operator: true })))
})

test('clubs in whose office nobody else is chair are named before a person is disabled', async () => {
  const [alone, shared] = [await buildClub(app), await buildClub(app)]
  const chair = (club: { id: string }, who: Person) =>
    app.database.sql(
      `insert into office_grants (id, org_id, member_id, roles) values (portal_new_id(), $1, $2, '{chair}')`,
      [club.id, who.memberId],
    )
  for (const [club, who] of [
    [alone, dan],
    [shared, dan],
    [shared, anna],
  ] as const)
    await chair(club, who)
  const names = async (search: string) => (await person(search)).lastChairOf
  const name = async ({ id }: { id: string }) =>
    (await app.database.sql<{ name: string }>('select name from organisations where id = $1', [id]))[0]!.name
  expect(await names('dan@exa')).toEqual([await name(alone)])
  expect(await names('anna@exa')).toEqual([])
  await setEnabled(anna.memberId, false)
  expect(await names('dan@exa')).toEqual([await name(alone), await name(shared)].toSorted())
  await setEnabled(anna.memberId, true)
})

test('nobody disables themselves, and somebody unknown is not found', async () => {
  expect(await person('super@')).toMatchObject({ isOperator: true, isSelf: true })
  expect(await codeOf(setEnabled(susanne.memberId, false))).toBe('person_is_yourself')
  expect(await codeOf(setEnabled(newId(), false))).toBe('not_found')
  // A child has no sign-in to disable.
  expect(await codeOf(setEnabled(await buildParticipant(app, susanne, 'Alma'), false))).toBe('not_found')
})

test('an operator who is being disabled at that moment disables nobody any more', async () => {
  const disabled = await inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`update members set enabled = false where id = ${susanne.memberId}`)
    const asking = setEnabled(dan.memberId, false)
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'`
    await expect.poll(async () => (await app.database.sql(waiting)).length).toBe(1)
    return { asking: codeOf(asking) }
  })
  expect(await disabled.asking).toBe('member_disabled')
  await app.database.sql('update members set enabled = true where id = $1', [susanne.memberId])
  expect(await person('dan@exa')).toMatchObject({ enabled: true })
})

async function failedJob(): Promise<string> {
  const [job] = await app.database.sql<{ id: string }>(
    `select id::text from graphile_worker.add_job('messages.send-mail', '{}', max_attempts => 1, job_key => gen_random_uuid()::text)`,
  )
  await app.database.sql('select graphile_worker.permanently_fail_jobs($1::bigint[], $2)', [
    [job!.id],
    'No such mailbox',
  ])
  return job!.id
}
const health = () => app.call(operator.health, {}, as)
const failed = async () => (await health()).failedJobs.map(({ id }) => id)

test('health names what works, what was given up and how old the newest backup is', async () => {
  const id = await failedJob()
  await app.database.sql('insert into backups (id, taken_at, bytes) values ($1, $2, 5000000)', [
    newId(),
    '2026-11-01T03:00Z',
  ])
  const found = await health()
  expect(found.parts.map(({ name, fault }) => [name, fault])).toEqual(
    HealthPart.options.filter((name) => !['replica', 'certificate'].includes(name)).map((name) => [name, null]),
  )
  expect(found.failedJobs.find((job) => job.id === id)).toMatchObject({
    job: 'messages.send-mail',
    error: 'No such mailbox',
  })
  expect(found.backup).toEqual({ at: '2026-11-01T03:00:00.000Z', megabytes: 5, testedAt: null, testFault: null })
  expect(found.queues.length).toBeGreaterThan(5)
})

test('health says how far an update is that goes on in the background', async () => {
  expect((await health()).updates).toEqual([])
  await app.database.sql(
    `insert into portal_migration_steps (migration, position, later, changes, done, total) values ('9999_later.sql', 0, true, 'orders', 500, 1700)`,
  )
  expect((await health()).updates).toEqual([{ migration: '9999_later.sql', table: 'orders', done: 500, total: 1700 }])
  await app.database.sql(`delete from portal_migration_steps where migration = '9999_later.sql'`)
})

test('a job that was given up is retried or dropped, once', async () => {
  const [again, dropped] = [await failedJob(), await failedJob()]
  await app.call(operator.retryJob, { jobId: again }, as)
  const drop = () => app.call(operator.dropJob, { jobId: dropped, reason }, as)
  expect((await Promise.all([codeOf(drop()), codeOf(drop())])).toSorted()).toEqual(['not_found', 'ok'])
  expect(await failed()).not.toEqual(expect.arrayContaining([again]))
  expect(await failed()).not.toEqual(expect.arrayContaining([dropped]))
  expect(await codeOf(app.call(operator.retryJob, { jobId: again }, as))).toBe('not_found')
  const [job] = await app.database.sql('select attempts from graphile_worker.jobs where id = $1', [again])
  expect(job).toEqual({ attempts: 0 })
  await app.database.sql('select graphile_worker.complete_jobs($1::bigint[])', [[again]])
})

test('the history has what operators did, with its club, and nothing that an office did', async () => {
  const club = await buildClub(app)
  const history = (query: { orgKey?: string; thing?: 'job' | 'access' } = {}) => app.call(operator.history, query, as)
  const jobId = await failedJob()
  await app.call(operator.dropJob, { jobId, reason }, as)
  await app.call(operator.invite, { orgId: club.id, email: 'chair@club.example', role: 'chair', reason }, as)
  await app.database.sql(
    `insert into office_history (id, org_id, actor_id, name, thing) values (portal_new_id(), $1, $2, 'club_changed', 'club')`,
    [club.id, anna.memberId],
  )
  const { entries, people } = await history()
  expect(entries.slice(0, 2)).toMatchObject([
    { name: 'access_invited', club: { key: club.key }, byOperator: true, reason },
    { name: 'job_dropped', thingId: jobId, club: null, reason },
  ])
  expect(people.map(({ id }) => id)).toEqual([susanne.memberId])
  expect((await history({ thing: 'job' })).entries[0]).toMatchObject({ thingId: jobId })
  expect(await history({ orgKey: club.key })).toMatchObject({ total: 1, entries: [{ name: 'access_invited' }] })
  expect((await history({ orgKey: 'NOCLUB' })).entries).toEqual([])
})
