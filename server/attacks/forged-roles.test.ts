import fc from 'fast-check'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exports } from '#contract/exports.ts'
import { acting } from '#contract/members/acting.ts'
import { members } from '#contract/members/members.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { messages } from '#contract/notifications/messages.ts'
import { payments } from '#contract/payments/payments.ts'
import { privacy } from '#contract/privacy.ts'
import { buildClub, fillRegisters, type Club } from '../testing/builders.ts'
import { ApiProblem, createTestApp, type TestApp } from '../testing/test-app.ts'
import { startIssuer, type TokenIssuer } from '../testing/outside/token-issuer.ts'

let provider: TokenIssuer
let app: TestApp
let club: Club
let memberId: string
beforeAll(async () => {
  provider = await startIssuer()
  app = await createTestApp({ OIDC_ISSUER: provider.issuer })
  club = await buildClub(app, { key: 'ROKLUB' })
  memberId = (await app.call(members.signIn, {}, { as: await provider.sign() })).member.id
})
afterAll(async () => {
  await app.close()
  provider.close()
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem) return error.code
      throw error
    },
  )

/** Everything that only offices and super admins may. */
async function powers(as: string): Promise<string[]> {
  await app.database.sql('delete from rate_windows')
  return Promise.all(
    [
      app.call(members.list, { size: 1 }, { as }),
      app.call(messages.failed, {}, { as }),
      app.call(acting.impersonate, { memberId }, { as }),
      app.call(payments.unresolved, { orgId: club.id }, { as }),
    ].map(codeOf),
  )
}
const none = ['forbidden', 'forbidden', 'forbidden', 'forbidden']

const pieces = [
  'org:',
  'role:',
  '|',
  'ALL',
  'all',
  'SUPER_ADMIN',
  'ADMIN',
  'ROKLUB',
  'roklub',
  ' ',
  '\n',
  '\0',
  '*',
  '%',
  'ı',
  'İ',
  'ſ',
  'K',
  ',',
  ';',
  '"',
  "'",
]
const nearly = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((found) => found.join('')),
  fc
    .constantFrom('org:ALL|role:SUPER_ADMIN', 'org:ROKLUB|role:ADMIN')
    .chain((role) =>
      fc
        .tuple(fc.nat(role.length), fc.constantFrom(...pieces))
        .map(([at, piece]) => role.slice(0, at) + piece + role.slice(at)),
    ),
)
const real = /^org:(all|roklub)\|role:(admin|super_admin)$/i

test('a real role counts in upper or lower case', async () => {
  const of = async (...roles: string[]) =>
    powers(await provider.sign({ realm_access: { roles }, auth_time: Math.floor(Date.now() / 1000) }))
  // An operator is in no club's office.
  expect(await of('ORG:all|Role:super_admin')).toEqual(['ok', 'ok', 'impersonation_refused', 'forbidden'])
  expect(await of('org:ROKLUB|role:ADMIN')).toEqual(['forbidden', 'forbidden', 'forbidden', 'ok'])
  expect(await of('org:ROKLUB|role:SUPER_ADMIN')).toEqual(['forbidden', 'forbidden', 'forbidden', 'ok'])
  expect(await of('org:ALL|role:ADMIN')).toEqual(['forbidden', 'forbidden', 'forbidden', 'ok'])
})

test.each([
  ['just now', 0],
  ['an hour ago', 60],
  ['at a time that the token leaves out', undefined],
] as const)('a super admin who signed in %s opens the list as the specification asks for it', async (_, minutes) => {
  const signedInAt = minutes === undefined ? {} : { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 }
  const as = await provider.sign({ realm_access: { roles: ['org:ALL|role:SUPER_ADMIN'] }, ...signedInAt })
  const [console, impersonation] =
    minutes === 0 ? ['ok', 'impersonation_refused'] : ['fresh_sign_in_required', 'fresh_sign_in_required']
  expect(await powers(as)).toEqual(['ok', console, impersonation, 'forbidden'])

  const headers = { authorization: `Bearer ${as}`, orgKey: 'ALL' }
  const response = await fetch(`${app.url}/izy-member-api/api/v1/member/list?size=1000`, { headers })
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.arrayContaining([expect.objectContaining({ id: memberId })]),
  ])
})

test.each([
  ['org:ROKLUB|role:USER', 'not_found', 'not_found'],
  ['org:TENNIS|role:ADMIN', 'not_found', 'not_found'],
  ['org:ROKLUB|role:ADMIN', 1, 'not_found'],
  ['org:ALL|role:ADMIN', 1, 'not_found'],
  ['org:ALL|role:SUPER_ADMIN', 1, 0],
])('%s sees of somebody who was in the club once: %s; of somebody who never was: %s', async (text, once, never) => {
  const as = await provider.sign({ realm_access: { roles: [text] } })
  const seen = async (name: string) => {
    const own = await provider.sign({ sub: name, email: `${name}@example.com` })
    const { member } = await app.call(members.signIn, {}, { as: own })
    if (name === 'once') await writeEndedTerm(member.id)
    const found = await codeOf(app.call(members.byEmail, { email: `${name}@example.com` }, { as }))
    const listed = await app.call(memberships.list, { memberId: member.id }, { as }).catch(() => [])
    return found === 'ok' ? listed.length : found
  }
  expect([await seen('once'), await seen('never')]).toEqual([once, never])
})

/** A season of the club that was refunded, once. */
async function writeEndedTerm(id: string) {
  await app.database.sql(
    `with made as (
       insert into memberships (id, org_id, member_id) values (portal_new_id(), $1, $2) on conflict do nothing returning id
     )
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), id, $1, $2, $3, 2026, '2026-01-01', '2026-12-31', 'cancelled' from made`,
    [club.id, id, club.season.id],
  )
  await fillRegisters(app)
}

test('a misspelt role grants nothing', async () => {
  const odd = fc.array(nearly, { maxLength: 4 }).filter((roles) => !roles.some((role) => real.test(role)))
  await fc.assert(
    fc.asyncProperty(odd, async (roles) => {
      expect(await powers(await provider.sign({ realm_access: { roles } }))).toEqual(none)
    }),
    { numRuns: 120 },
  )
})

const role = 'org:ALL|role:SUPER_ADMIN'
test.each<[string, JWTPayload]>([
  ['at the top', { roles: [role], role, groups: [role] }],
  ['of a client', { resource_access: { 'member-web': { roles: [role] }, account: { roles: [role] } } }],
  ['as one text', { realm_access: { roles: role } }],
  ['as the claim itself', { realm_access: [role] }],
  ['as a list in a list', { realm_access: { roles: [[role]] } }],
  ['as names of an object', { realm_access: { roles: { [role]: true } } }],
  ['with a length', { realm_access: { roles: { 0: role, length: 1 } } }],
  ['of its prototype', { realm_access: JSON.parse(`{"__proto__": {"roles": ["${role}"]}}`) }],
  ['in the scope', { scope: `openid ${role}` }],
  ['in a name', { given_name: role, name: role, preferred_username: role }],
])('a role elsewhere grants nothing: %s', async (_, claims) => {
  expect(await powers(await provider.sign(claims))).toEqual(none)
})

test('a session left open neither takes away nor deletes everything about its member', async () => {
  const answers = async (minutes: number) => {
    const as = await provider.sign({ auth_time: Math.floor(Date.now() / 1000) - minutes * 60 })
    return Promise.all(
      [
        app.call(exports.person, { memberId }, { as }),
        app.call(exports.personFile, { memberId, exportId: memberId }, { as }),
        app.call(privacy.erase, { memberId, confirmation: 'somebody else' }, { as }),
      ].map(codeOf),
    )
  }
  expect(await answers(0)).toEqual(['ok', 'not_found', 'name_not_confirmed'])
  expect(await answers(60)).toEqual(Array.from({ length: 3 }, () => 'fresh_sign_in_required'))
})
