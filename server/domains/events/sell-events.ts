import type { Seller } from '#server/domains/orders/index.ts'
import { deliverPlaces, releasePlaces, revokePlaces } from './registration/deliver-places.ts'
import { hasClosedPlaces } from './registration/entry-queries.ts'
import { holdPlaces, renewPlaces, takeHeldPlaces } from './registration/hold-places.ts'
import { pricePlaces } from './registration/price-places.ts'
import type { Rush } from './registration/rush.ts'

/** Sells places at events, as long as there are any. @param rush learns where there are none */
export const eventSeller = (rush: Rush): Seller<'event'> => ({
  price: (...asked) => pricePlaces(rush, ...asked),
  hold: (_tx, _hold, lines) => Promise.resolve(holdPlaces(lines)),
  take: takeHeldPlaces,
  isPayable: async (tx, order) => !(await hasClosedPlaces(tx, order.id)),
  renew: renewPlaces,
  fulfil: deliverPlaces,
  release: releasePlaces,
  revoke: revokePlaces,
})
