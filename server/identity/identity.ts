import type { TokenRole } from '#contract/token-roles.ts'

/** The caller according to the verified token. `issuer` and `subject` identify them; the rest may change. */
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
  readonly roles: readonly TokenRole[]
  /** When they last typed their password, or what else the provider asks for; null where it does not say. */
  readonly signedInAt: Date | null
  /** When the token expires. */
  readonly expiresAt: Date
}

/** Milliseconds until the token expires, at least a second, by this machine's clock like the verification. */
export const timeLeft = ({ expiresAt }: Identity): number => Math.max(1000, expiresAt.getTime() - Date.now())
