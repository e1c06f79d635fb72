import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clubTemplates, membershipsOf, NEXT_SEASON_DAYS } from '#contract/organisations/templates.ts'
import { operator, type NewMembership } from '#contract/operator.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { clubSettings } from '#contract/organisations/settings.ts'
import { newToken } from '#server/database/new-id.ts'
import { signedIn, type Person } from '#server/testing/builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let susanne: Person
/** Administers every club by the sign-in, so that the history can be read. */
let admin: Person
beforeAll(async () => {
  app = await sharedApp()
  susanne = await signedIn(app, 'super@example.com')
  admin = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const newKey = () => `K${newToken().replace(/\d/g, 'X').slice(0, 8)}`.toUpperCase()

const club = (changes: Partial<NewClub> = {}): NewClub => ({
  token: newToken(),
  key: newKey(),
  name: 'Sejlklubben Vestenvind',
  contactEmail: 'kontor@sejl.example',
  city: 'Kerteminde',
  address: 'Havnegade 12',
  cvr: null,
  colour: null,
  memberships: [],
  people: [],
  gatewayKey: null,
  ...changes,
})

interface NewClub {
  token: string
  key: string
  name: string
  contactEmail: string
  city: string
  address: string
  cvr: string | null
  colour: string | null
  memberships: NewMembership[]
  people: { email: string; role: 'chair' | 'treasurer' }[]
  gatewayKey: string | null
}

const create = (wish: NewClub) => app.call(operator.create, { ...wish }, { as: susanne.token })
const check = (wish: { key?: string; cvr?: string }) => app.call(operator.check, wish, { as: susanne.token })
const show = (orgKey: string) => app.call(operator.show, { orgKey }, { as: susanne.token })
const count = async (key: string) => (await app.database.sql('select from organisations where key = $1', [key])).length

test('a club is open in test mode at once, with drafts of its memberships, its people invited and its key kept', async () => {
  const memberships = membershipsOf('sports', '2026-11-23').map((one) => ({
    ...one,
    ...(one.startDate === '2026-01-01' && { startDate: '2026-02-01' }),
  }))
  const wish = club({
    cvr: '10150817',
    colour: '#0b5c87',
    memberships,
    people: [{ email: 'chair@sejl.example', role: 'chair' }],
    gatewayKey: randomUUID(),
  })
  const made = await create(wish)
  expect(made.key).toBe(wish.key)
  const page = await show(wish.key.toLowerCase())
  expect(page).toMatchObject({
    club: { id: made.id, state: 'test', cvr: '10150817', contactEmail: 'kontor@sejl.example', liveAt: null },
    invitations: [{ email: 'chair@sejl.example', roles: ['chair'] }],
    payment: { provider: 'freepay', testMode: true, fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) },
    next: ['live', 'closed'],
  })
  expect(JSON.stringify(page)).not.toContain(wish.gatewayKey)
  const profile = await app.call(organisations.profile, { id: made.id })
  expect(profile.memberships).toEqual([])
  const { seasons } = await app.call(officeMemberships.list, { orgId: made.id }, { as: admin.token })
  const listed = seasons.map(({ name, state, price, startDate }) => `${name.da} ${state} ${price} ${startDate}`)
  expect(listed.toSorted()).toEqual(
    memberships.map(({ name, price, startDate }) => `${name} draft ${price} ${startDate}`).toSorted(),
  )
  expect(profile).toMatchObject({ testMode: true, face: { colour: '#0b5c87' } })
  const mails = await app.database.sql(
    `select from messages where template = 'office-invited' and data->>'invitationId' = $1`,
    [page.invitations[0]!.id],
  )
  expect(mails).toHaveLength(1)
  const { entries } = await app.call(officeHistory.list, { orgId: made.id }, { as: admin.token })
  expect(entries.map(({ name, byOperator }) => [name, byOperator])).toEqual([
    ['access_invited', true],
    ['club_created', true],
  ])
})

test('somebody with two roles is invited once, to both', async () => {
  const people = [
    { email: 'both@sejl.example', role: 'chair' as const },
    { email: 'Both@sejl.example', role: 'treasurer' as const },
  ]
  const { key } = await create(club({ people }))
  expect((await show(key)).invitations).toMatchObject([{ email: 'both@sejl.example', roles: ['chair', 'treasurer'] }])
})

test('a key is free, taken, reserved or misspelt, before and when the club is made', async () => {
  const wish = club()
  expect(await check({ key: wish.key })).toMatchObject({ key: 'free', takenBy: null })
  await create(wish)
  expect(await check({ key: wish.key.toLowerCase() })).toMatchObject({ key: 'taken', takenBy: wish.name })
  expect(await codeOf(create(club({ key: wish.key })))).toBe('club_key_taken')
  for (const key of ['ADMIN', 'OPERATOR', 'office', 'EVENTS']) {
    expect(await check({ key }), key).toMatchObject({ key: 'reserved' })
    expect(await codeOf(create(club({ key }))), key).toBe('club_key_reserved')
  }
  for (const key of ['S', 'SEJL KLUB', '1SEJL', 'BÅD', 'SEJL-KLUB']) {
    expect(await check({ key }), key).toMatchObject({ key: 'invalid' })
    expect(await codeOf(create(club({ key }))), key).toBe('invalid_input')
  }
})

test('a name and an address are no longer than its office can save', async () => {
  const longest = { name: 'x'.repeat(80), city: 'x'.repeat(60), address: 'x'.repeat(150) }
  const { id: orgId } = await create(club(longest))
  const settings = await app.call(clubSettings.show, { orgId }, { as: admin.token })
  expect(await codeOf(app.call(clubSettings.save, { ...settings, orgId }, { as: admin.token }))).toBe('ok')
  for (const [field, most] of Object.entries(longest))
    expect(await codeOf(create(club({ [field]: `${most}x` })))).toBe('invalid_input')
})

test('a CVR number whose last digit does not fit is refused', async () => {
  const wish = club({ cvr: '12345678' })
  expect(await codeOf(create(wish))).toBe('cvr_invalid')
  expect(await count(wish.key)).toBe(0)
})

test('a colour on which nobody can read white is answered with its darker shade', async () => {
  const shade = async (colour: string) => (await app.call(operator.check, { colour }, { as: susanne.token })).shade
  expect(await shade('#ffd400')).toBe('#986e00')
  expect(await shade('#0b5c87')).toBe('#0b5c87')
})

test('clubs with the same CVR number are named, and may be made', async () => {
  const [one, other] = [club({ cvr: '31000009' }), club({ cvr: '31000009' })]
  await create(one)
  expect((await check({ cvr: '31000009' })).sameCvr).toEqual([{ key: one.key, name: one.name }])
  await create(other)
})

test('a key that the gateway refuses makes no club', async () => {
  const wish = club({ gatewayKey: 'no-key-of-the-gateway' })
  expect(await app.call(operator.tryKey, { key: wish.gatewayKey! }, { as: susanne.token })).toEqual({ key: 'refused' })
  expect(await codeOf(create(wish))).toBe('gateway_key_refused')
  expect(await count(wish.key)).toBe(0)
  expect(await app.call(operator.tryKey, { key: randomUUID() }, { as: susanne.token })).toEqual({ key: 'good' })
})

test('a season that ends before it begins or overlaps its own series is refused', async () => {
  const [adult, youth, passive] = membershipsOf('sports', '2026-11-23') as [NewMembership, NewMembership, NewMembership]
  for (const memberships of [
    [{ ...adult, endDate: '2025-12-31' }],
    [{ ...adult, endDate: '2036-12-31' }],
    [adult, { ...youth, series: adult.series }],
    [{ ...passive, minAge: 30, maxAge: 20 }],
  ])
    expect(await codeOf(create(club({ memberships })))).toBe('season_invalid')
  expect(await codeOf(create(club({ memberships: [{ ...adult, price: -1 }] })))).toBe('invalid_input')
})

test('a repeated request finds the club of the first; with another key it is refused', async () => {
  const wish = club({ people: [{ email: 'chair@sejl.example', role: 'chair' }] })
  const [one, other] = await Promise.all([create(wish), create(wish)])
  expect(other).toEqual(one)
  expect(await create(wish)).toEqual(one)
  expect((await show(wish.key)).invitations).toHaveLength(1)
  expect(await codeOf(create({ ...wish, key: newKey() }))).toBe('token_reused')
})

const race = async (wishes: NewClub[]) =>
  (
    await Promise.all(
      wishes.map((wish) =>
        create(wish).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        ),
      ),
    )
  ).toSorted()

test('of two operators who choose the same key at once, one makes the club and the other is refused', async () => {
  const key = newKey()
  expect(await race([club({ key }), club({ key, name: 'Another club' })])).toEqual(['club_key_taken', 'ok'])
  expect(await count(key)).toBe(1)
})

test('control: whoever only looks for the key first is refused by the index, without a sentence', async () => {
  const { key } = await create(club())
  const again = `insert into organisations (id, key, name, contact_email) values (portal_new_id(), $1, 'Other', 'other@sejl.example')`
  await expect(app.database.sql(again, [key])).rejects.toThrow('organisations_key')
})

test.each(clubTemplates)('on any day the template %s leaves no season missing in the next sixty days', (template) => {
  const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  for (let today = '2026-01-01'; today < '2029-01-01'; today = later(today, 1)) {
    const bySeries = Map.groupBy(membershipsOf(template, today), ({ series }) => series)
    expect(bySeries.size).toBe(3)
    for (const [running, next, ...more] of bySeries.values()) {
      expect(more).toEqual([])
      expect(running!.startDate <= today && today <= running!.endDate, today).toBe(true)
      expect(new Date(running!.endDate).toISOString().slice(0, 10)).toBe(running!.endDate)
      if (next) expect(next.startDate).toBe(later(running!.endDate, 1))
      expect((next ?? running!).endDate > later(today, NEXT_SEASON_DAYS), today).toBe(true)
      expect(new Set([running!.name, next?.name]).size).toBe(2)
    }
  }
})

test("in November a template has next year's season, too", () => {
  const names = (day: string) => membershipsOf('sports', day).map(({ name }) => name)
  expect(names('2026-10-31')).toEqual(['Voksen 2026', 'Ungdom 2026', 'Støttemedlem 2026'])
  expect(names('2026-11-01').slice(3)).toEqual(['Voksen 2027', 'Ungdom 2027', 'Støttemedlem 2027'])
})

test("a choir's season has both years in its name", () => {
  expect(membershipsOf('choir', '2026-11-23')[0]).toMatchObject({
    name: 'Sanger 2026/27',
    startDate: '2026-08-01',
    endDate: '2027-07-31',
  })
})
