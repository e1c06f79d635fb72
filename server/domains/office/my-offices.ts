import type { Parsed } from '#contract/endpoint.ts'
import type { Office, officeAccess } from '#contract/office/access.ts'
import type { Db } from '#server/database/db.ts'
import { organisations } from '#server/database/schema/index.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { clubColumns, type ClubRow, presentClub } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { clubsOfToken, scopesAt } from '#server/identity/scopes.ts'

const MOST = 1000

/** The clubs in whose office the caller works, by name. */
export async function listMyOffices(
  db: Db,
  actor: MemberActor,
  { search = '', after, limit = MOST }: Parsed<typeof officeAccess.mine>,
): Promise<Office[]> {
  const keys = [...clubsOfToken(actor), ...actor.grants.map(({ orgKey }) => orgKey)]
  if (keys.length === 0) return []
  const place = sql`danish_order(name), id`
  const clubs = await db
    .select(clubColumns)
    .from(organisations)
    .where(
      and(
        keys.includes('ALL') ? undefined : sql`key = any(${sql.param(keys)}::text[])`,
        containsWords(sql`folded`, search),
        after === undefined ? undefined : sql`(${place}) > (select ${place} from organisations where id = ${after})`,
      ),
    )
    .orderBy(place)
    .limit(limit)
  return clubs.map((club) => presentOffice(club, actor))
}

/** The office of one club. Throws `forbidden` when the caller has no right there. */
export async function showOffice(db: Db, actor: MemberActor, { orgKey }: { orgKey: string }): Promise<Office> {
  const [club] = await db.select(clubColumns).from(organisations).where(eq(organisations.key, orgKey))
  if (!club) throw new Problem('organisation_not_found')
  const office = presentOffice(club, actor)
  if (office.scopes.length === 0) throw new Problem('forbidden')
  return office
}

/** A club's office as the caller may use it. */
export function presentOffice(club: ClubRow, actor: MemberActor): Office {
  const roles = actor.grants.filter(({ orgKey }) => orgKey === club.key).flatMap((grant) => grant.roles)
  const bySignIn = clubsOfToken(actor).some((key) => key === 'ALL' || key === club.key)
  return {
    club: presentClub(club),
    scopes: [...scopesAt(actor, club.key, 'read')],
    roles,
    bySignIn,
    readOnly: !bySignIn && roles.every((role) => role === 'look'),
  }
}
