import { tokenKey } from '../order-token.ts'

export interface PortalAddress {
  readonly publicUrl: string
  readonly productKey: string
}

/** Where the gateway sends the browser and its callback. Built here from PUBLIC_URL: a client's addresses are not used. */
export function paymentAddresses({ publicUrl, productKey }: PortalAddress, orgKey: string, token: string) {
  const query = `?${tokenKey(productKey)}=${token}`
  return {
    acceptUrl: `${publicUrl}/ui/membership/confirm${query}`,
    declineUrl: `${publicUrl}/ui/membership/decline${query}`,
    callbackUrl: `${publicUrl}/tools/member/${encodeURIComponent(orgKey)}/member/payment/callback${query}`,
  }
}

/** The token in an address that a client sends; null when there is none. */
export function tokenInAddress(address: string, productKey: string): string | null {
  return URL.canParse(address, 'http://portal')
    ? new URL(address, 'http://portal').searchParams.get(tokenKey(productKey))
    : null
}
