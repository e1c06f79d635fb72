import { createFileRoute } from '@tanstack/react-router'
import { TicketsPage } from '#web/pages/tickets/tickets-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/tickets')({
  loader: async () => (await import('#web/pages/tickets/load-tickets.ts')).loadTickets(),
  component: TicketsPage,
  staticData: { name: 'tickets', title: m.title_tickets, offline: true },
})
