import { useSyncExternalStore } from 'react'
import { members, type Member } from '#contract/members.ts'
import { ApiProblem, call, connect } from './client.ts'
import { config } from './config.ts'
import { createIdentity, type Identity } from './identity.ts'
import { currentLanguage, hasChosenLanguage, speak } from './language.ts'
import { queryClient } from './query-client.ts'
import { mayRedirect } from './redirect-lock.ts'
import { rolesOf, tokenClaims, type Role } from './token-claims.ts'

export type SessionState =
  | { readonly status: 'checking' }
  /** `failed`: the identity provider does not answer. */
  | { readonly status: 'signed-out'; readonly failed: boolean }
  /** On the way to the identity provider. */
  | { readonly status: 'leaving' }
  /** Signed in at the identity provider, but not (yet) a member here. */
  | { readonly status: 'problem'; readonly problem: ApiProblem }
  | { readonly status: 'signed-in'; readonly member: Member; readonly roles: readonly Role[] }

const loadedAt = Date.now()
const lastRedirect = 'portal.last-sign-in-redirect'
const listeners = new Set<() => void>()
let state: SessionState = { status: 'checking' }
let identity: Identity

/**
 * Finds out who is signed in, before anything is drawn: from the identity provider's answer when the address carries
 * one, else silently.
 */
export async function startSession(callbackPath: string): Promise<void> {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config
  identity = createIdentity({ issuer, clientId, origin: location.origin, callbackPath, language: currentLanguage })
  connect({ identity, onUnauthenticated })
  try {
    if (await isSignedIn()) await findMember()
    else set({ status: 'signed-out', failed: false })
  } catch (error) {
    reportError(error)
    set({ status: 'signed-out', failed: true })
  }
}

async function isSignedIn(): Promise<boolean> {
  const url = new URL(location.href)
  if (!identity.isCallback(url)) return askSilently(here())
  try {
    const { signedIn, returnTo } = await identity.completeSignIn(url.href)
    history.replaceState(null, '', returnTo)
    return signedIn
  } catch {
    // An answer to a question this tab did not ask, or a used one: ask again from the start.
    history.replaceState(null, '', '/')
    return askSilently('/')
  }
}

async function askSilently(returnTo: string): Promise<boolean> {
  const answer = await identity.checkSilently(returnTo)
  if ('signedIn' in answer) return answer.signedIn
  location.replace(answer.askAt)
  return new Promise<never>(() => {})
}

/** Finds or creates the member of this sign-in; again after a problem. */
export async function findMember(): Promise<void> {
  try {
    const { member } = await call(members.signIn, {})
    if (member.language && !hasChosenLanguage()) speak(member.language)
    set({ status: 'signed-in', member, roles: rolesOf(tokenClaims(identity.currentAccessToken() ?? '')) })
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error })
    set({ status: 'problem', problem })
  }
}

/** Sends the browser to sign in, and back to `returnTo` or to where it is. */
export const signIn = (returnTo = here()) => leave(() => identity.signInUrl(returnTo))

/** Like `signIn`, but opens the registration. */
export const register = (returnTo = here()) => leave(() => identity.registrationUrl(returnTo))

/** Ends the session here and at the identity provider. Nothing of the person stays on the page. */
export function signOut() {
  queryClient.clear()
  return leave(() => identity.signOutUrl())
}

/** The member as the server now has it, after a change. */
export function replaceMember(member: Member) {
  if (state.status === 'signed-in') set({ ...state, member })
}

async function leave(address: () => Promise<string>) {
  set({ status: 'leaving' })
  try {
    location.assign(await address())
  } catch (error) {
    reportError(error)
    if (location.pathname === '/') set({ status: 'signed-out', failed: true })
    else location.replace('/')
  }
}

/** The server refused the token: the person is signed out here, and signs in again if that cannot become a loop. */
function onUnauthenticated() {
  if (state.status !== 'signed-in' && state.status !== 'problem') return
  const last = sessionStorage.getItem(lastRedirect)
  const now = Date.now()
  if (!mayRedirect({ now, loadedAt, lastRedirectAt: last === null ? null : Number(last), search: location.search }))
    return
  sessionStorage.setItem(lastRedirect, String(now))
  identity.forget()
  void signIn()
}

const here = () => location.pathname + location.search + location.hash

function set(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

export const currentSession = (): SessionState => state

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useSessionState = (): SessionState => useSyncExternalStore(onSessionChange, currentSession)

/** The person signed in. For components below a guarded route; others use `useSessionState`. */
export function useSession() {
  const session = useSessionState()
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in')
  return { member: session.member, roles: session.roles, signOut }
}
