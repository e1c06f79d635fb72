import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Shorter texts fit into one packet anyway, and pay more for the work than they save. */
const SHORTEST = 1400

const brotli = promisify(brotliCompress)
const encoders = [
  // Of the qualities that take no longer than gzip the best.
  ['br', (text: Buffer) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip', promisify<Buffer, Buffer>(gzip)],
] as const

/**
 * Sends longer texts compressed: pages and what calls answer; files come compressed from the build. The length of a compressed
 * answer tells something of what is in it, which betrays a secret where a stranger can have a browser ask for answers with it,
 * again and again with other words beside it (BREACH). Nobody can here: a page holds nothing of whoever asks for it, repeats
 * nothing of its address, and its nonce is another each time; calls go by a token in a header, which no other site can make a
 * browser send, and no cookie lets anybody in.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < SHORTEST || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '))
    const [name, encode] = encoders.find(([one]) => accepts(request, one)) ?? []
    if (!name || !encode) return payload
    const bytes = await encode(Buffer.from(payload))
    reply.header('content-encoding', name).removeHeader('content-length')
    return bytes
  })
}

/** Whether the caller takes an encoding. */
export const accepts = (request: FastifyRequest, encoding: string): boolean =>
  [request.headers['accept-encoding'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.trim().split(';')
      return name === encoding && !parameters.some((one) => /^\s*q=0(\.0*)?$/.test(one))
    })
