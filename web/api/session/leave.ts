import { ownerOfDevice } from '../kept/kept-marker.ts'
import type { Identity } from './identity.ts'
import { reach } from './reach-provider.ts'

/**
 * Sends the browser to the identity provider; what fails is logged, and ends on the front page, on a member's own device
 * where it is: there may be tickets.
 * @param onFailure says that the provider cannot be reached
 */
export async function leave(
  identity: Identity | undefined,
  to: (identity: Identity) => Promise<string>,
  onFailure: () => void,
): Promise<void> {
  try {
    if (!identity) throw new Error('Nobody can sign in here')
    const address = await to(identity)
    await reach(identity)
    location.assign(address)
  } catch (error) {
    reportError(error)
    if (location.pathname === '/' || ownerOfDevice() !== null) onFailure()
    else location.replace('/')
  }
}
