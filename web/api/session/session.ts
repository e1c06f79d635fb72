import { create } from 'zustand'
import { type Member, members } from '#contract/members.ts'
import { actingFor, chooseActingFor } from '../acting/acting.ts'
import { ApiProblem, call, connect, isUnreached } from '../client.ts'
import { config } from '../config.ts'
import {
  forgetAll,
  forgetLock,
  saveLock,
  type LockReason,
  readLock,
  requireSignIn,
  signInDone,
  signInRequired,
  takeRedirect,
  postToTabs,
} from './browser-session.ts'
import { createIdentity, type Identity } from './identity.ts'
import { currentLanguage, hasChosenLanguage, speak } from '../language.ts'
import { forgetCopyOfOthers, forgetOfflineCopy, openCopy, ownerOfDevice } from '../offline-copy.ts'
import { clearStorageOfOthers, clearPersonalStorage } from '../local-storage.ts'
import { identityToken, type IdentityToken, type Role } from './token-claims.ts'

/** Why nobody can sign in: the identity provider does not answer, or this browser or address has no Web Crypto. */
export type SignInFailure = 'unreachable' | 'insecure'

export type SessionState =
  | { readonly status: 'checking' }
  | {
      readonly status: 'signed-out'
      readonly failed: SignInFailure | null
      /** The member whose tickets and calendar this browser shows without network. */
      readonly offlineMemberId: string | null
    }
  /** On the way to the identity provider. */
  | { readonly status: 'leaving' }
  /** Signed in at the identity provider, but not (yet) a member here. */
  | { readonly status: 'problem'; readonly problem: ApiProblem }
  | {
      readonly status: 'signed-in'
      /** Whose pages these are and whose rights count: the person signed in, or whom a super admin acts as. */
      readonly member: Member
      readonly roles: readonly Role[]
      /** Who is signed in. */
      readonly self: Member
      readonly token: IdentityToken
    }

interface Places {
  /** Where the identity provider sends the browser back to. */
  readonly callback: string
  /** What a tab shows whose session was ended. */
  readonly lockScreen: string
}

const loadedAt = Date.now()
let identity: Identity

export const useSessionState = create<SessionState>(() => ({ status: 'checking' }))
export const { getState: currentSession, subscribe: onSessionChange } = useSessionState
const set = (next: SessionState) => useSessionState.setState(next, true)

/**
 * Finds out who is signed in, before anything is drawn: from the identity provider's answer when the address carries
 * one, else silently.
 */
export async function startSession(places: Places): Promise<void> {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config
  try {
    const { origin } = location
    identity = createIdentity({ issuer, clientId, origin, callbackPath: places.callback, language: currentLanguage })
  } catch (error) {
    reportError(error)
    return set(signedOut('insecure'))
  }
  connect({ identity, onUnauthenticated })
  addEventListener('pageshow', ({ persisted }) => {
    // The browser's way back shows a page as it was left: whoever signed out is not on it any more.
    if (persisted && currentSession().status === 'leaving') location.reload()
  })
  try {
    if (await isSignedIn(places)) await findMember()
    else await showSignedOut()
  } catch (error) {
    reportError(error)
    await showUnreachable()
  }
}

const signedOut = (failed: SignInFailure | null, kept: string | null = null): SessionState => ({
  status: 'signed-out',
  failed,
  offlineMemberId: kept,
})

/** Nobody can sign in: what this browser keeps of the person is shown until somebody can. */
const showUnreachable = async () => set(signedOut('unreachable', await offlineMemberId()))

/** The member of whom this browser keeps a copy. */
async function offlineMemberId(): Promise<string | null> {
  try {
    return (await openCopy())?.memberId ?? null
  } catch {
    return null
  }
}

async function isSignedIn({ lockScreen }: Places): Promise<boolean> {
  const url = new URL(location.href)
  if (!identity.isCallback(url)) {
    const lock = readLock()
    if (lock?.returning) {
      saveLock({ ...lock, returning: false })
      goOn(lockScreen)
    }
    return !signInRequired() && askSilently(here())
  }
  try {
    return await takeAnswer(url)
  } catch (error) {
    // An answer to a question this tab did not ask, a used one, or one with another nonce: ask again from the start.
    reportError(error)
    goOn('/')
    return !signInRequired() && askSilently('/')
  }
}

/** Unless the person has to do something at the identity provider first, its no is an answer. */
const notYet = new Set(['login_required', 'interaction_required', 'consent_required', 'account_selection_required'])

async function takeAnswer(url: URL): Promise<boolean> {
  const { signedIn, returnTo, error = '' } = await identity.completeSignIn(url.href)
  if (signedIn) {
    signInDone()
    forgetLock()
    goOn(returnTo)
    return true
  }
  if (error === 'authentication_expired' && takeRedirect({ loadedAt: 0, search: '' })) {
    await identity.signIn(returnTo)
    return leaving
  }
  if (!notYet.has(error)) reportError(new Error(`The sign-in failed: ${error}`))
  goOn(notYet.has(error) ? returnTo : '/')
  return false
}

async function askSilently(returnTo: string): Promise<boolean> {
  const answer = await identity.checkSilently(returnTo)
  return answer === 'leaving' ? leaving : answer
}

/** Takes the identity provider's answer out of the address and of the browser's history. */
const goOn = (path: string) => history.replaceState(null, '', path)

/** The page is on its way to the identity provider, and shows nothing more. */
const leaving = new Promise<never>(() => {})

/** Finds or creates the member of this sign-in; again after a problem. */
export async function findMember(): Promise<void> {
  try {
    const { member } = await call(members.signIn, {})
    forgetCopyOfOthers(member.id)
    clearStorageOfOthers(member.id)
    if (member.language && !hasChosenLanguage()) speak(member.language)
    const token = identityToken(identity.user()?.access_token ?? '')
    const acting = actingFor() === null ? null : await (await import('../acting/change-acting.ts')).resumeActing()
    const rights = acting?.as === 'impersonator' ? { member: acting.member, roles: [] } : { member, roles: token.roles }
    set({ status: 'signed-in', ...rights, self: member, token })
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error })
    const kept = isUnreached(problem) ? await offlineMemberId() : null
    set(kept === null ? { status: 'problem', problem } : signedOut('unreachable', kept))
  }
}

/** Sends the browser to sign in, and back to `returnTo` or to where it is. */
export const signIn = (returnTo = here()) =>
  leave((provider) => provider.signIn(returnTo, signInRequired() ? 'login' : undefined))

/** Like `signIn`, but opens the registration. */
export const register = (returnTo = here()) => leave((provider) => provider.signIn(returnTo, 'create'))

/** Ends the session here, in the other tabs and at the identity provider. Nothing of the person stays in this browser. */
export async function signOut() {
  set({ status: 'leaving' })
  postToTabs({ kind: 'signed-out', idle: false })
  const forgotten = forgetPerson({ all: true })
  // The provider may not hear of it: until it has, its session must not sign anybody in here.
  requireSignIn()
  await forgotten
  await leave((provider) => provider.signOut())
}

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
  const lock = { reason, initials, returnTo: here(), subject: session.token.subject, returning: false }
  set({ status: 'leaving' })
  // Whoever was merely away finds their drafts again.
  await forgetPerson({ all: reason === 'elsewhere' || reason === 'other-person' })
  saveLock(lock)
  if (reason === 'idle') {
    requireSignIn()
    if (!told) {
      postToTabs({ kind: 'signed-out', idle: true })
      if (await isFirst()) {
        try {
          saveLock({ ...lock, returning: true })
          return await identity.signOut('replace')
        } catch {
          // The provider cannot be reached: an idle page has often slept, and its network is not back yet.
          saveLock(lock)
        }
      }
    }
  }
  await identity.forget()
  try {
    await showLockScreen()
  } finally {
    await showSignedOut()
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

/**
 * Forgets what the page knows of the person; where the same person comes back, drafts stay, and so does what their own
 * device keeps for pages without network.
 */
function forgetPerson({ all }: { all: boolean }): Promise<void> {
  forgetAll()
  chooseActingFor(null)
  const forgotten = forgetOfflineCopy({ device: all })
  if (all) {
    sessionStorage.clear()
    clearPersonalStorage()
  }
  return forgotten
}

/** For what watches over the session. */
export const sessionIdentity = () => identity
/** On a member's own device only what was asked now tells whether there is a network: at the door there may be none behind it. */
async function showSignedOut() {
  const failed = ownerOfDevice() !== null && (await identity.reach().catch(() => true))
  return failed || !navigator.onLine ? showUnreachable() : set(signedOut(null))
}

/** The member as the server now has it, after a change. */
export function replaceMember(member: Member) {
  const state = currentSession()
  if (state.status === 'signed-in') set({ ...state, member })
}

/**
 * Sends the browser to the identity provider; what fails is logged, and ends on the front page, on a member's own device
 * where it is: there may be tickets.
 */
async function leave(to: (provider: Identity) => Promise<void>): Promise<void> {
  set({ status: 'leaving' })
  try {
    if (!identity) throw new Error('Nobody can sign in here')
    await to(identity)
  } catch (error) {
    reportError(error)
    if (location.pathname !== '/' && ownerOfDevice() === null) location.replace('/')
    else if (identity) await showUnreachable()
    else set(signedOut('insecure'))
  }
}

/** The server refused the token: the person is signed out here, and signs in again if that cannot become a loop. */
function onUnauthenticated() {
  if (!/signed-in|problem/.test(currentSession().status)) return
  if (!takeRedirect({ loadedAt, search: location.search })) return
  void identity.forget()
  void signIn()
}

const here = () => location.pathname + location.search + location.hash

/** The person signed in. For components below a guarded route; others use `useSessionState`. */
export function useSession() {
  const state = useSessionState()
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  const { member, roles, self } = state
  return { member, roles, impersonates: member.id !== self.id, signOut }
}
