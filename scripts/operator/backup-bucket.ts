import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import type { BackupBucket } from '#server/config.ts'
import { bucketClient, bucketFault } from '#server/documents/bucket.ts'
import { BackupProblem, isBackupName } from '#server/database/backup.ts'
import { ERASED_IDS } from './erased-ids.ts'

const PREFIX = 'bucket:'
const SEALED = '.age'

/** Whether a place is in the bucket, as in `npm run backup -- bucket:`. */
export const isInBucket = (place: string): boolean => place.startsWith(PREFIX)

/** Backups in an S3-compatible bucket, encrypted with age. All throw `BackupProblem`. */
export function backupBucket({ recipient, identity, ...access }: BackupBucket) {
  const { url } = access
  const bucket = bucketClient(access)
  const names = async (): Promise<string[]> =>
    ((await answered(bucket.listObjects('/', ''))) ?? [])
      .map(({ Key }) => Key)
      .filter((name) => name.endsWith(SEALED) && isBackupName(name.slice(0, -SEALED.length)))
      .toSorted()

  /** Encrypts a file for the recipient and uploads it. @returns its name in the bucket */
  async function upload(file: string): Promise<string> {
    if (!recipient)
      throw new BackupProblem('BACKUP_RECIPIENT is missing: make a key with age-keygen, and set it to the public one')
    const sealed = `${file}${SEALED}`
    try {
      await pipeline(await encrypted(createReadStream(file), recipient), createWriteStream(sealed, { mode: 0o600 }))
      await answered(bucket.putAnyObject(path.basename(sealed), await openAsBlob(sealed)))
      return path.basename(sealed)
    } finally {
      await rm(sealed, { force: true })
    }
  }

  /** Downloads and decrypts a backup. @param place `bucket:` for the newest, or `bucket:` and a name */
  async function download(place: string, folder: string): Promise<string> {
    if (!identity) throw new BackupProblem('BACKUP_IDENTITY is missing: set it to the secret key of BACKUP_RECIPIENT')
    const name = place.slice(PREFIX.length) || (await names()).at(-1)
    if (!name) throw new BackupProblem(`${url} holds no backup: npm run backup -- ${PREFIX}`)
    const response = await answered(bucket.getObjectResponse(name))
    if (!response?.body) throw new BackupProblem(`${url} has no ${name}`)
    const file = path.join(folder, path.basename(name, SEALED))
    const content = await decrypted(response.body, identity).catch((cause: unknown) => {
      throw new BackupProblem(`${name} cannot be read with BACKUP_IDENTITY: it was made for another recipient`, {
        cause,
      })
    })
    await pipeline(content, createWriteStream(file, { mode: 0o600 })).catch((cause: unknown) => {
      throw new BackupProblem(`${name} was altered or cut off: take another`, { cause })
    })
    return file
  }

  /** Downloads the list of erased people beside the backups, if there is one. */
  async function downloadErasedIds(folder: string): Promise<void> {
    const name = `${ERASED_IDS}${SEALED}`
    const found = (await answered(bucket.listObjects('/', name))) ?? []
    if (found.some(({ Key }) => Key === name)) await download(`${PREFIX}${name}`, folder)
  }

  /** Removes all but the newest. @returns the names of those removed */
  async function keep(count: number): Promise<string[]> {
    const old = (await names()).slice(0, -count)
    for (const name of old) await answered(bucket.deleteObject(name))
    return old
  }

  /** Says what a bucket answered, and not what was sent to it. */
  async function answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (cause) {
      throw new BackupProblem(
        `BACKUP_BUCKET_URL: ${new URL(url).host} ${bucketFault(cause)}: correct the address, key and secret, or see whether it is down`,
        { cause },
      )
    }
  }

  return { upload, download, downloadErasedIds, keep }
}

/** Encrypts a stream for age's public key. */
export async function encrypted(content: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as globalThis.ReadableStream)
  return Readable.fromWeb(sealed as ReadableStream)
}

/** Decrypts with age's secret key. Throws for another key; the stream fails when it was altered or cut off. */
export async function decrypted(content: globalThis.ReadableStream, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Readable.fromWeb((await decrypter.decrypt(content)) as ReadableStream)
}
