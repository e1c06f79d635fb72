import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { membershipConfigurations, memberships, membershipTerms } from '#server/database/schema/index.ts'

/** What people hold in one organisation, paid or reserved, with the order that reserves it. */
export const selectHeldSeasons = (db: Reader, orgId: string, memberIds: readonly string[]) =>
  db
    .select({
      memberId: memberships.memberId,
      configurationId: membershipTerms.configurationId,
      orderId: membershipTerms.orderId,
      startDate: membershipTerms.startDate,
      endDate: membershipTerms.endDate,
      status: membershipTerms.status,
      combinable: membershipConfigurations.combinable,
    })
    .from(memberships)
    .innerJoin(membershipTerms, eq(membershipTerms.membershipId, memberships.id))
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, membershipTerms.configurationId))
    .where(
      and(
        eq(memberships.orgId, orgId),
        inArray(memberships.memberId, [...memberIds]),
        sql`(${membershipTerms.status} = 'active' or (${membershipTerms.status} = 'held'
          and (${membershipTerms.reservedUntil} is null or ${membershipTerms.reservedUntil} > portal_now())))`,
      ),
    )

export type HeldSeason = Awaited<ReturnType<typeof selectHeldSeasons>>[number]
