import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { serializerSchema } from './json-schema.ts'
import type { Answered, Route } from './route.ts'
import { filePolicy } from './security-headers.ts'

/** Sends a use case's answer in the form that its endpoint declares. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { output, files = [], sharedCache }: Route['endpoint'],
  answer: unknown,
): Promise<FastifyReply> {
  if (output === null) return reply.code(204).send()
  if (output === 'file') {
    const file = answer as Answered
    if (!files.includes(file.contentType.split(';')[0]!))
      throw new Error(`A file of an undeclared type: ${file.contentType}`)
    return sendFile(request, reply, file)
  }
  if (output === 'redirect') {
    // Only a path of our own: a query must never cause an open redirect.
    if (typeof answer !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(answer))
      throw new Error('Redirect to another site')
    return reply.code(303).header('location', answer).send()
  }
  if (output === 'events') throw new Error('Cannot send a stream as an answer')
  const text = serializerOf(output, reply)(answer)
  if (sharedCache) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag, ...forEverybody })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  return reply.code(200).type('application/json; charset=utf-8').send(text)
}

/** Headers of what anybody gets alike. Short, because a club may close and an event be taken off at any time. */
export const forEverybody = { 'cache-control': 'public, max-age=60', vary: 'accept-language, accept-encoding' }

type Serializer = (answer: unknown) => string

const serializers = new WeakMap<ZodMiniType, Serializer>()

/** Compiled on first use: compiling all of them would take longer than the rest of the start. */
function serializerOf(output: ZodMiniType, reply: FastifyReply): Serializer {
  const known = serializers.get(output)
  if (known) return known
  const compiled = reply.compileSerializationSchema(serializerSchema(output)) as Serializer
  serializers.set(output, compiled)
  return compiled
}

/**
 * Browsers revalidate a cached private file each time, so that whoever may no longer see it is refused.
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, bytes: given, version, isPublic }: Answered,
): Promise<FastifyReply> {
  if (version !== undefined) {
    const etag = `"${version}"`
    reply.header('etag', etag)
    if (isPublic) reply.headers(forEverybody)
    else reply.header('cache-control', 'private, no-cache').header('vary', 'authorization')
    // A proxy that compresses makes it weak.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  const bytes = typeof given === 'function' ? await given() : given
  const ascii = fileName.normalize('NFKD').replace(/[^\w. -]/g, '_')
  return reply
    .code(200)
    .header('content-type', contentType)
    .header('content-security-policy', filePolicy)
    .header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
