export interface Role {
  /** The organisation's key in upper case, or ALL. */
  readonly org: string
  readonly role: 'USER' | 'ADMIN' | 'SUPER_ADMIN'
}

/** Who calls, as the verified token says it. `issuer` and `subject` together are the identity; the rest may change. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** In lower case. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly givenName: string
  readonly familyName: string
  readonly name: string
  readonly phone: string
  readonly sessionId: string | null
  readonly roles: readonly Role[]
  /** When the token ends. */
  readonly expiresAt: Date
}

/** Milliseconds until the token ends, by this machine's clock as the token's check has it; a second at least. */
export const timeLeft = ({ expiresAt }: Identity): number => Math.max(1000, expiresAt.getTime() - Date.now())
