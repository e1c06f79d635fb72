import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { bruteForceLimit } from '#server/http/limits/brute-force-limit.ts'
import { Problem } from '#server/http/problem.ts'

/** Wrong codes per minute, over all calls that take one. */
const limits = { what: 'coupon', calls: 5, perIp: 20 }

/**
 * Rate-limits guessing of codes: wrong ones count whichever call they come by, and none is looked up beyond the
 * limit.
 * @param isMiss whether an answer means that the code was wrong; refusals are recognised without it
 */
export const limitGuesses = <T>(
  db: Db,
  { via, actorId }: MemberActor,
  run: () => Promise<T>,
  isMiss: (answer: T) => boolean = () => false,
): Promise<T> =>
  bruteForceLimit(
    db,
    {
      ...limits,
      ip: via.ip,
      memberId: actorId,
      isMiss: (outcome) => ('error' in outcome ? isWrongCode(outcome.error) : isMiss(outcome.answer)),
    },
    run,
  )

/** A valid code that cannot be used here has a cause, and is not a guess. */
const isWrongCode = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'coupon_not_valid' && error.options.cause === undefined
