import type { Seller } from '#server/domains/orders/index.ts'
import { deliverPlaces, releasePlaces, revokePlaces } from './registration/deliver-places.ts'
import { holdPlaces, renewPlaces } from './registration/hold-places.ts'
import { pricePlaces } from './registration/price-places.ts'
import type { Rush } from './registration/rush.ts'

/** Sells places at events, as long as there are any. @param rush learns where there are none */
export const eventSeller = (rush: Rush): Seller<'event'> => ({
  price: (...asked) => pricePlaces(rush, ...asked),
  hold: holdPlaces,
  renew: renewPlaces,
  fulfil: deliverPlaces,
  release: releasePlaces,
  revoke: revokePlaces,
})
