import { expect, test } from 'vitest'
import { Selection } from '#contract/orders/orders.ts'
import { encodeSelection } from './checkout.ts'

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
