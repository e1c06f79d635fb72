import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConcurrencyLimiter } from './limits/concurrency-limiter.ts'
import { Problem } from './problem.ts'

/** Milliseconds for which the rest of a refused file is thrown away, so that its sender gets to read the refusal. */
const LINGER = 2000

/**
 * Whoever has a place brings their bytes at this pace, after a grace for networks that stand still: a place that is held for
 * nothing is somebody else's. A phone with a bad connection brings twice as much.
 */
export const pace = { graceMs: 10_000, bytesPerSecond: 20_000 }

/**
 * Before a file is read: one that says it is too long, or whose sender may not send it, is refused without a byte of it;
 * the others get a place of the limiter until they are answered, because their bytes are held until all are there.
 * @param admit hears how many bytes the sender says will come, 0 when they do not say; says who sends
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
    await takePlace(limiter, sender, reply.raw)
    leaveTheSlow(request, reply)
  },
  onSend: async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    // Closed at once, the connection would take the answer along.
    if (!raw.complete) reply.removeHeader('connection')
  },
})

/** Whoever goes on sending what nobody reads is left. */
function endEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete) return
    setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, LINGER).unref()
  })
}

/** Ends the connection of whoever falls behind the pace before all is there. */
function leaveTheSlow({ raw }: FastifyRequest, reply: FastifyReply): void {
  const [begun, before] = [performance.now(), raw.socket.bytesRead]
  const watch = setInterval(() => {
    const due = ((performance.now() - begun - pace.graceMs) / 1000) * pace.bytesPerSecond
    if (raw.complete) clearInterval(watch)
    else if (raw.socket.bytesRead - before < due) raw.socket.destroy()
  }, pace.graceMs / 10)
  reply.raw.once('close', () => clearInterval(watch))
}

/** Throws `unavailable` when there is none. */
const takePlace = (limiter: ConcurrencyLimiter, sender: string, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((leave) => {
        resolve()
        // They may have gone while they waited.
        if (response.destroyed) leave()
        else response.once('close', () => leave())
      })
    limiter.run(held, sender).catch(reject)
  })
