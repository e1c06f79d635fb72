import { events } from '#contract/events.ts'
import type { Db } from '#server/database/db.ts'
import { route } from '#server/http/route.ts'
import { listEntries } from './registration/list-entries.ts'
import { listEvents, listKinds } from './showing/list-events.ts'
import { priceOf } from './showing/show-price.ts'
import { showEvent, showPicture, writeCalendar } from './showing/show-event.ts'

export interface EventServices {
  readonly db: Db
  readonly publicUrl: string
}

/** What is read of events. */
export const eventRoutes = ({ db: portal, publicUrl }: EventServices) => {
  const showPrice = priceOf(portal)
  return [
    route(events.list, { may: 'member' }, listEvents),
    route(events.kinds, { may: 'member' }, listKinds),
    route(events.item, { may: 'public' }, showEvent),
    route(events.picture, { may: 'public' }, (db, _, input) => showPicture(db, input)),
    route(events.calendar, { may: 'public' }, (db, actor, input) => writeCalendar(publicUrl, db, actor, input)),
    route(events.pricing, { may: 'member' }, (_, actor, input) => showPrice(actor, input)),
    route(events.entries, { may: 'member' }, listEntries),
  ]
}
