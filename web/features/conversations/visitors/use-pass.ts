import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { solveChallengeWorkers } from 'altcha-lib'
import { visitors } from '#contract/visitors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { m } from '#words/messages.js'
import type { Draft } from '../use-draft.ts'

/** Where the pass and its moment stand in the draft. */
const kept = 'pass'
const since = 'passSince'

/** Milliseconds for which a pass is used; the portal takes it a little longer. */
const LIFE = 50 * 60_000

const isOld = ({ [kept]: pass, [since]: at }: Draft['values']) => Boolean(pass) && Date.now() - Number(at) > LIFE

const isRefused = (error: unknown) => error instanceof ApiProblem && error.code === 'challenge_failed'

/** It has had all the tries of its hour; whoever is only too quick waits a minute. */
const isUsedUp = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'too_many_requests' && Number(error.data['retryAfter']) > 60

/**
 * A visitor's pass, got once for a message and kept with it; whatever is refused for want of one gets a new one. The files that
 * an old pass brought go with it.
 */
export function usePass(draft: Draft, get = getPass) {
  const coming = useRef<Promise<string>>(undefined)
  const begun = useRef(false)
  const [lost, setLost] = useState(() => isOld(draft.values) && draft.files.length > 0)

  const forget = (files = draft.latest().files) =>
    draft.change(({ values: all }) => {
      const { [kept]: _, [since]: __, ...values } = all
      return { values, files }
    })
  const drop = () => {
    if (draft.latest().files.length > 0) setLost(true)
    forget([])
  }
  const dropOld = useEffectEvent(() => {
    if (isOld(draft.values)) forget([])
  })
  // Before anybody counts on them.
  useEffect(() => dropOld(), [])

  const keep = (fresh: string) => {
    draft.change(({ values }) => ({ values: { ...values, [kept]: fresh, [since]: String(Date.now()) } }))
    return fresh
  }
  const pass = (): Promise<string> => {
    const known = draft.latest().values[kept]
    if (known) return Promise.resolve(known)
    // The next use asks anew if it fails.
    return (coming.current ??= get()
      .then(keep)
      .finally(() => (coming.current = undefined)))
  }
  return {
    /** Whether files went with an old pass, since something was done with one last. */
    lost,
    /** Has a pass at hand before it is needed; tried once. */
    ready: () => {
      if (!begun.current) pass().catch(() => undefined)
      begun.current = true
    },
    /** Its message is sent; the next one needs another. */
    spend() {
      forget()
      begun.current = false
    },
    /**
     * Does something with a pass, and once more with a new one when the portal will not have it.
     * @param brought files that the pass must have brought
     */
    async with<T>(use: (pass: string) => Promise<T>, brought: readonly string[] = []): Promise<T> {
      setLost(false)
      const held = await pass()
      try {
        return await use(held)
      } catch (error) {
        if (!isRefused(error) && !(isUsedUp(error) && draft.latest().files.length === 0)) throw error
        // Something else beside this may have got another one, with files that stay.
        if (draft.latest().values[kept] === held) drop()
        const fresh = await pass()
        // Without its files it would be another message.
        if (brought.length > 0) throw new ApiProblem('attachment_not_found', 0)
        return await use(fresh)
      }
    },
  }
}

/** Does the work that the portal asks of a visitor's browser. @returns a pass for one message and its files */
async function getPass(): Promise<string> {
  const challenge = await call(visitors.challenge, {})
  const solution = await solveChallengeWorkers({ challenge, concurrency: 1, createWorker }).catch(() => null)
  if (!solution) throw new ApiProblem('challenge_failed', 0, { title: m.problem_challenge_failed() })
  const { counter, derivedKey } = solution
  return (await call(visitors.pass, { challenge, solution: { counter, derivedKey } })).pass
}

/** Beside the page, which stays quick meanwhile; from our own origin, as the policy demands. */
const createWorker = () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
