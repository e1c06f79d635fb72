/** The first 32 bits of the fractional parts of roots of the first primes: of cubes, and of squares. */
const primes = (() => {
  const found: number[] = []
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
})()
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32)
const ROUNDS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const words = new Uint32Array(64)
const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/**
 * SHA-256 in one go: the browser's own answers later, which for each of many thousand short texts costs more than the work.
 * @returns hexadecimal
 */
export function sha256(bytes: Uint8Array): string {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const hash = START.slice()
  for (let at = 0; at < padded.length; at += 64) mix(hash, view, at)
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function mix(hash: Uint32Array, view: DataView, at: number) {
  for (let i = 0; i < 64; i++) words[i] = i < 16 ? view.getUint32(at + i * 4) : expanded(i)
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0
    const two = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + value
}

function expanded(i: number): number {
  const [early, late] = [words[i - 15]!, words[i - 2]!]
  const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
  const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
  return words[i - 16]! + one + words[i - 7]! + two
}
