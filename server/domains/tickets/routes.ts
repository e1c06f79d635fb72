import { tickets } from '#contract/tickets.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'

const notFound = () => Promise.reject(new Problem('not_found'))

export const ticketRoutes = () => [
  route(tickets.list, { may: 'member' }, () => []),
  route(tickets.item, { may: 'member' }, notFound),
  route(tickets.pdf, { may: 'member' }, notFound),
  route(tickets.pdfOfEvent, { may: 'member' }, notFound),
  route(tickets.calendar, { may: 'member' }, () => ({
    contentType: 'text/calendar',
    fileName: 'calendar.ics',
    bytes: new Uint8Array(),
  })),
  route(tickets.keys, { may: 'public' }, () => ({ keys: [] })),
]
