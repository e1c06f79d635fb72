import type { EventCategory, EventPerson, Gate, Places } from '#contract/event-answers.ts'
import type { Reader } from '#server/database/db.ts'
import { fullName, mayWithMember, type Seen } from '#server/domains/members/index.ts'
import { administers } from '#server/identity/roles.ts'
import type { Actor } from '#server/http/actor.ts'
import { gatesOf } from './gates.ts'
import { leftOfCategory, leftOfEvent } from './places.ts'
import { selectEventsForSale, type CategoryForSale, type EventForSale } from './queries.ts'
import { readStandings, type Standings } from './standings.ts'

/** What can be taken at an event, by whom, for how much, and what stands in the way. */
export interface Choices {
  /** What stands in everybody's way. */
  readonly gates: Gate[]
  readonly places: Places
  readonly categories: EventCategory[]
  readonly people: EventPerson[]
}

/**
 * The choices of these people at open events; events that are not to be found are left out. The number of round trips
 * does not grow with either.
 * @param people those for whom the caller may buy are answered for; none when signed out
 */
export async function readChoices(
  db: Reader,
  actor: Actor,
  people: readonly Seen[],
  eventIds: readonly string[],
): Promise<Map<string, Choices>> {
  const buyable = people.filter(({ standing }) => mayWithMember(standing, 'buy'))
  const memberIds = buyable.map(({ member }) => member.id)
  const wanted = eventIds.flatMap((eventId) => memberIds.map((memberId) => ({ memberId, eventId })))
  const events = await selectEventsForSale(db, { eventIds, memberIds, buyerId: actor.memberId, wanted })
  const standings = await readStandings(db, [...events.values()], memberIds)
  return new Map([...events.values()].map((event) => [event.id, choicesAt(event, actor, buyable, standings)]))
}

function choicesAt(event: EventForSale, actor: Actor, people: readonly Seen[], standings: Standings): Choices {
  const left = leftOfEvent(event)
  const common = { now: event.now, event, bypassesPublicDate: administers(actor.roles, event.orgKey) }
  const offer = standings.offerFor(event)
  const money = moneyOf(event)
  return {
    gates: gatesOf({ ...common, left }),
    places: { capacity: event.capacity, left },
    categories: event.categories.map((category) => presentCategory(event, category)),
    people: people.map(({ member }) => {
      const isMember = standings.isMember(event, member.id)
      const entries = event.entries.filter(({ memberId }) => memberId === member.id)
      const [entry = null] = entries.toSorted((a, b) => Number(a.reserved) - Number(b.reserved))
      const person = { dateOfBirth: member.dateOfBirth, isMember, entry }
      return {
        memberId: member.id,
        name: fullName(member),
        isCaller: member.id === actor.memberId,
        entries: entries.flatMap(({ id, categoryId, status }) => {
          const category = event.categories.find((one) => one.id === categoryId)
          return category ? [{ entryId: id, category: category.category, categoryName: category.name, status }] : []
        }),
        choices: event.categories.map((category) => {
          const { price, memberPrice } = category
          const cheaper = memberPrice !== null && memberPrice < price
          return {
            category: category.category,
            price: money(isMember ? (memberPrice ?? price) : price),
            priceKind: isMember && memberPrice !== null ? ('member' as const) : ('standard' as const),
            memberOffer: !isMember && cheaper && offer ? { price: money(memberPrice), offer } : null,
            gates: gatesOf({ ...common, left: leftOfCategory(event, category), choice: { category, person }, offer }),
          }
        }),
      }
    }),
  }
}

const moneyOf =
  ({ currency }: EventForSale) =>
  (minor: number) => ({ minor, currency })

const presentCategory = (event: EventForSale, category: CategoryForSale, money = moneyOf(event)): EventCategory => ({
  id: category.id,
  category: category.category,
  name: category.name,
  price: money(category.price),
  memberPrice: category.memberPrice === null ? null : money(category.memberPrice),
  minAge: category.minAge,
  maxAge: category.maxAge,
  membersOnly: category.membersOnly,
  places: { capacity: category.capacity, left: leftOfCategory(event, category) },
})
