import { currentSession, sessionIdentity } from './session.ts'
import { firstLoginKey as key, readValue, writeValue } from '../local-storage.ts'

/**
 * The membership check after a sign-in, with at most one prompt. Stored by the provider's session, so that it lasts
 * until the next login.
 */
interface FirstLogin {
  readonly session: string
  readonly found: boolean
  readonly shown: boolean
}

/** The provider's session, or the user where it has none. */
function currentLogin(): string | null {
  const session = currentSession()
  if (session.status !== 'signed-in') return null
  return session.token.sessionId ?? sessionIdentity().user()?.session_state ?? session.token.subject
}

const isFirstLogin = (value: unknown): value is FirstLogin => typeof (value as FirstLogin | null)?.session === 'string'

/** The state of this login. The first read starts a new one and replaces the last. */
function read(session: string): FirstLogin {
  const stored = readValue('browser', key, isFirstLogin)
  if (stored?.session === session) return stored
  const started = { session, found: false, shown: false }
  writeValue('browser', key, started)
  return started
}

function update(session: string | null, change: Partial<FirstLogin>) {
  if (session !== null) writeValue('browser', key, { ...read(session), ...change })
}

/** Whether this login still needs the check. */
export function needsMembershipCheck(session = currentLogin()): boolean {
  if (session === null) return false
  const { found, shown } = read(session)
  return !found && !shown
}

/** The check found an active membership, so no prompt. */
export const membershipFound = (session = currentLogin()) => update(session, { found: true })

/** The prompt was answered or dismissed; it stays away until the next sign-in. */
export const markPromptShown = (session = currentLogin()) => update(session, { shown: true })
