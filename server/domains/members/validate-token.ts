import type { VerifyToken } from '#server/identity/verify-token.ts'
import { ProviderUnavailable } from '#server/identity/key-set.ts'
import { Problem } from '#server/http/problem.ts'

/** Whether a token is one that the portal accepts now; whose it is, and what is wrong with it, is not told. */
export async function validateToken(verifyToken: VerifyToken, token: string): Promise<{ isValid: boolean }> {
  try {
    return { isValid: (await verifyToken(token)) !== null }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('unavailable', { retryAfter: 1, cause: error })
    throw error
  }
}
