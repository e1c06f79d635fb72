import { type ClubStart, type LiveCheck, liveChecks, type StartStep, startSteps } from '#contract/office/start.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { clubStarts } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { isTestState } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { isLiveGrant } from '#server/identity/scopes.ts'
import { mailGoLiveAsked, mailWentLive } from './live-mails.ts'

export const showStart = async (db: Reader, caller: OfficeCaller): Promise<ClubStart> =>
  present(await selectFacts(db, caller))

/** Asks to go live, once. Throws `go_live_incomplete` with the checks that are missing. */
export async function askToGoLive(tx: Tx, caller: OfficeCaller): Promise<ClubStart> {
  const { id: orgId, name: label } = caller.organisation
  await lockStart(tx, orgId)
  const facts = await selectFacts(tx, caller)
  if (!isTestState(facts.state)) throw new Problem('club_not_in_test')
  const start = present(facts)
  const missing = start.checks.filter(({ done }) => !done).map(({ check }) => check)
  if (missing.length > 0) throw new Problem('go_live_incomplete', { data: { missing } })
  if (start.asked) return start

  await tx
    .update(clubStarts)
    .set({ askedBy: caller.actor.actorId, askedAt: sql`portal_now()` })
    .where(eq(clubStarts.orgId, orgId))
  await recordOfficeChange(tx, caller, { name: 'go_live_asked', thing: 'club', label })
  await mailGoLiveAsked(tx, { orgId, askedBy: caller.actor.actorId })
  return present(await selectFacts(tx, caller))
}

export async function withdrawGoLive(tx: Tx, caller: OfficeCaller): Promise<ClubStart> {
  const { id: orgId, name: label } = caller.organisation
  await lockStart(tx, orgId)
  const { asked } = present(await selectFacts(tx, caller))
  if (asked) {
    await tx.update(clubStarts).set({ askedBy: null, askedAt: null }).where(eq(clubStarts.orgId, orgId))
    await recordOfficeChange(tx, caller, { name: 'go_live_withdrawn', thing: 'club', label })
  }
  return present(await selectFacts(tx, caller))
}

/** Stores the steps that are recorded nowhere else. */
export async function markStart(
  tx: Tx,
  caller: OfficeCaller,
  { mark }: { readonly mark: 'receipt' | 'dismissed' },
): Promise<ClubStart> {
  const orgId = caller.organisation.id
  await lockStart(tx, orgId)
  const now = sql`portal_now()`
  await tx
    .update(clubStarts)
    .set(mark === 'receipt' ? { receiptSeenAt: now } : { dismissedAt: now })
    .where(eq(clubStarts.orgId, orgId))
  return present(await selectFacts(tx, caller))
}

/** Mails the club that it takes real payments. Its first steps stay until they are done. */
export async function notifyWentLive(tx: Tx, orgId: string): Promise<void> {
  await lockStart(tx, orgId)
  await mailWentLive(tx, orgId)
}

/** The club's row, made by the first who needs it, and locked: it is asked for once. */
async function lockStart(tx: Tx, orgId: string): Promise<void> {
  await tx.insert(clubStarts).values({ orgId }).onConflictDoNothing()
  await tx.select({ orgId: clubStarts.orgId }).from(clubStarts).where(eq(clubStarts.orgId, orgId)).for('update')
}

interface Facts extends Record<StartStep | LiveCheck, boolean> {
  readonly state: ClubStart['state']
  readonly dismissed: boolean
  readonly receiptOf: string | null
  readonly askedBy: string | null
  readonly askedAt: Date | string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

/** Everything at once. A club may lack a row of its own. */
async function selectFacts(db: Reader, { actor, organisation: { id: orgId } }: OfficeCaller): Promise<Facts> {
  const { rows } = await db.execute<Facts & Record<string, unknown>>(sql`
    select organisations.state, receipt_seen_at is not null as receipt,
      dismissed_at is not null or (club_starts.org_id is null and organisations.state not in ('draft', 'test')) as dismissed,
      asked_at is not null as asked, asked_by as "askedBy", asked_at as "askedAt",
      members.first_name as "firstName", members.last_name as "lastName",
      description_texts->>'da' <> '' and address <> '' as texts, logo is not null as logo,
      terms_version is not null as terms, privacy_version is not null as privacy,
      exists (select from payment_configurations where org_id = organisations.id and payment_configurations.enabled) as key,
      exists (select from membership_configurations
        where org_id = organisations.id and published_at is not null and end_date >= ${copenhagenToday}) as membership,
      (select count(distinct member_id) from (
          select member_id from office_grants
          where org_id = organisations.id and not 'look' = any (roles) and ${isLiveGrant}
          union select member_id from organisation_admins where org_id = organisations.id
        ) office) > 1
        or exists (select from office_invitations
          where org_id = organisations.id and accepted_at is null and withdrawn_at is null and expires_at > portal_now()) as people,
      exists (select from office_grants where org_id = organisations.id and 'chair' = any (roles) and ${isLiveGrant})
        or exists (select from organisation_admins where org_id = organisations.id) as chair,
      exists (select from orders where org_id = organisations.id and paid_at is not null) as bought, (
        select terms.id from membership_terms terms join orders on orders.id = terms.order_id
        where orders.org_id = organisations.id and orders.buyer_id = ${actor.actorId} and orders.paid_at is not null
        order by orders.paid_at desc, terms.id limit 1
      ) as "receiptOf"
    from organisations
    left join club_starts on club_starts.org_id = organisations.id
    left join members on members.id = asked_by
    where organisations.id = ${orgId}`)
  return rows[0]!
}

const inTest: readonly StartStep[] = ['bought', 'receipt']

function present({ state, dismissed, receiptOf, askedBy, askedAt, firstName, lastName, ...facts }: Facts): ClubStart {
  const isTest = isTestState(state)
  const waits = askedBy !== null && askedAt !== null && isTest
  return {
    state,
    dismissed,
    steps: startSteps
      .map((step) => ({ step, done: step === 'asked' ? waits || !isTest : facts[step] }))
      .filter(({ step, done }) => done || isTest || !inTest.includes(step)),
    checks: liveChecks.map((check) => ({ check, done: facts[check] })),
    asked: waits
      ? {
          by: { id: askedBy, firstName: firstName ?? '', lastName: lastName ?? '' },
          at: new Date(askedAt).toISOString(),
        }
      : null,
    receipt: receiptOf,
  }
}
