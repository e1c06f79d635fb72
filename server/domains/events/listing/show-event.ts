import type { Download, Output } from '#contract/endpoint.ts'
import type { CancelledEvent, EventDetail, events } from '#contract/events/events.ts'
import { eventPageFields } from '#contract/events/answers.ts'
import type { PublicEvent } from '#contract/events/public.ts'
import { textIn, textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { valuesOfRow } from '#server/database/fields.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import {
  type MemberWithRelationship,
  type PersonWithRelationship,
  relationshipOf,
  selectFamily,
} from '#server/domains/members/index.ts'
import { selectPaidDays } from '#server/domains/memberships/index.ts'
import { type Actor, isMember, type MemberActor, nobody } from '#server/http/actor.ts'
import { ttlCache } from '#server/http/ttl-cache.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import type { FileStore } from '#server/documents/file-store.ts'
import { calendarFile } from '../calendar-file.ts'
import { inLanguage } from '../event-texts.ts'
import { type Choices, type PreviewedBy, readChoices } from '../registration/choices.ts'
import { isForMembersOnly } from '../registration/eligibility-rules.ts'
import { isMemberBy } from '../registration/membership-facts.ts'
import { seesUnpublished } from './event-viewer.ts'
import { readPicture } from '../office/stored-picture.ts'
import { presentSummary, refundUntil } from './present.ts'
import {
  selectCategories,
  selectOptionalCancelled,
  selectOptionalPicture,
  selectOptionalShown,
  type ShownEvent,
} from './show-queries.ts'

interface OfEvent {
  readonly eventId: string
}

/**
 * An event with the options of each family member. A past event is still shown; its rules say that it is over. Throws
 * `event_not_found`, `event_called_off` with the club's message, or `event_not_public` with the date.
 */
export async function showEvent(db: Db, actor: MemberActor, { eventId }: OfEvent): Promise<EventDetail> {
  const event = await requireShown(db, actor, eventId)
  return detailFor(db, event, { actor, people: await peopleOf(db, actor) })
}

interface Viewer {
  readonly actor: Actor
  /** For whom they may register. */
  readonly people: readonly PersonWithRelationship[]
  readonly preview?: PreviewedBy
}

/** An event's page as somebody sees it. */
export async function detailFor(
  db: Reader,
  event: ShownEvent,
  { actor, people: whom, preview }: Viewer,
): Promise<EventDetail> {
  const { memberId } = actor
  const choices = (await readChoices(db, actor, whom, [event.id], preview)).get(event.id)
  if (!choices) throw new Problem('event_not_found')
  const { people } = choices
  const paidDays = memberId === null ? [] : (preview?.paidDays ?? (await selectPaidDays(db, [event.orgId], [memberId])))
  const paysAsMember = memberId !== null && isMemberBy(paidDays)(event, memberId)
  const held = people.flatMap(({ entries }) => entries).filter(({ status }) => status === 'paid')
  return {
    ...presentDetail({ ...event, tickets: held.length }, { ...choices, paysAsMember }, actor.via.language),
    orgEmail: event.orgEmail,
    ...(memberId !== null && valuesOfRow(eventPageFields, event)),
    people,
  }
}

interface Offer extends Choices {
  readonly paysAsMember: boolean
}

function presentDetail(event: ShownEvent, { gates, places, categories, paysAsMember }: Offer, language: Language) {
  const prices = categories.map((one) => ({
    price: one.price.minor,
    memberPrice: one.memberPrice?.minor ?? null,
    membersOnly: one.membersOnly,
    left: one.places.left,
  }))
  const early = { code: 'event_not_public' as const, from: event.publicFrom.toISOString() }
  const texts = { title: event.title, place: event.place, description: event.description }
  return {
    ...presentSummary(event, { places, prices, paysAsMember }, language),
    ...textsIn(texts, language),
    refundUntil: refundUntil(event)?.toISOString() ?? null,
    ...(event.asks && { asks: true }),
    onePerPerson: event.onePerPerson,
    categories,
    // Does not stop callers who see it early, but marks that others do not.
    gates: event.isPublic ? gates : [early, ...gates.filter(({ code }) => code !== early.code)],
  }
}

/**
 * An event as anybody sees it: the same for everybody, whoever calls. Throws `event_not_found`, `event_not_public` with the date, or
 * `event_members_only` with the club.
 */
export async function showPublicEvent(db: Db, { via }: Actor, { eventId }: OfEvent): Promise<PublicEvent> {
  const visitor = nobody(via.language)
  const event = await requireShown(db, visitor, eventId)
  const { orgId, orgKey, orgName } = event
  if (isForMembersOnly(event)) throw new Problem('event_members_only', { data: { orgId, orgKey, orgName } })
  const choices = (await readChoices(db, visitor, [], [eventId])).get(eventId)
  if (!choices) throw new Problem('event_not_found')
  return presentDetail(event, { ...choices, paysAsMember: false }, via.language)
}

/** The event in iCalendar. */
export async function writeCalendar(
  publicUrl: string,
  db: Db,
  actor: Actor,
  { eventId, language }: OfEvent & { language?: Language | undefined },
): Promise<Download> {
  const event = await selectOptionalShown(db, eventId)
  if (!event?.isPublic || (isForMembersOnly(event) && !isMember(actor))) throw new Problem('event_not_found')
  const { id, title, description, place, revision: sequence, changedAt } = event
  const spoken = language ?? actor.via.language
  const texts = { titleTexts: title, descriptionTexts: description, placeTexts: place }
  const calendar = { publicUrl, name: textIn(title, spoken), language: spoken }
  return calendarFile(calendar, [
    { id, event: inLanguage({ ...event, ...texts }, spoken), sequence, changedAt, path: pagePath(event) },
  ])
}

export async function showPicture(
  files: FileStore,
  db: Db,
  { eventId, v, size }: OfEvent & { v: string; size?: 'small' | undefined },
): Promise<Answered> {
  const picture = await selectOptionalPicture(db, { eventId, version: v, small: size === 'small' })
  if (!picture) throw new Problem('not_found')
  const { contentType } = picture
  return {
    contentType,
    fileName: `event.${contentType.split('/')[1]}`,
    bytes: () => readPicture(files, picture),
    version: size ? `${v}-${size}` : v,
    isPublic: true,
  }
}

/** The pages of events that anybody may see and are not over, the next one first. */
export async function selectPublicEventPaths(db: Db, most: number): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string; orgKey: string }>(
    db,
    'events.public-paths',
    sql`
    select events.id, key as "orgKey"
    from events join organisations on organisations.id = org_id and organisations.enabled
    where events.enabled and not (for_members and not guests_invited)
      and public_from <= (select portal_now()) and ends_at > (select portal_now())
    order by starts_at, events.id limit ${most}`,
  )
  return rows.map(pagePath)
}

export const pagePath = ({ orgKey, id }: Pick<ShownEvent, 'orgKey' | 'id'>) =>
  `/${encodeURIComponent(orgKey)}/events/${id}`

/** Throws if the caller may not see the event now. */
export async function requireShown(db: Db, actor: Actor, eventId: string): Promise<ShownEvent> {
  const event = await selectOptionalShown(db, eventId)
  if (!event) throw await notShownProblem(db, actor, eventId)
  const { publicFrom, orgKey, timeZone } = event
  if (!event.isPublic && !seesUnpublished(actor, orgKey))
    throw new Problem('event_not_public', { data: { from: publicFrom.toISOString(), timeZone, orgKey } })
  return event
}

/** `event_called_off` with the club's message, for those who could see the event before; otherwise `event_not_found`. */
async function notShownProblem(db: Db, actor: Actor, eventId: string): Promise<Problem> {
  const event = await selectOptionalCancelled(db, eventId)
  if (!event || (event.forMembersOnly && !isMember(actor))) return new Problem('event_not_found')
  const { startsAt, endsAt, title, texts, orgId, orgKey, orgName, timeZone } = event
  const { language } = actor.via
  const data: CancelledEvent = {
    orgId,
    orgKey,
    orgName,
    ...textsIn({ title, text: texts ?? { da: '' } }, language),
    startDate: new Date(startsAt).toISOString(),
    endDate: new Date(endsAt).toISOString(),
    timeZone,
  }
  return new Problem('event_called_off', { data })
}

/** The caller first, then the family by name. */
async function peopleOf(db: Db, actor: MemberActor): Promise<MemberWithRelationship[]> {
  const [self, family] = await Promise.all([relationshipOf(db, actor, actor.memberId), selectFamily(db, actor)])
  return self ? [self, ...family.filter(({ member }) => member.id !== self.member.id)] : family
}

/** Seconds for which an old price may be shown. An order always uses the current one. */
const SECONDS = 5

/** The price of a category, cached by event for a few seconds, with the event's visibility. */
export function priceOf(db: Db) {
  const readEvent = ttlCache((eventId) => readPrices(db, eventId), { seconds: SECONDS, most: 1000 })

  return async (
    actor: Actor,
    { eventId, category }: { eventId: string; category: string },
  ): Promise<Output<typeof events.pricing>> => {
    const event = await readEvent(eventId)
    if (!event) throw new Problem('event_not_found')
    if (!event.isPublic && !seesUnpublished(actor, event.orgKey))
      throw new Problem('event_not_public', {
        data: { from: event.publicFrom.toISOString(), timeZone: event.timeZone },
      })
    const name = category.toLowerCase()
    const found = event.categories.find((one) => one.category === name)
    if (!found) throw new Problem('category_not_found')
    const { price, memberPrice } = found
    const { currency } = event
    return {
      eventId,
      category: found.category,
      name: textIn(found.name, actor.via.language),
      price: price / 100,
      memberPrice: memberPrice === null ? null : memberPrice / 100,
      currencySymbol: currency,
      parts: {
        price: { minor: price, currency },
        memberPrice: memberPrice === null ? null : { minor: memberPrice, currency },
      },
    }
  }
}

async function readPrices(db: Db, eventId: string) {
  const event = await selectOptionalShown(db, eventId)
  if (!event) return null
  return { ...event, categories: await selectCategories(db, eventId) }
}
