import { actingHeader, handleRefusal } from './acting/acting.ts'
import { config } from './config.ts'
import { ApiProblem, type ClientOptions, createClient } from './http-client.ts'
import { type Identity, RefreshFailed } from './session/identity.ts'
import { currentLanguage } from './language.ts'
import { loadProblemText } from './problem-text.ts'

export { ApiProblem } from './http-client.ts'

let identity: Identity | undefined
let unauthenticated: () => void = () => {}

/** The session lends its tokens to the client and is told when the server refuses one. */
export function connect(session: { identity: Identity; onUnauthenticated: () => void }) {
  identity = session.identity
  unauthenticated = session.onUnauthenticated
}

/** Whether the portal said nothing for itself: what this browser keeps is better than that. */
export const isUnreached = ({ code }: ApiProblem): boolean => /^(offline|timeout|unavailable)$/.test(code)

/** How this page reaches the server as the person signed in. */
export const wire: ClientOptions = {
  origin: location.origin,
  product: config.productKey,
  language: currentLanguage,
  accessToken,
  actingHeader,
  onUnauthenticated: () => unauthenticated(),
  onProblem: async (problem) => {
    if (isUnreached(problem)) tellUnreachable()
    await loadProblemText(problem)
    handleRefusal(problem)
  },
}

/** Calls one endpoint of the contract as the person signed in. Throws `ApiProblem`. */
export const call = createClient(wire)

async function accessToken(): Promise<string | null> {
  try {
    return (await identity?.accessToken()) ?? null
  } catch (error) {
    if (!(error instanceof RefreshFailed)) throw error
    throw new ApiProblem(error.refused ? 'unauthenticated' : 'offline', 0, { title: error.message }, { cause: error })
  }
}

/** Told in the page when a call found no connection. */
export const unreachable = 'portal:unreachable'

/** Tells whoever watches the network; their code comes after the first. */
const tellUnreachable = () => dispatchEvent(new Event(unreachable))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 random letters and digits, each equally likely: names one thing that is sent, so that sent twice it is done once. */
export function newToken(): string {
  const signs: string[] = []
  while (signs.length < 40) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // 248 is the last multiple of 62 in a byte: beyond it the first letters would come more often.
      const sign = byte < 248 ? alphabet[byte % alphabet.length] : undefined
      if (sign && signs.length < 40) signs.push(sign)
    }
  }
  return signs.join('')
}
