import { expect, test } from 'vitest'
import { Selection } from '#contract/orders/orders.ts'
import { newToken } from '#web/api/client.ts'
import { encodeSelection, renewToken, type Sent, tokenOf } from './checkout.ts'

const selection: Selection = {
  lines: [
    {
      memberId: '0199a3c4-0000-7000-8000-000000000001',
      orgId: '0199a3c4-0000-7000-8000-000000000002',
      membershipConfId: '0199a3c4-0000-7000-8000-000000000003',
    },
  ],
  gdprAgreement: true,
  billing: {
    name: 'Søren Ærøskøbing 🚣',
    email: 'soren@example.com',
    phone: '+4512345678',
    addressLine1: 'Ågade 1',
    addressLine2: '',
    addressLine3: '',
    postCode: '8000',
    city: 'Århus',
    country: 'Denmark',
  },
}

test('a selection with Danish letters and emoji survives encoding', () => {
  const data = encodeSelection(selection)
  expect(data).toMatch(/^[A-Za-z0-9+/]+=*$/)
  const read = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))))
  expect(Selection.parse(read)).toEqual(selection)
})

let sent: Sent | undefined
const store = { read: () => sent, save: (next: Sent) => void (sent = next) }

test('a token is 40 letters and digits and never the same', () => {
  const tokens = Array.from({ length: 200 }, newToken)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(new Set(tokens).size).toBe(200)
})

test('equal selections have one token, another one a new token', () => {
  const first = tokenOf(store, 'rowing')
  expect(tokenOf(store, 'rowing')).toBe(first)
  const second = tokenOf(store, 'tennis')
  expect(second).not.toBe(first)
  expect(tokenOf(store, 'tennis')).toBe(second)
})

test('a selection whose order has ended gets one new token', () => {
  const ended = tokenOf(store, 'rowing')
  const fresh = renewToken(store, 'rowing')
  expect(fresh).not.toBe(ended)
  expect(tokenOf(store, 'rowing')).toBe(fresh)
})
