import { afterAll, beforeAll, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { members } from '#contract/members/members.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub } from '#server/testing/builders.ts'
import { startMailServer, type MailServer } from '#server/testing/mails/mail-server.ts'
import { startIssuer, type TokenIssuer } from '#server/testing/outside/token-issuer.ts'
import { membershipData, openWindow, payInWindow, visit } from '#server/testing/purchase.ts'
import { billing } from '#server/testing/selection.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let provider: TokenIssuer
let mails: MailServer
let app: TestApp
beforeAll(async () => {
  provider = await startIssuer()
  mails = await startMailServer()
  app = await createTestApp({ OIDC_ISSUER: provider.issuer, SMTP_URL: mails.url })
})
afterAll(async () => {
  await app.close()
  await mails.close()
  provider.close()
})

const signIn = async (sub: string, email: string) => {
  const token = await provider.sign({ sub, email })
  return { token, member: (await app.call(members.signIn, {}, { as: token })).member }
}

test.each([
  ['as it is typed', 'anna@blåbær.dk'],
  ['decomposed and in capitals', 'Anna@Bla\u030abær.dk'],
  ['in ASCII', 'anna@xn--blbr-roah.dk'],
])('an address with æ, ø or å in its domain, written %s, is one address everywhere', async (_, written) => {
  await app.database.empty()
  mails.caught.splice(0)
  const anna = await signIn('anna', written)
  const bo = await signIn('bo', 'bo@example.com')
  expect(anna.member.email).toBe('anna@blåbær.dk')
  expect((await app.call(members.byEmail, { email: written }, { as: anna.token })).id).toBe(anna.member.id)

  await app.call(family.invite, { inviteeEmail: written }, { as: bo.token })
  const invitations = await app.call(family.invitations, { email: 'anna@blåbær.dk' }, { as: anna.token })
  expect(invitations).toMatchObject([{ inviteeEmail: 'anna@blåbær.dk', inviteeId: anna.member.id }])

  const { season } = await buildClub(app)
  const data = membershipData([{ memberId: anna.member.id, season }], {
    billing: { ...billing, email: written },
  })
  const { token } = await app.call(orders.prepare, { token: newToken(), membershipData: data }, { as: anna.token })
  const buyer = { token: anna.token, memberId: anna.member.id }
  await visit((await payInWindow(await openWindow(app, buyer, season, token), '0000'))!)
  const [order] = await app.database.sql<{ email: string }>(`select billing->>'email' as email from orders`)
  expect(order!.email).toBe('anna@blåbær.dk')

  await app.runJobs({ all: true })
  const toAnna = mails.caught.map(({ headers }) => headers.find((line) => line.startsWith('To: '))!)
  expect(toAnna.filter((line) => line.includes('anna@xn--blbr-roah.dk')).length).toBeGreaterThanOrEqual(3)
  expect(toAnna.join('\n')).not.toMatch(/[^\x20-\x7e\n]/)
})
