import type { Secrets } from '#server/database/secrets.ts'

const PURPOSE = 'office-invitation'

interface Named {
  readonly id: string
  readonly expiresAt: Date
}

/** The token of an invitation's link. A new end makes a new link, and the old one stops working. */
export function invitationToken(secrets: Secrets, { id, expiresAt }: Named): string {
  const text = `${id}.${expiresAt.getTime()}`
  return `${text}.${secrets.sign(PURPOSE, text)}`
}

/** @returns null if it is not ours */
export function readInvitationToken(secrets: Secrets, token: string): Named | null {
  const [id = '', end = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !secrets.verify(PURPOSE, `${id}.${end}`, signature)) return null
  return { id, expiresAt: new Date(Number(end)) }
}
