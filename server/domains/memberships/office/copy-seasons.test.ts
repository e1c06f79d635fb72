import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { officeMemberships, raisedPrice, SeasonFields } from '#contract/memberships/office.ts'
import { daysYearOn, nameYearOn, yearOn } from '#contract/memberships/season-years.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

describe('a year on', () => {
  test('29 February becomes the 28th, other days stay', () => {
    expect(['2028-02-29', '2027-02-28', '2026-08-01'].map(yearOn)).toEqual(['2029-02-28', '2028-02-28', '2027-08-01'])
  })

  test('a season that comes round leaves no day out, also over a leap day', () => {
    const days = (startDate: string, endDate: string) => Object.values(daysYearOn({ startDate, endDate }))
    expect(days('2026-01-01', '2026-12-31')).toEqual(['2027-01-01', '2027-12-31'])
    expect(days('2026-08-01', '2027-06-30')).toEqual(['2027-08-01', '2028-06-30'])
    expect(days('2027-03-01', '2028-02-29')).toEqual(['2028-03-01', '2029-02-28'])
    expect(days('2026-03-01', '2027-02-28')).toEqual(['2027-03-01', '2028-02-29'])
    expect(days('2028-02-29', '2028-06-30')).toEqual(['2029-02-28', '2029-06-30'])
  })

  test('an end on the last day of a month stays one, over every leap day', () => {
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const isLast = (end: string) => day(Date.parse(end) + 86_400_000).endsWith('-01')
    const ends = Array.from({ length: 12 * 12 }, (_, at) => day(Date.UTC(2026, at + 1, 0)))
    const next = ends.map((endDate) => daysYearOn({ startDate: `${Number(endDate.slice(0, 4)) - 1}-09-15`, endDate }))
    expect(next.filter(({ endDate }) => !isLast(endDate))).toEqual([])
  })

  test('the years in a name continue', () => {
    expect(
      ['Adult 2026', 'Kor 2026/27', 'Kor 1999–00', 'Senior', 'Hold 12', 'Efterår 2026 og forår 2027'].map((name) =>
        nameYearOn(name, '2026-01-01'),
      ),
    ).toEqual(['Adult 2027', 'Kor 2027/28', 'Kor 2000–01', 'Senior', 'Hold 12', 'Efterår 2027 og forår 2028'])
    const short = ['Kor 26/27', 'Kor 26-27', 'Junior 12/13', 'Hold 26', 'Født 26/27/28', 'Kor 2026/27 (26/27)']
    expect(short.map((name) => nameYearOn(name, '2026-09-01'))).toEqual([
      'Kor 27/28',
      'Kor 27-28',
      'Junior 12/13',
      'Hold 26',
      'Født 26/27/28',
      'Kor 2027/28 (27/28)',
    ])
    expect(nameYearOn('Kor 99/00', '2099-09-01')).toBe('Kor 00/01')
  })

  test('a raised price is rounded to 5 kr.', () => {
    expect([raisedPrice(70_000, 3), raisedPrice(12_345, 0), raisedPrice(70_000, -100), raisedPrice(24_800, 5)]).toEqual(
      [72_000, 12_345, 0, 26_000],
    )
  })
})

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
const asked = (configurationId: string, price = 60_000) => ({
  orgId: club.id,
  seasons: [{ configurationId, price, offerStartDate: `${year}-11-01` }],
})
const drafts = () =>
  app.database.sql(`select name from membership_configurations where org_id = $1 and published_at is null`, [club.id])

test('copies are drafts a year on; a second press changes nothing, and two at once neither', async () => {
  const junior = await buildSeason(app, club, { name: `Junior ${year}`, minAge: 8, maxAge: 12 })
  const [copy] = await app.call(officeMemberships.copy, asked(junior.id), as())
  expect(copy).toMatchObject({
    name: { da: `Junior ${year + 1}` },
    series: 'junior',
    state: 'draft',
    startDate: `${year + 1}-01-01`,
    endDate: `${year + 1}-12-31`,
    offerStartDate: `${year}-11-01`,
    price: 60_000,
    vatRate: 25,
    minAge: 8,
    maxAge: 12,
  })
  const again = await Promise.all([1, 2, 3].map(() => app.call(officeMemberships.copy, asked(junior.id, 99_000), as())))
  expect(new Set(again.flat().map(({ id, price }) => `${id} ${price}`))).toEqual(new Set([`${copy!.id} 60000`]))

  const motion = await buildSeason(app, club, { name: `Motion ${year}` })
  await Promise.all([1, 2, 3, 4].map(() => app.call(officeMemberships.copy, asked(motion.id), as())))
  expect(await drafts()).toHaveLength(2)
})

test('one season that cannot be copied keeps all of them from it', async () => {
  const before = (await drafts()).length
  const good = await buildSeason(app, club, { name: `Yoga ${year}` })
  const taken = await buildSeason(app, club, { name: `Tai chi ${year}` })
  await buildSeason(app, club, {
    name: `Tai chi ${year + 1}`,
    startDate: `${year + 1}-06-01`,
    endDate: `${year + 1}-08-31`,
  })
  const seasons = [good, taken].map(({ id }) => asked(id).seasons[0]!)
  expect(await codeOf(app.call(officeMemberships.copy, { orgId: club.id, seasons }, as()))).toBe('season_invalid')
  expect(await drafts()).toHaveLength(before)
  const previews = await app.call(officeMemberships.previewCopies, { orgId: club.id, seasons }, as())
  expect(previews).toMatchObject([
    { name: `Yoga ${year + 1}`, hindrance: null },
    { hindrance: 'overlaps_series', other: { name: `Tai chi ${year + 1}` } },
  ])
  expect(await codeOf(app.call(officeMemberships.copy, asked(good.id, -1), as()))).toBe('season_invalid')
})

test('a season is not copied beyond the years that a season can be in, and the preview says so', async () => {
  const last = await buildSeason(app, club, { name: 'Sidste 2099', startDate: '2099-01-01', endDate: '2099-12-31' })
  const before = (await drafts()).length
  const previews = await app.call(officeMemberships.previewCopies, asked(last.id), as())
  expect(previews).toMatchObject([{ name: 'Sidste 2100', hindrance: 'after_this_century', other: null }])
  await expect(app.call(officeMemberships.copy, asked(last.id), as())).rejects.toMatchObject({
    code: 'season_invalid',
    body: { errors: [{ path: 'endDate', message: 'after_this_century' }] },
  })
  expect(await drafts()).toHaveLength(before)
})

test('the preview says who can renew and who grows out of the ages', async () => {
  const season = await buildSeason(app, club, {
    name: `Børn ${year}`,
    minAge: 6,
    maxAge: 12,
    price: 10_000,
    vatRate: 0,
    surcharge: 0,
  })
  const children = [
    ['Alma', `${year - 8}-06-01`],
    // 12 on the first day of this season, 13 on that of the next.
    ['Bo', `${year - 12}-01-01`],
    // 12 years and 364 days on the first day of the next.
    ['Carl', `${year + 1 - 13}-01-02`],
    ['Dea', `${year - 7}-02-01`],
  ] as const
  const ids = await Promise.all(children.map(([name]) => buildParticipant(app, anna!, name)))
  for (const [at, [, born]] of children.entries())
    await app.database.sql('update members set date_of_birth = $2 where id = $1', [ids[at], born])
  await buyFor(app, anna!, ids, season)
  await app.database.sql('update members set date_of_birth = null where id = $1', [ids[3]])
  const [preview] = await app.call(officeMemberships.previewCopies, asked(season.id, 20_000), as())
  expect(preview).toMatchObject({
    holders: 4,
    canRenew: 2,
    outgrown: 1,
    withoutBirthDate: 1,
    renewed: 0,
    income: { minor: 40_000 },
  })
})

test('a copy starts from the price when the sale began, and shows what each holder paid', async () => {
  const rowing = await buildSeason(app, club, { name: `Roning ${year}`, price: 40_000, vatRate: 0, surcharge: 0 })
  const [bo, carla, dan] = await Promise.all(['Bo', 'Carla', 'Dan'].map((name) => buildParticipant(app, anna!, name)))
  const shown = async () =>
    (await app.call(officeMemberships.list, { orgId: club.id }, as())).seasons.find(({ id }) => id === rowing.id)!
  const change = async (price: number) => {
    const { version, ...season } = await shown()
    const fields = Object.keys(SeasonFields.shape).map((name) => [name, season[name as keyof typeof season]])
    const changed = { ...(Object.fromEntries(fields) as SeasonFields), price }
    await app.call(officeMemberships.save, { orgId: club.id, configurationId: rowing.id, version, ...changed }, as())
  }
  await buyFor(app, anna!, [bo!], rowing)
  await change(20_000)
  await buyFor(app, anna!, [carla!, dan!], { ...rowing, total: 20_000 })
  await change(10_000)

  expect(await shown()).toMatchObject({ price: 10_000, firstPrice: 40_000 })
  const [preview] = await app.call(officeMemberships.previewCopies, asked(rowing.id), as())
  expect(preview!.paid.map(({ total, holders }) => [total.minor, holders])).toEqual([
    [40_000, 1],
    [20_000, 2],
  ])
})
