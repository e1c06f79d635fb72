import { beforeAll, expect, test } from 'vitest'
import { officeAccess } from '#contract/office/access.ts'
import { operator } from '#contract/operator.ts'
import { buildClub, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { invitationToken } from './invitation-token.ts'

let app: TestApp
let chair: Person
let invited: Person
let superAdmin: Person
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'erik@example.com')
  invited = await signedIn(app, 'dan@example.com')
  superAdmin = await signedIn(app, 'super@example.com')
})

async function invite(email = 'dan@example.com') {
  const club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
  const call = app.call(officeAccess.invite, { orgId: club.id, email, roles: ['chair'] }, { as: chair.token })
  const { invitations } = await call
  const [row] = await app.database.sql<{ id: string; expires_at: Date }>(
    'select id, expires_at from office_invitations where id = $1',
    [invitations[0]!.id],
  )
  return { club, token: invitationToken(app.context.secrets, { id: row!.id, expiresAt: row!.expires_at }) }
}

const accept = (token: string) => codeOf(app.call(officeAccess.accept, { token }, { as: invited.token }))

test.each([
  ['lost the role', `update office_grants set roles = '{door}' where member_id = $1 and revoked_at is null`],
  ['lost all access', `update office_grants set revoked_at = portal_now() where member_id = $1 and revoked_at is null`],
  ['is disabled', `update members set enabled = false where id = $1`],
])('an invitation is invalid when its author %s', async (_, statement) => {
  const { token } = await invite()
  await app.database.sql(statement, [chair.memberId])
  const code = await accept(token)
  await app.database.sql('update members set enabled = true where id = $1', [chair.memberId])
  expect(code).toBe('office_invitation_invalid')
})

test('disabling somebody withdraws what they invited others to, and says how many', async () => {
  const { token } = await invite()
  const set = (enabled: boolean) =>
    app.call(operator.setEnabled, { memberId: chair.memberId, enabled, reason: 'Left' }, { as: superAdmin.token })
  const { withdrawnInvitations } = await set(false)
  await set(true)
  expect(withdrawnInvitations).toBeGreaterThan(0)
  expect(await accept(token)).toBe('office_invitation_invalid')
})

test('somebody without an account gets five invitations a day from all clubs together', async () => {
  for (let times = 0; times < 5; times++) await invite('stranger@nowhere.example')
  expect(await codeOf(invite('stranger@nowhere.example'))).toBe('too_many_requests')
})
