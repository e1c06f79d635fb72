import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import { demoId } from './demo-id.ts'
import type { Category, ClubEvent } from './event-categories.ts'
import { events } from './events.ts'
import type { RowOf } from './row-of.ts'

export interface EventRows {
  readonly events: RowOf<'events'>[]
  readonly categories: RowOf<'eventCategories'>[]
}

export function eventRows(clubs: readonly SeededClub[], today: string): EventRows {
  const all = clubs.flatMap((club) =>
    events[club.key].map((event) => ({ club, event, ...timesOf(club, event, today) })),
  )
  return {
    events: all.map(({ club, event, id, startsAt, createdAt }) => ({
      id,
      orgId: club.id,
      title: event.title,
      description: event.text,
      kind: event.kind,
      place: event.place,
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.hours * 3_600_000),
      publicFrom: event.publicInDays === undefined ? createdAt : momentAt(addDays(today, event.publicInDays), '08:00'),
      enabled: event.enabled ?? true,
      forMembers: event.forMembers ?? false,
      guestsInvited: event.guests ?? false,
      capacity: event.capacity ?? null,
      sold: event.sold ?? 0,
      createdAt,
    })),
    categories: all.flatMap(({ event, id, createdAt }) =>
      event.categories.map((category, position) => ({
        id: demoId(`category ${id} ${category.category}`, createdAt),
        eventId: id,
        category: category.category,
        name: category.name,
        price: category.price * 100,
        memberPrice: category.memberPrice === null ? null : category.memberPrice * 100,
        sold: soldOf(event, category),
        position,
      })),
    ),
  }
}

function timesOf(club: SeededClub, event: ClubEvent, today: string) {
  const startsAt = momentAt(addDays(today, event.inDays), event.at)
  const createdAt = momentAt(addDays(today, Math.min(event.inDays, 0) - 45), '10:00')
  return { id: demoId(`event ${club.key} ${event.title}`, createdAt), startsAt, createdAt }
}

/** The places sold of an event, spread over its categories: most to the first, and in all exactly as many. */
function soldOf({ sold = 0, categories }: ClubEvent, category: Category): number {
  const share = Math.floor(sold / (categories.length + 1))
  return category === categories[0] ? sold - share * (categories.length - 1) : share
}
