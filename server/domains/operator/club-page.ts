import { textIn } from '#contract/local-text.ts'
import type { LiveCheck } from '#contract/office/start.ts'
import type { OperatorClubPage } from '#contract/operator.ts'
import type { Reader } from '#server/database/db.ts'
import { paymentConfigurations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, eq } from '#server/database/sql.ts'
import { listOfficePeople, showStart } from '#server/domains/office/index.ts'
import { countTests } from '#server/domains/orders/index.ts'
import { type OrganisationRow, nextStates, selectStorage } from '#server/domains/organisations/index.ts'
import { keyOf } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { fingerprintOf } from './gateway-key.ts'
import { selectClubHealth } from './list-clubs.ts'

/** A club with its settings, people, payment and what it lacks to go live. */
export async function showClubPage(
  secrets: Secrets,
  db: Reader,
  actor: MemberActor,
  organisation: OrganisationRow,
): Promise<OperatorClubPage> {
  const { id, hue, city, address, cvr, contactEmail, website, description, createdAt, liveAt, pausedText } =
    organisation
  const health = await selectClubHealth(db, id)
  const { people, invitations } = await listOfficePeople(db, { actor, organisation })
  const [payment] = await db
    .select()
    .from(paymentConfigurations)
    .where(and(eq(paymentConfigurations.orgId, id), eq(paymentConfigurations.enabled, true)))
  return {
    club: {
      ...health,
      hue,
      city,
      address,
      cvr,
      contactEmail,
      website,
      pausedText,
      storage: await selectStorage(db, id),
      description: textIn(description, 'da'),
      createdAt: createdAt.toISOString(),
      liveAt: liveAt?.toISOString() ?? null,
    },
    people,
    invitations,
    payment: payment
      ? {
          provider: payment.provider,
          fingerprint: fingerprintOf(keyOf(secrets, payment)),
          testMode: payment.testMode,
          since: (payment.keySetAt ?? payment.createdAt).toISOString(),
        }
      : null,
    ...(await checksOf(db, actor, organisation)),
    tests: await countTests(db, id),
    next: [...nextStates(organisation)],
  }
}

/** Without these a club must not take money: nobody can pay, nobody has agreed to anything, and nobody helps. */
const required: ReadonlySet<LiveCheck> = new Set(['key', 'terms', 'privacy', 'chair'])

/** Requirements and recommendations before a club sells for money; and who of the club has asked for it. */
export async function checksOf(db: Reader, actor: MemberActor, organisation: OrganisationRow) {
  const { checks, asked } = await showStart(db, { actor, organisation })
  return { checks: checks.map(({ check, done }) => ({ check, done, required: required.has(check) })), asked }
}
