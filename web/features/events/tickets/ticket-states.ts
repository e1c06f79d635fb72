import { m } from '#words/messages.js'

/** The states of tickets and places in a badge: the same words and colour on every page. */
export const ticketStates = {
  cancelled: { label: m.ticket_cancelled, color: 'gray' },
  over: { label: m.ticket_over, color: 'gray' },
} as const
