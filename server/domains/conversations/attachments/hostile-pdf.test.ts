import { randomBytes } from 'node:crypto'
import type * as Zlib from 'node:zlib'
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { checkPdf } from './check-pdf.ts'
import { isHarmlessPdf } from './harmless-pdf.ts'

const spent = vi.hoisted(() => ({ calls: 0, bytes: 0, read: 0 }))
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof Zlib>()
  const inflateSync: typeof zlib.inflateSync = (bytes, options) => {
    spent.calls++
    const before = spent.bytes
    // What is refused has cost so much at most.
    spent.bytes += options?.maxOutputLength ?? Number.POSITIVE_INFINITY
    const inflated = zlib.inflateSync(bytes, options)
    const { buffer, engine } = inflated as unknown as { buffer: Buffer; engine: Zlib.Inflate }
    spent.bytes = before + buffer.length
    spent.read += engine.bytesWritten
    return inflated
  }
  return { ...zlib, inflateSync }
})

const MOST = 4_900_000
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const whole = (...parts: Buffer[]) =>
  Buffer.concat([latin1('%PDF-1.7\n'), ...parts, latin1('\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n')])
/** As often as it fits. */
const many = (part: string | Buffer, most = Math.floor(MOST / part.length)) =>
  Buffer.concat(Array<Buffer>(most).fill(Buffer.isBuffer(part) ? part : latin1(part)))
const objects = (bytes: Buffer, first = 4) =>
  Buffer.concat([
    latin1(`1 0 obj<</Type/ObjStm/N 1/First ${first}/Filter/FlateDecode>>stream\n`),
    bytes,
    latin1('\nendstream endobj\n'),
  ])
const said = (text: string, size: number, first = 4) =>
  objects(deflateSync(Buffer.alloc(size, text), { level: 9 }), first)
const bomb = deflateSync(Buffer.alloc(40_000_000, '1'), { level: 9 })

/**
 * Streams that lie in each other: each begins with a block that holds how the next one begins, goes on with that one's, and
 * ends where all do, behind empty blocks, in a block that is longer than the file.
 */
function nested(streams: number, size: number): Buffer {
  const head = latin1('\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n\x78\x9c')
  const block = (length: number) => Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff])
  const more = many(Buffer.concat([block(head.length), head]), streams - 1)
  return Buffer.concat([head, more, many(block(0), Math.floor(size / 5)), block(1000)])
}

/** Files of 5 MB that are made to be looked through for long, and whether they are harmless all the same. */
const hostile: Record<string, [Buffer, boolean]> = {
  'many beginnings of one bomb': [
    whole(objects(bomb), many(Buffer.concat([latin1('stream\n'), bomb.subarray(0, 256)]))),
    false,
  ],
  'many beginnings of one beside objects': [
    whole(said('1', 8), many(Buffer.concat([latin1('stream\n'), bomb.subarray(0, 256)]))),
    true,
  ],
  'streams of next to nothing': [whole(many(said('1', 8))), false],
  'as many streams as may be': [whole(many(said('1', 3900), 5000)), true],
  'as many objects as may be': [whole(said('/J#61', 19_999_999)), true],
  'as many lists as may be': [whole(latin1('/OpenAction 3 0 R '), many(said('1 0 ', 380_000, 39_000), 50)), true],
  'lists without end': [whole(latin1('/OpenAction 3 0 R '), many(said('1 0 ', 380_000, 380_000), 50)), false],
  'names of one letter': [whole(many('/')), true],
  'names in numbers': [whole(many('/#4f#70en#41ction')), false],
  'things done when it is opened': [whole(many('/OpenAction 3 0 R ')), true],
  'an object given without end': [whole(latin1('/OpenAction 3 0 R '), many('3 0 obj[]')), true],
  'objects within each other': [whole(many('obj<</A ')), false],
  'objects that no one ends': [whole(many('1 0 obj<</A(')), false],
  'words alone': [whole(many('obj ')), true],
  'one remark': [whole(many('obj%')), false],
  brackets: [whole(latin1('1 0 obj<</A '), many('[')), false],
  blanks: [whole(many(`<obj${' '.repeat(3000)}`)), true],
  'streams in each other that say little and are long': [whole(nested(500, 4_800_000)), false],
  chance: [whole(randomBytes(MOST)), true],
}

describe('a PDF that is made to be looked through for long', () => {
  test.each(Object.entries(hostile))('costs no more than any: %s', (_, [bytes, harmless]) => {
    Object.assign(spent, { calls: 0, bytes: 0, read: 0 })
    expect(isHarmlessPdf(bytes)).toBe(harmless)
    expect(spent.calls).toBeLessThanOrEqual(5001)
    expect(spent.bytes).toBeLessThanOrEqual(20_000_000)
    // The last one may go to the end of the file.
    expect(spent.read).toBeLessThanOrEqual(3 * bytes.length)
  })

  test('keeps nobody waiting', async () => {
    const [slow] = hostile['as many streams as may be']!
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    expect(await checkPdf(slow, 'members')).toBe(true)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})
