const BLOCK = 512

/** One file of an archive in the common tar form (ustar). */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

/** What stands in an archive for one small file; the end of the archive is `tarEnd`. */
export function tarEntry(name: string, bytes: Buffer, modified: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
  const fields: [number, string][] = [
    [0, name],
    [100, octal(0o600, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(bytes.length, 12)],
    [136, octal(Math.floor(modified.getTime() / 1000), 12)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ]
  if (Buffer.byteLength(name) > 99) throw new Error(`The name ${name} is too long for the archive`)
  for (const [at, text] of fields) header.write(text, at, 'utf8')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc(padding(bytes.length))])
}

export const tarEnd = Buffer.alloc(2 * BLOCK)

/** The archive is no archive, or ends too early. */
export class ArchiveBroken extends Error {
  override readonly name = 'ArchiveBroken'
}

/** Reads an archive entry by entry. Throws `ArchiveBroken` where it is damaged, cut off or lacks its end. */
export async function* readTar(source: AsyncIterable<Buffer>, largest: number): AsyncGenerator<Entry> {
  const take = reader(source)
  for (;;) {
    const header = await take(BLOCK)
    if (!header) throw new ArchiveBroken('The archive ends without its end mark')
    if (header.every((byte) => byte === 0)) return drain(take)
    const said = parseInt(header.toString('latin1', 148, 156), 8)
    header.fill(' ', 148, 156)
    if (said !== checksumOf(header)) throw new ArchiveBroken('The archive is damaged')
    const size = parseInt(header.toString('latin1', 124, 136), 8)
    if (!(size <= largest)) throw new ArchiveBroken('The archive holds a file that is too large')
    const name = header.toString('utf8', 0, header.indexOf(0))
    const bytes = size === 0 ? Buffer.alloc(0) : await take(size)
    if (!bytes || (padding(size) > 0 && !(await take(padding(size))))) throw new ArchiveBroken('The archive is cut off')
    yield { name, bytes }
  }
}

/** To the very end of the source, which then says whether it came whole. */
async function drain(take: (size: number) => Promise<Buffer | null>): Promise<void> {
  while (await take(BLOCK));
}

/** Takes exact numbers of bytes from a stream; null when it ends before. */
function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (size: number): Promise<Buffer | null> => {
    const parts = [rest]
    let length = rest.length
    while (length < size) {
      const { value, done } = await chunks.next()
      if (done) return null
      parts.push(value)
      length += value.length
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(size)
    return Buffer.from(all.subarray(0, size))
  }
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

const checksumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)
