import type { Secrets } from '#server/database/secrets.ts'

const PREFIX = 'psh_'
const PURPOSE = 'payment-handle'
export const HANDLE_MINUTES = 15

/** A signed handle that replaces the gateway's key in the browser: names member, organisation and expiry. */
export function issueHandle(secrets: Secrets, memberId: string, orgId: string, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + HANDLE_MINUTES * 60
  const facts = `${memberId}.${orgId}.${until}`
  return `${PREFIX}${Buffer.from(facts).toString('base64url')}.${secrets.sign(PURPOSE, facts)}`
}

/** Whether the handle was issued to this member for this organisation and has not expired. */
export function isHandleOf(secrets: Secrets, handle: string, memberId: string, orgId: string, now: Date): boolean {
  if (!handle.startsWith(PREFIX)) return false
  const [encoded = '', signature = ''] = handle.slice(PREFIX.length).split('.')
  const facts = Buffer.from(encoded, 'base64url').toString('utf8')
  const [forMember, forOrg, until] = facts.split('.')
  return (
    secrets.verify(PURPOSE, facts, signature) &&
    forMember === memberId &&
    forOrg === orgId &&
    Number(until) * 1000 > now.getTime()
  )
}
