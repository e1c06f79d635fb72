import { type Db, inTransaction } from '#server/database/db.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { readClubMembers, requireFilter, type WhichMembers } from '#server/domains/memberships/index.ts'
import type { Club, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import * as m from '#words/messages.js'
import type { Badges } from './draw-badges.ts'

/** As many as on a list of registrations. */
const MOST_BADGES = 3000

/** Name badges to print and cut out. Names leave the portal, so it is in the club's history. */
export async function printBadges(
  db: Db,
  caller: OfficeCaller<Club & { readonly name: string }>,
  which: WhichMembers,
): Promise<Answered> {
  requireFilter(caller, which)
  const { actor, organisation } = caller
  const locale = actor.via.language
  const page = { limit: MOST_BADGES, language: locale }
  const { people, total } = await readClubMembers(db, organisation.id, { ...which, ...page })
  if (total > MOST_BADGES) throw new Problem('too_many_to_print', { data: { most: MOST_BADGES } })
  if (total === 0) throw new Problem('not_found')
  await inTransaction(db, (tx) =>
    recordOfficeChange(tx, caller, { name: 'badges_printed', thing: 'member', label: String(total) }),
  )
  const badges: Badges = {
    title: m.register_badges_title({}, { locale }),
    club: organisation.name,
    people: people.map(({ name, number, memberships }) => ({
      name,
      about: [number !== null && m.register_badge_number({ number }, { locale }), memberships[0]]
        .filter(Boolean)
        .join(' · '),
    })),
  }
  const bytes = await drawInThread(new URL('./draw-badges.ts', import.meta.url), badges, locale)
  return { contentType: 'application/pdf', fileName: `${m.register_badges_title({}, { locale })}.pdf`, bytes }
}
