import { textsIn } from '#contract/local-text.ts'
import type { OfficeTicket } from '#contract/events/tickets.ts'
import type { Db } from '#server/database/db.ts'
import { requireMemberOf } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { isValid } from './show-tickets.ts'
import { selectTickets } from './queries.ts'
import { ticketNumber } from './ticket-code.ts'

/** A member's tickets to the club's events, for its office. They open no door: the code is the member's own. */
export async function listTicketsOfMember(
  db: Db,
  { actor, organisation }: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<OfficeTicket[]> {
  await requireMemberOf(db, organisation.id, memberId)
  const rows = await selectTickets(db, { memberId, orgId: organisation.id })
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event.id,
    ...textsIn({ eventName: row.event.titleTexts, categoryName: row.categoryName }, actor.via.language),
    startDate: row.event.startsAt.toISOString(),
    endDate: row.event.endsAt.toISOString(),
    timeZone: row.event.timeZone,
    number: ticketNumber(row.id),
    status: isValid(row) ? 'valid' : 'cancelled',
    isTest: row.isTest,
  }))
}
