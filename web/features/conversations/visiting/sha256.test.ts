import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { search } from './proof.ts'
import { sha256 } from './sha256.ts'

const known = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

test('it is SHA-256, of any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => sha256(bytes) === known(bytes)))
  // Where the padding begins a block of its own.
  for (let length = 50; length < 70; length++) {
    const bytes = new Uint8Array(length).fill(length)
    expect(sha256(bytes)).toBe(known(bytes))
  }
})

test('the number of a challenge is found, from the first to the last; none is said to be none', () => {
  for (const number of [0, 1, 777, 2000])
    expect(search({ salt: 'salt', target: known(`salt${number}`), most: 2000 })).toBe(number)
  expect(search({ salt: 'salt', target: known('salt2001'), most: 2000 })).toBeNull()
})
