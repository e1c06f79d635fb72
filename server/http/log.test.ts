import { expect, test } from 'vitest'
import { DrizzleQueryError } from '#server/database/sql.ts'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void, pretty = false): string {
  let out = ''
  write(createLog({ pretty, destination: { write: (line) => void (out += line) } }))
  return out
}

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const orderToken = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7dEf0h'

test.each([
  ['a bearer token', `Authorization: Bearer ${jwt}`, jwt],
  ['a token in an address', `https://p.example/x?izytoken=${orderToken}`, orderToken],
  ['a token in a path', `GET /member/order/${orderToken} failed`, orderToken],
  ['a payment handle', 'handle psh_abc.def-123 refused', 'abc.def'],
  ['an e-mail address', 'no mail to anna.holm+x@example.co.uk', 'anna.holm'],
  ['a card number', 'card 4100 0000 0000 0000 declined', '4100 0000'],
  ['a password in an address', 'postgres://portal:hunter2@db/x', 'hunter2'],
])('%s is masked in a message, an error and a field', (_, text, secret) => {
  const out = logged((log) => {
    log.info(text)
    log.error({ err: new Error(text, { cause: new Error(text) }) }, 'failed')
    log.info({ detail: { deep: text } }, 'x')
  })
  expect(out).not.toContain(secret)
  expect(out.trim().split('\n')).toHaveLength(3)
})

test('two addresses that cling together are masked both', () => {
  expect(logged((log) => log.info('anna@holm.example+bo@holm.example, carl@holm.example@x'))).not.toMatch(
    /anna|bo@|carl/,
  )
})

/** Texts of which each pattern finds the beginning again and again, and never the end. */
const endless = [
  'x',
  'a-',
  'a@',
  'a.b@',
  'eyJ',
  '-eyJaaaaaaaa',
  'https://',
  '1 ',
  `${'a'.repeat(39)}é`,
  'basic\\t',
  '{"',
  'æ ',
]

test('a text of any length is masked in the time of a short one', () => {
  const timeOf = (texts: readonly string[]) => {
    const begun = performance.now()
    for (const text of texts) logged((log) => log.error({ err: new Error(text), detail: [text] }, text))
    return performance.now() - begun
  }
  timeOf(endless)
  const short = Math.max(20, timeOf(endless.map((text) => text.repeat(4000 / text.length))))
  expect(timeOf(endless.map((text) => text.repeat(40_000 / text.length))) / short).toBeLessThan(20)
})

test('a long line stays one object with its first words, and a secret at the cut is gone', () => {
  const text = `first ${'word '.repeat(790)}${orderToken}${'é'.repeat(9000)}`
  for (const said of [text, text.replaceAll(' ', '+'), `${'æ'.repeat(3980)}${orderToken}${'æ'.repeat(9000)}`]) {
    const out = logged((log) => log.error({ err: new Error(said) }, 'failed'))
    expect(JSON.parse(out)).toMatchObject({ level: 'error', msg: 'failed', err: { name: 'Error' } })
    expect(out).not.toContain(orderToken.slice(0, 10))
    expect(out.length).toBeLessThan(12_000)
  }
})

test.each(['authorization', 'token', 'email', 'query', 'body', 'phone', 'password'])(
  'the field %s is masked whatever it holds',
  (name) => {
    expect(logged((log) => log.info({ [name]: 'plain', inner: { [name]: 'plain' } }, 'x'))).not.toContain('plain')
  },
)

test('a failed query is logged without its parameters', () => {
  const error = new DrizzleQueryError('select $1', ['Anna Holm'], new Error('boom'))
  const out = logged((log) => log.error({ err: error }, 'failed'))
  expect(out).toContain('select $1')
  expect(out).toContain('boom')
  expect(out).not.toContain('Anna Holm')
})

test.each([false, true])('a line break in a value does not make a second line (pretty: %s)', (pretty) => {
  const out = logged((log) => log.info({ name: 'a\r\nFAKE LINE' }, 'hello\nFAKE LINE'), pretty)
  expect(out.trimEnd().split('\n')).toHaveLength(1)
})

test('the console of development shows what caused an error', () => {
  const error = new Error('the call failed', { cause: new Error('the query failed', { cause: 'no such column' }) })
  const out = logged((log) => log.error({ err: error }, 'failed'), true)
  expect(out).toMatch(/the call failed[^]*caused by Error: the query failed[^]*caused by no such column/)
})

test.each([
  '0198f4d2-7c1e-7a90-8d11-0123456789ab',
  // As long as a card's number before its first letter.
  '44874614-3638-4149-ace0-10d573efa397',
])('ids stay readable: %s', (id) => {
  expect(logged((log) => log.info({ requestId: id, ms: 12 }, 'answered'))).toContain(id)
})
