import type { OfferedPlace } from '#contract/events/registrations.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { unmetRules } from '../registration/eligibility-rules.ts'
import { isMemberBy, readPaidDays } from '../registration/membership-facts.ts'
import { priceFor, pricesAt } from '../registration/phases.ts'
import { leftOfCategory } from '../registration/places.ts'
import { type EventForSale, selectEventsForSale } from '../registration/queries.ts'
import { keepForWaiting } from '../waiting/wishes.ts'
import { selectPeople } from './add-registration.ts'
import type { EventClub, EventRow } from './edited-event.ts'
import { findEvent, requirePublished } from './registrations.ts'

/** The reasons shown to an office, which may register by hand anyway. */
const shown = ['category_age', 'category_members_only', 'birth_date_missing', 'event_sold_out'] as const

interface Asked {
  readonly eventId: string
  readonly memberId?: string | undefined
  readonly born?: string | undefined
}

/** The prices of the open categories for somebody now, and which are for them, by the rules for buyers. Without a member, a guest. */
export async function readOfferedPlaces(
  db: Db,
  { organisation }: OfficeCaller<EventClub>,
  { eventId, memberId, born }: Asked,
): Promise<OfferedPlace[]> {
  const event = await findEvent(db, organisation.id, eventId)
  requirePublished(event)
  const [member] = memberId ? await selectPeople(db, event, sql`people.id = ${memberId}`) : []
  if (memberId && !member) throw new Problem('not_found')
  const memberIds = memberId ? [memberId] : []
  const sold = await findForSale(db, event, memberIds)
  const isMember = memberId !== undefined && isMemberBy(await readPaidDays(db, [sold], memberIds))(sold, memberId)
  const person = { dateOfBirth: member?.dateOfBirth ?? born ?? null, isMember, entry: null }
  return sold.categories
    .filter(({ closed }) => !closed)
    .map((category) => {
      const left = leftOfCategory(sold, category)
      const unmet = unmetRules({
        now: sold.now,
        event: sold,
        bypassesPublicDate: true,
        left,
        choice: { category, person },
      })
      return {
        categoryId: category.id,
        price: { minor: priceFor(pricesAt(category, sold.now), isMember), currency: sold.currency },
        problem: shown.find((code) => unmet.some((rule) => rule.code === code)) ?? null,
      }
    })
}

/** A published event with what decides about its places, without those kept for who waits. Throws `event_not_found` if the club is closed. */
export async function findForSale(
  db: Reader,
  { id }: Pick<EventRow, 'id'>,
  memberIds: readonly string[],
): Promise<EventForSale> {
  const found = await selectEventsForSale(db, { eventIds: [id], memberIds, buyerId: null, wanted: [] })
  const event = found.get(id)
  if (!event) throw new Problem('event_not_found')
  return keepForWaiting(db, event)
}
