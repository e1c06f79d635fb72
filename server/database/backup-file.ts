import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Secrets } from './secrets.ts'
import { ArchiveBroken, readTar, type Entry } from './tar-archive.ts'

/**
 * The form of a backup: a compressed tar archive of COPY's text form. `tables/{table}/000001.copy` and so on, each table
 * after those it refers to; `jobs/000001.copy`; then `manifest.json`, which says what there is, and
 * `manifest.signature`, made with SECRETS_KEY. `files/` is kept free for files beside the database; there are none yet.
 */
const Part = z.object({
  /** `tables/orders`, `jobs`. */
  folder: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of all lines, in order. */
  sha256: z.string(),
})

const Manifest = z.object({
  format: z.literal(1),
  portal: z.string(),
  postgres: z.string(),
  /** The moment of the snapshot: nothing later is in it. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  parts: z.array(Part),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
})

export type Part = z.output<typeof Part>
export type Manifest = z.output<typeof Manifest>

/** A backup cannot be made, read or restored; the message says what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

export const PURPOSE = 'backup'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.signature'

/** A part of about this many bytes is one file in the archive. */
export const CHUNK = 1024 * 1024
/** One row can be longer than that; nothing of ours comes near this. */
const LARGEST = 256 * 1024 * 1024

export const hashing = () => createHash('sha256')

/** Counts the lines of COPY's text form: line breaks in values are written as `\n`. */
export function countLines(block: Buffer): number {
  let lines = 0
  for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, at + 1)) lines++
  return lines
}

/** The files of a backup. Throws a `BackupProblem` where it is damaged or cut off. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source: Readable = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  try {
    yield* readTar(unpacked as AsyncIterable<Buffer>, LARGEST)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupProblem(`There is no file ${file}`, { cause })
    if (cause instanceof ArchiveBroken || code?.startsWith('Z_'))
      throw new BackupProblem(`${file} is cut off, damaged or no backup (${message}): take another`, { cause })
    throw cause
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

/** Reads a backup from end to end and compares everything in it with its manifest. */
export async function verifyBackup(file: string, secrets: Secrets): Promise<Manifest> {
  const found = new Map<string, { rows: number; hash: ReturnType<typeof hashing> }>()
  let manifest: string | undefined
  let signature: string | undefined
  for await (const { name, bytes } of entriesOf(file)) {
    if (signature !== undefined) throw altered(file, `${name} stands behind the end`)
    if (name === MANIFEST) manifest = bytes.toString()
    else if (name === SIGNATURE) signature = bytes.toString()
    else {
      const folder = name.slice(0, name.lastIndexOf('/'))
      const part = found.get(folder) ?? { rows: 0, hash: hashing() }
      part.rows += countLines(bytes)
      part.hash.update(bytes)
      found.set(folder, part)
    }
  }
  if (manifest === undefined || signature === undefined) throw altered(file, 'its manifest is missing')
  // Read before its signature is checked, so that a backup of another form is told from an altered one.
  const { format } = JSON.parse(manifest) as { format?: unknown }
  if (format !== 1) throw new BackupProblem(`${file} has the form ${String(format)}: use the version that made it`)
  if (!secrets.verify(PURPOSE, manifest, signature)) {
    throw new BackupProblem(
      `${file} was altered, or made with another SECRETS_KEY: what it holds encrypted could not be read. Set the ` +
        'SECRETS_KEY it was made with, as SECRETS_KEY or among SECRETS_KEY_PREVIOUS',
    )
  }
  const contents = Manifest.parse(JSON.parse(manifest))
  for (const { folder, rows, sha256 } of contents.parts) {
    const part = found.get(folder)
    found.delete(folder)
    const same = part ? part.rows === rows && part.hash.digest('hex') === sha256 : rows === 0
    if (!same) throw altered(file, `${folder} is not what the manifest says`)
  }
  if (found.size) throw altered(file, `${[...found.keys()].join(', ')} is not in the manifest`)
  return contents
}

const altered = (file: string, what: string) => new BackupProblem(`${file} was altered (${what}): take another`)
