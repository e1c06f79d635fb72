import { delay as pause, type Faults } from '../faults.ts'
import type { AllowedOrigins } from '../origins.ts'
import type { Store } from '../store.ts'
import { timestamp, type Callback } from './schema.ts'
import type { GatewayTiming } from './timing.ts'

const waits = [1_000, 2_000, 4_000, 8_000, 16_000]
const patience = 10_000
const longestTimer = 2 ** 31 - 1

export interface CallbackBody {
  authorizationIdentifier: string
  savedCardIdentifier: string
  paymentIdentifier: string
  authorizationAccepted: boolean
}

export interface NewCallback {
  paymentId: string
  url: string
  kind: 'accepted' | 'declined' | 'forged'
  body: CallbackBody
  delay?: number
  /** Sent only after this one has finished, delivered or not. */
  after?: number
}

interface CallbackOptions {
  store: Store
  faults: Faults
  origins: AllowedOrigins
  timing: GatewayTiming
  log: (line: string) => void
}

/**
 * Posts callbacks until they are answered with 2xx, six times at most. Each is stored before it is sent, so that a restart continues where
 * the last process stopped. A crash before the answer is stored sends it again, as gateways do.
 */
export function openCallbacks({ store, faults, origins, timing, log }: CallbackOptions) {
  const stopping = new AbortController()
  const timers = new Map<number, NodeJS.Timeout>()
  const waiting = new Map<number, (() => void)[]>()

  const plan = ({ id, due_at }: Pick<Callback, 'id' | 'due_at'>) => {
    if (stopping.signal.aborted || timers.has(id)) return
    const wait = Math.min(Math.max(0, due_at - Date.now()), longestTimer)
    timers.set(
      id,
      setTimeout(() => void send(id), wait),
    )
  }

  const send = async (id: number) => {
    const callback = store.one<Callback>('select * from callback where id = ?', id)
    if (!callback || callback.state !== 'pending') return
    const started = Date.now()
    const { status, error } = await post(callback)
    timers.delete(id)
    if (stopping.signal.aborted) return
    store.run(
      'insert into callback_try (callback_id, at, milliseconds, status, error) values (?, ?, ?, ?, ?)',
      id,
      timestamp(new Date(started)),
      Date.now() - started,
      status,
      error,
    )
    const tries = callback.tries + 1
    for (const resolve of waiting.get(id) ?? []) resolve()
    waiting.delete(id)
    if (status !== null && status >= 200 && status < 300) return end(id, tries, 'delivered')
    const wait = waits[tries - 1]
    if (wait === undefined) return end(id, tries, 'failed')
    const due_at = Date.now() + wait * timing.callbackTimeScale
    store.run('update callback set tries = ?, due_at = ? where id = ?', tries, Math.round(due_at), id)
    log(`card gateway: callback ${id} answered ${status ?? error}, next try in ${Math.round(due_at - Date.now())} ms`)
    plan({ id, due_at })
  }

  const post = async ({ url, body }: Callback): Promise<{ status: number | null; error: string | null }> => {
    if (!origins.allowsUrl(url)) return { status: null, error: 'address not allowed' }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patience)]),
      })
      await response.body?.cancel()
      // The shop got it, but the gateway does not know.
      const fault = faults.strike('callback', 'after')
      if (fault) await pause(fault.delayMs)
      if (fault?.drop) return { status: null, error: 'answer lost' }
      return { status: fault?.status ?? response.status, error: null }
    } catch (caught) {
      const cause = caught instanceof Error ? ((caught.cause as Error | undefined) ?? caught) : undefined
      const code = cause && 'code' in cause ? String(cause.code) : undefined
      return { status: null, error: code ?? cause?.message ?? 'no answer' }
    }
  }

  const end = (id: number, tries: number, state: Callback['state']) => {
    store.run('update callback set tries = ?, state = ? where id = ?', tries, state, id)
    for (const next of store.all<Callback>(`select * from callback where after_callback = ? and state = 'pending'`, id))
      plan(next)
  }

  return {
    /** Stores a callback and sends it when due. Returns its id. */
    add({ paymentId, url, kind, body, delay = 0, after }: NewCallback): number {
      const fields = { ...body, authorizationAccepted: body.authorizationAccepted ? 'True' : 'False' }
      const due_at = Math.round(Date.now() + delay * timing.callbackTimeScale)
      const { id } = store.run(
        'insert into callback (payment_id, kind, url, body, due_at, after_callback, created_at) values (?, ?, ?, ?, ?, ?, ?)',
        paymentId,
        kind,
        url,
        new URLSearchParams(fields).toString(),
        due_at,
        after ?? null,
        timestamp(),
      )
      if (after === undefined) plan({ id, due_at })
      return id
    },

    /** Waits for the answer to a callback's first attempt, for at most this many milliseconds. */
    async tried(id: number, longest: number) {
      const callback = store.one<Callback>('select * from callback where id = ?', id)
      if (callback?.state !== 'pending' || callback.tries > 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(id, [...(waiting.get(id) ?? []), resolve])
      const timer = setTimeout(resolve, longest)
      await promise
      clearTimeout(timer)
    },

    /** Continues the callbacks of an earlier process. One that waits for another is due when that has finished. */
    resume() {
      const due = store.all<Callback>(
        `select * from callback c where state = 'pending' and not exists
           (select 1 from callback p where p.id = c.after_callback and p.state = 'pending')`,
      )
      due.forEach(plan)
    },

    stop() {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const resolve of [...waiting.values()].flat()) resolve()
    },
  }
}

export type Callbacks = ReturnType<typeof openCallbacks>
