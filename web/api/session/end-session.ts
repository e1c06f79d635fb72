import { reach } from './reach-provider.ts'
import { currentSession, forgetPerson, sessionIdentity, showLeaving, showSignedOut } from './session.ts'
import { tellTabs } from './session-channel.ts'
import { keepLock, requireSignIn, type LockReason } from './session-lock.ts'

export interface SessionEnd {
  readonly reason: LockReason
  /** Of the person whose session ends. */
  readonly initials: string
  /** Told by another tab, which also tells the identity provider. */
  readonly told: boolean
  /** Opens the lock screen in this page. */
  readonly showLockScreen: () => Promise<void>
}

/** Ends the session without the person asking for it, and puts the lock screen in place of what was open. */
export async function endSession({ reason, initials, told, showLockScreen }: SessionEnd): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const returnTo = location.pathname + location.search + location.hash
  const lock = { reason, initials, returnTo, subject: session.token.subject, returning: false }
  showLeaving()
  // Whoever was merely away finds their drafts again.
  await forgetPerson({ all: reason === 'elsewhere' || reason === 'other-person' })
  keepLock(lock)
  if (reason === 'idle') {
    requireSignIn()
    if (!told) {
      tellTabs({ kind: 'signed-out', idle: true })
      const address = await addressToTell()
      if (address) {
        keepLock({ ...lock, returning: true })
        return location.replace(address)
      }
    }
  }
  sessionIdentity().forget()
  try {
    await showLockScreen()
  } finally {
    await showSignedOut()
  }
}

/**
 * Where the browser has to go so that the identity provider ends its session, too; null when it cannot be reached, or when
 * another tab of this browser is on its way there. An idle page has often slept, and its network is not back yet.
 */
async function addressToTell(): Promise<string | null> {
  if (!(await isFirst())) return null
  const identity = sessionIdentity()
  try {
    const address = await identity.signOutUrl()
    await reach(identity)
    return address
  } catch {
    return null
  }
}

/** Whether no other tab is ending the session at this moment. The browser lets go of the claim with the page. */
function isFirst(): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request('portal.end-session', { ifAvailable: true }, async (claim) => {
      resolve(claim !== null)
      if (claim) await new Promise((release) => setTimeout(release, 10_000))
    })
  })
}
