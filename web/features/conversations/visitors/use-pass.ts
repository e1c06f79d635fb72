import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { solveChallengeWorkers } from 'altcha-lib'
import { visitors } from '#contract/conversations/visitors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { m } from '#words/messages.js'
import type { Draft } from '../message-draft.ts'

/** Draft fields with the pass and its time of issue. */
const passField = 'pass'
const issuedField = 'passSince'

/** Milliseconds; a little less than the server allows. */
const LIFE = 50 * 60_000

const isOld = ({ [passField]: pass, [issuedField]: at }: Draft['values']) =>
  Boolean(pass) && Date.now() - Number(at) > LIFE

const isRefused = (error: unknown) => error instanceof ApiProblem && error.code === 'challenge_failed'

/** The pass has used up its hourly quota. A plain rate limit has a shorter wait. */
const isUsedUp = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'too_many_requests' && Number(error.data['retryAfter']) > 60

/**
 * A visitor's pass, fetched once per message and stored in its draft. A refused pass is replaced, and files uploaded
 * with it are lost.
 */
export function usePass(draft: Draft, get = getPass) {
  const pending = useRef<Promise<string>>(undefined)
  const prefetched = useRef(false)
  const [filesLost, setFilesLost] = useState(() => isOld(draft.values) && draft.files.length > 0)

  const forget = (files = draft.latest().files) =>
    draft.change(({ values: all }) => {
      const { [passField]: _, [issuedField]: __, ...values } = all
      return { values, files }
    })
  const drop = () => {
    if (draft.latest().files.length > 0) setFilesLost(true)
    forget([])
  }
  const dropOld = useEffectEvent(() => {
    if (isOld(draft.values)) forget([])
  })
  useEffect(() => dropOld(), [])

  const store = (fresh: string) => {
    draft.change(({ values }) => ({ values: { ...values, [passField]: fresh, [issuedField]: String(Date.now()) } }))
    return fresh
  }
  const pass = (): Promise<string> => {
    const known = draft.latest().values[passField]
    if (known) return Promise.resolve(known)
    // Cleared when done, so that the next use retries after a failure.
    return (pending.current ??= get()
      .then(store)
      .finally(() => (pending.current = undefined)))
  }
  return {
    /** Whether files were lost with an old pass; reset on next use. */
    filesLost,
    prefetch: () => {
      if (!prefetched.current) pass().catch(() => undefined)
      prefetched.current = true
    },
    /** The message was sent; the next one needs a new pass. */
    clear() {
      forget()
      prefetched.current = false
    },
    /**
     * Runs `use` with a pass, and once more with a new one if it is refused.
     * @param fileIds ids of files that were uploaded with the pass
     */
    async with<T>(use: (pass: string) => Promise<T>, fileIds: readonly string[] = []): Promise<T> {
      setFilesLost(false)
      const held = await pass()
      try {
        return await use(held)
      } catch (error) {
        if (!isRefused(error) && !(isUsedUp(error) && draft.latest().files.length === 0)) throw error
        // A parallel call may have replaced the pass already.
        if (draft.latest().values[passField] === held) drop()
        const fresh = await pass()
        // Without its files it would be a different message.
        if (fileIds.length > 0)
          throw new ApiProblem('attachment_not_found', 0, { title: m.problem_attachment_not_found() })
        return await use(fresh)
      }
    },
  }
}

/** Solves the server's proof-of-work challenge. @returns a pass for one message and its files */
async function getPass(): Promise<string> {
  const challenge = await call(visitors.challenge, {})
  const solution = await solveChallengeWorkers({ challenge, concurrency: 1, createWorker }).catch(() => null)
  if (!solution) throw new ApiProblem('challenge_failed', 0, { title: m.problem_challenge_failed() })
  const { counter, derivedKey } = solution
  return (await call(visitors.pass, { challenge, solution: { counter, derivedKey } })).pass
}

/** A worker keeps the page responsive; same origin, as the CSP requires. */
const createWorker = () => new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
