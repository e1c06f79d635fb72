import type { Endpoint } from '#contract/endpoint.ts'
import { actingHeader, handleRefusal } from './acting/acting.ts'
import { config } from './config.ts'
import { ApiProblem, type ClientOptions, createClient } from './http-client.ts'
import { RefreshFailed } from './session/browser-session.ts'
import type { Identity } from './session/identity.ts'
import { currentLanguage } from './language.ts'
import { loadProblemText } from './problem-text.ts'

export { ApiProblem, currentIn } from './http-client.ts'

let identity: Identity | undefined
let unauthenticated: () => void = () => {}
let signedInLongAgo: (maxAge: number) => void = () => {}
let written: (endpoint: Endpoint) => void = () => {}

/** Called by the session once it can provide tokens. A callback avoids an import cycle. */
export function connect(session: {
  readonly identity: Identity
  readonly onUnauthenticated: () => void
  readonly onSignedInLongAgo: (maxAge: number) => void
}) {
  identity = session.identity
  unauthenticated = session.onUnauthenticated
  signedInLongAgo = session.onSignedInLongAgo
}

/** Calls back after each write. A callback avoids an import cycle. */
export function afterWrite(callback: (endpoint: Endpoint) => void): void {
  written = callback
}

/** Whether the request never reached the portal, so that offline data is the better answer. */
export const isUnreachable = ({ code }: ApiProblem): boolean => /^(offline|timeout|unavailable)$/.test(code)

export const clientOptions: ClientOptions = {
  origin: location.origin,
  product: config.productKey,
  language: currentLanguage,
  accessToken,
  actingHeader,
  onUnauthenticated: () => unauthenticated(),
  onWritten: (endpoint) => written(endpoint),
  onProblem: async (problem) => {
    if (isUnreachable(problem)) dispatchUnreachable()
    await loadProblemText(problem)
    if (problem.code === 'fresh_sign_in_required') signedInLongAgo(Number(problem.data.maxAge))
    handleRefusal(problem)
  },
}

/** Calls one endpoint of the contract as the signed-in user. Throws `ApiProblem`. */
export const call = createClient(clientOptions)

async function accessToken(): Promise<string | null> {
  try {
    return (await identity?.accessToken()) ?? null
  } catch (error) {
    if (!(error instanceof RefreshFailed)) throw error
    throw new ApiProblem(error.refused ? 'unauthenticated' : 'offline', 0, { title: error.message }, { cause: error })
  }
}

/** Window event dispatched when a request found no connection. */
export const unreachableEvent = 'portal:unreachable'

/** An event, because the network watcher is loaded later. */
const dispatchUnreachable = () => dispatchEvent(new Event(unreachableEvent))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random letters and digits, used as an idempotency key. */
export function newToken(): string {
  const characters: string[] = []
  while (characters.length < 40) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // The largest multiple of 62 in a byte; the rest would favour the first letters.
      const character = byte < 248 ? alphabet[byte % alphabet.length] : undefined
      if (character && characters.length < 40) characters.push(character)
    }
  }
  return characters.join('')
}
