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
  readonly phases: RowOf<'eventPhases'>[]
  readonly pictured: PicturedEvent[]
}

export function eventRows(clubs: readonly SeededClub[], today: string): EventRows {
  const all = clubs.flatMap((club) =>
    events[club.key].map((event, position) => ({ club, event, ...timesOf(club, event, position, today) })),
  )
  const morning = (inDays: number) => momentAt(addDays(today, inDays), '08:00')
  const categoryId = (eventId: string, { category }: Category, createdAt: Date) =>
    demoId(`category ${eventId} ${category}`, createdAt)
  return {
    events: all.map(({ club, event, id, startsAt, createdAt }) => ({
      id,
      orgId: club.id,
      title: event.title,
      titleTexts: { da: event.title, ...(event.en && { en: event.en.title }) },
      description: event.text,
      descriptionTexts: { da: event.text, ...(event.en && { en: event.en.text }) },
      kind: event.kind,
      place: event.place,
      address: event.address ?? '',
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.hours * 3_600_000),
      publicFrom: event.publicInDays === undefined ? createdAt : morning(event.publicInDays),
      saleFrom: event.saleFromInDays === undefined ? null : morning(event.saleFromInDays),
      saleUntil: event.saleUntilInDays === undefined ? null : morning(event.saleUntilInDays),
      status: event.cancelled ? 'cancelled' : (event.enabled ?? true) ? 'published' : 'draft',
      publishedAt: (event.enabled ?? true) ? publishedAt(createdAt) : null,
      cancelTexts: event.cancelled?.texts ?? null,
      refundUntilHours: event.refundUntilHours ?? null,
      forMembers: event.forMembers ?? false,
      guestsInvited: event.guests ?? false,
      onePerPerson: !event.severalPerPerson,
      capacity: event.capacity ?? null,
      sold: event.categories.reduce((sum, category) => sum + soldOf(event, category), 0),
      createdAt,
    })),
    pools: all.flatMap(({ event, id, createdAt }) =>
      event.pool ? [{ id: poolId(id, createdAt), eventId: id, ...event.pool, sold: soldOfPool(event) }] : [],
    ),
    categories: all.flatMap(({ event, id, createdAt }) =>
      event.categories.map((category, position) => ({
        id: categoryId(id, category, createdAt),
        eventId: id,
        category: category.category,
        name: category.name,
        nameTexts: { da: category.name, ...(category.en && { en: category.en }) },
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
    phases: all.flatMap(({ event, id, createdAt }) =>
      event.categories.flatMap((category) =>
        category.early
          ? [
              {
                id: demoId(`early ${id} ${category.category}`, createdAt),
                eventId: id,
                categoryId: categoryId(id, category, createdAt),
                position: 0,
                name: { da: 'Tidlig tilmelding', en: 'Early bird' },
                price: category.early.price * 100,
                memberPrice: category.early.memberPrice * 100,
                until: momentAt(addDays(today, category.early.untilInDays), '23:59'),
              },
            ]
          : [],
      ),
    ),
    pictured: all.flatMap(({ club, event: { title }, id }) => {
      const scene = scenes[title]
      return scene ? [{ eventId: id, title, hue: club.hue, scene }] : []
    }),
  }
}

/** An office writes its programme in one evening. */
function timesOf(club: SeededClub, event: ClubEvent, position: number, today: string) {
  const startsAt = momentAt(daysOfEvent(today, event)[0]!, event.at)
  const evening = momentAt(addDays(today, Math.min(event.inDays, 0) - 45), '19:00')
  const createdAt = new Date(evening.getTime() + position * 15 * 60_000)
  return { id: demoId(`event ${club.key} ${event.title}`, createdAt), startsAt, createdAt }
}

/** A while after it was written. */
export const publishedAt = (createdAt: Date): Date => new Date(createdAt.getTime() + 12 * 60_000)

const poolId = (eventId: string, createdAt: Date) => demoId(`pool ${eventId}`, createdAt)

/** Distributes the sold places over an event's categories, most to the first. */
function soldOf({ sold = 0, categories }: ClubEvent, category: Category): number {
  if (category.sold !== undefined) return category.sold
  const share = Math.floor(sold / (categories.length + 1))
  return category === categories[0] ? sold - share * (categories.length - 1) : share
}

const soldOfPool = (event: ClubEvent): number =>
  event.categories.filter(({ pooled }) => pooled).reduce((sum, category) => sum + soldOf(event, category), 0)
