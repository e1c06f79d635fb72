import { tokenKey } from '../order-token.ts'

export interface PortalAddress {
  readonly publicUrl: string
  readonly productKey: string
}

interface Returning {
  readonly orgKey: string
  /** The event whose pages the buyer returns to; null: the membership pages. */
  readonly eventId: string | null
}

/**
 * Where the gateway sends the browser and its callback. Built from PUBLIC_URL; addresses sent by a client are
 * ignored.
 */
export function paymentAddresses(portal: PortalAddress, order: Returning, token: string) {
  const { publicUrl, productKey } = portal
  const query = `?${tokenKey(productKey)}=${token}`
  const orgKey = encodeURIComponent(order.orgKey)
  const callback = order.eventId ? `eve/${orgKey}/events/${order.eventId}` : `member/${orgKey}/member`
  return {
    acceptUrl: `${publicUrl}/ui${pageOf(order, 'confirm')}${query}`,
    declineUrl: `${publicUrl}/ui${pageOf(order, 'decline')}${query}`,
    callbackUrl: `${publicUrl}/tools/${callback}/payment/callback${query}`,
  }
}

/** The page that shows the outcome of an order. */
export const pageOf = ({ orgKey, eventId }: Returning, name: 'confirm' | 'decline'): string =>
  eventId ? `/${encodeURIComponent(orgKey)}/events/${eventId}/${name}` : `/membership/${name}`

/** The token in an address sent by a client; null if there is none. */
export function tokenInAddress(address: string, productKey: string): string | null {
  return URL.canParse(address, 'http://portal')
    ? new URL(address, 'http://portal').searchParams.get(tokenKey(productKey))
    : null
}
