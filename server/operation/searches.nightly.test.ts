import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { members } from '#contract/members/members.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { officeCoupons } from '#contract/events/office-coupons.ts'
import { officeEvents } from '#contract/events/office.ts'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { officeAccess } from '#contract/office/access.ts'
import { operator } from '#contract/operator.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { publicEvents } from '#contract/events/public.ts'
import { foldText } from '#contract/search-words.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { askedByVisitor } from '#server/testing/builders/conversation-builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { calls, defOf } from '#server/testing/contract-fields.ts'
import { addByHand, daysFrom, registered, today } from '#server/testing/purchases/by-hand.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

const [FIRST, LAST] = ['Bjørn Åge', 'Sørensen Lærkegård Müller O’Neill-Bech']
const NAME = `${FIRST} ${LAST}`
const TITLE = 'Ærøs Første Forårstur O’Neill-Bech'

let app: TestApp
let club: Club
let event: BuiltEvent
let [office, susanne, person]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  susanne = await signedIn(app, 'super@example.com')
  person = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  event = await buildEvent(app, club)
  await app.database.sql(
    `update events set title = $2, title_texts = jsonb_build_object('da', $2::text) where id = $1`,
    [event.id, TITLE],
  )
  await buyFor(app, person, [person.memberId], club.season)
  await buyPlaces(app, person, event, [{ memberId: person.memberId, event, category: 'adult' }])
  await registered(app, club, [person.memberId])
  const owed = await buildEvent(app, club)
  const line = { eventId: owed.id, category: 'adult' }
  const pay = { how: 'invoice', dueOn: daysFrom(today(), 14) } as const
  await addByHand(app, office, club, { memberId: person.memberId, lines: [line], pay })
  await rename(FIRST.normalize('NFD'), LAST)
  await app.database.sql('update organisations set name = $2 where id = $1', [club.id, NAME])
  await askedByVisitor(app, club, { subject: 'Hej', name: NAME, email: 'visitor@example.com' })
  await buildCoupon(app, club, { name: { da: NAME } })
})

const rename = (first: string, last: string) =>
  app.database.sql('update members set first_name = $2, last_name = $3 where id = $1', [person!.memberId, first, last])
const as = () => ({ as: office!.token })
const asOperator = () => ({ as: susanne!.token })
const ofClub = () => ({ orgId: club.id })
const ofEvent = () => ({ ...ofClub(), eventId: event.id })
const places = async (search: string) =>
  (await app.call(officeRegistrations.list, { ...ofEvent(), search }, as())).total

/** Every search, by its call: how many it finds. */
const searches: Record<string, (phrase: string) => Promise<number>> = {
  'organisations.directory': async (search) => (await app.call(organisations.directory, { search })).length,
  'organisations.list': async (search) => (await app.call(organisations.list, { search }, as())).length,
  'officeAccess.mine': async (search) => (await app.call(officeAccess.mine, { search }, as())).length,
  'operator.clubs': async (search) => (await app.call(operator.clubs, { search }, asOperator())).clubs.length,
  'operator.people': async (search) => (await app.call(operator.people, { search }, asOperator())).length,
  'members.list': async (search) => (await app.call(members.list, { search }, asOperator())).length,
  'officeMembers.list': async (search) => (await app.call(officeMembers.list, { ...ofClub(), search }, as())).total,
  'officeRegistrations.list': places,
  'officeRegistrations.candidates': async (search) =>
    (await app.call(officeRegistrations.candidates, { ...ofEvent(), search }, as())).length,
  'officeConversations.inbox': async (q) =>
    (await app.call(officeConversations.inbox, { ...ofClub(), q }, as())).threads.length,
  'byHand.people': async (search) => (await app.call(byHand.people, { ...ofClub(), search }, as())).length,
  'byHand.owes': async (search) => (await app.call(byHand.owes, { ...ofClub(), search }, as())).total,
  'orders.ofClub': async (search) => (await app.call(orders.ofClub, { ...ofClub(), search }, as())).total,
  'officeEvents.list': async (search) =>
    (await app.call(officeEvents.list, { ...ofClub(), tab: 'coming', search }, as())).events.length,
  'events.list': async (search) => (await app.call(events.list, { search }, { as: person!.token })).length,
  'publicEvents.list': async (search) => (await app.call(publicEvents.list, { search })).length,
  'officeCoupons.list': async (search) =>
    (await app.call(officeCoupons.list, { ...ofClub(), search }, as())).coupons.length,
}

test('every call that searches is one of these', () => {
  const searching = calls.filter(({ endpoint: { method, query } }) => {
    const fields = query ? (defOf(query).shape ?? {}) : {}
    return method === 'GET' && ('search' in fields || 'q' in fields)
  })
  expect(searching.map(({ name }) => name).toSorted()).toEqual(Object.keys(searches).toSorted())
})

/** How people without a letter on their keyboard write it. */
const spellings: Record<string, readonly string[]> = {
  æ: ['æ', 'ae'],
  ø: ['ø', 'oe', 'o', 'ö'],
  å: ['å', 'aa', 'a', 'a\u030a'],
  ü: ['ü', 'u'],
  é: ['é', 'e'],
  '’': ['’', "'", 'ʼ', '`', '´', ''],
  '-': ['-', '\u2011', '\u2013'],
}
const letter = (one: string) =>
  fc
    .tuple(fc.constantFrom(...(spellings[one.toLowerCase()] ?? [one])), fc.boolean())
    .map(([text, upper]) => (upper ? text.toUpperCase() : text.toLowerCase()))
const word = (one: string) => fc.tuple(...Array.from(one, letter)).map((letters) => letters.join(''))
/** Some words of a text in any order, each as somebody may write it. */
const phraseOf = (text: string) =>
  fc
    .shuffledSubarray(text.split(' '), { minLength: 1 })
    .chain((words) =>
      fc.tuple(fc.tuple(...words.map(word)), fc.constantFrom(' ', '  ', '\u00a0', ', '), fc.constantFrom('NFC', 'NFD')),
    )
    .map(([words, gap, form]) => words.join(gap).normalize(form))

test.each(Object.keys(searches))('%s finds a name by any of its words, in any order and spelling', async (name) => {
  const text = /events\.list$/i.test(name) ? TITLE : NAME
  await fc.assert(
    fc.asyncProperty(phraseOf(text), async (phrase) => {
      expect([phrase, await searches[name]!(phrase)]).not.toEqual([phrase, 0])
    }),
    { numRuns: 12 },
  )
  expect(await searches[name]!(`${text.split(' ')[0]!} quinoa`)).toBe(0)
})

test('the database folds text as the browser does', async () => {
  const samples = [
    NAME,
    'Høeg hoeeg HOEG Aaaen Påænde Joe Zoé ΟΔΟΣ Łódź Straße ĲSSEL ﬁn ½ İstanbul',
    "O’Neill o'neill oʼneill A\u00ada \u202ex Jean\u2011Luc Nguyễn Văn",
    '%_\\ .* \u{1f6f6}',
  ]
  const every = Array.from({ length: 0x250 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('|')
  const texts = [
    ...samples,
    every,
    ...fc.sample(fc.string({ unit: fc.constantFrom(...Array.from('aoeæøåéüAOEÆØÅ -x')) }), 200),
  ]
  const [row] = await app.database.sql<{ folded: string[] }>(
    'select array_agg(search_fold(text) order by at) as folded from unnest($1::text[]) with ordinality texts (text, at)',
    [texts],
  )
  expect(row!.folded).toEqual(texts.map(foldText))
})

test('the database orders names as Danish does, whatever their accents and cases', async () => {
  const danish = new Intl.Collator('da', { sensitivity: 'base' })
  // An n between, because ICU reads a and ä as aa with an accent.
  const letters = 'a Å å Æ æ Ø ø ö ä ő ü ű é e o b y z đ aa Aa AA'.split(' ')
  const name = fc.array(fc.constantFrom(' ', ...letters), { maxLength: 4 }).map((found) => `n${found.join('n')}n`)
  const pairs = fc.sample(fc.tuple(name, name), 500)
  const [row] = await app.database.sql<{ orders: number[] }>(
    `select array_agg(sign((danish_order(a) > danish_order(b))::int - (danish_order(a) < danish_order(b))::int)::int order by at) as orders
     from unnest($1::text[], $2::text[]) with ordinality pairs (a, b, at)`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  )
  const found = pairs.map((pair, at) => [...pair, row!.orders[at]])
  expect(found).toEqual(pairs.map(([one, other]) => [one, other, Math.sign(danish.compare(one, other))]))
})

test('every list by a name is in that order', () => {
  const bare = globSync('server/domains/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/order\s?by\b[^`]{0,200}/gi)].map(([by]) => [file, by] as const),
    )
    .filter(([, by]) => {
      const rest = by.replace(/(danish_order|name_to_sort)\([^)]*\)/g, '').split(/\blimit\b|\)\s*,|\n/)[0]!
      return /\b(first_?name|last_?name|member_name|name|title)\b/i.test(rest)
    })
  expect(bare).toEqual([])
})

test('payments are found by number, address, membership, event and amount as people type it', async () => {
  const find = searches['orders.ofClub']!
  const [order] = (await app.call(orders.ofClub, { ...ofClub(), search: 'foraarstur' }, as())).orders
  expect(order!.total.minor).toBe(20_000)
  for (const amount of ['200', '200,00', '200.00', 'kr. 200,-', '200 kr', '200,- soerensen'])
    expect([amount, await find(amount)]).toEqual([amount, 1])
  await app.database.sql('update orders set total = 125000 where id = $1', [order!.id])
  for (const amount of [
    '1.250',
    '1250',
    '1 250 kr.',
    'muller kr. 1.250,-',
    '1,250.00',
    '1.250,00',
    '1,250',
    'AAGE 1 250',
  ])
    expect([amount, await find(amount)]).toEqual([amount, 1])
  for (const none of ['125', '12500', '1.251', '1.250 nobody']) expect([none, await find(none)]).toEqual([none, 0])
  expect(await find(order!.number)).toBe(1)
  expect(await find(`${order!.number.slice(-6)} anna@example.com forstE`)).toBe(1)
  await app.database.sql('update orders set total = 20000 where id = $1', [order!.id])
})

test('a former name is found nowhere, the new one at once', async () => {
  await rename('Nyt', 'Navnesen')
  const ofPeople = [
    'operator.people',
    'members.list',
    'officeMembers.list',
    'officeRegistrations.list',
    'orders.ofClub',
  ]
  for (const name of ofPeople)
    expect([name, await searches[name]!('bjorn'), (await searches[name]!('navnesen nyt')) > 0]).toEqual([name, 0, true])
  await rename(FIRST, LAST)
})
