import { beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { paidWords } from './paid-words.ts'

type Own = NonNullable<Parameters<typeof paidWords>[0]>

const season = (memberName: string) => ({ kind: 'membership', memberName }) as Own['lines'][number]
const place = { kind: 'event', memberName: 'Anna' } as Own['lines'][number]
const order = (lines: Own['lines'], joining: string[], minor = 70_000): Own => ({
  lines,
  joining,
  total: { minor, currency: 'DKK' },
  orgName: 'Roklub',
})

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each<[string, Own | null, RegExp]>([
  ['who joins is welcomed', order([season('Anna')], ['Anna']), /^Welcome to Roklub! Your receipt/],
  [
    'a family that renews is not',
    order([season('Anna'), season('Bo')], []),
    /^The new season at Roklub is all set\. Your/,
  ],
  ['of both, who joins', order([season('Anna'), season('Bo')], ['Bo']), /^Welcome to Roklub, Bo! Your receipt/],
  [
    'what cost nothing has no receipt',
    order([season('Anna')], ['Anna'], 0),
    /^Welcome to Roklub! There was nothing to pay/,
  ],
  ['joining with a place', order([season('Anna'), place], ['Anna']), /^Welcome to Roklub! Your tickets/],
  ['a place alone', order([place], []), /^Your tickets/],
  ['of somebody else’s order nothing is told', null, /^The order is paid\.$/],
])('%s', (_, own, words) => {
  expect(paidWords(own)).toMatch(words)
})
