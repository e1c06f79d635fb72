import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { EventSource } from '#contract/endpoint.ts'

/** Milliseconds between keep-alive comments; proxies close a silent connection after 30 to 60 s. */
const BEAT = 20_000

/** Most characters buffered for a slow reader. Beyond that it is disconnected, and reconnects. */
const BACKLOG = 256_000

/** Streams a source to the caller as server-sent events, with keep-alive comments. */
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
      // An idle connection afterwards would delay a shutdown.
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      .send(stream)
  )
}
