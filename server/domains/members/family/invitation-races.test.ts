import { beforeAll, expect, test } from 'vitest'
import { family, type Answered } from '#contract/members/family.ts'
import { members } from '#contract/members/members.ts'
import { linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { failedCalls } from '#server/testing/failed-calls.ts'
import { forgetFamilies } from '#server/testing/family-calls.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})

/** Enough rounds that a missing lock shows. */
const ROUNDS = 12
const approve = (person: Person, id: string) => app.call(family.approve, { id }, { as: person.token })
const end = (person: Person, id: string) => app.call(family.end, { id }, { as: person.token })
const wins = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 'success').length
const statuses = async () =>
  (await app.database.sql<{ status: string }>('select status from family_invitations order by status')).map(
    ({ status }) => status,
  )
async function rounds(round: () => Promise<void>) {
  for (let at = 0; at < ROUNDS; at++) {
    await forgetFamilies(app)
    await round()
  }
  expect(failedCalls(app.log)).toEqual([])
}

test('an approval and a withdrawal at once: one wins, and the other is refused', () =>
  rounds(async () => {
    const id = await linkedTo(app, anna, bo, 'pending')
    const [approved, withdrawn] = await Promise.all([approve(bo, id), end(anna, id)])
    // Anna may end what Bo has just approved: then both succeeded, one after the other.
    const [status] = await statuses()
    if (approved.status === 'success') expect(['approved', 'ended']).toContain(status)
    else expect(status).toBe('ended')
    expect(wins([approved, withdrawn])).toBeGreaterThanOrEqual(1)
    const changes = await app.database.sql('select to_status from status_changes where thing_id = $1', [id])
    expect(changes).toHaveLength(wins([approved, withdrawn]))
  }))

test('an approval clicked many times counts once', () =>
  rounds(async () => {
    const id = await linkedTo(app, anna, bo, 'pending')
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(bo, id)))
    expect(wins(answers)).toBe(1)
    const [{ count }] = (await app.database.sql(
      `select count(*)::int from notifications where receiver_id = $1 and data->>'status' = 'approved'`,
      [anna.memberId],
    )) as [{ count: number }]
    expect(count).toBe(1)
  }))

test('two people who invited each other and approve at once are linked once, and the other invitation ends', () =>
  rounds(async () => {
    const [hers, his] = [await linkedTo(app, anna, bo, 'pending'), await linkedTo(app, bo, anna, 'pending')]
    const answers = await Promise.all([approve(bo, hers), approve(anna, his)])
    expect(wins(answers)).toBe(1)
    expect(await statuses()).toEqual(['approved', 'ended'])
  }))

test('an invitation and an approval that cross leave no open invitation between linked people', () =>
  rounds(async () => {
    const his = await linkedTo(app, bo, anna, 'pending')
    await Promise.all([
      approve(anna, his),
      app.call(family.invite, { inviteeEmail: 'bo@example.com' }, { as: anna.token }).catch(() => null),
    ])
    expect((await statuses()).filter((status) => status === 'pending')).toEqual([])
  }))

test('many invitations at once make one', () =>
  rounds(async () => {
    const ask = () => app.call(family.invite, { inviteeEmail: 'bo@example.com' }, { as: anna.token })
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await statuses()).toEqual(['pending'])
  }))

test('a newcomer invited during their first sign-in finds the invitation', () =>
  rounds(async () => {
    await app.database.sql(
      `delete from member_identities where member_id in (select id from members where email = 'newcomer@example.com')`,
    )
    await app.database.sql(`update members set email = null where email = 'newcomer@example.com'`)
    const as = await app.signIn('newcomer@example.com')
    const [, { member }] = await Promise.all([
      app.call(family.invite, { inviteeEmail: 'newcomer@example.com' }, { as: anna.token }),
      app.call(members.signIn, {}, { as }),
    ])
    const rows = await app.database.sql('select invitee_id from family_invitations')
    expect(rows).toEqual([{ invitee_id: member.id }])
  }))
