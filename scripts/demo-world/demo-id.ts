import { createHash } from 'node:crypto'

/** A UUID version 7 derived from a name and a time. */
export function demoId(thing: string, writtenAt: Date): string {
  const bytes = createHash('sha256').update(thing).digest().subarray(0, 16)
  bytes.writeUIntBE(writtenAt.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
