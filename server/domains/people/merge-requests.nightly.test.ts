import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { mergeRequests } from '#contract/people/merge-requests.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql as drizzleSql } from '#server/database/sql.ts'
import { joinClub } from '#server/domains/members/index.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { lockWaits, readBeforeWriting } from '#server/testing/lock-waits.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { peopleRoutes } from './routes.ts'

let app: TestApp
let club: Club
let chair: Person
let kept: Asked
let gone: Asked

interface Asked extends Person {
  readonly email: string
}

beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'erik@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  kept = await newcomer()
  gone = await newcomer()
})

const sql = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.database.sql<T>(text, values)

/** Somebody in the club's register who signs in. */
async function newcomer(): Promise<Asked> {
  const email = `gry.${newId()}@example.com`
  const token = await app.signUp({ firstName: 'Gry', lastName: 'Holm', email })
  const { member } = await app.call(members.signIn, {}, { as: token })
  await enter(member.id)
  return { email, token, memberId: member.id }
}

const enter = (memberId: string) =>
  inTransaction(app.context.db, (tx) => joinClub(tx, { orgId: club.id, memberIds: [memberId], source: 'added' }))

const asChair = () => ({ as: chair.token })
const ask = (keptId = kept.memberId, goneId = gone.memberId) =>
  app.call(personDuplicates.ask, { orgId: club.id, keptId, goneId }, asChair())
const withdraw = (requestId: string) => app.call(personDuplicates.withdraw, { orgId: club.id, requestId }, asChair())
const show = (requestId: string, { token }: Person) => app.call(mergeRequests.show, { requestId }, { as: token })
const agree = (requestId: string, { token }: Person) => app.call(mergeRequests.agree, { requestId }, { as: token })
const decline = (requestId: string, { token }: Person) => app.call(mergeRequests.decline, { requestId }, { as: token })
const merged = async () =>
  (await sql('select from person_merges where kept_id = $1 and gone_id = $2', [kept.memberId, gone.memberId])).length
const compare = () =>
  app.call(personDuplicates.compare, { orgId: club.id, keptId: kept.memberId, goneId: gone.memberId }, asChair())

test('both are asked in both places, and merged once both have agreed; the office can undo it', async () => {
  const { id } = await ask()
  expect((await ask()).id).toBe(id)
  await app.runJobs()
  expect(await sql(`select status, error from messages where data ->> 'requestId' = $1`, [id])).toEqual([
    { status: 'sent', error: '' },
    { status: 'sent', error: '' },
  ])
  for (const { email, memberId } of [kept, gone]) {
    const mails = (await mailsTo(app, email)).filter(({ text }) => text.includes(`/merge-request/${id}`))
    expect(mails).toHaveLength(1)
    const bell = await sql(`select from notifications where receiver_id = $1 and data ->> 'mergeRequestId' = $2`, [
      memberId,
      id,
    ])
    expect(bell).toHaveLength(1)
  }
  const [letter] = gone.email
  expect(await show(id, kept)).toMatchObject({
    state: 'open',
    kept: { yours: true, agreed: false, email: kept.email },
    gone: { yours: false, email: `${letter}•••@example.com` },
  })
  expect(await agree(id, gone)).toMatchObject({ state: 'open', gone: { agreed: true } })
  expect(await merged()).toBe(0)
  expect((await compare()).request).toMatchObject({ id, goneAgreed: true, keptAgreed: false })
  expect(await agree(id, kept)).toMatchObject({ state: 'merged' })
  expect(await merged()).toBe(1)
  expect(await codeOf(app.call(members.signIn, {}, { as: gone.token }))).toBe('member_disabled')
  expect((await app.call(members.signIn, {}, { as: kept.token })).member.id).toBe(kept.memberId)

  const { merges, requests } = await app.call(personDuplicates.list, { orgId: club.id }, asChair())
  expect(requests).toEqual([])
  await app.call(personDuplicates.undo, { orgId: club.id, mergeId: merges[0]!.id }, asChair())
  expect((await app.call(members.signIn, {}, { as: gone.token })).member).toMatchObject({
    id: gone.memberId,
    email: gone.email,
  })
})

test('the last answer can be that of the sign-in that ends, and still reads what happened', async () => {
  const { id } = await ask()
  await agree(id, kept)
  expect(await agree(id, gone)).toMatchObject({ state: 'merged', gone: { email: gone.email, yours: true } })
  expect(await merged()).toBe(1)
})

test('either declines, and the office is notified; nobody can answer any more', async () => {
  const { id } = await ask()
  await agree(id, gone)
  expect(await decline(id, kept)).toMatchObject({ state: 'declined' })
  expect(await codeOf(agree(id, gone))).toBe('merge_request_over')
  expect(await codeOf(decline(id, gone))).toBe('merge_request_over')
  expect(await merged()).toBe(0)
  const bell = await sql(`select from notifications where receiver_id = $1 and data ->> 'duplicatesOf' = $2`, [
    chair.memberId,
    club.key,
  ])
  expect(bell).toHaveLength(1)
  // Asked anew, both answer anew.
  const again = await ask()
  expect(again).toMatchObject({ goneAgreed: false, keptAgreed: false })
  expect(again.id).not.toBe(id)
})

test('after 14 days it has expired; the other way round is another question', async () => {
  const { id } = await ask()
  await agree(id, gone)
  await sql(`update merge_requests set until = portal_now() - interval '1 second' where id = $1`, [id])
  expect(await codeOf(agree(id, kept))).toBe('merge_request_over')
  expect((await show(id, kept)).state).toBe('expired')
  const swapped = await ask(gone.memberId, kept.memberId)
  expect((await show(id, kept)).state).toBe('withdrawn')
  expect(await show(swapped.id, gone)).toMatchObject({ kept: { yours: true }, gone: { yours: false, agreed: false } })
  expect((await compare()).request?.id).toBe(swapped.id)
})

test('once whoever asked may not change members any more, or is disabled, nobody is merged in their name', async () => {
  const secretary = await signedIn(app, 'dan@example.com')
  const lose = {
    right: (grantId: string) => sql('update office_grants set revoked_at = portal_now() where id = $1', [grantId]),
    account: () => sql('update members set enabled = false where id = $1', [secretary.memberId]),
  }
  for (const how of ['right', 'account'] as const) {
    const grantId = await grantOffice(app, club, secretary, ['secretary'])
    const two = { orgId: club.id, keptId: kept.memberId, goneId: gone.memberId }
    const { id } = await app.call(personDuplicates.ask, two, { as: secretary.token })
    await agree(id, gone)
    await lose[how](grantId)
    expect(await codeOf(agree(id, kept))).toBe('merge_request_over')
    expect((await show(id, kept)).state).toBe('withdrawn')
    expect((await compare()).request).toBeNull()
    const again = await ask()
    expect(again).toMatchObject({ keptAgreed: false, goneAgreed: false })
    await withdraw(again.id)
  }
  expect(await merged()).toBe(0)
  await sql('update members set enabled = true where id = $1', [secretary.memberId])
})

test('others find nothing, and what is in the way is said', async () => {
  const { id } = await ask()
  for (const answer of [show, agree, decline]) expect(await codeOf(answer(id, chair))).toBe('not_found')
  const stranger = await buildClub(app)
  const other = await signedIn(app, 'dan@example.com')
  await grantOffice(app, stranger, other, ['chair'])
  const theirs = { orgId: stranger.id, requestId: id }
  expect(await codeOf(app.call(personDuplicates.withdraw, theirs, { as: other.token }))).toBe('not_found')
  await agree(id, gone)
  await inTransaction(app.context.db, (tx) =>
    joinClub(tx, { orgId: stranger.id, memberIds: [gone.memberId], source: 'bought' }),
  )
  expect((await show(id, kept)).refusals).toEqual(['other_club'])
  expect(await codeOf(agree(id, kept))).toBe('merge_not_possible')
  expect(await merged()).toBe(0)
  // Without a sign-in of the other nobody needs to be asked.
  const child = newId()
  await sql(`insert into members (id, first_name, last_name) values ($1, 'Gry', 'Holm')`, [child])
  await enter(child)
  expect(await codeOf(ask(kept.memberId, child))).toBe('merge_not_possible')
})

test('who looks after a child answers for it', async () => {
  const child = await buildParticipant(app, gone, 'Gry')
  await enter(child)
  const { id } = await ask(kept.memberId, child)
  expect(await show(id, gone)).toMatchObject({ gone: { yours: true, email: '' }, kept: { yours: false } })
  await agree(id, gone)
  expect(await agree(id, kept)).toMatchObject({ state: 'merged' })
})

test('who agrees has signed in lately, and nobody agrees in their name', () => {
  const rulesOf = (endpoint: Endpoint) => peopleRoutes({} as never).find((one) => one.endpoint === endpoint)!.rules
  expect(rulesOf(mergeRequests.agree)).toMatchObject({ signInAge: 'fresh', impersonator: 'refused' })
  expect(rulesOf(mergeRequests.decline)).toMatchObject({ impersonator: 'refused' })
})

test('both agree at once: they are merged, once', async () => {
  const { id } = await ask()
  const answers = await readBeforeWriting(app, 'merge_requests', () => Promise.all([agree(id, kept), agree(id, gone)]))
  expect(answers.map(({ state }) => state).toSorted()).toEqual(['merged', 'open'])
  expect(await merged()).toBe(1)
})

test('the office withdraws while the last one agrees: the first of the two counts', async () => {
  for (const first of ['withdraw', 'agree'] as const) {
    const { id } = await ask()
    await agree(id, gone)
    const { outcomes } = await inTransaction(app.database.db, async (tx) => {
      await tx.execute(drizzleSql`lock table merge_requests in share mode`)
      const acts = { withdraw: () => codeOf(withdraw(id)), agree: () => codeOf(agree(id, kept)) }
      const begun = acts[first]()
      await lockWaits(app, 1)
      const other = acts[first === 'agree' ? 'withdraw' : 'agree']()
      await lockWaits(app, 2)
      return { outcomes: Promise.all([begun, other]) }
    })
    const [, lost] = await outcomes
    expect(lost).toBe('merge_request_over')
    expect(await merged()).toBe(first === 'agree' ? 1 : 0)
  }
})
