import { plus, type Day } from './days.ts'
import type { ClubKey } from './seasons.ts'

/** A card as typed in the payment window: what the gateway does with it, and the last month in which it is good. */
export interface Card {
  readonly tail: '0000' | '0001' | '0018'
  readonly expires: string
}

interface Line {
  /** The first name of the one for whom it is. */
  readonly who: string
  readonly season: string
}

export type Deed =
  | {
      readonly on: Day
      readonly do: 'buy'
      readonly lines: readonly Line[]
      readonly card: Card
      readonly renew: boolean
    }
  | { readonly on: Day; readonly do: 'switch-off'; readonly club: ClubKey; readonly who: string }
  | { readonly on: Day; readonly do: 'forget-card'; readonly club: ClubKey }
  | { readonly on: Day; readonly do: 'pay-failed'; readonly club: ClubKey; readonly card: Card }
  | { readonly on: Day; readonly do: 'refunded'; readonly who: string; readonly season: string }

export interface Child {
  readonly name: string
  readonly birth: Day
}

/** Somebody with a sign-in, with what they do in this year. */
export interface Figure {
  readonly name: string
  readonly family: string
  readonly email: string
  readonly birth: Day
  readonly language: 'da' | 'en'
  readonly children: readonly Child[]
  readonly deeds: readonly Deed[]
}

type Script = Pick<Figure, 'deeds'> & Partial<Pick<Figure, 'birth' | 'children'>>

const good: Card = { tail: '0000', expires: '2049-12' }
const fails: Card = { tail: '0018', expires: '2049-12' }
const refused: Card = { tail: '0001', expires: '2049-12' }

/** Everybody, by what becomes of them. Day and month are of the first year unless they say otherwise. */
export function castOf(first: number): Figure[] {
  const [year, next] = [String(first), String(first + 1)]
  const day = (rest: string): Day => `${year}-${rest}`
  const nextDay = (rest: string): Day => `${next}-${rest}`
  const running = `${first - 1}/${year}`
  const coming = `${year}/${next}`
  const last = `${next}/${first + 2}`
  const buy = (on: Day, season: string | readonly Line[], card = good, renew = false): Deed => ({
    on,
    do: 'buy',
    lines: typeof season === 'string' ? [{ who: '', season }] : season,
    card,
    renew,
  })
  const off = (on: Day, club: ClubKey, who = ''): Deed => ({ on, do: 'switch-off', club, who })
  const paysFailed = (on: Day, club: ClubKey): Deed => ({ on, do: 'pay-failed', club, card: good })
  const children = (...births: Day[]): Child[] =>
    births.map((birth, at) => ({ name: ['Ida', 'Noa', 'Tue'][at]!, birth }))
  const forChildren = (season: string, count: number): Line[] =>
    ['Ida', 'Noa', 'Tue'].slice(0, count).map((who) => ({ who, season }))
  const self = (season: string): Line => ({ who: '', season })

  const casts: [name: string, how: number, script: (at: number) => Script][] = [
    // Rowing, by the calendar year.
    ['Card', 12, (at) => ({ deeds: [buy(day(`05-${21 + (at % 8)}`), `Full ${year}`, good, true)] })],
    ['Hand', 6, (at) => ({ deeds: [buy(day('05-22'), `Full ${year}`), buy(day(`12-0${2 + at}`), `Full ${next}`)] })],
    ['Eve', 2, (at) => ({ deeds: [buy(day('05-22'), `Full ${year}`), buy(day(`12-${24 + at * 7}`), `Full ${next}`)] })],
    [
      'Grace',
      3,
      (at) => ({ deeds: [buy(day('05-23'), `Full ${year}`), buy(nextDay(`01-${10 + at * 9}`), `Full ${next}`)] }),
    ],
    [
      'Back',
      2,
      (at) => ({
        deeds: [buy(day('05-24'), `Full ${year}`), buy(nextDay(`03-${10 + at}`), `Full ${next}`, good, true)],
      }),
    ],
    ['Gone', 4, () => ({ deeds: [buy(day('05-25'), `Full ${year}`)] })],
    ['Decline', 3, () => ({ deeds: [buy(day('05-26'), `Full ${year}`, fails, true)] })],
    [
      'Rescue',
      2,
      (at) => ({
        deeds: [buy(day('05-26'), `Full ${year}`, fails, true), paysFailed(day(`12-${18 + at * 5}`), 'rowing')],
      }),
    ],
    [
      'Late',
      2,
      () => ({ deeds: [buy(day('05-26'), `Full ${year}`, fails, true), buy(nextDay('01-20'), `Full ${next}`)] }),
    ],
    ['Runs', 3, () => ({ deeds: [buy(day('05-27'), `Full ${year}`, { tail: '0000', expires: `${year}-11` }, true)] })],
    ['Spent', 2, () => ({ deeds: [buy(day('05-27'), `Full ${year}`, { tail: '0018', expires: `${year}-11` }, true)] })],
    [
      'Newcard',
      2,
      (at) => ({
        deeds: [
          buy(day('05-27'), `Full ${year}`, { tail: '0000', expires: `${year}-11` }, true),
          buy(day(at ? '12-10' : '11-20'), `Full ${next}`, good, true),
        ],
      }),
    ],
    ['Off', 2, () => ({ deeds: [buy(day('05-28'), `Full ${year}`, good, true), off(day('09-01'), 'rowing')] })],
    ['Decide', 2, () => ({ deeds: [buy(day('05-28'), `Full ${year}`, good, true), off(day('12-10'), 'rowing')] })],
    [
      'Forget',
      2,
      () => ({
        deeds: [buy(day('05-28'), `Full ${year}`, good, true), { on: day('12-05'), do: 'forget-card', club: 'rowing' }],
      }),
    ],
    [
      'Refund',
      2,
      () => ({
        deeds: [
          buy(day('05-29'), `Full ${year}`, good, true),
          { on: day('10-01'), do: 'refunded', who: '', season: `Full ${year}` },
        ],
      }),
    ],
    ['Study', 4, () => ({ birth: `${first - 20}-06-15`, deeds: [buy(day('06-01'), `Student ${year}`, good, true)] })],
    [
      'Studyhand',
      2,
      () => ({
        birth: `${first - 21}-02-15`,
        deeds: [buy(day('06-01'), `Student ${year}`), buy(day('12-20'), `Student ${next}`)],
      }),
    ],
    ['Grown', 2, () => ({ birth: `${first - 26}-07-01`, deeds: [buy(day('06-02'), `Student ${year}`, good, true)] })],
    ['Passive', 3, () => ({ deeds: [buy(day('06-03'), `Passive ${year}`, good, true)] })],
    [
      'Kayak',
      3,
      () => ({ deeds: [buy(day('06-04'), [self(`Full ${year}`), self(`Kayak place ${year}`)], good, true)] }),
    ],
    ['Try', 3, () => ({ deeds: [buy(day('06-05'), `Try rowing ${year}`)] })],
    [
      'Tryjoin',
      2,
      (at) => ({
        deeds: [buy(day('06-05'), `Try rowing ${year}`), buy(day(at ? '09-05' : '07-10'), `Full ${year}`, good, true)],
      }),
    ],
    [
      'Parent',
      4,
      (at) => ({
        children: children(`${first - 10}-03-01`, `${first - 8}-09-09`),
        deeds: [
          buy(day(`06-0${6 + (at % 3)}`), [self(`Full ${year}`), ...forChildren(`Junior ${year}`, 2)], good, true),
        ],
      }),
    ],
    [
      'Parenthand',
      3,
      (at) => ({
        children: children(`${first - 12}-03-01`),
        deeds: [
          buy(day('06-09'), forChildren(`Junior ${year}`, 1)),
          ...(at ? [buy(day('12-15'), forChildren(`Junior ${next}`, 1))] : []),
        ],
      }),
    ],
    [
      'Teen',
      2,
      () => ({
        children: children(`${first - 18}-05-05`, `${first - 9}-05-05`),
        deeds: [buy(day('06-09'), forChildren(`Junior ${year}`, 2), good, true)],
      }),
    ],
    // The choir, from 1 August.
    ['Sing', 10, (at) => ({ deeds: [buy(day(`05-${21 + (at % 5)}`), `Singer ${running}`, good, true)] })],
    [
      'Singhand',
      4,
      (at) => ({
        deeds: [
          buy(day('05-24'), `Singer ${running}`),
          buy(day(`07-${10 + at * 6}`), `Singer ${coming}`),
          buy(nextDay(`08-${14 + at * 4}`), `Singer ${last}`),
        ],
      }),
    ],
    ['Singgone', 2, () => ({ deeds: [buy(day('05-24'), `Singer ${running}`)] })],
    ['Singfail', 2, () => ({ deeds: [buy(day('05-24'), `Singer ${running}`, fails, true)] })],
    ['Singnew', 3, (at) => ({ deeds: [buy(day(`09-1${at}`), `Singer ${coming}`, at === 1 ? fails : good, true)] })],
    [
      'Singoff',
      2,
      (at) => ({
        deeds: [buy(day('05-25'), `Singer ${running}`, good, true), off(at ? day('07-10') : nextDay('08-15'), 'choir')],
      }),
    ],
    ['Chamber', 3, () => ({ deeds: [buy(day('05-26'), `Chamber choir ${running}`, good, true)] })],
    [
      'Chamberhand',
      2,
      () => ({ deeds: [buy(day('05-26'), `Chamber choir ${running}`), buy(day('08-05'), `Chamber choir ${coming}`)] }),
    ],
    ['Friend', 3, () => ({ deeds: [buy(day('05-27'), `Friend ${running}`, good, true)] })],
    [
      'Friendhand',
      2,
      () => ({ deeds: [buy(day('05-27'), `Friend ${running}`), buy(day('07-20'), `Friend ${coming}`)] }),
    ],
    // Holds next season while the one after it is on sale already.
    [
      'Ahead',
      2,
      (at) => ({
        deeds: [
          buy(day('05-27'), `Sponsor ${running}`),
          buy(day(at ? '07-10' : '06-10'), `Sponsor ${coming}`),
          buy(nextDay('07-05'), `Sponsor ${last}`),
        ],
      }),
    ],
    // Next season is announced before it is on sale, and the card runs out in between.
    [
      'Friendruns',
      2,
      () => ({ deeds: [buy(day('05-27'), `Friend ${running}`, { tail: '0000', expires: `${year}-06` }, true)] }),
    ],
    ['Singtry', 2, () => ({ deeds: [buy(day('09-02'), `Try singing ${year}`)] })],
    [
      'Singjoin',
      2,
      () => ({ deeds: [buy(day('09-02'), `Try singing ${year}`), buy(day('12-03'), `Singer ${coming}`, good, true)] }),
    ],
    ['Locker', 2, () => ({ deeds: [buy(day('05-28'), [self(`Singer ${running}`), self(`Locker ${running}`)])] })],
    [
      'Singparent',
      3,
      () => ({
        children: children(`${first - 11}-10-10`, `${first - 9}-01-20`),
        deeds: [buy(day('05-29'), forChildren(`Young singer ${running}`, 2), good, true)],
      }),
    ],
    // In both clubs, and in none.
    [
      'Both',
      3,
      () => ({
        deeds: [buy(day('06-10'), `Full ${year}`, good, true), buy(day('06-11'), `Singer ${running}`, good, true)],
      }),
    ],
    ['Refused', 2, () => ({ deeds: [buy(day('06-12'), `Full ${year}`, refused), buy(day('06-13'), `Full ${year}`)] })],
    ['Visitor', 3, () => ({ deeds: [] })],
  ]
  return casts.flatMap(([name, how, script]) =>
    Array.from({ length: how }, (_, at): Figure => {
      const key = `${name.toLowerCase()}${at + 1}`
      const { birth = `${first - 40}-04-${10 + at}`, children: own = [], deeds } = script(at)
      return {
        name,
        family: `Number${at + 1}`,
        email: `${key}@year.example`,
        birth,
        language: at % 3 === 2 ? 'da' : 'en',
        children: own,
        deeds: deeds.toSorted((a, b) => a.on.localeCompare(b.on)),
      }
    }),
  )
}

/** The first day that is lived through. */
export const firstDay = (first: number): Day => `${first}-05-20`

/** The last one, after the days of grace of the choir's second season. */
export const lastDay = (first: number): Day => plus(`${first + 1}-08-31`, 12)
