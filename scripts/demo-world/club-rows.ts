import type { Secrets } from '#server/database/secrets.ts'
import { graceEnd } from '#server/domains/memberships/index.ts'
import { KEY_PURPOSE } from '#server/domains/payments/index.ts'
import { addDays, momentAt, seasonOf } from './calendar.ts'
import { clubs, type Club } from './clubs.ts'
import { demoId } from './demo-id.ts'
import type { RowOf } from './row-of.ts'

export interface ConfigurationRow extends RowOf<'membershipConfigurations'> {
  readonly kind: string
  readonly season: 'past' | 'current' | 'next'
  readonly vatRate: number
  readonly surcharge: number
}

export interface SeededClub extends Club {
  readonly id: string
  readonly configurations: readonly ConfigurationRow[]
}

export const founded = momentAt('2019-03-01', '09:00')

/** The clubs with their previous, current and next seasons. */
export function seededClubs(today: string): SeededClub[] {
  return clubs.map((club) => {
    const id = demoId(`organisation ${club.key}`, founded)
    return { ...club, id, configurations: configurationsOf(club, id, today) }
  })
}

function configurationsOf(club: Club, orgId: string, today: string): ConfigurationRow[] {
  const seasons = [
    { season: 'past', yearsOn: lastYearOutOfGrace(club, today) },
    { season: 'current', yearsOn: 0 },
    { season: 'next', yearsOn: 1 },
  ] as const
  const whole = seasons.flatMap(({ season, yearsOn }) => {
    const { startDate, endDate, label } = seasonOf(today, club.seasonStartsInMonth, yearsOn)
    const opensBefore = addDays(startDate, -60)
    const offerStartDate = season === 'next' ? nextSeasonOpens(club, today, startDate) : opensBefore
    const createdAt = momentAt(opensBefore < today ? opensBefore : addDays(today, -30), '12:00')
    const kinds = club.kinds.filter((kind) => !kind.trial)
    return kinds.map(({ key, name, benefits, price, vatRate, surcharge, combinable, passive, minAge, maxAge }) => ({
      id: demoId(`configuration ${club.key} ${key} ${label}`, createdAt),
      orgId,
      kind: key,
      series: key,
      season,
      name: `${name} ${label}`,
      benefits,
      price,
      vatRate,
      surcharge,
      combinable,
      isPassive: passive,
      minAge,
      maxAge,
      startDate,
      endDate,
      offerStartDate,
      // Past seasons are not on sale.
      enabled: season !== 'past',
      createdAt,
    }))
  })
  return [...whole, ...trials(club, orgId, today)]
}

/** Days since the last trial ended, fewer than any club's grace period. */
const TRIAL_OVER = 5

/** The trial that has just ended and the next one, which is on sale. */
function trials(club: Club, orgId: string, today: string): ConfigurationRow[] {
  const lastEnd = addDays(today, -TRIAL_OVER)
  const periods = [
    { season: 'past', startDate: addDays(lastEnd, -90), endDate: lastEnd },
    { season: 'current', startDate: addDays(lastEnd, 1), endDate: addDays(lastEnd, 91) },
  ] as const
  return club.kinds
    .filter((kind) => kind.trial)
    .flatMap(({ key, name, benefits, price, vatRate, surcharge, combinable }) =>
      periods.map(({ season, startDate, endDate }) => {
        const offerStartDate = addDays(startDate, -30)
        const createdAt = momentAt(offerStartDate, '12:00')
        const [year, month] = startDate.split('-')
        return {
          id: demoId(`configuration ${club.key} ${key} ${season}`, createdAt),
          orgId,
          kind: key,
          series: key,
          season,
          name: `${name} ${month}/${year}`,
          benefits,
          price,
          vatRate,
          surcharge,
          combinable,
          isTrial: true,
          startDate,
          endDate,
          offerStartDate,
          enabled: season !== 'past',
          createdAt,
        }
      }),
    )
}

/** The newest season whose grace period is over, so that its memberships have expired on any day of the year. */
function lastYearOutOfGrace(club: Club, today: string): number {
  const lastYear = seasonOf(today, club.seasonStartsInMonth, -1)
  return graceEnd(lastYear.endDate, club.graceDays) < today ? -1 : -2
}

/** After today for future dates, and before the season starts if possible. */
function nextSeasonOpens(club: Club, today: string, startDate: string): string {
  const opens = addDays(today, club.nextSeasonOpensInDays)
  const latest = addDays(startDate, -1)
  const earliest = addDays(today, 1)
  return opens < latest ? opens : latest < earliest ? earliest : latest
}

export const organisationRows = (seeded: readonly SeededClub[]): RowOf<'organisations'>[] =>
  seeded.map((club) => ({
    id: club.id,
    key: club.key,
    name: club.name,
    description: club.description,
    city: club.city,
    address: club.address,
    cvr: club.cvr,
    contactEmail: club.contactEmail,
    website: club.website,
    ...club.account,
    hue: club.hue,
    colour: club.colour,
    graceDays: club.graceDays,
    ...(!club.testMode && { termsVersion: 1, privacyVersion: 1 }),
    state: club.testMode ? ('test' as const) : ('live' as const),
    liveAt: club.testMode ? null : founded,
    createdAt: founded,
  }))

export const paymentConfigurationRows = (
  seeded: readonly SeededClub[],
  secrets: Secrets,
): RowOf<'paymentConfigurations'>[] =>
  seeded.map((club) => ({
    id: demoId(`payment configuration ${club.key}`, founded),
    orgId: club.id,
    keyEncrypted: secrets.encrypt(KEY_PURPOSE, club.gatewayKey),
    testMode: club.testMode,
  }))
