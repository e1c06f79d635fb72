import { hearRefusal } from './acting/acting.ts'
import { actingHeader } from './acting/acting-for.ts'
import { config } from './config.ts'
import { ApiProblem, createClient, type ClientOptions } from './http-client.ts'
import { RefreshFailed, type Identity } from './session/identity.ts'
import { currentLanguage } from './language.ts'
import { readyProblemText } from './problem-text.ts'
import { tellUnreachable } from './network/unreachable.ts'

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
