import type { EventFacts } from '#contract/event-answers.ts'
import type { Ticket } from '#contract/tickets.ts'

/** The family's tickets to one event. */
export interface TicketGroup {
  readonly event: EventFacts
  readonly tickets: readonly Ticket[]
}

/** What the reader asks for among them. */
export interface TicketFilter {
  /** Null: everybody's. */
  readonly personId: string | null
  readonly search: string
}

/** Tickets by event, in the order in which they come: what lies ahead, and what is over. */
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

/** Every word of the search stands somewhere on the ticket; its number also without the dash. */
function isFound({ event, memberName, categoryName, number }: Ticket, search: string): boolean {
  const facts = [event.title, event.kind, event.place, event.orgName, memberName, categoryName, number]
  const text = `${facts.join('\n')}\n${number.replace('-', '')}`.toLocaleLowerCase('da')
  return search
    .toLocaleLowerCase('da')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export interface TicketPerson {
  readonly id: string
  readonly name: string
  readonly isOwn: boolean
}

/** Whose tickets there are, the reader first. */
export function peopleOf(tickets: readonly Ticket[]): TicketPerson[] {
  const people = new Map<string, TicketPerson>()
  for (const { memberId, memberName, isOwn } of tickets) {
    if (!people.has(memberId)) people.set(memberId, { id: memberId, name: memberName, isOwn })
  }
  return [...people.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
