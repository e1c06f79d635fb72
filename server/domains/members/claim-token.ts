import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'claim-account'

/** Milliseconds for which a link works. */
const LIFE = 24 * 3_600_000

/** Goes to a member's own mailbox: whoever brings it back can read the mail of that address. */
export function claimToken(secrets: Secrets, memberId: string, now: Date): string {
  const text = `${memberId}.${Math.floor((now.getTime() + LIFE) / 1000)}`
  return `${text}.${secrets.sign(PURPOSE, text)}`
}

/** @returns whose it is; null when it is too old or not the portal's */
export function readClaimToken(secrets: Secrets, token: string, now: Date): string | null {
  const [memberId = '', end = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !secrets.verify(PURPOSE, `${memberId}.${end}`, signature)) return null
  return Number(end) * 1000 > now.getTime() ? memberId : null
}
