import { addDays, daysOfEvent, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import { demoId } from './demo-id.ts'
import type { Category, ClubEvent } from './event-categories.ts'
import { scenes, type Scene } from './event-scenes.ts'
import { events } from './events.ts'
import type { RowOf } from './row-of.ts'

/** An event that has a picture, and what it shows. */
export interface PicturedEvent {
  readonly eventId: string
  readonly title: string
  readonly hue: number
  readonly scene: Scene
}

export interface EventRows {
  readonly events: RowOf<'events'>[]
  readonly pools: RowOf<'eventPools'>[]
  readonly categories: RowOf<'eventCategories'>[]
  readonly pictured: PicturedEvent[]
}

export function eventRows(clubs: readonly SeededClub[], today: string): EventRows {
  const all = clubs.flatMap((club) =>
    events[club.key].map((event) => ({ club, event, ...timesOf(club, event, today) })),
  )
  const morning = (inDays: number) => momentAt(addDays(today, inDays), '08:00')
  return {
    events: all.map(({ club, event, id, startsAt, createdAt }) => ({
      id,
      orgId: club.id,
      title: event.title,
      description: event.text,
      kind: event.kind,
      place: event.place,
      address: event.address ?? '',
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.hours * 3_600_000),
      publicFrom: event.publicInDays === undefined ? createdAt : morning(event.publicInDays),
      saleFrom: event.saleFromInDays === undefined ? null : morning(event.saleFromInDays),
      saleUntil: event.saleUntilInDays === undefined ? null : morning(event.saleUntilInDays),
      enabled: event.enabled ?? true,
      forMembers: event.forMembers ?? false,
      guestsInvited: event.guests ?? false,
      onePerPerson: !event.severalPerPerson,
      capacity: event.capacity ?? null,
      sold: event.sold ?? 0,
      createdAt,
    })),
    pools: all.flatMap(({ event, id, createdAt }) =>
      event.pool ? [{ id: poolId(id, createdAt), eventId: id, ...event.pool, sold: soldOfPool(event) }] : [],
    ),
    categories: all.flatMap(({ event, id, createdAt }) =>
      event.categories.map((category, position) => ({
        id: demoId(`category ${id} ${category.category}`, createdAt),
        eventId: id,
        category: category.category,
        name: category.name,
        price: category.price * 100,
        memberPrice: category.memberPrice === null ? null : category.memberPrice * 100,
        capacity: category.capacity ?? null,
        sold: soldOf(event, category),
        poolId: category.pooled ? poolId(id, createdAt) : null,
        minAge: category.minAge ?? null,
        maxAge: category.maxAge ?? null,
        membersOnly: category.membersOnly ?? false,
        position,
      })),
    ),
    pictured: all.flatMap(({ club, event: { title }, id }) => {
      const scene = scenes[title]
      return scene ? [{ eventId: id, title, hue: club.hue, scene }] : []
    }),
  }
}

function timesOf(club: SeededClub, event: ClubEvent, today: string) {
  const startsAt = momentAt(daysOfEvent(today, event)[0]!, event.at)
  const createdAt = momentAt(addDays(today, Math.min(event.inDays, 0) - 45), '10:00')
  return { id: demoId(`event ${club.key} ${event.title}`, createdAt), startsAt, createdAt }
}

const poolId = (eventId: string, createdAt: Date) => demoId(`pool ${eventId}`, createdAt)

/** Distributes the sold places over an event's categories, most to the first. */
function soldOf({ sold = 0, categories }: ClubEvent, category: Category): number {
  const share = Math.floor(sold / (categories.length + 1))
  return category === categories[0] ? sold - share * (categories.length - 1) : share
}

const soldOfPool = (event: ClubEvent): number =>
  event.categories.filter(({ pooled }) => pooled).reduce((sum, category) => sum + soldOf(event, category), 0)
