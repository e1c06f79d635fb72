import type { EventFacts } from '#contract/events/answers.ts'
import { hasWords } from '#contract/search-words.ts'
import type { Ticket } from '#contract/events/tickets.ts'

export interface TicketGroup {
  readonly event: EventFacts
  readonly tickets: readonly Ticket[]
}

interface TicketFilter {
  /** Null for everybody. */
  readonly personId: string | null
  readonly search: string
}

/** Coming and past tickets, grouped by event in their original order. */
export function groupTickets(
  tickets: readonly Ticket[],
  { personId, search }: TicketFilter,
): { coming: TicketGroup[]; past: TicketGroup[] } {
  const shown = tickets.filter(
    (ticket) => (personId === null || ticket.memberId === personId) && isFound(ticket, search),
  )
  return { coming: byEvent(shown.filter(({ past }) => !past)), past: byEvent(shown.filter(({ past }) => past)) }
}

function byEvent(tickets: readonly Ticket[]): TicketGroup[] {
  const groups = new Map<string, { event: EventFacts; tickets: Ticket[] }>()
  for (const ticket of tickets) {
    const group = groups.get(ticket.event.id)
    if (group) group.tickets.push(ticket)
    else groups.set(ticket.event.id, { event: ticket.event, tickets: [ticket] })
  }
  return [...groups.values()]
}

/** Every search word must match. The ticket number matches without its dash, too. */
function isFound({ event, memberName, categoryName, number }: Ticket, search: string): boolean {
  const facts = [event.title, event.kind, event.place, event.orgName, memberName, categoryName, number]
  return hasWords(`${facts.join('\n')}\n${number.replace('-', '')}`, search)
}

interface TicketPerson {
  readonly id: string
  readonly name: string
  readonly isOwn: boolean
}

/** People with tickets, the user first. */
export function peopleOf(tickets: readonly Ticket[]): TicketPerson[] {
  const people = new Map<string, TicketPerson>()
  for (const { memberId, memberName, isOwn } of tickets) {
    if (!people.has(memberId)) people.set(memberId, { id: memberId, name: memberName, isOwn })
  }
  return [...people.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
