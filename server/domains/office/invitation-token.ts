import { readSignedToken, type Secrets, signedToken } from '#server/database/secrets.ts'

const PURPOSE = 'office-invitation'

interface Named {
  readonly id: string
  readonly expiresAt: Date
}

/** The token of an invitation's link. A new end makes a new link, and the old one stops working. */
export const invitationToken = (secrets: Secrets, { id, expiresAt }: Named): string =>
  signedToken(secrets, PURPOSE, id, String(expiresAt.getTime()))

/** @returns null if it is not ours */
export function readInvitationToken(secrets: Secrets, token: string): Named | null {
  const [id, end] = readSignedToken(secrets, PURPOSE, token) ?? []
  return id === undefined ? null : { id, expiresAt: new Date(Number(end)) }
}
