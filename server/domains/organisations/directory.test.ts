import { beforeAll, expect, test } from 'vitest'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, buildFace, buildSeason, signedIn, type Club } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { clubPreviews } from './preview-club.ts'
import { siteOf } from './directory.ts'

let app: TestApp
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  await change(club, {
    description_texts: JSON.stringify({ da: 'Vi ror på fjorden.', en: 'We row on the fjord.' }),
    city: 'Roskilde',
    address: 'Fjordkajen 18, 4000 Roskilde',
    website: 'https://roklub.example',
    cvr: '31842755',
  })
})

const previews = () => clubPreviews({ ...app.context, productKey: 'izy', publicUrl: 'https://portal.example' })

const change = (of: { id: string }, columns: Record<string, string | null>) =>
  app.database.sql(
    `update organisations set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')} where id = $1`,
    [of.id, ...Object.values(columns)],
  )
const profile = (id = club.id, language = 'en') =>
  app.call(organisations.profile, { id }, { headers: { 'accept-language': language } })
const entry = async (id = club.id) => (await app.call(organisations.directory, {})).find((one) => one.id === id) ?? null

test("anyone can read a club's description in their language, but not its contact address", async () => {
  const found = await profile()
  expect(found).toMatchObject({
    key: club.key,
    name: `Club ${club.key}`,
    description: 'We row on the fjord.',
    address: 'Fjordkajen 18, 4000 Roskilde',
    website: 'https://roklub.example/',
    cvr: '31842755',
    testMode: false,
    membershipFrom: { minor: club.season.total, currency: 'DKK' },
  })
  expect((await profile(club.id, 'da')).description).toBe('Vi ror på fjorden.')
  expect(JSON.stringify([found, await entry()])).not.toMatch(/club\.example|gateway|secret/i)
})

test('only open, public, current events that are not members-only are counted', async () => {
  const its = await buildClub(app)
  const day = 86_400_000
  const later = { startsAt: new Date(Date.now() + day), endsAt: new Date(Date.now() + 2 * day) }
  await buildEvent(app, its, later)
  await buildEvent(app, its, { ...later, forMembers: true, guestsInvited: true })
  expect((await entry(its.id))?.events).toBe(2)
  await buildEvent(app, its, { ...later, forMembers: true })
  await buildEvent(app, its, { ...later, enabled: false })
  await buildEvent(app, its, { ...later, publicFrom: new Date(Date.now() + day) })
  await buildEvent(app, its, { startsAt: new Date(Date.now() - 2 * day), endsAt: new Date(Date.now() - day) })
  expect((await entry(its.id))?.events).toBe(2)
  expect((await profile(its.id)).events).toBe(2)
})

test('memberships on sale come first, later ones say when; past and disabled ones are left out', async () => {
  const its = await buildClub(app, { testMode: true })
  const next = Number(its.season.startDate.slice(0, 4)) + 1
  const coming = { startDate: `${next}-01-01`, endDate: `${next}-12-31`, offerStartDate: `${next}-01-01` }
  await buildSeason(app, its, { name: 'Adult next', ...coming })
  await buildSeason(app, its, { name: 'Child', price: 10_000, vatRate: 0, surcharge: 0 })
  await buildSeason(app, its, { name: 'Off', price: 1, enabled: false })
  await buildSeason(app, its, { name: 'Over', price: 1, startDate: '2001-01-01', endDate: '2001-12-31' })
  await buildSeason(app, its, { name: ' Select Membership ', price: 1 })
  const { memberships, membershipFrom, testMode } = await profile(its.id)
  expect(memberships.map(({ name, sale }) => [name, sale])).toEqual([
    [`Adult ${next - 1}`, 'on_sale'],
    ['Child', 'on_sale'],
    ['Adult next', 'not_yet'],
  ])
  expect(membershipFrom).toEqual({ minor: 10_000, currency: 'DKK' })
  expect(testMode).toBe(true)
  expect(await entry(its.id)).toMatchObject({ membershipFrom, testMode })
})

test("a membership's benefits are shown in the reader's language, and nothing where the club wrote nothing", async () => {
  const its = await buildClub(app)
  const benefits = { da: 'Ro når du vil.', en: 'Row whenever you like.' }
  await buildSeason(app, its, { name: 'Rower', benefits })
  await buildSeason(app, its, { name: 'Cox', benefits: { da: 'Styr båden.' } })
  const written = (seasons: readonly { name: string; benefits?: string | undefined }[]) =>
    Object.fromEntries(seasons.map((one) => [one.name, one.benefits]))
  const plain = { [`Adult ${its.season.startDate.slice(0, 4)}`]: undefined }
  const anna = await signedIn(app, 'anna@example.com')
  for (const [language, rower] of Object.entries(benefits)) {
    const how = { as: anna.token, headers: { 'accept-language': language } }
    const said = { ...plain, Rower: rower, Cox: 'Styr båden.' }
    expect(written((await profile(its.id, language)).memberships)).toEqual(said)
    expect(written(await app.call(organisations.membershipConfigurations, { id: its.id }, how))).toEqual(said)
    const mine = await app.call(organisations.configurationsOfMine, { orgIds: its.id }, how)
    expect(written(mine.filter(({ orgId }) => orgId === its.id))).toEqual(said)
  }
})

test('a closed club is not found in the directory, on its page and in previews', async () => {
  const closed = await buildClub(app, { enabled: false })
  expect(await entry(closed.id)).toBeNull()
  expect(await codeOf(profile(closed.id))).toBe('organisation_not_found')
  const previewOf = previews()
  expect(await previewOf(`/organizations-${closed.id}-details`, 'da')).toBeNull()
})

test("a club's page has a preview where its address is shared", async () => {
  const previewOf = previews()
  const url = `https://portal.example/organizations-${club.id}-details`
  for (const path of [`/organizations-${club.id}-details`, `/organizations-${club.id.toUpperCase()}-details/`])
    expect(await previewOf(path, 'da'), path).toMatchObject({
      title: `Club ${club.key}`,
      site: app.context.productName,
      description: 'Vi ror på fjorden.',
      url,
      image: null,
      data: { '@type': 'Organization', url, sameAs: ['https://roklub.example/'] },
    })
  await buildFace(app, club)
  const [address, query] = [`https://portal.example/izy-org-api/api/v1/public/org/${club.id}/picture`, '?v=cover1']
  // Another reader, because what was read is kept for a while.
  expect(await previews()(`/organizations-${club.id}-details`, 'da')).toMatchObject({
    image: {
      url: address + query,
      width: 1200,
      height: 630,
      alt: `Club ${club.key}`,
      shown: { srcset: expect.stringContaining('720w') },
    },
    data: { logo: `${address}?v=logo1` },
  })
  for (const path of ['/organizations', '/organizations--details', `/organizations-${club.id}`, `/ROKLUB/${club.id}`])
    expect(await previewOf(path, 'da'), path).toBeNull()
})

test.each([
  ...Object.values(hostileTexts),
  'javascript:alert(1)',
  'data:text/html,x',
  'https://bank.example@evil.example',
])('not a website address: %s', (website) => expect(siteOf({ website })).toBeNull())
