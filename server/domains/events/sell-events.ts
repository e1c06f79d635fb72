import type { Seller } from '#server/domains/orders/index.ts'
import { deliverPlaces, releasePlaces, revokePlaces } from './registration/deliver-places.ts'
import { holdPlaces, renewPlaces } from './registration/hold-places.ts'
import { pricePlaces } from './registration/price-places.ts'

/** Sells places at events, as long as there are any. */
export const eventSeller: Seller<'event'> = {
  price: pricePlaces,
  hold: holdPlaces,
  renew: renewPlaces,
  fulfil: deliverPlaces,
  release: releasePlaces,
  revoke: revokePlaces,
}
