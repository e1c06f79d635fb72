import { MailProblem } from './mail-problem.ts'

/** How many mails are sent at once, and time limits in milliseconds. */
export interface Limits {
  /** Slots in which every mail starts. */
  readonly quick: number
  /** Additional slots for slow receivers. */
  readonly slow: number
  readonly perDomain: number
  /** After this long, or three times the usual duration if that is more, a mail leaves its quick slot. */
  readonly moment: number
  /** After this long a mail is aborted. */
  readonly longest: number
  /** How long a domain that did not answer gets no mail. */
  readonly pause: number
  /** How long a mail waits for a slot. */
  readonly patience: number
}

export const LIMITS: Limits = {
  quick: 10,
  slow: 10,
  perDomain: 2,
  moment: 1000,
  longest: 60_000,
  pause: 60_000,
  patience: 10_000,
}

/** Monotonic milliseconds since the process started. */
export const elapsed = (): number => process.uptime() * 1000

/** Caps a single mail's influence on the usual duration. */
const USUAL_AT_MOST = 5000

interface Domain {
  readonly name: string
  sending: number
  /** How many of these are slow. */
  slow: number
  answeredAt: number
  pausedUntil: number
}

interface Slot {
  /**
   * Sends and releases the slot. A mail that takes too long is aborted by the signal, with an error that says how long
   * it took.
   */
  run<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T>
  release(): void
}

interface Slots {
  /** Whether a domain currently gets no mail because its server does not answer. */
  isPaused(domain: string): boolean
  /** Waits for a slot. Throws a `MailProblem` if none is free in time, or the domain is paused. */
  take(domain: string): Promise<Slot>
}

/**
 * Prevents a hanging mail server from delaying other domains: each domain has at most two mails at once, slow ones
 * move to separate slots, and are aborted if those are full.
 * @param onSilence called when a mail becomes slow, with its start time
 */
export function createSlots(limits: Limits, onSilence: (begunAt: number) => void): Slots {
  const domains = new Map<string, Domain>()
  const waiting = new Set<{ domain: Domain; enter: () => void; refuse: () => void }>()
  let quick = 0
  let slow = 0
  let usual = 0

  const isFree = (domain: Domain) => quick < limits.quick && domain.sending < limits.perDomain
  const isPaused = (domain: Domain) => domain.slow >= limits.perDomain || domain.pausedUntil > elapsed()

  function domainOf(name: string): Domain {
    const known = domains.get(name)
    if (known) return known
    for (const [old, domain] of domains) if (domain.sending === 0 && !isPaused(domain)) domains.delete(old)
    const domain = { name, sending: 0, slow: 0, answeredAt: -Infinity, pausedUntil: -Infinity }
    domains.set(name, domain)
    return domain
  }

  function admitWaiting() {
    for (const one of waiting) {
      if (isPaused(one.domain)) one.refuse()
      else if (isFree(one.domain)) one.enter()
    }
  }

  function enter(domain: Domain): Slot {
    let here: 'quick' | 'slow' | 'left' = 'quick'
    quick++
    domain.sending++

    function release() {
      if (here === 'left') return
      if (here === 'quick') quick--
      else {
        slow--
        domain.slow--
      }
      here = 'left'
      domain.sending--
      admitWaiting()
    }

    async function run<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const aborter = new AbortController()
      const begunAt = elapsed()
      const markSlow = () => {
        onSilence(begunAt)
        if (slow >= limits.slow) return aborter.abort()
        here = 'slow'
        quick--
        slow++
        domain.slow++
        timer = setTimeout(() => aborter.abort(), limits.longest)
        admitWaiting()
      }
      let timer = setTimeout(markSlow, Math.max(limits.moment, 3 * usual))
      try {
        const answer = await send(aborter.signal)
        domain.answeredAt = elapsed()
        usual += (Math.min(elapsed() - begunAt, USUAL_AT_MOST) - usual) / 20
        return answer
      } catch (error) {
        if (!aborter.signal.aborted) throw error
        if (domain.answeredAt < begunAt) domain.pausedUntil = elapsed() + limits.pause
        throw new Error(`No answer within ${((elapsed() - begunAt) / 1000).toFixed(0)} s`, { cause: error })
      } finally {
        clearTimeout(timer)
        release()
      }
    }
    return { run, release }
  }

  return {
    isPaused: (name) => {
      const domain = domains.get(name)
      return domain !== undefined && isPaused(domain)
    },
    take(name) {
      const domain = domainOf(name)
      if (isPaused(domain)) return Promise.reject(new MailProblem('busy', `The mail server of ${name} does not answer`))
      if (isFree(domain)) return Promise.resolve(enter(domain))
      return new Promise((resolve, reject) => {
        const settle = (with_: () => void) => {
          waiting.delete(one)
          clearTimeout(timer)
          with_()
        }
        const refuse = () => settle(() => reject(new MailProblem('busy', 'Other mails are being sent')))
        const one = { domain, enter: () => settle(() => resolve(enter(domain))), refuse }
        const timer = setTimeout(refuse, limits.patience)
        waiting.add(one)
      })
    },
  }
}
