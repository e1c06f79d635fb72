import type { Identity } from './identity.ts'

/** Longest wait for the provider's answer to whether it is there at all. */
const reachMs = 5_000

/** Throws when the identity provider cannot be reached: a browser sent there would show a page of its own. */
export async function reach({ issuer }: Identity): Promise<void> {
  const address = `${issuer}/.well-known/openid-configuration`
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(reachMs) })
  if (!response.ok) throw new Error(`The identity provider answers ${response.status}`)
}

/**
 * Sends the browser to the identity provider; what fails is logged, and ends on the front page.
 * @param onFailure says there that the provider cannot be reached
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
    if (location.pathname === '/') onFailure()
    else location.replace('/')
  }
}
