import { MailProblem } from './mail-problem.ts'

/** How many mails are handed over at once, and how long each may take, in milliseconds. */
export interface Limits {
  /** Slots from which every mail begins. */
  readonly quick: number
  /** Further ones for mails whose receiver's server takes its time. */
  readonly slow: number
  readonly perDomain: number
  /** A mail that takes longer leaves its quick slot; also three times what mails usually take, if that is more. */
  readonly moment: number
  /** A mail that takes longer is broken off. */
  readonly longest: number
  /** For which nothing is sent to a domain that did not answer. */
  readonly rest: number
  /** For which a mail waits for a slot. */
  readonly patience: number
}

export const LIMITS: Limits = {
  quick: 10,
  slow: 10,
  perDomain: 2,
  moment: 1000,
  longest: 60_000,
  rest: 60_000,
  patience: 10_000,
}

/** Milliseconds since the process began: how long a mail takes is no matter of the portal's clock. */
export const elapsed = (): number => process.uptime() * 1000

/** What counts at most towards how long mails usually take: one slow receiver is not how all are. */
const USUAL_AT_MOST = 5000

interface Domain {
  readonly name: string
  sending: number
  /** How many of these take their time. */
  slow: number
  answeredAt: number
  restsUntil: number
}

/** A slot for one mail. */
interface Slot {
  /** Hands it over and leaves. Whatever takes too long is told so by the signal, and is answered by an error that says how long. */
  hand<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T>
  leave(): void
}

interface Slots {
  /** Whether nothing is sent to this domain at present, because its server does not answer. */
  resting(domain: string): boolean
  /** Waits for a slot. Throws a `MailProblem` when there is none in time, or the domain rests. */
  take(domain: string): Promise<Slot>
}

/**
 * Lets a receiver's server that hangs stop its own mails only: no domain has more than two at once, whatever takes longer
 * than a moment goes on in a slot apart, and when those are taken it is broken off.
 * @param onSilence called when a mail takes longer than a moment, with the time at which it began
 */
export function createSlots(limits: Limits, onSilence: (begunAt: number) => void): Slots {
  const domains = new Map<string, Domain>()
  const waiting = new Set<{ domain: Domain; enter: () => void; sendBack: () => void }>()
  let quick = 0
  let slow = 0
  /** Milliseconds that a mail usually takes. */
  let usual = 0

  const isFree = (domain: Domain) => quick < limits.quick && domain.sending < limits.perDomain
  const rests = (domain: Domain) => domain.slow >= limits.perDomain || domain.restsUntil > elapsed()

  function domainOf(name: string): Domain {
    const known = domains.get(name)
    if (known) return known
    for (const [old, domain] of domains) if (domain.sending === 0 && !rests(domain)) domains.delete(old)
    const domain = { name, sending: 0, slow: 0, answeredAt: -Infinity, restsUntil: -Infinity }
    domains.set(name, domain)
    return domain
  }

  function letIn() {
    for (const one of waiting) {
      if (rests(one.domain)) one.sendBack()
      else if (isFree(one.domain)) one.enter()
    }
  }

  function enter(domain: Domain): Slot {
    let here: 'quick' | 'slow' | 'left' = 'quick'
    quick++
    domain.sending++

    function leave() {
      if (here === 'left') return
      if (here === 'quick') quick--
      else {
        slow--
        domain.slow--
      }
      here = 'left'
      domain.sending--
      letIn()
    }

    async function hand<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const cut = new AbortController()
      const begunAt = elapsed()
      const takeTime = () => {
        onSilence(begunAt)
        if (slow >= limits.slow) return cut.abort()
        here = 'slow'
        quick--
        slow++
        domain.slow++
        timer = setTimeout(() => cut.abort(), limits.longest)
        letIn()
      }
      let timer = setTimeout(takeTime, Math.max(limits.moment, 3 * usual))
      try {
        const answer = await send(cut.signal)
        domain.answeredAt = elapsed()
        usual += (Math.min(elapsed() - begunAt, USUAL_AT_MOST) - usual) / 20
        return answer
      } catch (error) {
        if (!cut.signal.aborted) throw error
        if (domain.answeredAt < begunAt) domain.restsUntil = elapsed() + limits.rest
        throw new Error(`No answer within ${((elapsed() - begunAt) / 1000).toFixed(0)} s`, { cause: error })
      } finally {
        clearTimeout(timer)
        leave()
      }
    }
    return { hand, leave }
  }

  return {
    resting: (name) => {
      const domain = domains.get(name)
      return domain !== undefined && rests(domain)
    },
    take(name) {
      const domain = domainOf(name)
      if (rests(domain)) return Promise.reject(new MailProblem('busy', `The mail server of ${name} does not answer`))
      if (isFree(domain)) return Promise.resolve(enter(domain))
      return new Promise((resolve, reject) => {
        const settle = (with_: () => void) => {
          waiting.delete(one)
          clearTimeout(timer)
          with_()
        }
        const sendBack = () => settle(() => reject(new MailProblem('busy', 'Other mails are being sent')))
        const one = { domain, enter: () => settle(() => resolve(enter(domain))), sendBack }
        const timer = setTimeout(sendBack, limits.patience)
        waiting.add(one)
      })
    },
  }
}
