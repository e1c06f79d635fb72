import type { Parsed } from '#contract/endpoint.ts'
import type { events, EventSummary } from '#contract/events.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { selectPaidDays } from '#server/domains/memberships/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOffered } from '../registration/offered-queries.ts'
import { leftOfEvent } from '../registration/places.ts'
import type { Filters } from './filter-queries.ts'
import { selectEndOfPage, selectKinds, selectPage } from './list-queries.ts'
import { readPerspective, type Perspective } from './perspective-queries.ts'
import { presentSummary } from './present.ts'
import { selectFound } from './search-queries.ts'
import { selectShown } from './show-queries.ts'

type Query = Parsed<typeof events.list>

const MOST = 100

/** Events that the caller may see and that are not over, the next one first. */
export async function listEvents(db: Db, actor: MemberActor, query: Query): Promise<EventSummary[]> {
  const perspective = await readPerspective(db, actor)
  const filters = await filtersOf(db, query, perspective)
  if (filters.orgIds?.length === 0) return []

  const after = query.after === undefined ? null : await selectEndOfPage(db, perspective, query.after)
  if (query.after !== undefined && !after) throw new Problem('event_not_found')
  const limit = Math.max(1, Math.min(query.limit ?? MOST, MOST))
  const wanted = { filters, perspective, after, limit }
  const ids = query.search ? await selectFound(db, wanted, query.search) : await selectPage(db, wanted)
  return ids.length === 0 ? [] : summariesOf(db, perspective, ids, actor.via.language)
}

/** The kinds of events that the reader may see, of one club or of all. */
export async function listKinds(db: Db, actor: MemberActor, { orgId }: { orgId?: string | undefined }) {
  return selectKinds(db, await readPerspective(db, actor), orgId ?? null)
}

async function filtersOf(db: Db, query: Query, { clubs, family }: Perspective): Promise<Filters> {
  const { orgId, mine, kind, from, until, fits } = query
  const named = orgId === undefined ? null : [orgId]
  const familyIds = family.map(({ id }) => id)
  return {
    orgIds: mine === 'true' ? (named ?? clubs).filter((id) => clubs.includes(id)) : named,
    notOrgIds: mine === 'false' ? clubs : [],
    kind: kind || null,
    from: from ?? null,
    until: until ?? null,
    fits: fits === 'true' ? await selectPaidDays(db, clubs, familyIds) : null,
  }
}

/** In the order of the ids. */
async function summariesOf(db: Db, { family }: Perspective, ids: readonly string[], language: Language) {
  const familyIds = family.map(({ id }) => id)
  const [shown, offered] = await Promise.all([selectShown(db, ids, familyIds), selectOffered(db, ids)])
  const byId = new Map(shown.map((event) => [event.id, event]))
  return ids.flatMap((id) => {
    const event = byId.get(id)
    const offer = offered.get(id)
    if (!event || !offer) return []
    const places = { capacity: offer.capacity, left: leftOfEvent(offer) }
    return [presentSummary(event, { places, prices: offer.prices }, language)]
  })
}
