import { randomInt, randomUUID } from 'node:crypto'
import type { InvitationStatus } from '#contract/members/family.ts'
import { members } from '#contract/members/members.ts'
import { messages } from '#contract/notifications/messages.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import {
  clubPictures,
  DEFAULT_CURRENCY,
  membershipConfigurations,
  organisations,
  paymentConfigurations,
} from '#server/database/schema/index.ts'
import { eq } from '#server/database/sql.ts'
import type { Context } from '#server/context.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { pixel } from './files/pixel.ts'
import type { TestApp } from './test-app.ts'

export interface Club {
  readonly id: string
  readonly key: string
  readonly gatewayKey: string
  readonly payment: { readonly id: string }
  /** A season on sale that covers today. */
  readonly season: Season
}

export interface Season {
  readonly id: string
  readonly orgId: string
  readonly startDate: string
  readonly endDate: string
  /** The price of a line, in øre. */
  readonly total: number
}

/** Anything with the portal's database. */
export interface Ground {
  readonly context: Pick<Context, 'db' | 'secrets'>
}

/** Five random letters: order numbers start with them, and all tests share the gateway's ledger. */
const newKey = () => Array.from({ length: 5 }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[randomInt(26)]).join('')

/** An organisation of the test's own: 700 kr. + 25 % VAT + 10 kr. surcharge for this calendar year. */
export async function buildClub(
  app: Ground,
  { testMode = false, enabled = true, key = newKey(), currency = DEFAULT_CURRENCY } = {},
): Promise<Club> {
  const { db, secrets } = app.context
  const id = newId()
  const gatewayKey = randomUUID()
  const state = !enabled ? 'closed' : testMode ? 'test' : 'live'
  const payment = { id: newId(), orgId: id, keyEncrypted: secrets.encrypt(KEY_PURPOSE, gatewayKey), testMode }
  await inTransaction(db, async (tx) => {
    await tx
      .insert(organisations)
      .values({ id, key, name: `Club ${key}`, contactEmail: `${key}@club.example`, enabled, state, currency })
    await tx.insert(paymentConfigurations).values(payment)
  })
  return { id, key, gatewayKey, payment, season: await buildSeason(app, { id }) }
}

/** A colour, a logo and a cover for a club, in their versions `logo1` and `cover1`. */
export const buildFace = (app: Ground, { id }: { id: string }, colour = '#7d3a78'): Promise<void> =>
  inTransaction(app.context.db, async (tx) => {
    await tx.update(organisations).set({ colour, logo: 'logo1', cover: 'cover1' }).where(eq(organisations.id, id))
    const small = Buffer.from('ffd8fe', 'hex')
    const [logo, cover] = [Buffer.from(pixel), Buffer.from('ffd8ff', 'hex')]
    await tx.insert(clubPictures).values([
      { orgId: id, use: 'logo', version: 'logo1', contentType: 'image/png', bytes: logo, small: logo },
      { orgId: id, use: 'cover', version: 'cover1', contentType: 'image/jpeg', bytes: cover, small },
    ])
  })

/** A season of a club; the current calendar year by default. */
export async function buildSeason(
  app: Ground,
  club: { id: string },
  changes: Partial<typeof membershipConfigurations.$inferInsert> = {},
): Promise<Season> {
  const year = copenhagenDate(await portalNow(app.context.db)).slice(0, 4)
  const row = {
    id: newId(),
    orgId: club.id,
    name: `Adult ${year}`,
    price: 70_000,
    vatRate: 25,
    surcharge: 1_000,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: `${Number(year) - 1}-11-01`,
    ...changes,
  }
  await inTransaction(app.context.db, (tx) => tx.insert(membershipConfigurations).values(row))
  const { price, vatRate, surcharge, ...season } = row
  return { ...season, total: price + Math.round((price * vatRate) / 100) + surcharge }
}

/** Enters everybody who has or had a membership in the registers of their clubs, for tests that write memberships into the database. */
export const fillRegisters = ({ database }: Pick<TestApp, 'database'>): Promise<unknown> =>
  database.sql(`insert into club_people (org_id, member_id, since, source)
    select org_id, member_id, min(start_date), 'joined' from membership_terms where status in ('active', 'cancelled') group by 1, 2
    on conflict (org_id, member_id) do update set since = excluded.since`)

export interface Person {
  readonly token: string
  readonly memberId: string
}

/** One of the identity provider's people, signed in at the portal. */
export async function signedIn(app: TestApp, username: string): Promise<Person> {
  const token = await app.signIn(username)
  const first = () => app.call(members.signIn, {}, { as: token })
  // Repeated when the portal is busy: whole test files start with this and should not fail because of a slow second.
  const { member } = await first().catch((error: unknown) =>
    (error as { status?: number }).status === 503 ? first() : Promise.reject(error),
  )
  return { token, memberId: member.id }
}

/** A child without a sign-in, managed by a member. */
export async function buildParticipant(app: TestApp, parent: Person, firstName: string): Promise<string> {
  const id = newId()
  await app.database.sql('insert into members (id, parent_id, first_name, last_name) values ($1, $2, $3, $4)', [
    id,
    parent.memberId,
    firstName,
    'Holm',
  ])
  return id
}

/**
 * A family link between two people, approved or in another state.
 * @returns the invitation's id
 */
export async function linkedTo(
  app: TestApp,
  inviter: Person,
  invitee: Person,
  status: InvitationStatus = 'approved',
): Promise<string> {
  const id = newId()
  await app.database.sql(
    `insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at, ended_at)
     select $1, $2, id, coalesce(email, 'nobody@example.com'), $3, $4,
       case when $4 in ('approved', 'rejected') then portal_now() end, case when $4 = 'ended' then portal_now() end
     from members where id = $5`,
    [id, inviter.memberId, newId(), status, invitee.memberId],
  )
  return id
}

/** Turns on WhatsApp messages about payments for a member. */
export async function wantsWhatsapp(app: TestApp, person: Person): Promise<Person> {
  await app.database.sql(`update members set phone = '+4520998877' where id = $1 and phone = ''`, [person.memberId])
  await app.call(messages.prefer, { kind: 'payments', channel: 'whatsapp', wanted: true }, { as: person.token })
  return person
}
