import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { TicketKey } from '#contract/events/tickets.ts'

/** The contents of a ticket's QR code, for scanners without network. */
export interface TicketFacts {
  readonly entryId: string
  readonly eventId: string
  /** The category's name on the wire; truncated. */
  readonly category: string
  /** The holder's initials: enough to compare at the door without revealing a name. */
  readonly initials: string
  readonly isTest: boolean
}

/** `malformed`: not our code, or a newer version. `forged`: altered, or not signed by the key that it names. */
type CodeFault = 'malformed' | 'unknown_key' | 'forged' | 'other_event'

/** The version, signed with the rest. */
const PREFIX = 'T1:'
const SIGNATURE = 64
/** Key id, flags and two ids. */
const HEAD = 4 + 1 + 16 + 16
const TEST = 1
const MOST_CATEGORY = 24
const MOST_INITIALS = 8

/** Writes and signs a code; deterministic. `kid` is 8 hexadecimal digits. */
export function writeTicketCode(
  facts: TicketFacts,
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
): string {
  const payload = Buffer.concat([
    Buffer.from(kid, 'hex'),
    Buffer.from([facts.isTest ? TEST : 0]),
    idBytes(facts.entryId),
    idBytes(facts.eventId),
    shortText(facts.category, MOST_CATEGORY),
    shortText(facts.initials, MOST_INITIALS),
  ])
  return PREFIX + toBase45(Buffer.concat([payload, sign(null, signed(payload), privateKey)]))
}

/**
 * Verifies a code with nothing but the public keys, like a scanner at the door.
 * @param eventId the door's event; any if omitted
 */
export function checkTicketCode(
  code: string,
  { keys, eventId }: { keys: readonly Pick<TicketKey, 'kid' | 'x'>[]; eventId?: string },
): { readonly ticket: TicketFacts } | { readonly fault: CodeFault } {
  const parts = readTicketCode(code)
  if (!parts) return { fault: 'malformed' }
  const key = keys.find(({ kid }) => kid === parts.kid)
  if (!key) return { fault: 'unknown_key' }
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' })
  if (!verify(null, signed(parts.payload), publicKey, parts.signature)) return { fault: 'forged' }
  if (eventId !== undefined && parts.ticket.eventId !== eventId) return { fault: 'other_event' }
  return { ticket: parts.ticket }
}

/** Parses a code without verifying it. @returns null if it is not a code of this version */
function readTicketCode(code: string) {
  const bytes = code.startsWith(PREFIX) ? fromBase45(code.slice(PREFIX.length)) : null
  if (!bytes || bytes.length < HEAD + 2 + SIGNATURE) return null
  const all = Buffer.from(bytes)
  const payload = all.subarray(0, -SIGNATURE)
  const category = readText(payload, HEAD)
  const initials = category && readText(payload, category.end)
  // Trailing bytes would be signed too, but are not part of this version.
  if (!category || !initials || initials.end !== payload.length) return null
  return {
    kid: payload.subarray(0, 4).toString('hex'),
    payload,
    signature: all.subarray(-SIGNATURE),
    ticket: {
      isTest: (payload[4]! & TEST) === TEST,
      entryId: readId(payload, 5),
      eventId: readId(payload, 21),
      category: category.text,
      initials: initials.text,
    },
  }
}

const signed = (payload: Uint8Array) => Buffer.concat([Buffer.from(PREFIX), payload])

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const readId = (bytes: Buffer, at: number): string =>
  bytes
    .subarray(at, at + 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A length byte, then as many whole characters as fit. */
function shortText(text: string, most: number): Buffer {
  let kept = ''
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > most) break
    kept += letter
  }
  return Buffer.concat([Buffer.from([Buffer.byteLength(kept)]), Buffer.from(kept)])
}

function readText(bytes: Buffer, at: number): { text: string; end: number } | null {
  const end = at + 1 + (bytes[at] ?? Infinity)
  return end <= bytes.length ? { text: bytes.toString('utf8', at + 1, end), end } : null
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/**
 * Encodes bytes in the characters of a QR code's alphanumeric mode (RFC 9285), the most compact text encoding there.
 */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    let rest = isPair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!
    for (let digit = isPair ? 3 : 2; digit > 0; digit--) {
      text += alphabet[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}

/** @returns null if the text is not Base45 */
export function fromBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = text
      .slice(at, at + 3)
      .split('')
      .map((letter) => alphabet.indexOf(letter))
    if (digits.includes(-1)) return null
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value >= (digits.length === 3 ? 65_536 : 256)) return null
    bytes.push(...(digits.length === 3 ? [value >> 8, value & 255] : [value]))
  }
  return Uint8Array.from(bytes)
}

/** Without letters that look like digits or like each other. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ticket's number for people: `4KQX-9M2T`, 40 random bits of the entry's id. It grants no access. */
export function ticketNumber(entryId: string): string {
  let rest = Number.parseInt(entryId.slice(-10), 16)
  let text = ''
  for (let digit = 0; digit < 8; digit++) {
    text = signs[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The end of the id of the entry with this number, as typed; null for what is no number. */
export function entryEndOf(typed: string): string | null {
  const digits = Array.from(typed.toUpperCase().replace(/[-\s]/g, ''), (letter) => signs.indexOf(letter))
  if (digits.length !== 8 || digits.includes(-1)) return null
  const end = digits.reduce((sum, digit) => sum * 32 + digit, 0)
  return end.toString(16).padStart(10, '0')
}

/** The initials of the first and the last name. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [letters[0], letters.length > 1 ? letters.at(-1) : undefined].join('').toUpperCase()
}
