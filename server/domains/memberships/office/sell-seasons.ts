import type { OfficeEvent } from '#contract/audit/history.ts'
import type { OfficeSeason } from '#contract/memberships/office.ts'
import type { Tx } from '#server/database/db.ts'
import { membershipConfigurations } from '#server/database/schema/index.ts'
import { eq } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { ConfigurationRow } from '../configuration-queries.ts'
import { lockSeason, lockSeasons, showSeason, updateSeason } from './seasons.ts'
import { requireFree } from './write-season.ts'

/** Publishes drafts together. Published ones stay as they are, so that a second press changes nothing. */
export async function publishSeasons(tx: Tx, caller: OfficeCaller, { ids }: { readonly ids: readonly string[] }) {
  const published: OfficeSeason[] = []
  for (const row of await lockSeasons(tx, caller, ids)) {
    const isDraft = row.publishedAt === null
    const now = isDraft ? await updateSeason(tx, row.id, { enabled: true, publishedAt: tx.now }) : row
    if (isDraft) await record(tx, caller, 'membership_published', now)
    published.push(await showSeason(tx, now))
  }
  return published
}

interface Seen {
  readonly configurationId: string
  readonly version: number
}

/**
 * Ends the sale of a season, and renewals into it. What was sold stays. The lock waits for purchases that are being prepared; open orders
 * may still be paid.
 */
export async function stopSeason(tx: Tx, caller: OfficeCaller, seen: Seen): Promise<OfficeSeason> {
  const row = await lockSeason(tx, caller, seen)
  if (row.publishedAt === null || !row.enabled) return showSeason(tx, row)
  const stopped = await updateSeason(tx, row.id, { enabled: false })
  await record(tx, caller, 'membership_stopped', stopped)
  return showSeason(tx, stopped)
}

/** Takes a stop back, unless another season of the series has its days by now. */
export async function resumeSeason(tx: Tx, caller: OfficeCaller, seen: Seen): Promise<OfficeSeason> {
  const row = await lockSeason(tx, caller, seen)
  if (row.publishedAt === null || row.enabled) return showSeason(tx, row)
  await requireFree(tx, row)
  const resumed = await updateSeason(tx, row.id, { enabled: true })
  await record(tx, caller, 'membership_resumed', resumed)
  return showSeason(tx, resumed)
}

/** Deletes a draft. Nobody can have bought it. */
export async function discardSeason(
  tx: Tx,
  caller: OfficeCaller,
  { configurationId }: { readonly configurationId: string },
): Promise<void> {
  const row = await lockSeason(tx, caller, { configurationId })
  if (row.publishedAt !== null) throw new Problem('season_published')
  await tx
    .update(membershipConfigurations)
    .set({ copiedFrom: null })
    .where(eq(membershipConfigurations.copiedFrom, row.id))
  await tx.delete(membershipConfigurations).where(eq(membershipConfigurations.id, row.id))
  await record(tx, caller, 'membership_draft_deleted', row)
}

const record = (tx: Tx, caller: OfficeCaller, name: OfficeEvent, { id, name: label }: ConfigurationRow) =>
  recordOfficeChange(tx, caller, { name, thing: 'membership', thingId: id, label })
