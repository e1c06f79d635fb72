import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** An S3-compatible bucket in memory, which checks every signature (AWS Signature Version 4). */
export interface Bucket {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** Contents by name. */
  readonly objects: Map<string, Buffer>
  /** Refuse everything as a bucket does that ran full or lost its rights. */
  refuses: boolean
  /** Milliseconds before it answers. */
  delay: number
  close(): void
}

const KEY = 'AKIDBUCKET'
const SECRET = 'the-bucket-s-secret'

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const url = new URL(request.url!, 'http://bucket')
    const name = decodeURIComponent(url.pathname.replace(/^\/backups\/?/, ''))
    const answer = (status: number, text: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(text)
    const refuse = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`)
    if (bucket.delay > 0) await wait(bucket.delay)
    if (bucket.refuses) return refuse(403, 'AccessDenied')
    if (!isSigned(request, url, body)) return refuse(403, 'SignatureDoesNotMatch')
    const upload = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      uploads.set('one', new Map())
      return answer(200, `<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT' && upload) {
      uploads.get(upload)!.set(Number(url.searchParams.get('partNumber')), body)
      return answer(200, '', { etag: etag(body) })
    }
    if (request.method === 'POST' && upload) {
      const parts = [...uploads.get(upload)!].toSorted(([one], [other]) => one - other).map(([, part]) => part)
      objects.set(name, Buffer.concat(parts))
      return answer(200, `<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>`)
    }
    if (request.method === 'PUT') {
      objects.set(name, body)
      return answer(200, '', { etag: etag(body) })
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      // Also for one that is not there.
      return answer(204)
    }
    if (name === '') return answer(200, listing(objects, url.searchParams))
    const found = objects.get(name)
    return found ? answer(200, found, { etag: etag(found), 'content-length': found.length }) : refuse(404, 'NoSuchKey')
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/backups`
  const bucket: Bucket = {
    url,
    key: KEY,
    secret: SECRET,
    objects,
    refuses: false,
    delay: 0,
    close: () => void server.close(),
  }
  return bucket
}

const etag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const named = [...objects]
    .filter(([name]) => name > after && name.startsWith(query.get('prefix') ?? ''))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const page = named.slice(0, Number(query.get('max-keys') ?? 1000))
  const last = page.length < named.length ? page.at(-1)![0] : null
  const next = last === null ? '' : `<NextContinuationToken>${last}</NextContinuationToken>`
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>
  <KeyCount>${page.length}</KeyCount><IsTruncated>${last !== null}</IsTruncated>${next}${page
    .map(
      ([name, body]) =>
        `<Contents><Key>${name}</Key><Size>${body.length}</Size><LastModified>2026-11-01T00:00:00.000Z</LastModified><ETag>${etag(body)}</ETag></Contents>`,
    )
    .join('')}</ListBucketResult>`
}

function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/')
  const hash = String(headers['x-amz-content-sha256'])
  if (key !== KEY || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, signed.join(''), names, hash].join('\n')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signingKey = [day, region, service, end].reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${SECRET}`)
  return hmac(signingKey, text).toString('hex') === signature
}
