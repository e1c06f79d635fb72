import { actingHeader, hearRefusal } from './acting/acting.ts'
import { config } from './config.ts'
import { ApiProblem, type ClientOptions, createClient } from './http-client.ts'
import { type Identity, RefreshFailed } from './session/identity.ts'
import { currentLanguage } from './language.ts'
import { readyProblemText } from './problem-text.ts'

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
    await readyProblemText(problem)
    hearRefusal(problem)
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
