import { setTimeout as wait } from 'node:timers/promises'
import { MailProblem, saidBy } from './mail-problem.ts'
import { elapsed } from './mail-slots.ts'

interface ReachableOptions {
  /** Connects and signs in like a mail would; throws what went wrong. */
  readonly verify: () => Promise<unknown>
  /** Milliseconds between checks of an unreachable server. */
  readonly pause: number
  /** Milliseconds that a mail waits for it. */
  readonly patience: number
}

/**
 * Tracks whether our own mail server is reachable. A failure that does not concern one mail triggers a check on a
 * separate connection.
 */
interface Reachable {
  /** The server answered something about a mail. */
  heard(): void
  /** Waits while it is unreachable. Throws a `MailProblem` if that takes too long. */
  ready(): Promise<void>
  /** Explains a missing answer to something started then; null if the server is reachable. */
  whyAway(begunAt: number): Promise<MailProblem | null>
  /** Treats a server that refuses all mails as unreachable. */
  takesNone(said: string): MailProblem
  /** The words of a server that refuses all mails, until it takes one; null otherwise. */
  refusal(): string | null
  close(): void
}

export function watchReachable({ verify, pause, patience }: ReachableOptions): Reachable {
  const closing = new AbortController()
  let heardAt = -Infinity
  let refused: string | null = null
  let away: MailProblem | null = null
  let looking: { readonly first: Promise<void>; readonly found: Promise<void> } | null = null

  async function tryOnce() {
    const begunAt = elapsed()
    try {
      await verify()
      away = null
    } catch (error) {
      // A server may have no room for this connection and still serve others.
      away = heardAt > begunAt ? null : new MailProblem('away', saidBy(error, ''))
    }
  }

  function look(first: Promise<void> = tryOnce()) {
    const found = (async () => {
      await first
      while (away && !closing.signal.aborted) {
        await wait(pause, undefined, { ref: false, signal: closing.signal }).catch(() => {})
        await tryOnce()
      }
      looking = null
    })()
    looking = { first, found }
    return looking
  }

  return {
    heard() {
      heardAt = elapsed()
      refused = null
    },
    async ready() {
      if (!looking) return
      await Promise.race([
        looking.found,
        wait(patience, undefined, { ref: false, signal: closing.signal }).catch(() => {}),
      ])
      if (looking) throw away ?? new MailProblem('away', 'It has not answered yet')
    },
    async whyAway(begunAt) {
      if (heardAt > begunAt) return null
      await (looking ?? look()).first
      return away
    },
    takesNone(said) {
      refused = said
      away = new MailProblem('away', said)
      if (!looking) look(Promise.resolve())
      return away
    },
    refusal: () => refused,
    close: () => closing.abort(),
  }
}
