import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { expect, test } from 'vitest'
import { create } from 'qrcode'
import { newId } from '#server/database/new-id.ts'
import {
  checkTicketCode,
  fromBase45,
  initialsOf,
  type TicketFacts,
  ticketNumber,
  toBase45,
  writeTicketCode,
} from './ticket-code.ts'

const newKey = (kid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { signing: { kid, privateKey }, published: { kid, x } }
}
const [old, present, foreign] = [newKey('00000001'), newKey('a1b2c3d4'), newKey('a1b2c3d4')]
const keys = [present.published, old.published]

const ticket: TicketFacts = {
  entryId: newId(),
  eventId: newId(),
  category: 'adult',
  initials: 'ÅH',
  isTest: false,
}
const code = writeTicketCode(ticket, present.signing)

test('a scanner with the public keys verifies a ticket offline', () => {
  expect(checkTicketCode(code, { keys })).toEqual({ ticket })
  expect(checkTicketCode(code, { keys, eventId: ticket.eventId })).toEqual({ ticket })
  const tried = { ...ticket, isTest: true }
  expect(checkTicketCode(writeTicketCode(tried, present.signing), { keys })).toEqual({ ticket: tried })
})

test('a ticket always has one code, and another ticket another', () => {
  expect(writeTicketCode(ticket, present.signing)).toBe(code)
  expect(writeTicketCode({ ...ticket, entryId: newId() }, present.signing)).not.toBe(code)
})

test('a ticket signed with an earlier key stays valid while that key is published', () => {
  const earlier = writeTicketCode(ticket, old.signing)
  expect(checkTicketCode(earlier, { keys })).toEqual({ ticket })
  expect(checkTicketCode(earlier, { keys: [present.published] })).toEqual({ fault: 'unknown_key' })
})

test('a ticket of another event is not valid here', () => {
  expect(checkTicketCode(code, { keys, eventId: newId() })).toEqual({ fault: 'other_event' })
})

test('a code signed with a forged key is refused', () => {
  const forged = writeTicketCode(ticket, foreign.signing)
  expect(checkTicketCode(forged, { keys })).toEqual({ fault: 'forged' })
})

test('no character of a code can be changed, removed or added', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  const others = (sign: string) => alphabet.split('').filter((one) => one !== sign)
  for (const [at, sign] of code.split('').entries()) {
    for (const other of others(sign)) {
      const altered = code.slice(0, at) + other + code.slice(at + 1)
      expect(checkTicketCode(altered, { keys }), `${at} ${other}`).toHaveProperty('fault')
    }
    expect(checkTicketCode(code.slice(0, at) + code.slice(at + 1), { keys })).toHaveProperty('fault')
  }
  for (const more of ['0', '00', '000', ' ', '\n', code]) {
    expect(checkTicketCode(code + more, { keys })).toHaveProperty('fault')
  }
})

test('a code of a later version is not read, although it is signed', () => {
  const payload = Buffer.concat([Buffer.from(fromBase45(code.slice(3))!).subarray(0, -64), Buffer.from('more')])
  const signature = signWith(null, Buffer.concat([Buffer.from('T1:'), payload]), present.signing.privateKey)
  const longer = `T1:${toBase45(Buffer.concat([payload, signature]))}`
  expect(checkTicketCode(longer, { keys })).toEqual({ fault: 'malformed' })
})

test.each([
  '',
  'T1:',
  'T2:' + code.slice(3),
  code.toLowerCase(),
  ` ${code}`,
  'https://evil.example/',
  'T1:' + ':'.repeat(300),
  'æøå',
  'T1:' + '0'.repeat(300),
])('%j is not a ticket', (text) => {
  expect(checkTicketCode(text, { keys })).toHaveProperty('fault')
})

test('long categories are cut between characters', () => {
  const long = { ...ticket, category: 'ungdomsmedlem på æøå og 🚣🚣🚣', initials: '🚣🚣🚣' }
  const read = checkTicketCode(writeTicketCode(long, present.signing), { keys })
  expect(read).toMatchObject({ ticket: { category: 'ungdomsmedlem på æøå', initials: '🚣🚣' } })
})

test("a code uses the QR code's compact alphabet and stays small", () => {
  expect(code).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
  const longest = writeTicketCode({ ...ticket, category: 'x'.repeat(60), initials: 'ÅÆ' }, present.signing)
  const versionOf = (text: string) =>
    create([{ data: text, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' }).version
  expect([versionOf(code), versionOf(longest)]).toEqual([7, 8])
})

test('bytes are encoded as in RFC 9285', () => {
  expect(toBase45(Buffer.from('AB'))).toBe('BB8')
  expect(toBase45(Buffer.from('Hello!!'))).toBe('%69 VD92EX0')
  expect(Buffer.from(fromBase45('QED8WEX0')!).toString()).toBe('ietf!')
  expect(['GGW', '::', 'A', 'aaa', ':::'].map(fromBase45)).toEqual([null, null, null, null, null])
})

test('a ticket has a short number for people', () => {
  expect(ticketNumber('01890000-0000-7000-8000-000000000000')).toBe('0000-0000')
  expect(ticketNumber('01890000-0000-7000-8000-00ffffffffff')).toBe('ZZZZ-ZZZZ')
  expect(ticketNumber('01890000-0000-7000-8000-000000000021')).toBe('0000-0011')
})

test('initials are those of the first and the last name', () => {
  expect(['Anna Maria Åberg Holm', 'åse', '', '  42 <b>  ', 'Jens-Ole Ægidius'].map(initialsOf)).toEqual([
    'AH',
    'Å',
    '',
    '',
    'JÆ',
  ])
})
