import type { EventFacts } from '#contract/events/answers.ts'
import { hasWords } from '#contract/search-words.ts'
import type { Ticket } from '#contract/events/tickets.ts'

export interface TicketGroup {
  readonly event: EventFacts
  readonly tickets: readonly Ticket[]
}

/** Coming and past tickets, grouped by event in their original order. @param filter whose, or everybody's */
export function groupTickets(
  tickets: readonly Ticket[],
  { personId, search }: { readonly personId: string | null; readonly search: string },
) {
  const shown = tickets.filter(
    (ticket) => (personId === null || ticket.memberId === personId) && isFound(ticket, search),
  )
  return { coming: byEvent(shown.filter(({ past }) => !past)), past: byEvent(shown.filter(({ past }) => past)) }
}

const byEvent = (tickets: readonly Ticket[]): TicketGroup[] =>
  [...Map.groupBy(tickets, ({ event }) => event.id).values()].map((those) => ({
    event: those[0]!.event,
    tickets: those,
  }))

/** Every search word must match. The ticket number matches without its dash, too. */
function isFound({ event, memberName, categoryName, number }: Ticket, search: string): boolean {
  const facts = [event.title, event.kind, event.place, event.orgName, memberName, categoryName, number]
  return hasWords(`${facts.join('\n')}\n${number.replace('-', '')}`, search)
}

/** People with tickets, the user first. */
export const peopleOf = (tickets: readonly Ticket[]) =>
  [...Map.groupBy(tickets, ({ memberId }) => memberId).values()]
    .map(([one]) => ({ id: one!.memberId, name: one!.memberName, isOwn: one!.isOwn }))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
