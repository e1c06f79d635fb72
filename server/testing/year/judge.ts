import { isQuiet, type Day } from './days.ts'
import { type Letter, OFFICE } from './letter.ts'
import { nextSeason } from './offers.ts'
import type { Lived } from './report.ts'

/** A message to somebody: a mail, or a notice in the bell in one language. */
export interface Message {
  readonly form: 'mail' | 'notice'
  /** On Copenhagen's clock, `HH:MM`. */
  readonly at: string
  readonly title: string
  readonly text: string
}

/** Reminders wait at night and at Christmas and New Year. */
const REMINDERS = ['membership-renew', 'renewal-ended']

const RENEWALS = [...REMINDERS, 'renewal-announced', 'renewal-card-expires', 'renewal-failed', 'renewal-outgrown']

/** Whether it is true for its reader, and comes at a good hour. */
export function judge(year: Lived, day: Day, { about, kind, to, club }: Letter, message: Message): void {
  const { form, at, title, text } = message
  const wrong = (what: string) =>
    year.report.differs(`${day} ${at} ${to} ${form} ${kind} from ${club} ${what}: ${title}\n${text}`)
  const all = `${title}\n${text}`
  if (RENEWALS.includes(kind) && (at < '07' || at >= '20:59')) wrong('comes at night')
  if (REMINDERS.includes(kind) && isQuiet(day)) wrong('comes on a quiet day')
  const nothingToDo = /you don't need to do anything|du skal ikke gøre noget/i.test(all)
  if (nothingToDo && (kind !== 'renewal-announced' || about.cardExpires))
    wrong('says that nothing is to be done, which is not so')
  if (kind === 'renewal-announced') {
    if (form === 'mail' && !nothingToDo && !about.cardExpires && !about.raised) wrong('asks for something')
    const saysRaised = /as we wrote before|som vi skrev før/.test(all)
    const isRaised = about.raised === true && !about.cardExpires
    if (saysRaised !== isRaised) wrong(isRaised ? 'does not say that the price rose' : 'speaks of a higher price')
  }
  if (kind === 'renewal-announced' || kind === 'renewal-card-expires') {
    const saysExpires = /your card expires before|dit kort udløber,? før/i.test(all)
    if (saysExpires !== Boolean(about.cardExpires))
      wrong(about.cardExpires ? 'does not say that the card expires' : 'speaks of a card that expires')
    if (about.cardExpires && about.soldFrom && !names(all, about.soldFrom))
      wrong(`asks for another card before one can be given, on ${about.soldFrom}`)
    if (about.charge && !names(all, about.charge)) wrong(`does not name the day of the charge, ${about.charge}`)
  }
  if (kind === 'renewal-failed') {
    const saysExpired = /has expired|er udløbet/.test(all)
    if (saysExpired !== Boolean(about.expired))
      wrong(about.expired ? 'does not say why' : 'says that a card has expired')
  }
  if (about.amount && !costsIn(all, about.amount)) wrong(`does not name the amount, ${about.amount}`)
  if ((kind === 'membership-renew' || kind.startsWith('renewal-')) && namesEnd(kind, about) && !names(all, about.end))
    wrong(`does not name the last day, ${about.end}`)
  if (about.end < day && names(all, about.end, '(ends on|udløber( den)?) ')) wrong('says that it is still to end')
  for (const season of year.reckoning.seasons)
    if (
      to !== OFFICE &&
      kind !== 'renewal-outgrown' &&
      all.includes(season.name) &&
      !ownOf(year, to, day).has(season.name)
    )
      wrong(`names ${season.name}, which is not the reader's`)
}

/** Messages about the charge alone name its day instead. */
const namesEnd = (kind: string, { cardExpires, raised }: Letter['about']) =>
  kind !== 'renewal-card-expires' && !(kind === 'renewal-announced' && (cardExpires || raised))

/** Names of what somebody and their children hold, have held, or can go on with. */
function ownOf({ reckoning, renewals }: Lived, email: string, day: Day): Set<string> {
  const own = reckoning.holdings.filter(({ payer }) => payer.email === email)
  return new Set([
    ...own.flatMap((holding) => [
      ...holding.terms.map(({ season }) => season.name),
      nextSeason(reckoning, holding, day)?.name ?? '',
    ]),
    ...renewals.charges
      .filter(({ payer }) => payer.email === email)
      .flatMap(({ lines }) => lines.map(({ season }) => season.name)),
  ])
}

const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  da: 'januar februar marts april maj juni juli august september oktober november december'.split(' '),
}

/** Whether a text names a day, in Danish or English. @param after what stands before it */
function names(text: string, day: Day, after = '(?<!\\d)'): boolean {
  const [, month, date] = day.split('-').map(Number)
  const words = `(${date} ${months.en[month! - 1]}|${date}\\. ${months.da[month! - 1]})`
  return new RegExp(after + words).test(text)
}

/** Whether a text names an amount in øre. */
function costsIn(text: string, minor: number): boolean {
  const kroner = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, '[.,]?')
  const ore = String(minor % 100).padStart(2, '0')
  return new RegExp(`(^|[^\\d.,])${kroner}([.,]${ore}${minor % 100 === 0 ? ')?' : ')'}(?![\\d])`).test(text)
}

/** The days, amounts and other numbers that a message names and another does not. */
export function namedBesides(message: Message, other: Message): string[] {
  const plain = ({ title, text }: Message) => `${title} ${text}`.replaceAll(/\s+/g, ' ')
  const [said, known] = [plain(message), plain(other)]
  const facts = [...said.matchAll(/\d{1,2}\.? \p{L}+ \d{4}|\d(?:[\d.,/]*\d)?/gu)].map(([fact]) => fact)
  return [...new Set(facts)].filter((fact) => !known.includes(fact))
}
