import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { selectSeasonsToCome } from '../configuration-queries.ts'
import { selectMemberships } from '../queries.ts'
import { priceMembership } from '../sale/membership-price.ts'
import { selectHolders } from '../sale/holder-queries.ts'
import { nextSeasonOf, type NextSeason } from './next-season.ts'

/** What memberships go on with, by their ids, each with what it costs in øre. */
export async function readNextSeasons(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, NextSeason & { total: number }>> {
  const rows = await selectMemberships(db, { ids })
  const orgIds = [...new Set(rows.map(({ membership }) => membership.orgId))]
  const today = copenhagenDate(await portalNow(db))
  const toCome = await selectSeasonsToCome(db, today, orgIds)
  const holders = await selectHolders(db, orgIds, today)
  return new Map(
    rows.flatMap((row) => {
      const next = nextSeasonOf(row, toCome.get(row.membership.orgId) ?? [], { today, holders })
      return next ? [[row.membership.id, { ...next, total: priceMembership(next).total }] as const] : []
    }),
  )
}
