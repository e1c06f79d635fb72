import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { membershipConfigurations, memberships, membershipTerms } from '#server/database/schema/index.ts'
import type { Held } from './overlap.ts'

/** What people hold in these organisations, paid or reserved, with the order that reserves it. */
export const selectHeldSeasons = (db: Reader, orgIds: readonly string[], memberIds: readonly string[]) =>
  db
    .select({
      orgId: memberships.orgId,
      memberId: memberships.memberId,
      configurationId: membershipTerms.configurationId,
      orderId: membershipTerms.orderId,
      startDate: membershipTerms.startDate,
      endDate: membershipTerms.endDate,
      status: sql<Held['status']>`${membershipTerms.status}`,
      name: membershipConfigurations.name,
      series: membershipConfigurations.series,
      combinable: membershipConfigurations.combinable,
      isTrial: membershipConfigurations.isTrial,
    })
    .from(memberships)
    .innerJoin(membershipTerms, eq(membershipTerms.membershipId, memberships.id))
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, membershipTerms.configurationId))
    .where(
      and(
        inArray(memberships.orgId, [...orgIds]),
        inArray(memberships.memberId, [...memberIds]),
        sql`(${membershipTerms.status} = 'active' or (${membershipTerms.status} = 'held'
          and (${membershipTerms.reservedUntil} is null or ${membershipTerms.reservedUntil} > portal_now())))`,
      ),
    )

export type HeldSeason = Awaited<ReturnType<typeof selectHeldSeasons>>[number]
