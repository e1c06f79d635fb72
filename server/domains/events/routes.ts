import { events } from '#contract/events.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'
import { listEvents, listKinds } from './showing/list-events.ts'
import { showEvent, showPicture, writeCalendar } from './showing/show-event.ts'

const notFound = () => Promise.reject(new Problem('event_not_found'))

export interface EventServices {
  readonly publicUrl: string
}

/** What is read of events. */
export const eventRoutes = ({ publicUrl }: EventServices) => [
  route(events.list, { may: 'member' }, listEvents),
  route(events.kinds, { may: 'member' }, listKinds),
  route(events.item, { may: 'public' }, showEvent),
  route(events.picture, { may: 'public' }, (db, _, input) => showPicture(db, input)),
  route(events.calendar, { may: 'public' }, (db, actor, input) => writeCalendar(publicUrl, db, actor, input)),
  route(events.pricing, { may: 'member' }, notFound),
  route(events.entries, { may: 'member' }, () => []),
]
