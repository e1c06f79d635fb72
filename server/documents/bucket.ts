import { S3mini, S3ServiceError } from 's3mini'
import { outgoing } from '#server/telemetry/outgoing.ts'

/** An S3-compatible bucket and who may use it. */
export interface BucketAccess {
  /** `https://host/bucket` */
  readonly url: string
  readonly key: string
  readonly secret: string
}

/** A client of a bucket. Amazon's addresses name their region; others take any. */
export const bucketClient = ({ url, key, secret }: BucketAccess, fetcher = fetch): S3mini =>
  new S3mini({
    endpoint: url,
    accessKeyId: key,
    secretAccessKey: secret,
    region: /\bs3[.-]([a-z0-9-]+)\.amazonaws\./.exec(new URL(url).hostname)?.[1] ?? 'auto',
    fetch: fetcher,
  })

/** Says how a call to a bucket failed, and never what was sent. */
export const bucketFault = (error: unknown): string => {
  if (error instanceof S3ServiceError) return `answers ${error.status}`
  for (let one = error; one instanceof Error; one = one.cause)
    if (one.name === 'TimeoutError') return 'does not answer in time'
  return 'does not answer'
}

/** Milliseconds until a call is given up: of one that a page waits for, and of any other. */
const READ_PATIENCE = 3000
const PATIENCE = 15_000

/** A bucket's files, each call with an end and a measurement. */
export function openBucket(access: BucketAccess) {
  const limited: typeof fetch = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(init?.method === 'GET' ? READ_PATIENCE : PATIENCE) })
  const client = bucketClient(access, limited)
  return {
    put: (name: string, bytes: Buffer) => outgoing('bucket', 'put', () => client.putObject(name, bytes)),
    /** Null when there is no such file. */
    get: (name: string) => outgoing('bucket', 'get', () => client.getObjectArrayBuffer(name)),
    /** One that is not there any more counts as removed. */
    remove: (name: string) =>
      outgoing('bucket', 'delete', async () => {
        await client.deleteObject(name).catch((error: unknown) => {
          if (!(error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket'))
            throw error
        })
      }),
    /** The names that begin so, a page at a time. */
    list: async (prefix: string, most: number, token?: string) => {
      const page = await outgoing('bucket', 'list', () => client.listObjectsPaged('/', prefix, most, token))
      if (!page) throw new S3ServiceError('No such bucket', 404)
      return { objects: page.objects ?? [], next: page.nextContinuationToken }
    },
  }
}

export type Bucket = ReturnType<typeof openBucket>
