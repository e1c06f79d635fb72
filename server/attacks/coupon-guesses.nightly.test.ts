import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { members } from '#contract/members/members.ts'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '../database/new-id.ts'
import { buildClub, type Club, type Person } from '../testing/builders.ts'
import { buildCoupon } from '../testing/builders/coupon-builders.ts'
import { prepareWith, quoteWith } from '../testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { failedCalls } from '../testing/failed-calls.ts'
import { billing, membershipData } from '../testing/selection.ts'
import { ApiProblem, codeOf, createTestApp, type TestApp } from '../testing/test-app.ts'
import { startIssuer, type TokenIssuer } from '../testing/outside/token-issuer.ts'

/** Five wrong codes a minute by a member and twenty from an address, by whichever call they come. */
let issuer: TokenIssuer
let app: TestApp
let club: Club
let event: BuiltEvent
let good: string
let people: Person[]
beforeAll(async () => {
  issuer = await startIssuer()
  app = await createTestApp({ OIDC_ISSUER: issuer.issuer, TRUST_PROXY: '1' })
  club = await buildClub(app)
  event = await buildEvent(app, club)
  good = (await buildCoupon(app, club)).code
  people = await Promise.all(Array.from({ length: 12 }, (_, at) => signIn(`guesser${at}`)))
})
beforeEach(() => app.database.sql('delete from rate_windows'))
afterAll(async () => {
  await app.close()
  issuer.close()
})

async function signIn(name: string): Promise<Person> {
  const token = await issuer.sign({ sub: name, email: `${name}@example.com` })
  return { token, memberId: (await app.call(members.signIn, {}, { as: token })).member.id }
}

type Way = keyof typeof ways
/** Every call that takes a code. @returns `ok`, or what it refuses with */
const ways = {
  validate: (who: Person, code: string, ip: string) =>
    codeOf(app.call(coupons.validate, { orgId: club.id, code, eveId: event.id }, sent(who, ip))),
  apply: (who: Person, code: string, ip: string) =>
    codeOf(app.call(coupons.apply, { orgId: club.id, code, eveId: event.id }, sent(who, ip))),
  item: (who: Person, code: string, ip: string) =>
    codeOf(app.call(coupons.item, { orgId: club.id, code }, sent(who, ip))),
  quote: (who: Person, code: string, ip: string) =>
    quoteWith(app, { ...who, ip }, [{ memberId: who.memberId, event }], code).then(
      ({ coupon }) => coupon?.problem ?? 'ok',
      (error: unknown) => codeOf(Promise.reject(error)),
    ),
  prepare: (who: Person, code: string, ip: string) =>
    codeOf(prepareWith(app, { ...who, ip }, [{ memberId: who.memberId, event }], code)),
}
const sent = ({ token }: Person, ip: string) => ({ as: token, headers: { 'x-forwarded-for': ip } })
const home = '192.0.2.7'
const wrong = () => `WRONG-${newId().slice(-12)}`

test.each(Object.keys(ways) as Way[])('%s: five wrong codes, then even the good one has to wait', async (way) => {
  const [guesser, other] = people as [Person, Person]
  for (let at = 0; at < 5; at++) expect(await ways[way](guesser, wrong(), home)).toBe('coupon_not_valid')
  expect(await ways[way](guesser, good, home)).toBe('too_many_requests')
  // By every other call, too; for others all is as before, at that address and elsewhere.
  for (const each of Object.values(ways)) expect(await each(guesser, wrong(), home)).toBe('too_many_requests')
  expect(await ways[way](other, good, home)).toBe('ok')
  await app.database.sql(`update rate_windows set started_at = started_at - interval '61 seconds'`)
  expect(await ways[way](guesser, good, home)).toBe('ok')
})

test('a refusal says how long to wait, and a quote leaves out the code', async () => {
  const guesser = people[2]!
  for (let at = 0; at < 5; at++) await ways.item(guesser, wrong(), home)
  const refused = await app
    .call(coupons.item, { orgId: club.id, code: good }, { as: guesser.token })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiProblem)
  const quoted = await quoteWith(app, guesser, [{ memberId: guesser.memberId, event }], good)
  expect(quoted).toMatchObject({
    coupon: { code: good, name: '', off: { minor: 0 }, problem: 'too_many_requests' },
    total: { minor: 20_000 },
  })
  const answer = await fetch(`${app.url}/izy-event-api/api/v1/${club.id}/coupon/code/${good}/item`, {
    headers: { authorization: `Bearer ${guesser.token}` },
  })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30)
})

test('good codes are not counted, not even one that fits none of the tickets', async () => {
  const guesser = people[3]!
  const { code } = await buildCoupon(app, club, { categories: ['child'] })
  for (let at = 0; at < 8; at++) {
    for (const way of ['validate', 'quote', 'item'] as const) expect(await ways[way](guesser, good, home)).toBe('ok')
    expect(await ways.prepare(guesser, code, home)).toBe('coupon_not_valid')
  }
  expect(await ways.validate(guesser, good, home)).toBe('ok')
})

test('an address may send twenty wrong codes, whoever is signed in; a forged address gives no more', async () => {
  for (const [at, guesser] of people.slice(4, 9).entries())
    for (let again = 0; again < 4; again++)
      expect(await ways.item(guesser, wrong(), at % 2 ? `10.0.0.${again}, ${home}` : home)).toBe('coupon_not_valid')
  expect(await ways.item(people[9]!, good, `203.0.113.9, ${home}`)).toBe('too_many_requests')
  expect(await ways.item(people[9]!, good, '192.0.2.8')).toBe('ok')
})

test('the limit also holds for simultaneous attempts', async () => {
  const guesser = people[10]!
  const answers = await Promise.all(Array.from({ length: 40 }, () => ways.item(guesser, wrong(), home)))
  expect(answers.filter((one) => one === 'coupon_not_valid')).toHaveLength(5)
  expect(new Set(answers)).toEqual(new Set(['coupon_not_valid', 'too_many_requests']))
})

test("a member's attempts while refused do not count for the address", async () => {
  const guesser = people[11]!
  for (let at = 0; at < 30; at++) await ways.item(guesser, wrong(), home)
  expect(await ways.item(people[0]!, wrong(), home)).toBe('coupon_not_valid')
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const again = (json: string) =>
  JSON.stringify({ ...JSON.parse(json), coupon: null }).replace(/}$/, `,${couponIn(json)}}`)
const couponIn = (json: string) => /"coupon":"[^"]+"/.exec(json)![0]
/** Other ways to write one selection. All of them are read. */
const spellings: Record<string, (json: string) => string> = {
  'after a byte order mark': (json) => base64(`\ufeff${json}`),
  'between white space': (json) => base64(`\r\n\t ${json} \n`),
  'with an escaped key': (json) => base64(json.replace('"coupon"', '"\\u0063oupon"')),
  'with the key twice': (json) => base64(again(json)),
  'in base64 for addresses': (json) => Buffer.from(json).toString('base64url'),
  'in base64 with white space': (json) => base64(json).replace(/.{7}/g, '$&\r\n\t '),
  'in base64 without its padding': (json) => base64(json.length % 3 ? json : `${json} `).replace(/=+$/, ''),
  'in base64 with signs that are none': (json) => `%${base64(json).replace(/.{9}/g, '$&!*')}`,
}

test.each(Object.keys(spellings))('a selection %s is limited to five wrong codes, too', async (spelling) => {
  const [guesser] = people as [Person]
  const send = (coupon: string) => {
    const lines = [{ memberId: guesser.memberId, event }]
    const json = Buffer.from(membershipData(lines, { coupon, billing: { ...billing, name: '~~~???>>>' } }), 'base64')
    const input = { token: newToken(), membershipData: spellings[spelling]!(json.toString()) }
    return codeOf(app.call(orders.prepare, input, sent(guesser, home)))
  }
  for (let at = 0; at < 5; at++) expect(await send(wrong())).toBe('coupon_not_valid')
  expect(await send(wrong())).toBe('too_many_requests')
  expect(await send(good)).toBe('too_many_requests')
})

test.each<[string, (json: string) => Buffer]>([
  ['UTF-16', (json) => Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['UTF-16 without its mark', (json) => Buffer.from(json, 'utf16le')],
  ['Latin-1', (json) => Buffer.from(json.replace('Anna', 'Åse'), 'latin1')],
  ['two byte order marks', (json) => Buffer.from(`\ufeff\ufeff${json}`)],
])('a selection in %s cannot be read, and waits as one with a code does', async (_, write) => {
  const [guesser] = people as [Person]
  const lines = [{ memberId: guesser.memberId, event }]
  const send = () => {
    const json = Buffer.from(membershipData(lines, { coupon: wrong() }), 'base64').toString()
    const input = { token: newToken(), membershipData: write(json).toString('base64') }
    return codeOf(app.call(orders.prepare, input, sent(guesser, home)))
  }
  for (let at = 0; at < 6; at++) expect(await send()).toBe('selection_invalid')
  for (let at = 0; at < 5; at++) await ways.item(guesser, wrong(), home)
  expect(await send()).toBe('too_many_requests')
})

/** Inputs of a scanner in the place of a code. */
const hostile = [
  `' or '1'='1`,
  `'; drop table coupons; --`,
  `") or ("1"="1`,
  `x' union select code from coupons --`,
  `1; select pg_sleep(5)`,
  '%',
  '_______',
  'A'.repeat(64),
  `\\'; select 1`,
  '{{7*7}}',
  '$(id)',
  '..%2f..%2fetc',
  '\u202eEVIL',
  '<script>alert(1)</script>',
  '[object Object]',
  '٣٣٣',
]

test.each(hostile)('%j is a wrong code like any other in every call', async (code) => {
  const answers = await Promise.all(
    (Object.keys(ways) as Way[]).map((way, at) => ways[way](people[at]!, code, `198.51.100.${at}`)),
  )
  for (const answer of answers) expect(['coupon_not_valid', 'invalid_input', 'selection_invalid']).toContain(answer)
  expect(answers.slice(0, 3)).toEqual(['coupon_not_valid', 'coupon_not_valid', 'coupon_not_valid'])
  expect(await app.database.sql('select 1 from coupons')).not.toEqual([])
  expect(failedCalls(app.log)).toEqual([])
})

test('every call refuses a code with a control character', async () => {
  const answers = await Promise.all(
    (Object.keys(ways) as Way[]).map((way, at) => ways[way](people[at]!, 'a\0b', `198.51.100.${at}`)),
  )
  for (const answer of answers) expect(['invalid_input', 'selection_invalid']).toContain(answer)
})

test('a code of any length, or sent several times, is refused with a problem, never a server error', async () => {
  const asked = (query: string) =>
    fetch(`${app.url}/izy-event-api/api/v1/${club.id}/coupon/validate?${query}`, {
      headers: { authorization: `Bearer ${people[5]!.token}` },
    })
  for (const query of [
    `code=${'A'.repeat(5000)}&eveId=${event.id}`,
    `code=A&code=B&eveId=${event.id}`,
    `code[]=A&eveId=${event.id}`,
    `code=A&eveId=1' or 1=1`,
    'code=&eveId=',
  ])
    expect((await asked(query)).status).toBe(422)
})
