import { setTimeout as wait } from 'node:timers/promises'
import { MailProblem, saidBy } from './mail-problem.ts'
import { elapsed } from './mail-slots.ts'

interface ReachableOptions {
  /** Connects, greets and signs in, as a mail would; throws what went wrong. */
  readonly verify: () => Promise<unknown>
  /** Milliseconds between two looks at a server that is away. */
  readonly pause: number
  /** Milliseconds for which a mail waits for it. */
  readonly patience: number
}

/** Whether our own mail server can be reached: a failure that says nothing of the one mail is looked into once, by a connection of its own. */
interface Reachable {
  /** It answered something about a mail. */
  heard(): void
  /** Waits while it is away. Throws a `MailProblem` when that lasts. */
  ready(): Promise<void>
  /** Something that began then got no answer; null when that is not because the server is away. */
  whyAway(begunAt: number): Promise<MailProblem | null>
  /** It takes nobody's mail, which is as good as away. */
  takesNone(said: string): MailProblem
  close(): void
}

export function watchReachable({ verify, pause, patience }: ReachableOptions): Reachable {
  const closing = new AbortController()
  let heardAt = -Infinity
  let away: MailProblem | null = null
  let looking: { readonly first: Promise<void>; readonly found: Promise<void> } | null = null

  async function tryOnce() {
    const begunAt = elapsed()
    try {
      await verify()
      away = null
    } catch (error) {
      // A server may be full for this connection and serve others.
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
    heard: () => void (heardAt = elapsed()),
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
      away = new MailProblem('away', said)
      if (!looking) look(Promise.resolve())
      return away
    },
    close: () => closing.abort(),
  }
}
