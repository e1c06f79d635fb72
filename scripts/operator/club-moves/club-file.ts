import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import * as z from 'zod/mini'
import { decrypted, encrypted } from '../backup-bucket.ts'
import { CommandProblem } from '../on-database.ts'

/**
 * A club as a file: a compressed tar archive, encrypted with age. `tables/{table}/000001.ndjson` and so on hold a row a line, as JSON;
 * `manifest.json` stands at the end.
 */
const Manifest = z.object({
  format: z.literal(1),
  portal: z.string(),
  takenAt: z.iso.datetime(),
  /** Checksums by name: both installations must have run the same. */
  migrations: z.record(z.string(), z.string()),
  club: z.object({ id: z.string(), key: z.string(), name: z.string(), state: z.string() }),
  ticketKeys: z.array(z.object({ id: z.string(), kid: z.string(), public_key: z.string(), created_at: z.string() })),
  parts: z.array(
    z.object({
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      /** Hash of all lines in order. */
      sha256: z.string(),
    }),
  ),
  /** See `readFigures`. */
  figures: z.record(z.string(), z.string()),
})
export type Manifest = z.output<typeof Manifest>

const MANIFEST = 'manifest.json'

/** Bytes of one file in the archive, roughly. */
const CHUNK = 1024 * 1024

/** Rows of one table, in batches of lines. */
interface Rows {
  readonly table: string
  readonly columns: readonly string[]
  readonly lines: AsyncIterable<readonly string[]>
}

/** Writes a club's file. It gets its name only when it is complete, and only this user can read it. */
export async function writeClubFile(
  file: string,
  recipient: string,
  rows: AsyncIterable<Rows>,
  finish: () => Promise<Omit<Manifest, 'format' | 'parts'>>,
): Promise<Manifest> {
  if (existsSync(file)) throw new CommandProblem(`${file} is there already: choose another name`)
  const unfinished = `${file}.unfinished`
  const archive = pack()
  const compressed = archive.pipe(createGzip())
  archive.on('error', (error) => compressed.destroy(error))
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  const fill = async (): Promise<Manifest> => {
    const parts: Manifest['parts'] = []
    for await (const { table, columns, lines } of rows) parts.push(await fillTable(add, table, columns, lines))
    const manifest: Manifest = { format: 1, ...(await finish()), parts }
    await add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
    archive.finalize()
    return manifest
  }
  try {
    const sealed = await encrypted(compressed, recipient)
    const filled = fill().catch((error: Error) => {
      archive.destroy(error)
      throw error
    })
    const [manifest] = await Promise.all([
      filled,
      pipeline(sealed, createWriteStream(unfinished, { mode: 0o600, flags: 'w' })),
    ])
    await rename(unfinished, file)
    return manifest
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function fillTable(
  add: (name: string, bytes: Buffer) => Promise<void>,
  table: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): Promise<Manifest['parts'][number]> {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let [rows, size, count] = [0, 0, 0]
  const flush = async () => {
    if (size === 0) return
    await add(`tables/${table}/${String(++count).padStart(6, '0')}.ndjson`, Buffer.concat(waiting))
    ;[waiting, size] = [[], 0]
  }
  for await (const lines of batches) {
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`)
      rows++
      size += bytes.length
      hash.update(bytes)
      waiting.push(bytes)
    }
    if (size >= CHUNK) await flush()
  }
  await flush()
  return { table, columns: [...columns], rows, sha256: hash.digest('hex') }
}

/** The rows of a club's file, table by table. Throws when it is damaged, cut off, or made for another key. */
export async function* linesOf(file: string, identity: string): AsyncGenerator<{ table: string; lines: string[] }> {
  for await (const { name, bytes } of entriesOf(file, identity))
    if (name !== MANIFEST) yield { table: name.split('/')[1]!, lines: bytes.toString().split('\n').slice(0, -1) }
}

/**
 * Reads a club's file to its end and compares it with its manifest.
 * @param each gets the lines meanwhile
 */
export async function readClubFile(
  file: string,
  identity: string,
  each: (table: string, lines: string[]) => void = () => {},
): Promise<Manifest> {
  const found = new Map<string, { rows: number; hash: Hash }>()
  let manifest: string | undefined
  for await (const { name, bytes } of entriesOf(file, identity)) {
    if (name === MANIFEST) manifest = bytes.toString()
    else {
      const table = name.split('/')[1] ?? ''
      const part = found.get(table) ?? { rows: 0, hash: createHash('sha256') }
      const lines = bytes.toString().split('\n').slice(0, -1)
      part.rows += lines.length
      part.hash.update(bytes)
      found.set(table, part)
      each(table, lines)
    }
  }
  if (manifest === undefined) throw altered(file, 'its manifest is missing')
  const { format } = JSON.parse(manifest) as { format?: unknown }
  if (format !== 1)
    throw new CommandProblem(`${file} has the form ${JSON.stringify(format)}, which this version does not know`)
  const contents = Manifest.parse(JSON.parse(manifest))
  for (const { table, rows, sha256 } of contents.parts) {
    const part = found.get(table)
    found.delete(table)
    const isSame = part ? part.rows === rows && part.hash.digest('hex') === sha256 : rows === 0
    if (!isSame) throw altered(file, `${table} is not what the manifest says`)
  }
  if (found.size > 0) throw altered(file, `${[...found.keys()].join(', ')} is not in the manifest`)
  return contents
}

const altered = (file: string, detail: string) =>
  new CommandProblem(`${file} was altered (${detail}): export the club again`)

async function* entriesOf(file: string, identity: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  if (!existsSync(file)) throw new CommandProblem(`There is no file ${file}`)
  const archive = extract()
  try {
    const source = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream
    const content = await decrypted(source, identity).catch((cause: unknown) => {
      throw new CommandProblem(
        `${file} cannot be read with BACKUP_IDENTITY: it was made for another recipient, or is no club's file`,
        { cause },
      )
    })
    const read = pipeline(content, createGunzip(), archive).catch(() => {})
    for await (const entry of archive) yield { name: entry.header.name, bytes: await buffer(entry) }
    await read
  } catch (cause) {
    if (cause instanceof CommandProblem) throw cause
    throw new CommandProblem(
      `${file} is cut off or damaged (${(cause as Error).message}): copy it again, or export the club again`,
      { cause },
    )
  } finally {
    archive.destroy()
  }
}
