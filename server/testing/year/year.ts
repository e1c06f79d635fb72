import { castOf, firstDay, lastDay, type Deed, type Figure } from './cast.ts'
import { compareStatuses } from './compare.ts'
import { compareLetters } from './letters.ts'
import { compareMoney } from './compare-money.ts'
import { compareOffers } from './compare-offers.ts'
import { plus, type Day } from './days.ts'
import { openPictures } from './pictures.ts'
import { Portal, type Someone } from './portal.ts'
import { Reckoning, renewsByCard } from './reckoning.ts'
import { type Letter, OFFICE } from './letter.ts'
import { Renewals } from './renewals.ts'
import { type Lived, Report } from './report.ts'
import { costs, seasonsOf, type Season } from './seasons.ts'

/** A year of two clubs: the portal lives it, the reckoning follows, and each day they are compared. */
export class Year implements Lived {
  readonly report = new Report()
  readonly mailbox = new Map<string, number>()
  readonly reckoning = new Reckoning()
  readonly renewals = new Renewals(this.reckoning)
  readonly portal: Portal
  readonly people = new Map<Figure, Someone>()
  readonly #plan: readonly Season[]
  readonly #first: number
  #pictures: Awaited<ReturnType<typeof openPictures>> | null = null
  /** Letters due today. */
  #letters: Letter[] = []

  private constructor(portal: Portal, first: number) {
    this.portal = portal
    this.#first = first
    this.#plan = seasonsOf(first)
  }

  static open = async (first: number) => new Year(await Portal.open(firstDay(first)), first)

  async close(): Promise<void> {
    await this.#pictures?.close()
    await this.portal.close()
  }

  async live(): Promise<void> {
    const folder = process.env.YEAR_PICTURES
    if (folder) this.#pictures = await openPictures(this.portal, folder, this.#first)
    const start = firstDay(this.#first)
    const eve = plus(start, -1)
    await this.portal.clock(eve, '12:00')
    for (const figure of castOf(this.#first)) this.people.set(figure, await this.portal.welcome(figure))
    await this.portal.drain()
    const welcome = [OFFICE, ...[...this.people.keys()].map(({ email }) => email)]
    await compareLetters(
      this,
      eve,
      welcome.map((to) => ({ to, club: null, kind: 'welcome', about: { end: eve } })),
    )
    this.report.count(
      'people',
      [...this.people.values()].reduce((sum, { ids }) => sum + ids.size, 0),
    )
    const end = process.env.YEAR_UNTIL ?? lastDay(this.#first)
    for (let day = start; day <= end; day = plus(day, 1)) await this.#day(day, day === start)
    this.report.count('ticks', this.portal.ticks)
  }

  async #day(day: Day, isFirst: boolean): Promise<void> {
    const { portal } = this
    await portal.work(day, 'night')
    await portal.work(day, 'morning')
    this.#letters = this.renewals.morning(day)
    await portal.clock(day, '10:00')
    await this.#offices(day, isFirst)
    for (const [figure, someone] of this.people)
      for (const deed of figure.deeds.filter(({ on }) => on === day)) await this.#deed(figure, someone, deed)
    await portal.work(day, 'noon')
    await portal.work(day, 'evening')
    await compareStatuses(this, day)
    await compareLetters(this, day, this.#letters)
    await compareMoney(this, day)
    const touched = new Set([...this.#letters.map(({ to }) => to), ...this.#actorsOn(day)])
    await compareOffers(this, day, firstDay(this.#first), touched)
    await this.#pictures?.take(day)
    this.report.count('days')
  }

  /** The offices publish, and change prices. */
  async #offices(day: Day, isFirst: boolean): Promise<void> {
    for (const season of this.#plan) {
      if (season.published === day || (isFirst && season.published === null)) {
        await this.portal.publish(season, day)
        this.reckoning.seasons.push(season)
      }
      if (season.raise?.day === day) await this.portal.reprice(season, day)
    }
  }

  #actorsOn = (day: Day): string[] =>
    [...this.people.keys()].filter(({ deeds }) => deeds.some(({ on }) => on === day)).map(({ email }) => email)

  #season = (name: string) => this.#plan.find((one) => one.name === name)!

  async #deed(figure: Figure, someone: Someone, deed: Deed): Promise<void> {
    const { portal, reckoning } = this
    const day = deed.on
    this.report.count(`deeds: ${deed.do}`)
    if (deed.do === 'buy') {
      const lines = deed.lines.map(({ who, season }) => ({ who, season: this.#season(season) }))
      const { club } = lines[0]!.season
      const amount = lines.reduce((sum, { season }) => sum + costs(season, day), 0)
      await portal.pay(someone, club, await portal.order(someone, lines, deed.renew), amount, deed.card)
      if (deed.card.tail === '0001') return
      this.#letters.push({ to: figure.email, club, kind: 'order-paid', about: { end: day, amount } })
      reckoning.money[club].taken += amount
      for (const { who, season } of lines) {
        const holding = reckoning.holding(figure, who, club)
        reckoning.bought(holding, season, day)
        if (deed.renew && renewsByCard(season)) holding.card = deed.card
      }
      return
    }
    if (deed.do === 'refunded') {
      const season = this.#season(deed.season)
      await portal.refund(someone.ids.get(deed.who)!, season)
      const holding = reckoning.holding(figure, deed.who, season.club)
      const term = holding.terms.find((one) => one.season === season)!
      const amount = costs(season, term.paidOn)
      this.#letters.push({ to: figure.email, club: season.club, kind: 'given-back', about: { end: day, amount } })
      term.refunded = true
      holding.card = null
      reckoning.money[season.club].returned += amount
      return
    }
    if (deed.do === 'switch-off') {
      await portal.switchOff(someone, someone.ids.get(deed.who)!, deed.club)
      reckoning.holding(figure, deed.who, deed.club).card = null
      return
    }
    const own = reckoning.holdings.filter(({ payer, club }) => payer === figure && club === deed.club)
    if (deed.do === 'forget-card') {
      await portal.forgetCard(someone, deed.club)
      for (const holding of own) holding.card = null
      return
    }
    const charge = this.renewals.charges.findLast(({ payer, club }) => payer === figure && club === deed.club)!
    const token = (await portal.membershipAt(someone, someone.memberId, deed.club))!.renewal!.orderToken!
    if (deed.do === 'pay-failed') {
      const amount = charge.lines.reduce((sum, line) => sum + line.amount, 0)
      await portal.pay(someone, deed.club, token, amount, deed.card)
      this.renewals.settle(charge, day)
      this.#letters.push({ to: figure.email, club: deed.club, kind: 'order-paid', about: { end: charge.end, amount } })
    }
  }
}
