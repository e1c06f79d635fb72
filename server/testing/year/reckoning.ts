import type { Card, Figure } from './cast.ts'
import { ageOn, earlier, later, plus, type Day } from './days.ts'
import { GRACE, type ClubKey, type Season } from './seasons.ts'

/** A season that somebody has paid. */
export interface Term {
  readonly season: Season
  readonly paidOn: Day
  /** Earlier than the season's for a trial that gave way. */
  end: Day
  refunded: boolean
}

/** One person's membership of one club. */
export interface Holding {
  readonly payer: Figure
  /** First name of the child; empty for the payer. */
  readonly who: string
  readonly birth: Day
  readonly club: ClubKey
  readonly terms: Term[]
  /** The card that renews it. */
  card: Card | null
  /** The day on which a card was declined for the last time. */
  stoppedOn: Day | null
}

export type Status = 'inactive' | 'active' | 'grace' | 'expired' | 'cancelled'

/** The reckoning of the year: what everybody holds, by the specification and what they did. */
export class Reckoning {
  readonly seasons: Season[] = []
  readonly holdings: Holding[] = []
  /** Øre that went through the gateway. */
  readonly money: Record<ClubKey, { taken: number; returned: number }> = {
    rowing: { taken: 0, returned: 0 },
    choir: { taken: 0, returned: 0 },
  }

  paid = (holding: Holding): Term[] => holding.terms.filter(({ refunded }) => !refunded)

  holding(payer: Figure, who: string, club: ClubKey): Holding {
    const known = this.holdings.find((one) => one.payer === payer && one.who === who && one.club === club)
    if (known) return known
    const birth = who === '' ? payer.birth : payer.children.find(({ name }) => name === who)!.birth
    const made: Holding = { payer, who, birth, club, terms: [], card: null, stoppedOn: null }
    this.holdings.push(made)
    return made
  }

  /** A season was paid: a trial of the same days gives way to a full membership. */
  bought(holding: Holding, season: Season, day: Day): void {
    if (season.kind !== 'trial' && season.kind !== 'extra')
      for (const trial of this.paid(holding).filter(({ season: one }) => one.kind === 'trial'))
        if (trial.end >= later(day, season.start) && trial.season.start <= season.end)
          trial.end = later(trial.season.start, earlier(trial.end, plus(later(season.start, day), -1)))
    holding.terms.push({ season, paidOn: day, end: season.end, refunded: false })
  }

  /** The days of grace follow the last day; what begins later counts from its first day. */
  status(holding: Holding, day: Day): Status {
    const paid = this.paid(holding)
    if (paid.some(({ season, end }) => season.start <= day && day <= end)) return 'active'
    const over = paid.filter(({ end }) => end < day).map(({ end }) => end)
    if (over.length > 0) return plus(over.reduce(later), GRACE[holding.club]) >= day ? 'grace' : 'expired'
    if (paid.length > 0) return 'inactive'
    return holding.terms.length > 0 ? 'cancelled' : 'inactive'
  }

  /** The membership that counts: extras only where there is nothing else, and no trial beside a membership. */
  last(holding: Holding): Term | null {
    const paid = this.paid(holding)
    const isBeside = (trial: Term) => paid.some((one) => renewsByCard(one.season) && one.end >= trial.season.start)
    const main = paid.filter((one) => one.season.kind !== 'extra' && !(one.season.kind === 'trial' && isBeside(one)))
    const those = main.length > 0 ? main : paid
    return those.reduce<Term | null>((last, one) => (last && last.end >= one.end ? last : one), null)
  }
}

export const fits = ({ ages: [from, to], start }: Season, birth: Day): boolean =>
  (from === null || ageOn(start, birth) >= from) && (to === null || ageOn(start, birth) <= to)

export const isOnSale = ({ onSale, end }: Season, day: Day): boolean => onSale <= day && day <= end

/** Only memberships are renewed by a card: no trials, no extras. */
export const renewsByCard = ({ kind }: Season): boolean => kind === 'member' || kind === 'passive'
