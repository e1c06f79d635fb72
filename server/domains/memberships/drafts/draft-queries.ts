import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { newId } from '#server/database/new-id.ts'
import { membershipConfigurations, memberships, organisations, termDrafts } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { configurationColumns, type ConfigurationRow } from '../configuration-queries.ts'
import type { MembershipRow } from '../queries.ts'

type DraftRow = typeof termDrafts.$inferSelect

/** A season that somebody is about to buy, with its membership and configuration. */
export interface Draft {
  readonly draft: DraftRow
  readonly membership: MembershipRow
  readonly configuration: ConfigurationRow
}

/** The buyer's draft of this season, created if there is none; otherwise its expiry is renewed. */
export async function insertDraft(
  tx: Tx,
  values: Pick<DraftRow, 'membershipId' | 'configurationId' | 'draftedBy' | 'referenceKey'>,
): Promise<DraftRow> {
  const [row] = await tx
    .insert(termDrafts)
    .values({ id: newId(), ...values })
    .onConflictDoUpdate({
      target: [termDrafts.draftedBy, termDrafts.membershipId, termDrafts.configurationId],
      set: {
        updatedAt: sql`portal_now()`,
        referenceKey: sql`coalesce(excluded.reference_key, ${termDrafts.referenceKey})`,
      },
    })
    .returning()
  return row!
}

/** Deletes the oldest drafts beyond `most`. */
export const deleteSurplusDrafts = (tx: Tx, draftedBy: string, most: number) =>
  tx.execute(sql`
    delete from term_drafts where id in (
      select id from term_drafts where drafted_by = ${draftedBy}
      order by updated_at desc, id desc offset ${most} for update skip locked
    )`)

/** Deletes drafts untouched for so many hours, at most `limit`. @returns how many */
async function deleteOldDrafts(tx: Tx, hours: number, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from term_drafts where id in (
      select id from term_drafts where updated_at < portal_now() - make_interval(hours => ${hours})
      order by updated_at limit ${limit} for update skip locked
    )`)
  return rowCount ?? 0
}

/** The drafts of one buyer, with membership and configuration. */
export const selectDrafts = (
  db: Reader,
  draftedBy: string,
  which: { id: string } | { membershipId: string },
): Promise<Draft[]> =>
  db
    .select({ draft: termDrafts, membership: memberships, configuration: configurationColumns })
    .from(termDrafts)
    .innerJoin(memberships, eq(memberships.id, termDrafts.membershipId))
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, termDrafts.configurationId))
    .innerJoin(organisations, eq(organisations.id, membershipConfigurations.orgId))
    .where(
      and(
        eq(termDrafts.draftedBy, draftedBy),
        'id' in which ? eq(termDrafts.id, which.id) : eq(termDrafts.membershipId, which.membershipId),
      ),
    )
    .orderBy(sql`${termDrafts.id} desc`)

/** The payer's details of a draft's payment, as posted. */
export type DraftBilling = Partial<
  Pick<DraftRow, 'billingName' | 'billingAddress' | 'billingEmail' | 'billingPhone' | 'initDevice' | 'referenceKey'>
>

/** Stores the payment of a draft; a repeat updates the same one. @returns null if the draft is gone */
export async function updateDraftPayment(tx: Tx, id: string, billing: DraftBilling): Promise<DraftRow | null> {
  const [row] = await tx
    .update(termDrafts)
    .set({ ...billing, paymentId: sql`coalesce(payment_id, ${newId()}::uuid)`, updatedAt: sql`portal_now()` })
    .where(eq(termDrafts.id, id))
    .returning()
  return row ?? null
}

/** The ids that an order takes over from a draft. */
interface TakenDraft {
  readonly id: string
  readonly paymentId: string | null
  readonly membershipId: string
  readonly configurationId: string
  readonly referenceKey: string | null
}

/** Deletes and returns a buyer's drafts of these seasons, in one statement. */
export async function deleteDrafts(
  tx: Tx,
  draftedBy: string,
  seasons: readonly { membershipId: string; configurationId: string }[],
): Promise<TakenDraft[]> {
  const wanted = seasons.map(({ membershipId: membership_id, configurationId: configuration_id }) => ({
    membership_id,
    configuration_id,
  }))
  const { rows } = await executePrepared<{
    id: string
    payment_id: string | null
    membership_id: string
    configuration_id: string
    reference_key: string | null
  }>(
    tx,
    'memberships.take-drafts',
    sql`
    delete from term_drafts as draft
    using json_to_recordset(${JSON.stringify(wanted)}::json) as wanted(membership_id uuid, configuration_id uuid)
    where draft.drafted_by = ${draftedBy}
      and draft.membership_id = wanted.membership_id and draft.configuration_id = wanted.configuration_id
    returning draft.id, draft.payment_id, draft.membership_id, draft.configuration_id, draft.reference_key`,
  )
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    membershipId: row.membership_id,
    configurationId: row.configuration_id,
    referenceKey: row.reference_key,
  }))
}

const HOURS = 24
const CHUNK = 1000

/** Deletes unfinished step-by-step purchases after a day, with the posted address. */
export async function forgetDrafts(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, (tx) => deleteOldDrafts(tx, HOURS, CHUNK))
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}
