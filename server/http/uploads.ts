import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConcurrencyLimiter } from './limits/concurrency-limiter.ts'
import { Problem } from './problem.ts'

/** Milliseconds for which the rest of a refused file is discarded, so that the sender can read the refusal. */
const LINGER = 2000

/**
 * The slowest upload that may keep its place in the limiter, after a grace period for stalled networks. A phone with a bad connection is
 * twice as fast.
 */
export const pace = { graceMs: 10_000, bytesPerSecond: 20_000 }

/**
 * Refuses a file that is too long, or that the caller may not send, before its body is read. Others hold a place in the limiter until
 * they are answered, because a file is held in memory.
 * @param admit gets the Content-Length, 0 when missing; returns the sender's key in the limiter
 */
export const uploadOptions = (
  maxBytes: number,
  limiter: ConcurrencyLimiter,
  admit: (request: FastifyRequest, bytes: number) => Promise<string>,
) => ({
  bodyLimit: maxBytes,
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    endEarly(request, reply)
    const bytes = Number(request.headers['content-length'] ?? 0)
    const sender = await admit(request, bytes)
    if (bytes > maxBytes) throw new Problem('payload_too_large')
    await acquirePlace(limiter, sender, reply.raw)
    abortSlow(request, reply)
  },
  onSend: async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    // Closing at once could lose the answer.
    if (!raw.complete) reply.removeHeader('connection')
  },
})

/** Closes the connection of a client that keeps sending after the answer. */
function endEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete) return
    setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, LINGER).unref()
  })
}

/** Closes the connection of an upload that falls behind the pace. */
function abortSlow({ raw }: FastifyRequest, reply: FastifyReply): void {
  const [begun, before] = [performance.now(), raw.socket.bytesRead]
  const watch = setInterval(() => {
    const due = ((performance.now() - begun - pace.graceMs) / 1000) * pace.bytesPerSecond
    if (raw.complete) clearInterval(watch)
    else if (raw.socket.bytesRead - before < due) raw.socket.destroy()
  }, pace.graceMs / 10)
  reply.raw.once('close', () => clearInterval(watch))
}

/** Holds a place until the response is closed. Throws `unavailable` when there is no room. */
const acquirePlace = (limiter: ConcurrencyLimiter, sender: string, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((release) => {
        resolve()
        // The client may have left while waiting.
        if (response.destroyed) release()
        else response.once('close', () => release())
      })
    limiter.run(held, sender).catch(reject)
  })
