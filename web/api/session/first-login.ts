import { currentSession, sessionIdentity } from './session.ts'
import { firstLoginKey as key, readValue, writeValue } from '../local-storage.ts'

/**
 * What a sign-in asks for once: whether the member has an active membership somewhere, with one prompt if not. It is kept
 * for this browser by the session of the sign-in provider, so that another tab or a reload does not ask again and the next
 * sign-in does.
 */
interface Kept {
  readonly session: string
  /** No check is asked for any more: a membership was found. */
  readonly found: boolean
  /** The prompt was shown. */
  readonly shown: boolean
}

/** The session of the sign-in provider; by the person where it names none. */
function thisLogin(): string | null {
  const session = currentSession()
  if (session.status !== 'signed-in') return null
  return session.token.sessionId ?? sessionIdentity().user()?.session_state ?? session.token.subject
}

const isKept = (value: unknown): value is Kept => typeof (value as Kept | null)?.session === 'string'

/** What is known of this login. The first look in this browser notes that it began, and forgets the one before. */
function read(session: string): Kept {
  const kept = readValue('browser', key, isKept)
  if (kept?.session === session) return kept
  const begun = { session, found: false, shown: false }
  writeValue('browser', key, begun)
  return begun
}

function keep(session: string | null, change: Partial<Kept>) {
  if (session !== null) writeValue('browser', key, { ...read(session), ...change })
}

/** Whether this login asks for the check and nothing was shown for it yet. */
export function wantsMembershipCheck(session = thisLogin()): boolean {
  if (session === null) return false
  const { found, shown } = read(session)
  return !found && !shown
}

/** The check found an active membership: there is nothing to prompt for. */
export const membershipFound = (session = thisLogin()) => keep(session, { found: true })

/** The prompt was answered, or is not wanted any more: it does not come again before the next sign-in. */
export const markPromptShown = (session = thisLogin()) => keep(session, { shown: true })
