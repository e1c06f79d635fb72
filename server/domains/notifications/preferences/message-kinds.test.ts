import { expect, test } from 'vitest'
import { isRequired, isEnabled, messageSlots } from './message-kinds.ts'

test.each([
  // kind, channel, nothing said, said no, said yes
  ['account', 'mail', true, true, true],
  ['payments', 'mail', true, true, true],
  ['payments', 'whatsapp', false, false, true],
  ['memberships', 'mail', true, false, true],
  ['memberships', 'whatsapp', false, false, false],
  ['events', 'mail', true, false, true],
  ['family', 'mail', true, false, true],
  ['family', 'whatsapp', false, false, true],
  ['contact', 'mail', true, false, true],
  ['contact', 'whatsapp', false, false, true],
  ['account', 'whatsapp', false, false, false],
] as const)('%s by %s: %s by default; %s after a no, %s after a yes', (kind, channel, unsaid, no, yes) => {
  const slot = { kind, channel }
  expect([undefined, false, true].map((chosen) => isEnabled(slot, chosen))).toEqual([unsaid, no, yes])
})

test('only account and payment messages are always sent', () => {
  expect(messageSlots.filter(isRequired)).toEqual([
    { kind: 'account', channel: 'mail' },
    { kind: 'payments', channel: 'mail' },
  ])
})
