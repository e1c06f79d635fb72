import { create } from 'zustand'
import type { Member } from '#contract/members/members.ts'
import { actingFor, chooseActingFor } from '../acting/acting.ts'
import { ApiProblem, connect, isUnreachable } from '../client.ts'
import { config } from '../config.ts'
import {
  notifySessionEnd,
  forgetLock,
  saveLock,
  type LockReason,
  readLock,
  requireSignIn,
  signInDone,
  signInRequired,
  claimRedirect,
  postToTabs,
} from './browser-session.ts'
import type { Identity } from './identity.ts'
import { hasChosenLanguage, onLanguageChange, setLanguage } from '../language.ts'
import { forgetCopyOfOthers, forgetOfflineCopy, openCopy, ownerOfDevice } from '../offline-copy.ts'
import { isInstalled, isIos } from '../installed.ts'
import { belongsToOther, clearPersonalStorage, clearStorageOfOthers } from '../local-storage.ts'
import type { TokenRole } from '#contract/token-roles.ts'
import { identityToken, type IdentityToken } from './token-claims.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

/** Why nobody is signed in: the provider is unreachable, Web Crypto is missing, or the sign-in window was closed. */
export type SignInFailure = 'unreachable' | 'insecure' | 'closed'

export type SessionState =
  | { readonly status: 'checking' }
  | {
      readonly status: 'signed-out'
      readonly failed: SignInFailure | null
      /** The member whose offline copy this browser shows. */
      readonly offlineMemberId: string | null
    }
  | { readonly status: 'leaving' }
  /** Signed in at the identity provider, but not (yet) a member here. */
  | { readonly status: 'problem'; readonly problem: ApiProblem }
  | {
      readonly status: 'signed-in'
      /** Whose pages and rights apply: the signed-in user, or the member a super admin impersonates. */
      readonly member: Member
      readonly roles: readonly TokenRole[]
      /** Keys of the clubs that gave the user a role in their office; empty while impersonating. */
      readonly offices: readonly string[]
      readonly self: Member
      readonly token: IdentityToken
    }

interface Places {
  /** Shown in a tab whose session was ended. */
  readonly lockScreen: string
  /** Shows a page to somebody who has signed in without leaving. */
  readonly open: (path: string) => Promise<void>
}

const loadedAt = Date.now()
let identity: Identity
let openPage: Places['open']
let loading: Promise<Identity> | undefined

export const useSessionState = create<SessionState>(() => ({ status: 'checking' }))
export const { getState: currentSession, subscribe: onSessionChange } = useSessionState
const set = (next: SessionState) => useSessionState.setState(next, true)

/** The sign-in client. Its code is loaded when it is first needed: visitors read the open pages without it. */
const loadIdentity = (): Promise<Identity> =>
  (loading ??= createIdentity().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

async function createIdentity(): Promise<Identity> {
  ;({ identity } = await import('./page-identity.ts'))
  connect({ identity, onUnauthenticated, onSignedInLongAgo })
  return identity
}

/**
 * Finds out who is signed in: from the provider's redirect if this is one, otherwise silently.
 * @param shown resolves when a page is shown to a visitor, who is asked about afterwards and whose page is not left
 */
export async function startSession(places: Places, shown?: Promise<void>): Promise<void> {
  openPage = places.open
  // Without a page to wait for, the client is requested in this turn, ahead of what the caller loads next.
  if (shown) await shown
  // They have pressed "Sign in" meanwhile.
  if (currentSession().status === 'leaving') return
  try {
    await loadIdentity()
  } catch (error) {
    reportError(error)
    return showImpossible()
  }
  addEventListener('pageshow', ({ persisted }) => {
    // The back/forward cache would show the page of a user who has signed out.
    if (persisted && currentSession().status === 'leaving') location.reload()
  })
  try {
    if (await isSignedIn(places, shown === undefined)) await findMember()
    else if (isUndecided()) await showSignedOut()
  } catch (error) {
    reportError(error)
    if (isUndecided()) await showUnreachable()
  }
}

/** A visitor may have signed in in a window while this was asked. */
const isUndecided = () => currentSession().status === 'checking'

const signedOut = (failed: SignInFailure | null, offlineMember: string | null = null): SessionState => ({
  status: 'signed-out',
  failed,
  offlineMemberId: offlineMember,
})

/** Web Crypto is missing, or the code of the sign-in could not be loaded. */
const showImpossible = () => (globalThis.crypto?.subtle ? showUnreachable() : set(signedOut('insecure')))

/** Sign-in is impossible for now, so show the offline copy. */
const showUnreachable = async () => set(signedOut('unreachable', await offlineMemberId()))

async function offlineMemberId(): Promise<string | null> {
  try {
    return (await openCopy())?.memberId ?? null
  } catch {
    return null
  }
}

async function isSignedIn({ lockScreen }: Places, mayLeave: boolean): Promise<boolean> {
  const url = new URL(location.href)
  if (!identity.isCallback(url)) {
    const lock = readLock()
    if (lock?.returning) {
      saveLock({ ...lock, returning: false })
      replaceUrl(lockScreen)
    }
    return !signInRequired() && checkSilently(here(), mayLeave)
  }
  try {
    return await completeSignIn(url)
  } catch (error) {
    // The redirect was not started by this tab, was used before, or has another nonce: start over.
    reportError(error)
    replaceUrl('/')
    return !signInRequired() && checkSilently('/')
  }
}

/** Expected refusals: the user has to do something at the provider first. */
const expectedErrors = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

async function completeSignIn(url: URL): Promise<boolean> {
  const { signedIn, returnTo, error = '' } = await identity.completeSignIn(url.href)
  if (signedIn) {
    signInDone()
    forgetLock()
    replaceUrl(returnTo)
    return true
  }
  if (error === 'authentication_expired' && claimRedirect({ loadedAt: 0, search: '' })) {
    await identity.signIn(returnTo)
    return leaving
  }
  if (!expectedErrors.has(error)) reportError(new Error(`The sign-in failed: ${error}`))
  replaceUrl(expectedErrors.has(error) ? returnTo : '/')
  return false
}

async function checkSilently(returnTo: string, mayLeave = true): Promise<boolean> {
  const answer = await identity.checkSilently(returnTo, mayLeave)
  return answer === 'leaving' ? leaving : answer
}

const replaceUrl = (path: string) => history.replaceState(null, '', path)

/** Never resolves: the page is being left, so nothing more should render. */
const leaving = new Promise<never>(() => {})

/** Its code comes with the members' layout: visitors do without both. */
const findCaller = async () => (await import('./find-caller.ts')).findCaller()

/** Finds or creates the member of this sign-in. Call again to retry. */
export async function findMember(): Promise<void> {
  try {
    const { member, offices } = await findCaller()
    forgetCopyOfOthers(member.id)
    clearStorageOfOthers(member.id)
    if (member.language && !hasChosenLanguage()) setLanguage(member.language)
    const token = identityToken(identity.user()?.access_token ?? '')
    const acting = actingFor() === null ? null : await (await import('../acting/change-acting.ts')).resumeActing()
    const rights =
      acting?.as === 'impersonator'
        ? { member: acting.member, roles: [], offices: [] }
        : { member, roles: token.roles, offices }
    set({ status: 'signed-in', ...rights, self: member, token })
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error })
    const offlineMember = isUnreachable(problem) ? await offlineMemberId() : null
    set(offlineMember === null ? { status: 'problem', problem } : signedOut('unreachable', offlineMember))
  }
}

// Mails and notices follow the language of the page.
onLanguageChange(() => {
  if (currentSession().status === 'signed-in') findCaller().catch(() => {})
})

/** Goes to sign-in, and back to `returnTo` or the current page. */
export const signIn = (returnTo = here()) => enter(returnTo, signInRequired() ? 'login' : undefined)

/** Like `signIn`, but opens the registration. */
export const register = (returnTo = here()) => enter(returnTo, 'create')

/**
 * By a redirect. In an installed app whose provider is on another origin, in a window of its own: the app's window
 * would show the browser's bars there. Browsers open one upon a press only, and on an iPhone it cannot answer.
 */
async function enter(returnTo: string, prompt?: 'login' | 'create'): Promise<void> {
  const isElsewhere = new URL(config.oidcIssuer).origin !== location.origin
  const inWindow = isElsewhere && isInstalled() && !isIos && navigator.userActivation?.isActive
  if (inWindow) {
    try {
      if (await enterInWindow(await loadIdentity(), returnTo, prompt)) return
    } catch (error) {
      reportError(error)
      return showImpossible()
    }
  }
  return leave((provider) => provider.signIn(returnTo, prompt))
}

/** @returns false where windows are blocked */
async function enterInWindow(provider: Identity, returnTo: string, prompt?: 'login' | 'create'): Promise<boolean> {
  const answer = await provider.signInInWindow(prompt)
  if (answer === 'blocked') return false
  if (answer === 'closed') {
    set(signedOut('closed'))
    showToast({ type: 'info', title: m.sign_in_closed_title(), message: m.sign_in_closed() })
    return true
  }
  signInDone()
  forgetLock()
  await findMember()
  await openPage(returnTo)
  return true
}

/** Signs out here, in the other tabs and at the provider, and removes all personal data from this browser. */
export async function signOut() {
  set({ status: 'leaving' })
  postToTabs({ kind: 'signed-out', idle: false })
  const forgotten = forgetPerson({ all: true })
  // Until the provider knows, its session must not sign anybody in here.
  requireSignIn()
  await forgotten
  await leave((provider) => provider.signOut())
}

export interface SessionEnd {
  readonly reason: LockReason
  readonly initials: string
  /** Another tab reported it, and that tab also signs out at the provider. */
  readonly fromOtherTab: boolean
  readonly showLockScreen: () => Promise<void>
}

/** Ends the session without the user asking for it, and shows the lock screen. */
export async function endSession({ reason, initials, fromOtherTab, showLockScreen }: SessionEnd): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const lock = { reason, initials, returnTo: here(), subject: session.token.subject, returning: false }
  set({ status: 'leaving' })
  // A user who was only away finds their drafts again.
  await forgetPerson({ all: reason === 'elsewhere' || reason === 'other-person' })
  saveLock(lock)
  if (reason === 'idle') {
    requireSignIn()
    if (!fromOtherTab) {
      postToTabs({ kind: 'signed-out', idle: true })
      if (await isFirst()) {
        try {
          saveLock({ ...lock, returning: true })
          return await identity.signOut('replace')
        } catch {
          // The provider is unreachable; after sleep the network is often not back yet.
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

/** Whether no other tab is ending the session. Closing the page releases the lock. */
function isFirst(): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request('portal.end-session', { ifAvailable: true }, async (claim) => {
      resolve(claim !== null)
      if (claim) await new Promise((release) => setTimeout(release, 10_000))
    })
  })
}

/** Clears personal data: without `all` not drafts nor the copy on the user's own device, and never what is another person's by now. */
function forgetPerson({ all }: { all: boolean }): Promise<void> {
  notifySessionEnd()
  chooseActingFor(null)
  const isOwn = !belongsToOther()
  const forgotten = forgetOfflineCopy({ device: all && isOwn })
  if (all) {
    sessionStorage.clear()
    if (isOwn) clearPersonalStorage()
  }
  return forgotten
}

export const sessionIdentity = () => identity
/** On the user's own device, probe the network now: it may be gone where the tickets are needed. */
async function showSignedOut() {
  const failed = ownerOfDevice() !== null && (await identity.reach().catch(() => true))
  return failed || !navigator.onLine ? showUnreachable() : set(signedOut(null))
}

/** Updates the session after the member changed. */
export function replaceMember(member: Member) {
  const state = currentSession()
  if (state.status === 'signed-in') set({ ...state, member })
}

/** Updates the session after the user got or lost a role in a club's office. */
export function replaceOffices(offices: readonly string[]) {
  const state = currentSession()
  if (state.status === 'signed-in') set({ ...state, offices })
}

/**
 * Redirects to the provider. On failure goes to the front page, or on the user's own device stays put, because tickets
 * may be stored there.
 */
async function leave(to: (provider: Identity) => Promise<void>): Promise<void> {
  set({ status: 'leaving' })
  try {
    await to(await loadIdentity())
  } catch (error) {
    reportError(error)
    if (location.pathname !== '/' && ownerOfDevice() === null) location.replace('/')
    else await showImpossible()
  }
}

/** The server refused the token: sign out here, and sign in again unless that could loop. */
function onUnauthenticated() {
  if (!/signed-in|problem/.test(currentSession().status)) return
  if (!claimRedirect({ loadedAt, search: location.search })) return
  void identity.forget()
  void signIn()
}

const askedAfreshKey = 'portal.asked-afresh'

/**
 * An operator's call needs a sign-in of the last minutes, which the page asks for and says why. Where the provider does not say when they
 * signed in, the refusal is shown, because asking would never end.
 */
function onSignedInLongAgo(maxAge: number) {
  const session = currentSession()
  if (session.status === 'signed-in' && session.token.saysWhen) useFreshSignIn.setState({ maxAge })
}

/** Within how many seconds a sign-in is asked for; null while none is. */
export const useFreshSignIn = create<{ readonly maxAge: number | null }>(() => ({ maxAge: null }))

/**
 * Goes to the provider, which asks for the password unless they typed it elsewhere meanwhile, and back to this page. Where that was not enough
 * a moment ago, it is asked for in any case.
 */
export function signInAfresh(maxAge: number) {
  const wasJustAsked = Date.now() - Number(sessionStorage.getItem(askedAfreshKey)) < 60_000
  sessionStorage.setItem(askedAfreshKey, String(Date.now()))
  void leave((provider) => provider.signIn(here(), wasJustAsked ? 'login' : undefined, maxAge))
}

const here = () => location.pathname + location.search + location.hash

/** The signed-in user. Only for components below a guarded route; others use `useSessionState`. */
export function useSession() {
  const state = useSessionState()
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  const { member, roles, offices, self } = state
  return { member, roles, offices, impersonates: member.id !== self.id, signOut }
}
