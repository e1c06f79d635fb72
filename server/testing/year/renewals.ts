import type { Figure } from './cast.ts'
import { earlier, isQuiet, later, plus, daysBetween, type Day } from './days.ts'
import { type Letter, OFFICE, reminderOn } from './letter.ts'
import { nextSeason } from './offers.ts'
import { fits, isOnSale, renewsByCard, type Holding, type Reckoning, type Term } from './reckoning.ts'
import { costs, GRACE, type ClubKey, type Season } from './seasons.ts'

interface Line {
  readonly holding: Holding
  readonly season: Season
  amount: number
}

/** A charge of a card for one payer, club and last day; whoever comes once it was tried is on another. */
export interface Charge {
  readonly payer: Figure
  readonly club: ClubKey
  readonly end: Day
  lines: Line[]
  next: Day | null
  tries: number
  state: 'announced' | 'failing' | 'given up' | 'paid'
}

/** Automatic renewal and reminders, by the specification (section 7 of the design) and the guides. */
export class Renewals {
  readonly charges: Charge[] = []
  readonly #reckoning: Reckoning
  readonly #seen = new Set<string>()

  constructor(reckoning: Reckoning) {
    this.#reckoning = reckoning
  }

  /** The jobs of a morning with their letters, in their order. */
  morning(day: Day): Letter[] {
    const letters = [
      ...this.#announce(day),
      ...this.#expiringCards(day),
      ...this.#missingSeasons(day),
      ...this.#charge(day),
    ]
    if (!isQuiet(day)) {
      letters.push(...this.#lapse(day))
      letters.push(...this.#remind(day, letters))
    }
    return letters
  }

  /** Whether a card is about to renew it, or fails to. */
  isUnderWay = (holding: Holding, end: Day): Charge | undefined =>
    this.charges.find(
      (one) =>
        one.end === end &&
        (one.state === 'announced' || one.state === 'failing') &&
        one.next !== null &&
        holding.card !== null &&
        one.lines.some((line) => line.holding === holding),
    )

  /** Whoever is no longer renewed is taken out before the charge. */
  #left({ lines }: Charge): Line[] {
    return lines.filter(({ holding, season }) => holding.card !== null && !this.#holdsLater(holding, season.start))
  }

  #holdsLater = (holding: Holding, from: Day) =>
    this.#reckoning.paid(holding).some((term) => term.season.kind !== 'extra' && term.end >= from)

  /** Four weeks before the end, or as soon as next season can be bought by the day of the charge, while the days of grace last. */
  #announce(day: Day): Letter[] {
    const letters: Letter[] = []
    for (const [key, due] of this.#ending(day, 28)) {
      const [{ holding, term }] = due as [Due, ...Due[]]
      const { payer, club } = holding
      const charges = this.charges.filter((one) => keyOf(one) === key)
      const charge = charges.find(({ state }) => state === 'announced')
      const on = later(plus(term.end, -14), plus(day, 7))
      const raised = charge !== undefined && charge.next !== null && this.#raise(charge, day)
      let news = raised
      let outgrown = false
      const lines: Line[] = []
      for (const one of due) {
        const next = this.#successor(one.term.season, on)
        if (!next || this.#hasLater(one)) continue
        if (!fits(next, one.holding.birth)) {
          outgrown = this.#first(`outgrown ${key} ${one.holding.who}`) || outgrown
        } else if (!charges.some(({ lines: known }) => known.some((line) => line.holding === one.holding)))
          lines.push({ holding: one.holding, season: next, amount: priceOf(next, day) })
      }
      if (outgrown) letters.push({ to: payer.email, club, kind: 'renewal-outgrown', about: { end: term.end } })
      if (lines.length > 0 && !charge) {
        this.charges.push({ payer, club, end: term.end, lines, next: on, tries: 0, state: 'announced' })
        news = true
      } else if (lines.length > 0 && charge) {
        charge.lines.push(...lines)
        charge.next = charge.next ? later(charge.next, on) : on
        news = true
      }
      const announced = this.charges.findLast((one) => keyOf(one) === key)
      if (news && announced) letters.push(this.#announcement(announced, { day, raised }))
    }
    return letters
  }

  #announcement({ payer, club, end, lines, next }: Charge, { day, raised }: { day: Day; raised: boolean }): Letter {
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    const cardExpires = lines.some(({ holding }) => holding.card !== null && holding.card.expires < next!.slice(0, 7))
    return {
      to: payer.email,
      club,
      kind: 'renewal-announced',
      about: { end, charge: next!, amount, cardExpires, raised, soldFrom: soldFrom(lines, day) },
    }
  }

  /** A higher price is announced again, and charged a week later at the earliest. */
  #raise(charge: Charge, day: Day): boolean {
    const dearer = charge.lines.filter((line) => line.amount < priceOf(line.season, day))
    for (const line of dearer) line.amount = priceOf(line.season, day)
    if (dearer.length > 0) charge.next = later(charge.next!, plus(day, 7))
    return dearer.length > 0
  }

  /** Two months before the charge, once. */
  #expiringCards(day: Day): Letter[] {
    return [...this.#ending(day, 74)].flatMap(([key, due]) => {
      const [{ holding, term }] = due as [Due, ...Due[]]
      if (term.end <= plus(day, 28)) return []
      const on = later(plus(term.end, -14), plus(day, 7))
      const runs = due.flatMap((one) => {
        const next = this.#successor(one.term.season, on)
        if (!next || this.#hasLater(one) || !fits(next, one.holding.birth)) return []
        return one.holding.card!.expires < on.slice(0, 7) ? [{ season: next }] : []
      })
      if (runs.length === 0 || !this.#first(`card ${key}`)) return []
      const about = { end: term.end, charge: on, cardExpires: true, soldFrom: soldFrom(runs, day) }
      return [{ to: holding.payer.email, club: holding.club, kind: 'renewal-card-expires', about }]
    })
  }

  /** Sixty days before a season ends without a next one, the office is mailed once. */
  #missingSeasons(day: Day): Letter[] {
    const { seasons } = this.#reckoning
    const missing = seasons.filter(
      (one) =>
        one.kind !== 'trial' &&
        one.end >= day &&
        one.end <= plus(day, 60) &&
        !seasons.some((other) => other.club === one.club && other.series === one.series && other.start > one.end),
    )
    return [...Map.groupBy(missing, ({ club, end }) => `${club} ${end}`)].flatMap(([key, some]) =>
      this.#first(`missing ${key}`)
        ? [{ to: OFFICE, club: some[0]!.club, kind: 'season-missing', about: { end: some[0]!.end } }]
        : [],
    )
  }

  /** Three tries over ten days, each mailed when it fails; then consent ends. */
  #charge(day: Day): Letter[] {
    const letters: Letter[] = []
    for (const charge of this.charges.filter(({ next, state }) => next !== null && next <= day && state !== 'paid')) {
      charge.lines = this.#left(charge)
      const [first] = charge.lines
      if (!first) {
        charge.next = null
        if (charge.state === 'failing') charge.state = 'given up'
        continue
      }
      if (this.#raise(charge, day)) continue
      charge.tries++
      charge.next = charge.tries < 3 ? plus(day, 5) : null
      const { payer, club, end, lines } = charge
      if (first.holding.card!.tail === '0000') {
        this.settle(charge, day)
        const amount = lines.reduce((sum, line) => sum + line.amount, 0)
        letters.push({ to: payer.email, club, kind: 'order-paid', about: { end, amount } })
      } else {
        charge.state = charge.tries < 3 ? 'failing' : 'given up'
        const expired = first.holding.card!.expires < day.slice(0, 7)
        letters.push({ to: payer.email, club, kind: 'renewal-failed', about: { end, expired } })
        if (charge.state === 'given up')
          for (const { holding } of lines) Object.assign(holding, { card: null, stoppedOn: day })
      }
    }
    return letters
  }

  settle(charge: Charge, day: Day): void {
    this.#reckoning.money[charge.club].taken += charge.lines.reduce((sum, { amount }) => sum + amount, 0)
    for (const { holding, season } of charge.lines) this.#reckoning.bought(holding, season, day)
    Object.assign(charge, { state: 'paid', next: null })
  }

  /** Consent does not outlive the days of grace. */
  #lapse(day: Day): Letter[] {
    const letters: Letter[] = []
    for (const holding of this.#reckoning.holdings.filter(({ card }) => card !== null)) {
      const terms = this.#reckoning.paid(holding)
      const renewable = terms.filter(({ season }) => renewsByCard(season))
      const until = renewable.reduce<Day | null>((last, { end }) => (last === null ? end : later(last, end)), null)
      if (until !== null && (plus(until, GRACE[holding.club]) >= day || until >= day)) continue
      if (this.charges.some((one) => this.isUnderWay(holding, one.end) === one)) continue
      holding.card = null
      const { payer, club } = holding
      if (until !== null && this.#first(`ended ${payer.email} ${club} ${until}`))
        letters.push({ to: payer.email, club, kind: 'renewal-ended', about: { end: until } })
    }
    return letters
  }

  /** 30 and 7 days before the end and in the last week of grace, where what they themselves renew with is on sale. */
  #remind(day: Day, before: readonly Letter[]): Letter[] {
    const letters: Letter[] = []
    const terms = this.#reckoning.holdings.flatMap((holding) =>
      this.#reckoning.paid(holding).map((term) => ({ holding, term })),
    )
    for (const [key, ending] of Map.groupBy(terms, ({ holding, term }) => `${holding.club} ${term.end}`)) {
      const [
        {
          holding: { club },
          term: { end },
        },
      ] = ending as [Due, ...Due[]]
      for (const trial of [false, true]) {
        const due = reminderOn(day, end, GRACE[club], trial)
        if (!due) continue
        const reminded = ending.filter((one) => this.#isReminded(one, day, trial))
        for (const email of new Set(reminded.map(({ holding }) => holding.payer.email))) {
          const written = [...before, ...letters].some(
            (letter) => letter.to === email && letter.club === club && letter.kind !== 'order-paid',
          )
          if (written || !this.#first(`${key} ${due} ${email}`)) continue
          letters.push({ to: email, club, kind: 'membership-renew', about: { end, trial } })
        }
      }
    }
    return letters
  }

  #isReminded({ holding, term }: Due, day: Day, trial: boolean): boolean {
    const { end, paidOn } = term
    const onlyTrials = this.#reckoning.paid(holding).every(({ season }) => season.kind === 'trial')
    if (onlyTrials !== trial) return false
    if (this.#reckoning.paid(holding).some((other) => other.end > end)) return false
    if (this.isUnderWay(holding, end) || (holding.card !== null && end > plus(day, 7))) return false
    // Nobody is asked within a week of paying.
    if (daysBetween(paidOn, day) <= 7) return false
    // Whoever was mailed that the card is not tried again is reminded in the days of grace.
    if (holding.stoppedOn !== null && end >= day && daysBetween(holding.stoppedOn, day) < 60) return false
    const next = nextSeason(this.#reckoning, holding, day)
    return next !== null && isOnSale(next, day)
  }

  /** Memberships that a card renews and that end within so many days or are in their days of grace, by payer, club and last day. */
  #ending(day: Day, within: number): Map<string, Due[]> {
    const due = this.#reckoning.holdings
      .filter(({ card }) => card !== null)
      .flatMap((holding) =>
        this.#reckoning
          .paid(holding)
          .filter(({ season, end }) => {
            const since = earlier(plus(day, -GRACE[holding.club]), plus(day, -1))
            return renewsByCard(season) && end >= since && end <= plus(day, within)
          })
          .map((term) => ({ holding, term })),
      )
    return Map.groupBy(due, ({ holding, term }) => keyOf({ ...holding, end: term.end }))
  }

  #hasLater = ({ holding, term }: Due) =>
    this.#reckoning.paid(holding).some((other) => other.end > term.end && other.season.kind !== 'extra')

  /** The next season of the same series, if it can be bought on the day of the charge. */
  #successor({ club, series, end }: Season, on: Day): Season | null {
    const [next] = this.#reckoning.seasons
      .filter((one) => one.club === club && one.series === series && one.start > end)
      .toSorted((a, b) => a.start.localeCompare(b.start))
    return next && isOnSale(next, on) ? next : null
  }

  #first(key: string): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

interface Due {
  readonly holding: Holding
  readonly term: Term
}

const keyOf = ({ payer, club, end }: { payer: Figure; club: ClubKey; end: Day }) => `${payer.email} ${club} ${end}`

/** The first day on which one of them can be bought; null if that is now. */
const soldFrom = (lines: readonly { season: Season }[], day: Day): Day | null =>
  lines.some(({ season }) => isOnSale(season, day)) ? null : lines.map(({ season }) => season.onSale).reduce(later)

/** The price in the morning, before an office can change it. */
const priceOf = (season: Season, day: Day): number => costs(season, plus(day, -1))
