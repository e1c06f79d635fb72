import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { EventSource } from '#contract/endpoint.ts'

/** Milliseconds between two signs of life; proxies take a line for dead after 30 to 60 s. */
const BEAT = 20_000

/** Characters that wait for a slow reader at most; beyond them it is cut off, and comes again. */
const BACKLOG = 256_000

/** Server-sent events to one caller: what the source sends, and a sign of life now and then. */
export function sendEvents(reply: FastifyReply, source: EventSource): FastifyReply {
  const stream = new Readable({ read() {}, highWaterMark: 0 })
  const write = (text: string | null) => {
    if (stream.destroyed || ended) return
    ended = text === null
    if (stream.readableLength > BACKLOG) stream.destroy()
    else stream.push(text)
  }
  let ended = false
  const beats = setInterval(() => write(':\n\n'), BEAT).unref()
  const stop = source({
    send: ({ event, data }) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => write(null),
  })
  stream.once('close', () => {
    clearInterval(beats)
    stop()
  })
  return (
    reply
      .code(200)
      // Its connection ends with it: an idle one would keep a server from stopping.
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      .send(stream)
  )
}
