import { beforeAll, beforeEach, expect, test } from 'vitest'
import { membershipsOf } from '#contract/organisations/templates.ts'
import { officeMemberships, type OfficeSeason, type SeasonFields } from '#contract/memberships/office.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { home } from '#contract/home.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  signedIn,
  type Club,
  type Person,
  type Season,
} from '#server/testing/builders.ts'
import { buy, mailsTo, prepare } from '#server/testing/purchase.ts'
import { insertPaidTerm } from '#server/testing/purchases/renewing.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [office, anna]: Person[] = []
let year: number
beforeAll(async () => {
  app = await sharedApp()
  year = Number(copenhagenDate(await portalNow(app.context.db)).slice(0, 4))
  club = await buildClub(app, { key: 'ROKLUB' })
  office = await signedIn(app, 'admin@roklub.example')
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const as = () => ({ as: office!.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })

/** A season of this year, on sale since it began. */
const fields = (name: string, changes: Partial<SeasonFields> = {}): SeasonFields => ({
  name: { da: name },
  benefits: { da: '' },
  series: '',
  startDate: `${year}-01-01`,
  endDate: `${year}-12-31`,
  offerStartDate: `${year}-01-01`,
  minAge: null,
  maxAge: null,
  price: 50_000,
  vatRate: 0,
  surcharge: 0,
  combinable: true,
  isTrial: false,
  isPassive: false,
  ...changes,
})
const create = (name: string, changes: Partial<SeasonFields> = {}) =>
  app.call(officeMemberships.create, inClub(fields(name, changes)), as())
const publish = (...seasons: OfficeSeason[]) =>
  app.call(officeMemberships.publish, inClub({ ids: seasons.map(({ id }) => id) }), as())
const published = async (name: string, changes: Partial<SeasonFields> = {}) =>
  (await publish(await create(name, changes)))[0]!
const save = ({ id, version, ...season }: OfficeSeason, changes: Partial<SeasonFields>) => {
  const { state: _, parts: __, holders: ___, reserved: ____, income: _____, ...typed } = season
  return app.call(officeMemberships.save, inClub({ ...typed, ...changes, configurationId: id, version }), as())
}
const stop = ({ id, version }: OfficeSeason) =>
  app.call(officeMemberships.stop, inClub({ configurationId: id, version }), as())
const list = async () => (await app.call(officeMemberships.list, inClub({}), as())).seasons
const onSale = (one: OfficeSeason): Season => ({ ...one, orgId: club.id, total: one.parts.total.minor })

/** The faults by field, or `ok`. */
const faults = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof ApiProblem
        ? (error.body.errors?.map(({ path, message }) => `${path} ${message}`) ?? error.code)
        : Promise.reject(error),
  )

test('a draft is seen and sold nowhere until it is published', async () => {
  const draft = await create(`Roning ${year}`, { name: { da: `Roning ${year}`, en: `Rowing ${year}` } })
  expect(draft).toMatchObject({ state: 'draft', series: 'roning', version: 1, holders: 0, income: { minor: 0 } })
  const seen = async () => {
    const shown = { as: anna!.token, headers: { 'accept-language': 'en' } }
    const answers = [
      await app.call(organisations.membershipConfigurations, { id: club.id }, shown),
      await app.call(organisations.configurationsOfMine, { orgIds: club.id }, shown),
      await app.call(organisations.profile, { id: club.id }, shown),
      await app.call(home.show, {}, shown),
      await app.call(memberships.list, { memberId: anna!.memberId }, shown),
    ]
    const pages = await Promise.all(
      [`/organizations-${club.id}-details`, '/organizations'].map(async (path) => (await fetch(app.url + path)).text()),
    )
    return [...answers.map((one) => JSON.stringify(one)), ...pages].some((text) => /Roning|Rowing/.test(text))
  }
  expect(await seen()).toBe(false)
  expect(await codeOf(prepare(app, anna!, [{ memberId: anna!.memberId, season: onSale(draft) }]))).toBe(
    'configuration_not_found',
  )
  const membership = await app.call(
    memberships.createItem,
    { memberId: anna!.memberId, orgId: club.id },
    { as: anna!.token },
  )
  const begun = { membershipId: membership.id, membershipConfId: draft.id }
  expect(await codeOf(app.call(memberships.createTerm, begun, { as: anna!.token }))).toBe('configuration_not_found')

  expect(await publish(draft)).toMatchObject([{ state: 'on_sale', version: 2 }])
  // A second press changes nothing.
  expect(await publish(draft)).toMatchObject([{ state: 'on_sale', version: 2 }])
  expect(await seen()).toBe(true)
  const shown = await app.call(
    organisations.membershipConfigurations,
    { id: club.id },
    { as: anna!.token, headers: { 'accept-language': 'en' } },
  )
  expect(shown.find(({ id }) => id === draft.id)?.name).toBe(`Rowing ${year}`)
})

test('each wrong input is refused at its field, and nothing is written', async () => {
  const before = (await list()).length
  const wrong = (changes: Partial<SeasonFields>) => faults(create(`Forkert ${year}`, changes))
  expect(await wrong({ endDate: `${year - 1}-12-31`, offerStartDate: `${year - 1}-01-01` })).toEqual([
    'endDate ends_before_start',
  ])
  expect(await wrong({ price: -100 })).toEqual(['price price_negative'])
  expect(await wrong({ price: 1_000_000_000 })).toEqual(['price price_too_high'])
  expect(await wrong({ surcharge: -1 })).toEqual(['surcharge price_negative'])
  expect(await wrong({ minAge: 18, maxAge: 12 })).toEqual(['maxAge ages_reversed'])
  expect(await wrong({ minAge: -1 })).toEqual(['minAge age_out_of_range'])
  expect(await wrong({ offerStartDate: `${year + 1}-01-01` })).toEqual(['offerStartDate on_sale_after_end'])
  expect(await wrong({ vatRate: 101 })).toEqual(['vatRate vat_out_of_range'])
  expect(await wrong({ name: { da: ' ' } })).toEqual(['name name_missing'])
  expect(await wrong({ endDate: `${year + 3}-01-01` })).toEqual(['endDate longer_than_two_years'])
  expect((await list()).length).toBe(before)
  // A year of many clubs, from August to July, and a rate below 1 that adds nothing.
  const choir = await create(`Kor ${year}/${(year + 1) % 100}`, {
    startDate: `${year}-08-01`,
    endDate: `${year + 1}-07-31`,
    vatRate: 0.5,
  })
  expect(choir.parts.total.minor).toBe(50_000)
})

test('a season that overlaps its own series is refused, unless the other one is stopped', async () => {
  const first = await published(`Kajak ${year}`)
  const problem = await create(`Kajak forår ${year}`, { series: ' Kajak ', endDate: `${year}-06-30` }).catch(
    (error: ApiProblem) => error.body,
  )
  expect(problem).toMatchObject({
    code: 'season_invalid',
    errors: [{ path: 'startDate', message: 'overlaps_series' }],
    data: { name: `Kajak ${year}`, startDate: first.startDate, endDate: first.endDate },
  })
  const stopped = await stop(first)
  expect(stopped.state).toBe('stopped')
  await published(`Kajak ny ${year}`, { series: 'kajak' })
  const resume = app.call(
    officeMemberships.resume,
    inClub({ configurationId: first.id, version: stopped.version }),
    as(),
  )
  expect(await faults(resume)).toEqual(['startDate overlaps_series'])
})

test('a second season of the same name and year is refused on any days, a name without a year is not', async () => {
  const first = await create(`Voksen ${year}`, { endDate: `${year}-06-30` })
  const later = { startDate: `${year}-07-01`, endDate: `${year}-12-31` }
  const again = await create(` voksen ${year}`, { ...later, series: 'anden' }).catch((error: ApiProblem) => error.body)
  expect(again).toMatchObject({
    code: 'season_invalid',
    errors: [{ path: 'name', message: 'name_taken' }],
    data: { name: `Voksen ${year}`, startDate: first.startDate, endDate: first.endDate },
  })
  const other = await create(`Senior ${year}`, later)
  expect(await faults(save(other, { name: { da: `Voksen ${year}` } }))).toEqual(['name name_taken'])
  await create('Sommerhold', { endDate: `${year}-06-30` })
  expect((await create('Sommerhold', later)).name.da).toBe('Sommerhold')
})

test('what is paid in a test is no income of a season', async () => {
  const tests = await buildClub(app, { testMode: true })
  await buy(app, anna!, tests)
  const chair = await signedIn(app, 'all-clubs@example.com')
  const { seasons } = await app.call(officeMemberships.list, { orgId: tests.id }, { as: chair.token })
  expect(seasons).toMatchObject([{ holders: 1, income: { minor: 0 } }])
})

test('a stopped season is not sold any more, its holders keep it, and a stop is undone', async () => {
  const season = await published(`Klatring ${year}`)
  await buy(app, anna!, club, onSale(season))
  const sold = (await list()).find(({ id }) => id === season.id)!
  expect(sold).toMatchObject({ holders: 1, reserved: 0, income: { minor: 50_000 } })
  const stopped = await stop(sold)
  expect(await codeOf(prepare(app, office!, [{ memberId: office!.memberId, season: onSale(season) }]))).toBe(
    'configuration_not_found',
  )
  const [own] = await app.call(memberships.list, { memberId: anna!.memberId, orgId: club.id }, { as: anna!.token })
  expect(own!.memberships.find((one) => one.membershipConfId === season.id)).toMatchObject({ status: 'active' })
  const again = await app.call(
    officeMemberships.resume,
    inClub({ configurationId: season.id, version: stopped.version }),
    as(),
  )
  expect(again).toMatchObject({ state: 'on_sale', holders: 1 })
  expect(await codeOf(app.call(officeMemberships.discard, inClub({ configurationId: season.id }), as()))).toBe(
    'season_published',
  )
})

test('a price counts from now on: an open order keeps its own', async () => {
  const season = await published(`Padel ${year}`)
  const token = await prepare(app, anna!, [{ memberId: anna!.memberId, season: onSale(season) }])
  const known = (await list()).find(({ id }) => id === season.id)!
  expect(known).toMatchObject({ holders: 0, reserved: 1 })
  const dearer = await save(known, { price: 60_000 })
  expect(dearer.parts.total.minor).toBe(60_000)
  const prices = await app.database.sql<{ total: string }>(
    `select total from order_lines where configuration_id = $1`,
    [season.id],
  )
  expect(prices.map(({ total }) => Number(total))).toEqual([50_000])
  expect(token).toHaveLength(40)
})

test('the days of a sold season grow for its holders, and never shrink', async () => {
  const season = await published(`Dykning ${year}`, {
    name: { da: `Dykning ${year}`, en: `Diving ${year}` },
    combinable: false,
    series: 'dykning',
    startDate: `${year}-02-01`,
    endDate: `${year}-12-30`,
  })
  await app.database.sql(`update membership_configurations set enabled = false where id = $1`, [club.season.id])
  await buy(app, anna!, club, onSale(season))
  const known = (await list()).find(({ id }) => id === season.id)!
  expect(await faults(save(known, { endDate: `${year}-10-31` }))).toEqual(['endDate days_shrink'])
  expect(await faults(save(known, { startDate: `${year}-03-01` }))).toEqual(['startDate days_shrink'])
  const died = await buildParticipant(app, anna!, 'Ask')
  await insertPaidTerm(app, died, onSale(season))
  await app.database.sql(`update club_people set left_on = since, left_reason = 'deceased' where member_id = $1`, [
    died,
  ])
  const grown = await save(known, { endDate: `${year}-12-31` })
  const [own] = await app.call(memberships.list, { memberId: anna!.memberId, orgId: club.id }, { as: anna!.token })
  expect(own!.memberships.find((one) => one.membershipConfId === season.id)).toMatchObject({
    startDate: `${year}-02-01`,
    endDate: `${year}-12-31`,
  })
  // She is notified once, and not of a change of anything else, or of an earlier first day.
  await save(await save(grown, { price: 70_000 }), { startDate: `${year}-01-15` })
  await app.runJobs()
  expect(await app.database.sql(`select title, message from notifications where data->>'status' = 'grown'`)).toEqual([
    {
      title: expect.stringContaining('has extended a membership'),
      message: `Diving ${year} now runs until 31 December ${year}.`,
    },
  ])
  expect(await app.database.sql(`select member_id from messages where template = 'season-grown'`)).toEqual([
    { member_id: anna!.memberId },
  ])

  const [mail] = (await mailsTo(app, 'anna@example.com'))
    .filter(({ text }) => text.includes(`Diving ${year}`))
    .slice(-1)
  expect(mail!.text).toContain('Anna Holm')
  expect(mail!.text).not.toContain('Ask')

  // Somebody who holds another membership on the new days would have two.
  const next = await published(`Sejlads ${year + 1}`, {
    combinable: false,
    startDate: `${year + 1}-01-01`,
    endDate: `${year + 1}-12-31`,
  })
  await buy(app, anna!, club, onSale(next))
  const now = (await list()).find(({ id }) => id === season.id)!
  expect(await faults(save(now, { endDate: `${year + 1}-01-31` }))).toEqual(['endDate days_of_holders'])
})

test('a save names the version it is based on; an older one gets the current season', async () => {
  const season = await published(`Skydning ${year}`)
  await save(season, { price: 70_000 })
  const problem = await save(season, { price: 80_000 }).catch((error: ApiProblem) => error.body)
  expect(problem).toMatchObject({
    code: 'changed_meanwhile',
    data: { current: { version: season.version + 1, price: 70_000 } },
  })
  expect(await codeOf(stop(season))).toBe('changed_meanwhile')
})

test('every change is in the history, with the fields that changed', async () => {
  const season = await published(`Bueskydning ${year}`)
  const dearer = await save(season, { price: 55_000, maxAge: 17 })
  await stop(await save(dearer, {}))
  const rows = await app.database.sql<Record<string, unknown>>(
    `select name, thing, label, before, after from office_history where thing_id = $1 order by id`,
    [season.id],
  )
  expect(rows).toMatchObject([
    { name: 'membership_created', thing: 'membership', label: `Bueskydning ${year}` },
    { name: 'membership_published' },
    { name: 'membership_changed', before: { price: 50_000, maxAge: null }, after: { price: 55_000, maxAge: 17 } },
    { name: 'membership_stopped' },
  ])
  expect(Object.keys(rows[2]!.after as object).toSorted()).toEqual(['maxAge', 'price'])
})

test('a draft is deleted', async () => {
  const draft = await create(`Curling ${year}`)
  await app.call(officeMemberships.discard, inClub({ configurationId: draft.id }), as())
  expect((await list()).some(({ id }) => id === draft.id)).toBe(false)
})

test("another club's season is not found", async () => {
  const other = await buildClub(app)
  const { id } = await buildSeason(app, other, { name: 'Fremmed' })
  const foreign = inClub({ configurationId: id, version: 1 })
  expect(await codeOf(app.call(officeMemberships.stop, foreign, as()))).toBe('configuration_not_found')
  expect(await codeOf(app.call(officeMemberships.save, { ...fields('Min'), ...foreign }, as()))).toBe(
    'configuration_not_found',
  )
  expect(await codeOf(app.call(officeMemberships.publish, inClub({ ids: [id] }), as()))).toBe('configuration_not_found')
  const copies = inClub({ seasons: [{ configurationId: id, price: 0, offerStartDate: `${year}-01-01` }] })
  expect(await codeOf(app.call(officeMemberships.copy, copies, as()))).toBe('configuration_not_found')
})

test('a template makes its drafts once, also when it is pressed twice at the same time', async () => {
  const empty = await buildClub(app, { key: `T${year}` })
  await app.database.sql('delete from membership_configurations where org_id = $1', [empty.id])
  const everywhere = await signedIn(app, 'all-clubs@example.com')
  const start = () =>
    app.call(officeMemberships.fromTemplate, { orgId: empty.id, template: 'sports' }, { as: everywhere.token })
  const proposed = membershipsOf('sports', copenhagenDate(await portalNow(app.context.db)))
  const made = (await Promise.all([start(), start()])).map(({ length }) => length)
  expect(new Set(made)).toEqual(new Set([0, proposed.length]))
  const { seasons } = await app.call(officeMemberships.list, { orgId: empty.id }, { as: everywhere.token })
  const listed = seasons.map(({ name, state }) => `${name.da} ${state}`)
  expect(listed.toSorted()).toEqual(proposed.map(({ name }) => `${name} draft`).toSorted())
  expect(await start()).toEqual([])
})
