import { plus, type Day } from './days.ts'

/** The club of the calendar year, and the one whose seasons begin on 1 August. */
export type ClubKey = 'rowing' | 'choir'

/** A season as the office enters it, and the days on which it does so. */
export interface Season {
  readonly club: ClubKey
  readonly series: string
  readonly name: string
  readonly start: Day
  readonly end: Day
  readonly onSale: Day
  /** The day on which it is published; null: before the year begins. */
  readonly published: Day | null
  /** Øre, before VAT. */
  readonly price: number
  readonly vat: number
  readonly surcharge: number
  readonly ages: readonly [number | null, number | null]
  readonly kind: 'member' | 'passive' | 'trial' | 'extra'
  /** A higher price from a day on. */
  readonly raise: { readonly day: Day; readonly price: number } | null
}

type Kind = Pick<Season, 'series' | 'price' | 'vat' | 'surcharge' | 'ages' | 'kind'>

const kinds: Record<ClubKey, readonly Kind[]> = {
  rowing: [
    { series: 'Full', price: 120_000, vat: 0, surcharge: 1_500, ages: [18, null], kind: 'member' },
    { series: 'Student', price: 60_000, vat: 25, surcharge: 0, ages: [18, 25], kind: 'member' },
    { series: 'Junior', price: 45_000, vat: 0, surcharge: 0, ages: [0, 17], kind: 'member' },
    { series: 'Passive', price: 25_000, vat: 0, surcharge: 500, ages: [null, null], kind: 'passive' },
    { series: 'Kayak place', price: 30_000, vat: 25, surcharge: 0, ages: [null, null], kind: 'extra' },
  ],
  choir: [
    { series: 'Singer', price: 90_000, vat: 0, surcharge: 0, ages: [18, null], kind: 'member' },
    { series: 'Young singer', price: 40_000, vat: 0, surcharge: 1_000, ages: [8, 17], kind: 'member' },
    { series: 'Chamber choir', price: 150_000, vat: 25, surcharge: 0, ages: [null, null], kind: 'member' },
    { series: 'Friend', price: 20_000, vat: 0, surcharge: 0, ages: [null, null], kind: 'passive' },
    { series: 'Sponsor', price: 50_000, vat: 0, surcharge: 0, ages: [null, null], kind: 'passive' },
    { series: 'Locker', price: 10_000, vat: 25, surcharge: 0, ages: [null, null], kind: 'extra' },
  ],
}

/** Exceptions of the offices from every other season. Day and month of the first of the two years that `year` names. */
type Change = Partial<Pick<Season, 'start' | 'onSale' | 'published' | 'raise'>> | 'never'

/**
 * All seasons of a year of the portal that begins in May of `first`: rowing by the calendar year, the choir by seasons. Next season is
 * published early, late, with a gap before it, two at once, dearer after it was announced, or never.
 */
export function seasonsOf(first: number): Season[] {
  const changes: Record<string, Change> = {
    [`Full ${first + 1}`]: { published: `${first}-10-20` },
    [`Junior ${first + 1}`]: { published: `${first}-12-09` },
    [`Student ${first + 1}`]: { published: `${first}-11-01`, raise: { day: `${first}-12-08`, price: 64_000 } },
    [`Passive ${first + 1}`]: 'never',
    [`Kayak place ${first + 1}`]: { published: `${first}-11-01` },
    [`Singer ${first}/${first + 1}`]: { published: `${first}-06-01` },
    [`Young singer ${first}/${first + 1}`]: { published: `${first}-07-20` },
    [`Chamber choir ${first}/${first + 1}`]: { published: `${first}-06-01`, start: `${first}-08-15` },
    [`Friend ${first}/${first + 1}`]: { published: `${first}-06-01`, onSale: `${first}-07-10` },
    [`Sponsor ${first}/${first + 1}`]: { onSale: `${first}-06-01` },
    [`Sponsor ${first + 1}/${first + 2}`]: { onSale: `${first}-06-01` },
    [`Locker ${first}/${first + 1}`]: { published: `${first}-06-01` },
    [`Singer ${first + 1}/${first + 2}`]: { published: `${first + 1}-08-12` },
    [`Young singer ${first + 1}/${first + 2}`]: { published: `${first + 1}-05-10` },
    [`Chamber choir ${first + 1}/${first + 2}`]: 'never',
    [`Friend ${first + 1}/${first + 2}`]: { published: `${first + 1}-08-31` },
    [`Locker ${first + 1}/${first + 2}`]: { published: `${first + 1}-06-01` },
  }
  const rowing = [first, first + 1].flatMap((year) =>
    kinds.rowing.map((kind) => ({ ...kind, name: `${kind.series} ${year}`, ...days(year, '01-01', year, '12-31') })),
  )
  const choir = [first - 1, first, first + 1].flatMap((year) =>
    kinds.choir.map((kind) => ({
      ...kind,
      name: `${kind.series} ${year}/${year + 1}`,
      ...days(year, '08-01', year + 1, '07-31'),
    })),
  )
  const trials = [
    trial('rowing', `Try rowing ${first}`, `${first}-06-01`, `${first}-08-31`),
    trial('choir', `Try singing ${first}`, `${first}-09-01`, `${first}-11-30`),
  ]
  const all = [...rowing.map((one) => season('rowing', one)), ...choir.map((one) => season('choir', one)), ...trials]
  return all.flatMap((one) => {
    const change = changes[one.name] ?? {}
    return change === 'never' ? [] : [{ ...one, ...change }]
  })
}

const days = (from: number, start: string, to: number, end: string) => ({
  start: `${from}-${start}`,
  end: `${to}-${end}`,
})

const season = (club: ClubKey, one: Kind & Pick<Season, 'name' | 'start' | 'end'>): Season => ({
  ...one,
  club,
  onSale: plus(one.start, -62),
  published: null,
  raise: null,
})

const trial = (club: ClubKey, name: string, start: Day, end: Day): Season => ({
  ...season(club, {
    series: name,
    price: 10_000,
    vat: 0,
    surcharge: 0,
    ages: [null, null],
    kind: 'trial',
    name,
    start,
    end,
  }),
})

/** Days after its last one on which a membership still counts. */
export const GRACE: Record<ClubKey, number> = { rowing: 31, choir: 31 }

/** The price on a day: with VAT and surcharge, to the øre. */
export function costs({ price, vat, surcharge, raise }: Season, day: Day): number {
  const before = raise && day >= raise.day ? raise.price : price
  return Math.round(before * (1 + vat / 100)) + surcharge
}
