import type * as z from 'zod/mini'
import type { Candidate, GuestFields, Registration } from '#contract/events/registrations.ts'
import type { handMethods } from '#contract/orders/answers.ts'
import { MOST_FOUND } from '#contract/values.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { idByToken, newId } from '#server/database/new-id.ts'
import { eventCategories } from '#server/database/schema/index.ts'
import { containsWords } from '#server/database/search-sql.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import {
  ageOn,
  fullName,
  insertManagedPerson,
  joinClub,
  numberPeople,
  withinReachOf,
} from '#server/domains/members/index.ts'
import { type ByHandServices, createOrderByHand } from '#server/domains/orders/index.ts'
import type { OrganisationRow } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { eventDays } from '../event-days.ts'
import { recountMissing } from '../questions/answers.ts'
import { addPlaceByHand } from '../registration/reserve-places.ts'
import type { EventRow } from './edited-event.ts'
import { findEvent, readRegistrations, requirePublished } from './registrations.ts'

/** Members of the club and people of their families, by parts of their names, to register by hand. */
export async function findCandidates(
  db: Reader,
  { organisation }: OfficeCaller,
  { eventId, search }: { readonly eventId: string; readonly search: string },
): Promise<Candidate[]> {
  const event = await findEvent(db, organisation.id, eventId)
  const { first } = eventDays(event)
  const people = await selectPeople(db, event, containsWords(sql`people.folded`, search))
  return people.map(({ id, firstName, lastName, dateOfBirth, parentName, registered }) => ({
    id,
    name: fullName({ firstName, lastName }),
    age: dateOfBirth === null ? null : ageOn(first, dateOfBirth),
    of: parentName,
    registered,
  }))
}

export interface Person extends Record<string, unknown> {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string | null
  readonly parentId: string | null
  readonly parentName: string | null
  readonly registered: boolean
}

/** The people of the club, and their participants. */
export async function selectPeople(
  db: Reader,
  { id: eventId, orgId }: Pick<EventRow, 'id' | 'orgId'>,
  where: SQL,
): Promise<Person[]> {
  const { rows } = await executePrepared<Person>(
    db,
    'events.people-to-add',
    sql`
    with reached as materialized (${withinReachOf(orgId)})
    select people.id, people.first_name as "firstName", people.last_name as "lastName", people.date_of_birth::text as "dateOfBirth",
      people.parent_id as "parentId", ${fullNameOf('parents')} as "parentName",
      exists (select from event_entries entries where entries.event_id = ${eventId} and entries.member_id = people.id
        and (entries.status = 'paid' or entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now()))) as registered
    from reached join members people on people.id = reached.id left join members parents on parents.id = people.parent_id
    where people.enabled and people.archived_at is null and ${where}
    order by name_to_sort(people.first_name, people.last_name), people.id limit ${MOST_FOUND}`,
  )
  return rows
}

type Guest = z.infer<typeof GuestFields>

interface Added {
  readonly eventId: string
  readonly memberId?: string | undefined
  readonly guest?: Guest | undefined
  readonly categoryId: string
  readonly method: (typeof handMethods)[number]
  readonly amount: number
  readonly reason: string
  readonly token?: string | undefined
}

/**
 * Registers somebody by hand, a member of the club or a guest, also outside the time of the sale and whatever the rules for buyers say; never beyond the places there are,
 * and once where people have one place each. They get a ticket and its mail. What they paid elsewhere is noted, and is no income of the portal.
 * Sent again with its token, it answers with the first.
 */
export async function addRegistration(
  services: ByHandServices,
  tx: Tx,
  caller: OfficeCaller<OrganisationRow>,
  { token, ...asked }: Added,
): Promise<Registration> {
  const { actor, organisation } = caller
  const { eventId, categoryId, method, amount, reason, ...whom } = asked
  const event = await findEvent(tx, organisation.id, eventId)
  const entryId = await idByToken(tx, caller, token, [asked])
  const made = await readRegistration(tx, caller, event, entryId)
  if (made) return made
  requirePublished(event)
  const known = whom.memberId === undefined ? null : await findPerson(tx, event, whom.memberId)
  const [category] = await tx
    .select()
    .from(eventCategories)
    .where(and(eq(eventCategories.id, categoryId), eq(eventCategories.eventId, eventId)))
  if (!category) throw new Problem('category_not_found')
  const person = known ?? (await insertGuest(tx, organisation.id, whom.guest!))

  const { first, last } = eventDays(event)
  const line = {
    id: newId(),
    entryId,
    kind: 'event' as const,
    orgId: organisation.id,
    memberId: person.id,
    memberName: fullName(person),
    title: event.title,
    titleTexts: event.titleTexts,
    startDate: first,
    endDate: last,
    eventId,
    categoryId,
    category: category.category,
    categoryName: category.name,
    categoryTexts: category.nameTexts,
    startsAt: event.startsAt,
    timeZone: event.timeZone,
    priceKind: 'standard' as const,
    phaseId: null,
    currency: organisation.currency,
    price: 0,
    vatRate: 0,
    vat: 0,
    surcharge: 0,
    discount: 0,
    total: 0,
  }
  const order = await createOrderByHand(services, tx, caller, {
    buyerId: person.parentId ?? person.id,
    lines: [line],
    email: whom.guest?.email ?? null,
  })
  await recordOfficeChange(tx, caller, {
    name: 'registration_added',
    thing: 'event',
    thingId: eventId,
    label: event.title,
    after: { person: line.memberName, category: category.name, method, amount },
    reason,
  })
  // From here to the commit, buyers of the same places wait.
  const reservation = { orderId: order.id, orgId: organisation.id }
  const byHand = { addedBy: actor.actorId, addedReason: reason, handMethod: method, handAmount: amount }
  const { asks } = await addPlaceByHand(tx, reservation, line, byHand)
  if (asks) await recountMissing(services.secrets, tx, sql`entries.id = ${entryId}`)
  return (await readRegistration(tx, caller, event, entryId))!
}

async function readRegistration(
  tx: Tx,
  { actor, organisation }: OfficeCaller<OrganisationRow>,
  event: EventRow,
  entryId: string,
): Promise<Registration | undefined> {
  const { people } = await readRegistrations(
    tx,
    event,
    { ids: [entryId] },
    {
      limit: 1,
      language: actor.via.language,
      currency: hasScope(actor, 'money.read', organisation.key) ? organisation.currency : null,
      mayRefund: hasScope(actor, 'money.refund', organisation.key, 'write'),
    },
  )
  return people[0]
}

async function findPerson(tx: Tx, event: EventRow, memberId: string) {
  const [person] = await selectPeople(tx, event, sql`people.id = ${memberId}`)
  if (!person) throw new Problem('not_found')
  return person
}

/** Their address is the order's alone: nobody who signs in with it later finds what a club wrote of them. */
async function insertGuest(tx: Tx, orgId: string, { firstName, lastName, phone, dateOfBirth }: Guest) {
  const guest = { firstName, lastName, phone, dateOfBirth }
  const { id } = await insertManagedPerson(tx, guest)
  await joinClub(tx, { orgId, memberIds: [id], source: 'added', managed: true })
  await numberPeople(tx, orgId)
  return { id, ...guest, parentId: null }
}
