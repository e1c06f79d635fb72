import type { EventCategory, EventPerson, EligibilityRule, Places } from '#contract/events/answers.ts'
import { textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Reader } from '#server/database/db.ts'
import { fullName, mayWithMember, type PersonWithRelationship } from '#server/domains/members/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { seesUnpublished } from '../listing/event-viewer.ts'
import { unmetRules, isOpen, isOpenToMembers, withOffer } from './eligibility-rules.ts'
import { pricesAt } from './phases.ts'
import { leftOfCategory, placesOf } from './places.ts'
import type { PaidDays } from '#server/domains/memberships/index.ts'
import { selectEventsForSale, type CategoryForSale, type EventForSale } from './queries.ts'
import { isMemberBy, readEventOffers, readPaidDays } from './membership-facts.ts'
import { keepAllForWaiting } from '../waiting/wishes.ts'

/** The bookable places of an event: by whom, at what price, and why not. */
export interface Choices {
  /** Reasons that apply to everybody. */
  readonly gates: EligibilityRule[]
  readonly places: Places
  readonly categories: EventCategory[]
  readonly people: EventPerson[]
}

/** How an office looks at an event before others do: also at a draft. */
export interface PreviewedBy {
  /** Memberships of made-up people; those in the database when left out. */
  readonly paidDays?: readonly PaidDays[] | undefined
}

/**
 * The options of these people at open events; unknown events are left out. The number of queries is fixed.
 * @param people only those the caller may buy for get options; empty when signed out
 * @param preview for an office
 */
export async function readChoices(
  db: Reader,
  actor: Actor,
  people: readonly PersonWithRelationship[],
  eventIds: readonly string[],
  preview?: PreviewedBy,
): Promise<Map<string, Choices>> {
  const buyable = people.filter(({ relationship }) => mayWithMember(relationship, 'buy'))
  const memberIds = buyable.map(({ member }) => member.id)
  const wanted = eventIds.flatMap((eventId) =>
    memberIds.map((memberId) => ({ kind: 'event' as const, memberId, thingId: eventId })),
  )
  const open = await selectEventsForSale(db, {
    eventIds,
    memberIds,
    buyerId: actor.memberId,
    wanted,
    drafts: preview !== undefined,
  })
  const events = await keepAllForWaiting(db, open)
  const isMember = isMemberBy(preview?.paidDays ?? (await readPaidDays(db, [...events.values()], memberIds)))
  const options = [...events.values()].map((event) => optionsAt(event, actor, buyable, isMember))
  const asking = options.filter(({ people: those }) => those.some(({ choices }) => choices.some(mayBeOffered)))
  const offerFor = await readEventOffers(
    db,
    actor,
    asking.map(({ event }) => event),
    buyable,
  )
  return new Map(options.map((one) => [one.event.id, choicesAt(one, actor, offerFor)]))
}

type EventOptions = ReturnType<typeof optionsAt>
type OptionOf = EventOptions['people'][number]['choices'][number]

/** The state of an event for each person, before a membership is offered. */
function optionsAt(
  event: EventForSale,
  actor: Actor,
  people: readonly PersonWithRelationship[],
  isMemberAt: ReturnType<typeof isMemberBy>,
) {
  const onSale = event.categories.filter(({ closed }) => !closed)
  const places = placesOf({ ...event, categories: onSale })
  const common = { now: event.now, event, bypassesPublicDate: seesUnpublished(actor, event.orgKey) }
  // An order of such a club is refused before its lines are looked at.
  const paused: readonly EligibilityRule[] = event.clubPaused ? [{ code: 'club_paused' }] : []
  return {
    event,
    onSale,
    places,
    gates: [...unmetRules({ ...common, left: places.left }), ...paused],
    people: people.map(({ member }) => {
      const isMember = isMemberAt(event, member.id)
      const entries = event.entries.filter(({ memberId }) => memberId === member.id)
      const [entry = null] = entries.toSorted((a, b) => Number(a.reserved) - Number(b.reserved))
      const person = { dateOfBirth: member.dateOfBirth, isMember, entry }
      const choices = onSale.map((category) => ({
        category,
        ...pricesAt(category, event.now),
        isMember,
        gates: [
          ...unmetRules({ ...common, left: leftOfCategory(event, category), choice: { category, person } }),
          ...paused,
        ],
      }))
      return { member, entries, choices }
    }),
  }
}

const isCheaper = ({ price, memberPrice, isMember }: OptionOf) =>
  !isMember && memberPrice !== null && memberPrice < price

/** A membership is offered only if it is all that is missing, or makes an available option cheaper. */
const mayBeOffered = (choice: OptionOf) => isOpenToMembers(choice.gates) || (isOpen(choice.gates) && isCheaper(choice))

function choicesAt(
  { event, onSale, places, gates, people }: EventOptions,
  actor: Actor,
  offerFor: Awaited<ReturnType<typeof readEventOffers>>,
): Choices {
  const money = moneyOf(event)
  const { language } = actor.via
  return {
    gates,
    places,
    categories: onSale.map((category) => presentCategory(event, category, language)),
    people: people.map(({ member, entries, choices }) => {
      const { offer, endsSoon, needsBirthDate } = choices.some(mayBeOffered)
        ? offerFor(event, member.id)
        : { offer: null, endsSoon: false, needsBirthDate: false }
      return {
        memberId: member.id,
        name: fullName(member),
        isCaller: member.id === actor.memberId,
        entries: entries.flatMap(({ id, categoryId, status }) => {
          const category = event.categories.find((one) => one.id === categoryId)
          return category
            ? [
                {
                  entryId: id,
                  category: category.category,
                  ...textsIn({ categoryName: category.name }, language),
                  status,
                },
              ]
            : []
        }),
        choices: choices.map((choice) => {
          const { category, price, memberPrice, isMember } = choice
          const opens = isOpenToMembers(choice.gates)
          const unknown = opens && needsBirthDate ? [{ code: 'birth_date_missing' as const }] : []
          return {
            category: category.category,
            price: money(isMember ? (memberPrice ?? price) : price),
            priceKind: isMember && memberPrice !== null ? ('member' as const) : ('standard' as const),
            // A season with few days left is not bought for a lower price.
            memberOffer:
              isOpen(choice.gates) && isCheaper(choice) && offer && !endsSoon
                ? { price: money(memberPrice!), offer }
                : null,
            gates: [...(opens ? withOffer(choice.gates, offer) : choice.gates), ...unknown],
          }
        }),
      }
    }),
  }
}

const moneyOf =
  ({ currency }: EventForSale) =>
  (minor: number) => ({ minor, currency })

function presentCategory(event: EventForSale, category: CategoryForSale, language: Language): EventCategory {
  const money = moneyOf(event)
  const { price, memberPrice, phase } = pricesAt(category, event.now)
  const later = pricesAt({ ...category, phases: category.phases.filter((one) => one !== phase) }, event.now)
  const left = leftOfCategory(event, category)
  return {
    id: category.id,
    category: category.category,
    ...textsIn({ name: category.name }, language),
    price: money(price),
    memberPrice: memberPrice === null ? null : money(memberPrice),
    phase: phase && {
      ...textsIn({ name: phase.name }, language),
      until: phase.until?.toISOString() ?? null,
      left: phase.places === null ? null : Math.min(phase.places - category.sold - category.held, left ?? Infinity),
      laterPrice: money(later.price),
      laterMemberPrice: later.memberPrice === null ? null : money(later.memberPrice),
    },
    minAge: category.minAge,
    maxAge: category.maxAge,
    membersOnly: category.membersOnly,
    places: { capacity: category.capacity, left },
  }
}
