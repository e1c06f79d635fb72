/** Longest wait for the provider's answer to whether it is there at all. */
const reachMs = 5_000

/** Throws when the identity provider cannot be reached: a browser sent there would show a page of its own. */
export async function reach({ issuer }: { readonly issuer: string }): Promise<void> {
  const address = `${issuer}/.well-known/openid-configuration`
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(reachMs) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
}
