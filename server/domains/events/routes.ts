import { events } from '#contract/events.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'

const notFound = () => Promise.reject(new Problem('event_not_found'))

/** What is read of events. */
export const eventRoutes = () => [
  route(events.list, { may: 'member' }, () => []),
  route(events.kinds, { may: 'member' }, () => []),
  route(events.item, { may: 'public' }, notFound),
  route(events.picture, { may: 'public' }, () => Promise.reject(new Problem('not_found'))),
  route(events.calendar, { may: 'public' }, notFound),
  route(events.pricing, { may: 'member' }, notFound),
  route(events.entries, { may: 'member' }, () => []),
]
